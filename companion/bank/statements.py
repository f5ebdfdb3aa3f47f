"""Journal and statements as pages show them: some rows of the log at a time, accounts by name."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from companion.bank import journal as books
from companion.bank.journal import BANK, CREDIT, LENT, POT, Account, Side, StatementLine, Transaction
from companion.log.table import Table
from companion.pages.window import Window, window
from companion.wording.names import shown

ROWS = 6  # of the log, on one page
HOUSE = {BANK: "Bank", POT: "Pot", LENT: "Lent"}


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
    people = books.people(table)
    return tuple(
        Balance(account_words(account), chips, people.index(account.player) + 1 if account.player else None)
        for account, chips in balances.items()
    )


def account_words(account: Account) -> str:
    """ "Bank", "Bo", "Bo, on credit"."""
    if not account.player:
        return HOUSE[account]
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
    return tuple(StatementRow(line, _why(line.transaction, name)) for line in lines)


def _why(transaction: Transaction, name: str) -> tuple[str, ...]:
    sides = (side for side in transaction.postings if side.account.player == name)
    return tuple(dict.fromkeys(f"{side.text} ({side.rule})" for side in sides))
