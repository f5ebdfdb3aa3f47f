"""Journal and statements as pages show them: in parts, accounts by name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from companion.bank import journal as books
from companion.bank.journal import BANK, CREDIT, LENT, POT, Account, Side, StatementLine, Transaction
from companion.log.table import Table
from companion.wording.names import shown

PART = 20
HOUSE = {BANK: "Bank", POT: "Pot", LENT: "Lent"}

Line = TypeVar("Line", Transaction, StatementLine)


@dataclass(frozen=True)
class Part:
    """A part of a long list: its number from 1, and its first and last row of the log."""

    number: int
    first: int
    last: int
    shown: bool


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


def parts(lines: Sequence[Line], wanted: int | None) -> tuple[Sequence[Line], tuple[Part, ...]]:
    """The part *wanted* (None: the last), and all parts; () if there is only one."""
    cuts = range(len(lines) % PART - PART, len(lines), PART)
    found: list[Sequence[Line]] = [lines[max(0, cut) : cut + PART] for cut in cuts if cut + PART > 0]
    at = wanted - 1 if wanted is not None and 1 <= wanted <= len(found) else len(found) - 1
    all_parts = tuple(
        Part(place + 1, _seq(part[0]), _seq(part[-1]), place == at) for place, part in enumerate(found)
    )
    return found[at] if found else (), all_parts if len(all_parts) > 1 else ()


def _seq(line: Transaction | StatementLine) -> int:
    return (line.transaction if isinstance(line, StatementLine) else line).seq


def balance_lines(table: Table, journal: Iterable[Transaction]) -> tuple[Balance, ...]:
    """The balances by account, in order."""
    people = books.people(table)
    return tuple(
        Balance(account_words(account), chips, people.index(account.player) + 1 if account.player else None)
        for account, chips in books.balances(journal).items()
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
