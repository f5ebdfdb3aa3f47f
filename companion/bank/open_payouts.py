"""Payouts of earlier hands that aren't ticked yet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.bank.payouts import digest, due, payable
from companion.forms.ticks import Ticks
from companion.log.table import LogEntry, Table
from scoring import Hand

# Number of ticks by entry and hash of its list.
Ticked = Mapping[tuple[int, str], int]


@dataclass(frozen=True)
class OpenPayouts:
    """A hand with open payouts: its entry, its number, and how many of them are open."""

    seq: int
    hand: int
    left: int


def open_payouts(table: Table, ticked: Ticked) -> tuple[OpenPayouts, ...]:
    """Hands with open payouts, in order, without those that the bank shows by itself (``due``)."""
    ticked_entries = {seq for seq, _digest in ticked}
    found = []
    for item, hand in earlier(table):
        done = ticked.get((item.seq, digest(item)), 0) if item.seq in ticked_entries else 0
        left = len(payable(item)) - done
        if left > 0:
            found.append(OpenPayouts(item.seq, hand.number, left))
    return tuple(found)


def all_paid(table: Table) -> Ticks:
    """Ticks for all payouts of those hands."""
    return {
        (item.seq, digest(item)): (frozenset(range(len(payable(item)))), frozenset())
        for item, _hand in earlier(table)
    }


def earlier(table: Table) -> Iterator[tuple[LogEntry, Hand]]:
    """Hands with payouts, in order, without those that the bank shows by itself."""
    shown = {item.seq for item in due(table)}
    for item in table.entries:
        hand = item.hand
        if hand and item.seq not in shown:
            yield item, hand
