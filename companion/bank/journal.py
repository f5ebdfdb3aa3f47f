"""Append-only double-entry journal of chips; all balances add up to 0.

The score sheet shows the corrected log; the journal has one transaction for each row in the order of writing.
A correction or removal changes no earlier posting: it posts the difference, all later hands included.
For other programs it is written as CSV, and for Beancount, hledger and Ledger.
"""

import csv
import json
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import StringIO
from itertools import groupby

from companion.log import in_words
from companion.log.table import CORRECTION, RESTORE, STRIKE, LogEntry, Row, Table, subject_of
from companion.pages.sheet import Window, window
from companion.recap.text import BYTE_ORDER_MARK, plain
from companion.wording.dates import at_table
from companion.wording.names import one_line, shown
from scoring import State

PLAYER, CREDIT = "player", "credit"
CORRECTED = "ALL-05"
JOIN = '"join"'  # stands in the body of every such entry
DONE = {CORRECTION: "Correction of ", STRIKE: "Removed: ", RESTORE: "Restored: "}
LENT_WORDS, DEDUCTED_WORDS = "chips on credit", "credit deducted from the cash-out"
LEGIBLE = frozenset(("So", "Sk"))
PLAIN_SIGNS = frozenset("'-.")
CAPITALS_AND_DIGITS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789")
QUOTED = str.maketrans({"\\": "\\\\", '"': '\\"'})
# Ledger takes the first line as the declaration, hledger both; from the second it knows there are no cents.
COMMODITY = ("commodity CHIP", "D 1000. CHIP")
EXPLAINED = "; In names, a character that the tools cannot have there is its code point: {3A} is a colon."
IN_TEXT = str.maketrans({";": ","})
IN_COMMENT = str.maketrans({";": ",", ":": ",", "[": "(", "]": ")"})
COLUMNS = ("row", "at", "description", "note", "account", "player", "chips", "rule", "why")


@dataclass(frozen=True)
class Account:
    """An account: BANK, POT, LENT, or chips (PLAYER) or CREDIT of a player."""

    kind: str
    player: str = ""

    def __str__(self) -> str:
        return self.kind + ":" + self.player if self.player else self.kind


# BANK is minus the chips issued; LENT is minus the credit that players owe, the other side of their accounts.
BANK, POT, LENT = Account("bank"), Account("pot"), Account("lent")
HOUSE = {account.kind: account for account in (BANK, POT)}
CHART = (BANK.kind, POT.kind, PLAYER, LENT.kind, CREDIT)


@dataclass(frozen=True)
class Side:
    """One side of a posting: an account, its change (below 0: gave), the rule, and the reason in words."""

    account: Account
    chips: int
    rule: str
    text: str


@dataclass(frozen=True)
class Transaction:
    """The postings of one row of the log; ``corrects``: seq of the entry that it corrected, or None."""

    seq: int
    at: datetime
    description: str
    note: str
    postings: tuple[Side, ...]
    corrects: int | None = None


@dataclass(frozen=True)
class StatementLine:
    """The effect of one transaction on a player's chips; ``owes``: the credit after it."""

    transaction: Transaction
    before: int
    change: int
    after: int
    owes: int


def journal(table: Table, start: int = 0, end: int | None = None) -> tuple[Transaction, ...]:
    """The transactions of a table in order of seq; rows that move nothing are left out.

    The journal of the first rows is a prefix of the journal of all rows. The balances are those of the table
    as it is now. Empty in a game without chips. start, end: only of the rows from place *start* up to *end*.
    """
    if not table.variant.has_bank:
        return ()
    found, before = [], table.at(start)
    for row in table.rows[start:end]:
        after = before.with_row(row, stored=True)
        done = _entered(after, row) if row.target is None else _corrected(before, after, row)
        if done.postings:
            found.append(done)
        before = after
    return tuple(found)


def balances(transactions: Iterable[Transaction]) -> dict[Account, int]:
    """Balance by account, of all accounts ever used, in the order bank, pot, players, credit."""
    found: dict[Account, int] = {}
    for transaction in transactions:
        for side in transaction.postings:
            found[side.account] = found.get(side.account, 0) + side.chips
    return _in_order(found)


def balances_now(table: Table) -> dict[Account, int]:
    """The balances of the whole journal, taken from the table; {} before anything was entered."""
    if not table.rows:
        return {}
    left = {Account(PLAYER, name): 0 for name in table.state.invested}
    found = {**left, **_standing(table.state)}
    return _in_order({account: found[account] for account in found if account != LENT or table.state.credit})


def trial_balance(transactions: Iterable[Transaction]) -> int:
    """All balances added up: always 0."""
    return total(balances(transactions))


def total(found: Mapping[Account, int]) -> int:
    """These balances added up."""
    return sum(found.values())


def people(table: Table) -> tuple[str, ...]:
    """All players who ever had a seat, removed entries included; the order never changes."""
    rows = [json.loads(row.body) for row in table.rows if JOIN in row.body]
    joined = [str(entry["player"]) for entry in rows if entry.get("kind") == "join"]
    return tuple(dict.fromkeys((*table.header.players, *joined)))


def statement(
    transactions: Iterable[Transaction], player: str, held: int = 0, owes: int = 0
) -> tuple[StatementLine, ...]:
    """Every transaction that touched a player's chips or credit: before, change, after.

    held, owes: the player's chips and credit before the first of them.
    """
    lines = []
    for transaction in transactions:
        moved = [side.chips for side in transaction.postings if side.account == Account(PLAYER, player)]
        lent = [side.chips for side in transaction.postings if side.account == Account(CREDIT, player)]
        if moved or lent:
            before, change = held, sum(moved)
            held, owes = held + change, owes + sum(lent)
            lines.append(StatementLine(transaction, before, change, held, owes))
    return tuple(lines)


def _entered(after: Table, row: Row) -> Transaction:
    item = after.entries[-1]
    postings: list[Side] = []
    for posting in item.step.postings if item.step else ():
        reason = posting.reason
        postings.append(Side(_account(posting.source), -posting.chips, reason.rule, reason.paid))
        postings.append(Side(_account(posting.target), posting.chips, reason.rule, reason.got))
    if item.step and item.before:
        # Chips lent, or credit deducted at a cash-out, with their rules.
        lent = {one.target: one.reason.rule for one in item.step.postings if one.source == "bank"}
        bank, before, now = item.before.variant.bank, item.before.credit, item.step.state.credit
        deducted = bank.result_rule if bank else ""
        for name in dict.fromkeys((*before, *now)):
            chips = now.get(name, 0) - before.get(name, 0)
            rule, why = (lent[name], LENT_WORDS) if chips > 0 else (deducted, DEDUCTED_WORDS)
            if chips:
                postings.append(Side(LENT, -chips, rule, why))
                postings.append(Side(Account(CREDIT, name), chips, rule, why))
    # A name at the start keeps its spelling: a capital would turn "bo" into another name.
    named = "player" in item.entry
    text = in_words.what(item.entry, after.state) if named else in_words.named(item, after.state)
    return Transaction(row.seq, row.at, text, _note(item), tuple(postings))


def _account(name: str) -> Account:
    return HOUSE.get(name) or Account(PLAYER, name)


def _corrected(before: Table, after: Table, row: Row) -> Transaction:
    """The adjusting transaction: one posting for each account whose balance changes."""
    was = next(item for item in before.entries if item.seq == row.target)
    now = next(item for item in after.entries if item.seq == row.target)
    text = DONE[row.kind] + subject_of(now if row.kind == RESTORE else was)
    old, new = _standing(before.state), _standing(after.state)
    changed = _in_order({account: new.get(account, 0) - old.get(account, 0) for account in {**old, **new}})
    postings = tuple(Side(account, chips, CORRECTED, text) for account, chips in changed.items() if chips)
    return Transaction(row.seq, row.at, text, _note(now), postings, corrects=row.target)


def _standing(state: State) -> dict[Account, int]:
    """Balance by account, computed from the table."""
    return {
        BANK: state.bank,
        POT: state.pot,
        **{Account(PLAYER, name): chips for name, chips in state.scores.items()},
        LENT: -sum(state.credit.values()),
        **{Account(CREDIT, name): chips for name, chips in state.credit.items()},
    }


def _in_order(found: dict[Account, int]) -> dict[Account, int]:
    return dict(sorted(found.items(), key=lambda item: CHART.index(item[0].kind)))


def _note(item: LogEntry) -> str:
    return str(item.entry.get("note", ""))


# Journal and statements as pages show them: some rows of the log at a time, accounts by name.

ROWS = 6  # of the log, on one page
ACCOUNT_NAMES = {BANK: "Bank", POT: "Pot", LENT: "Lent"}


@dataclass(frozen=True)
class Balance:
    """One account with its balance; ``seat``: number of the player whose statement is linked."""

    name: str
    chips: int
    seat: int | None


@dataclass(frozen=True)
class PostedSide:
    """One side of a posting, the account in words."""

    name: str
    side: Side


@dataclass(frozen=True)
class JournalEntry:
    """One transaction, its sides in order, those of one rule grouped."""

    transaction: Transaction
    groups: tuple[tuple[str, tuple[PostedSide, ...]], ...]


@dataclass(frozen=True)
class StatementRow:
    """One line of a statement with the reasons and their rules, each once."""

    line: StatementLine
    why: tuple[str, ...]


def part(table: Table, at: int | None) -> Window:
    """The part of the log with row *at*; None: the latest part."""
    return window(range(1, table.version + 1), ROWS, at)


def last_of(table: Table, name: str) -> int | None:
    """The row with which a player left the table; None for players who are seated."""
    if name in table.state.scores:
        return None
    left = (item.seq for item in reversed(table.entries) if item.entry.get("player") == name)
    return next(left, None)


def balance_lines(table: Table, balances: Mapping[Account, int]) -> tuple[Balance, ...]:
    """The balances by account, in order."""
    seated = people(table)
    return tuple(
        Balance(account_words(account), chips, seated.index(account.player) + 1 if account.player else None)
        for account, chips in balances.items()
    )


def account_words(account: Account) -> str:
    """ "Bank", "Bo", "Bo, on credit"."""
    if not account.player:
        return ACCOUNT_NAMES[account]
    return shown(account.player) + (", on credit" if account.kind == CREDIT else "")


def entries(journal: Iterable[Transaction]) -> tuple[JournalEntry, ...]:
    """Transactions with their sides, accounts in words."""
    return tuple(
        JournalEntry(
            one,
            tuple(
                (rule, tuple(PostedSide(account_words(side.account), side) for side in sides))
                for rule, sides in groupby(one.postings, key=lambda side: side.rule)
            ),
        )
        for one in journal
    )


def statement_lines(lines: Iterable[StatementLine], name: str) -> tuple[StatementRow, ...]:
    """Lines of a statement of *name* with the reasons and rules behind them."""
    rows = []
    for line in lines:
        sides = [side for side in line.transaction.postings if side.account.player == name]
        rows.append(StatementRow(line, tuple(dict.fromkeys(f"{side.text} ({side.rule})" for side in sides))))
    return tuple(rows)


ROOTS = {
    BANK.kind: "Equity:Bank",
    POT.kind: "Assets:Pot",
    PLAYER: "Assets:Players",
    LENT.kind: "Equity:Lent",
    CREDIT: "Assets:Credit",
}


def unicode_account(account: Account) -> str:
    """An account for hledger and Ledger: a character with a meaning there is its code point, as ``{3A}``.

    Letters of every script, digits, symbols and single spaces stand for themselves. No two names become one,
    and the name can be read back.
    """
    if not account.player:
        return ROOTS[account.kind]
    name, before = "", " "
    for one in account.player:
        category = unicodedata.category(one)
        stays = category[0] in "LMN" or category in LEGIBLE or one in PLAIN_SIGNS or one == " " != before
        name, before = name + (one if stays else f"{{{ord(one):X}}}"), one
    return ROOTS[account.kind] + ":" + name


def ascii_account(account: Account) -> str:
    """An account for Beancount: ASCII letters and digits, a space as ``--``, all else as ``-3A-``.

    A name has to begin with a capital or a digit: ``0`` stands before one that does not, or that begins with
    0. No two names become one, and the name can be read back.
    """
    if not account.player:
        return ROOTS[account.kind]
    name = "".join(
        one if one.isascii() and one.isalnum() else "--" if one == " " else f"-{ord(one):X}-"
        for one in account.player
    )
    return ROOTS[account.kind] + ":" + ("" if name[0] in CAPITALS_AND_DIGITS else "0") + name


def described(transaction: Transaction) -> str:
    """What a transaction was, and the note beside it, on one line with single spaces."""
    parts = (transaction.description, transaction.note)
    return " | ".join(" ".join(one_line(part).split()) for part in parts if part)


def beancount(table: Table) -> str:
    """The journal of a table for Beancount; at its end stand the balances for it to check."""
    transactions = journal(table)
    blocks = [[f'option "title" {_quoted(table.file_title)}']]
    if transactions:
        days = [at_table(transaction.at).date() for transaction in transactions]
        at_end = balances(transactions)
        opened = []
        for account in at_end:
            opened.append(f"{min(days)} open {ascii_account(account)} CHIP")
            if account.player:
                opened.append(f"  name: {_quoted(account.player)}")
        after = max(days) + timedelta(days=1)
        checked = [
            f"{after} balance {ascii_account(account)} {chips} CHIP" for account, chips in at_end.items()
        ]
        blocks += [[f"{min(days)} commodity CHIP"], opened]
        for transaction in transactions:
            at = at_table(transaction.at)
            head = f"{at:%Y-%m-%d} * {_quoted(described(transaction))}"
            blocks.append([head, f"  row: {transaction.seq}", f'  at: "{at:%H:%M:%S}"'])
            for side in transaction.postings:
                blocks[-1].append(f"  {ascii_account(side.account)}  {side.chips} CHIP")
                blocks[-1] += [f"    rule: {_quoted(side.rule)}", f"    why: {_quoted(side.text)}"]
        blocks.append(checked)
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _quoted(text: str) -> str:
    return '"' + one_line(text).translate(QUOTED) + '"'


def hledger(table: Table) -> str:
    """The journal of a table for hledger and Ledger; at its end stand the balances for them to check."""
    transactions = journal(table)
    at_end = balances(transactions)
    accounts = ["account " + unicode_account(account) for account in at_end]
    cents = table.header.options["chip_value_cents"]
    worth = f"; A white chip is worth {cents} cents." if cents else "; Play chips."
    blocks = [["; " + one_line(table.file_title), worth, EXPLAINED, *COMMODITY], accounts]
    for transaction in transactions:
        at, text = at_table(transaction.at), described(transaction).translate(IN_TEXT)
        blocks.append([f"{at:%Y-%m-%d} * ({transaction.seq}) {text}", f"    ; at {at:%H.%M.%S}"])
        for side in transaction.postings:
            why = f"{side.rule}, {one_line(side.text)}".translate(IN_COMMENT)
            blocks[-1].append(f"    {unicode_account(side.account)}  {side.chips} CHIP  ; {why}")
    if transactions:  # a last one that moves nothing and says what every balance has to be
        day = max(at_table(transaction.at).date() for transaction in transactions)
        checked = [
            f"    {unicode_account(account)}  0 CHIP = {chips} CHIP" for account, chips in at_end.items()
        ]
        blocks.append([f"{day:%Y-%m-%d} * Balances", *checked])
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def journal_csv(table: Table) -> str:
    """The journal of a table for a spreadsheet; accounts are called what they are in the other journals."""
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for transaction in journal(table):
        at = at_table(transaction.at).isoformat(timespec="seconds")
        head = (transaction.seq, at, plain(transaction.description), plain(transaction.note))
        for side in transaction.postings:
            account = (unicode_account(side.account), plain(side.account.player))
            writer.writerow((*head, *account, side.chips, side.rule, plain(side.text)))
    return BYTE_ORDER_MARK + out.getvalue()
