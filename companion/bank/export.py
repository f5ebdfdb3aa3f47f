"""The journal of chips for hledger and Ledger, for Beancount, and as CSV; and the names of accounts there."""

import csv
import unicodedata
from collections.abc import Iterator
from datetime import date, timedelta
from io import StringIO

from companion.bank import journal
from companion.bank.journal import BANK, CREDIT, LENT, PLAYER, POT, Account, Side, Transaction
from companion.log.table import Table
from companion.recap.text import BYTE_ORDER_MARK, plain
from companion.wording.dates import at_table
from companion.wording.names import one_line

ROOTS = {
    BANK.kind: "Equity:Bank",
    POT.kind: "Assets:Pot",
    PLAYER: "Assets:Players",
    LENT.kind: "Equity:Lent",
    CREDIT: "Assets:Credit",
}
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


def unicode_account(account: Account) -> str:
    """An account for hledger and Ledger: a character with a meaning there is its code point, as ``{3A}``.

    Letters of every script, digits, symbols and single spaces stand for themselves. No two names become one,
    and the name can be read back.
    """
    if not account.player:
        return ROOTS[account.kind]
    before = " " + account.player
    name = "".join(_unicode(character, before[at]) for at, character in enumerate(account.player))
    return ROOTS[account.kind] + ":" + name


def _unicode(character: str, before: str) -> str:
    category = unicodedata.category(character)
    if category[0] in "LMN" or category in LEGIBLE or character in PLAIN_SIGNS:
        return character
    return " " if character == " " != before else f"{{{ord(character):X}}}"


def ascii_account(account: Account) -> str:
    """An account for Beancount: ASCII letters and digits, a space as ``--``, all else as ``-3A-``.

    A name has to begin with a capital or a digit: ``0`` stands before one that does not, or that begins with
    0. No two names become one, and the name can be read back.
    """
    if not account.player:
        return ROOTS[account.kind]
    name = "".join(_ascii(character) for character in account.player)
    return ROOTS[account.kind] + ":" + ("" if name[0] in CAPITALS_AND_DIGITS else "0") + name


def _ascii(character: str) -> str:
    if character.isascii() and character.isalnum():
        return character
    return "--" if character == " " else f"-{ord(character):X}-"


def described(transaction: Transaction) -> str:
    """What a transaction was, and the note beside it, on one line with single spaces."""
    parts = (transaction.description, transaction.note)
    return " | ".join(" ".join(one_line(part).split()) for part in parts if part)


def beancount(table: Table) -> str:
    """The journal of a table for Beancount; at its end stand the balances for it to check."""
    transactions = journal.journal(table)
    blocks = [[f'option "title" {_quoted(table.file_title)}']]
    if transactions:
        days = [at_table(transaction.at).date() for transaction in transactions]
        balances = journal.balances(transactions)
        opened = [line for account in balances for line in _opened(min(days), account)]
        after = max(days) + timedelta(days=1)
        checked = [
            f"{after} balance {ascii_account(account)} {chips} CHIP" for account, chips in balances.items()
        ]
        blocks += [
            [f"{min(days)} commodity CHIP"],
            opened,
            *map(_beancount_transaction, transactions),
            checked,
        ]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _opened(day: date, account: Account) -> list[str]:
    opened = [f"{day} open {ascii_account(account)} CHIP"]
    return [*opened, f"  name: {_quoted(account.player)}"] if account.player else opened


def _beancount_transaction(transaction: Transaction) -> list[str]:
    at = at_table(transaction.at)
    head = f"{at:%Y-%m-%d} * {_quoted(described(transaction))}"
    return [head, f"  row: {transaction.seq}", f'  at: "{at:%H:%M:%S}"', *_beancount_postings(transaction)]


def _beancount_postings(transaction: Transaction) -> list[str]:
    return [line for side in transaction.postings for line in _beancount_posting(side)]


def _beancount_posting(side: Side) -> list[str]:
    return [
        f"  {ascii_account(side.account)}  {side.chips} CHIP",
        f"    rule: {_quoted(side.rule)}",
        f"    why: {_quoted(side.text)}",
    ]


def _quoted(text: str) -> str:
    return '"' + one_line(text).translate(QUOTED) + '"'


def hledger(table: Table) -> str:
    """The journal of a table for hledger and Ledger; at its end stand the balances for them to check."""
    transactions = journal.journal(table)
    balances = journal.balances(transactions)
    accounts = ["account " + unicode_account(account) for account in balances]
    blocks = [
        [*_head(table), *COMMODITY],
        accounts,
        *map(_hledger_transaction, transactions),
        *_closing(transactions),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _head(table: Table) -> list[str]:
    cents = table.header.options["chip_value_cents"]
    worth = f"; A white chip is worth {cents} cents." if cents else "; Play chips."
    return ["; " + one_line(table.file_title), worth, EXPLAINED]


def _hledger_transaction(transaction: Transaction) -> list[str]:
    at = at_table(transaction.at)
    text = described(transaction).translate(IN_TEXT)
    head = f"{at:%Y-%m-%d} * ({transaction.seq}) {text}"
    return [head, f"    ; at {at:%H.%M.%S}", *map(_hledger_posting, transaction.postings)]


def _hledger_posting(side: Side) -> str:
    why = f"{side.rule}, {one_line(side.text)}".translate(IN_COMMENT)
    return f"    {unicode_account(side.account)}  {side.chips} CHIP  ; {why}"


def _closing(transactions: tuple[Transaction, ...]) -> list[list[str]]:
    """A last transaction that moves nothing and says what every balance has to be."""
    if not transactions:
        return []
    day: date = max(at_table(transaction.at).date() for transaction in transactions)
    checks = [_checked(account, chips) for account, chips in journal.balances(transactions).items()]
    return [[f"{day:%Y-%m-%d} * Balances", *checks]]


def _checked(account: Account, chips: int) -> str:
    return f"    {unicode_account(account)}  0 CHIP = {chips} CHIP"


def journal_csv(table: Table) -> str:
    """The journal of a table for a spreadsheet; accounts are called what they are in the other journals."""
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for transaction in journal.journal(table):
        writer.writerows(_lines(transaction))
    return BYTE_ORDER_MARK + out.getvalue()


def _lines(transaction: Transaction) -> Iterator[tuple[str | int, ...]]:
    at = at_table(transaction.at).isoformat(timespec="seconds")
    head = (transaction.seq, at, plain(transaction.description), plain(transaction.note))
    for side in transaction.postings:
        account = (unicode_account(side.account), plain(side.account.player))
        yield (*head, *account, side.chips, side.rule, plain(side.text))
