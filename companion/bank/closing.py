"""Closing the bank: each player's result, the drawer, and the payments."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.bank.payouts import digest_of
from companion.log.bank_state import BankState
from companion.log.table import Table
from companion.recap.evening import evening
from companion.recap.text import settling as fewest
from companion.wording.money import money
from scoring import opening
from scoring.settlement import Drawer, Payment, Reckoning, at_the_drawer, drawer, reckon

# Settling is no entry of the log.
SEQ = 0


@dataclass(frozen=True)
class Item:
    """One payment to tick off; ``item`` is its number in the list of payouts."""

    item: int
    payment: Payment
    paid: bool


@dataclass(frozen=True)
class Counted:
    """The drawer as counted.

    counted: the amount as money. difference: hundredths counted minus hundredths expected. amount: the
    difference as money, without a sign.
    """

    counted: str
    difference: int
    amount: str


@dataclass(frozen=True)
class Settling:
    """Everything on the page for settling.

    over: whether the game is over. cents: value of a white chip in hundredths; 0: play chips. open_pot: chips
    still in the pot. reckonings: accounts with the bank. winners: in seat order. drawer: cash paid in and
    out. at_the_drawer, among: two ways to pay the same, at the bank or between players. notes: assumptions
    behind the payments. digest: hash of both lists.
    """

    over: bool
    cents: int
    open_pot: int
    reckonings: tuple[Reckoning, ...]
    winners: tuple[str, ...]
    drawer: Drawer
    at_the_drawer: tuple[Item, ...]
    among: tuple[Item, ...]
    notes: tuple[str, ...]
    digest: str

    @property
    def ticked(self) -> tuple[int, ...]:
        """Numbers of the payments ticked as paid."""
        return tuple(one.item for one in (*self.at_the_drawer, *self.among) if one.paid)

    def counted(self, cents: int) -> Counted:
        """The drawer as counted; *cents* is the amount in hundredths."""
        difference = self.drawer.difference(cents, self.cents)
        return Counted(money(cents), difference, money(abs(difference)))


def settling(table: Table, kept: BankState) -> Settling:
    """Settle a table as it is now; before the end of the game as a preview."""
    state = table.state
    at_bank, found = at_the_drawer(state), fewest(evening(table))
    among = found.payments if found else ()
    digest = digest_of((p.payer, p.receiver, p.chips) for p in (*at_bank, *among))
    paid = kept.paid(SEQ, digest)
    items = tuple(Item(place, one, place in paid) for place, one in enumerate((*at_bank, *among)))
    steps = [item.step.state for item in table.entries if item.step]
    return Settling(
        over=state.over,
        cents=int(table.header.options["chip_value_cents"]),
        open_pot=state.pot,
        reckonings=reckon(state),
        winners=state.winners,
        drawer=drawer((opening(table.header), *steps)),
        at_the_drawer=items[: len(at_bank)],
        among=items[len(at_bank) :],
        notes=found.notes if found else (),
        digest=digest,
    )


def holds(settling: Settling, seq: int, digest: str, items: Iterable[int]) -> bool:
    """Whether these items can be ticked off: the game is over, and the list of payments hasn't changed."""
    most = len(settling.at_the_drawer) + len(settling.among)
    return settling.over and (seq, digest) == (SEQ, settling.digest) and max(items) < most
