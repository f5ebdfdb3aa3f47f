"""Settling up in poker-chips: the payments between players, computed from the results (PC-22)."""

from dataclasses import dataclass
from functools import lru_cache

from companion.recap.evening import Evening
from companion.wording.money import worth
from companion.wording.names import in_figures, shown
from scoring.settlement import Payment, settle_up

KEPT = 64


@dataclass(frozen=True)
class Settling:
    """The fewest payments that settle all results.

    payments: larger ones first. open_pot: chips still in the pot; the game can't be settled until it is 0.
    cents: value of a white chip in hundredths; 0: play chips. notes: assumptions behind the payments.
    """

    payments: tuple[Payment, ...]
    open_pot: int
    cents: int
    notes: tuple[str, ...]

    def chips(self, payment: Payment) -> str:
        """ "50 chips"."""
        return in_figures(payment.chips, "chip")

    def money(self, payment: Payment) -> str:
        """ "€5.00"; "" for play chips."""
        return worth(payment.chips, self.cents)


def open_pot(settled: Settling) -> str:
    """ "20 still in the pot. Settle up once it’s won."."""
    return f"{settled.open_pot} still in the pot. Settle up once it’s won."


def settling(evening: Evening) -> Settling | None:
    """The payments of a game; None in a game without chips."""
    if not evening.for_chips:
        return None
    state = evening.state
    cents = int(evening.table.header.options["chip_value_cents"])
    payments = _fewest(tuple(state.net.items())) if state.pot == 0 else ()
    return Settling(payments, state.pot, cents, tuple(_notes(evening, cents)))


@lru_cache(KEPT)
def _fewest(net: tuple[tuple[str, int], ...]) -> tuple[Payment, ...]:
    return settle_up(dict(net))


def _notes(evening: Evening, cents: int) -> list[str]:
    """Assumptions behind the payments, if money is at stake."""
    if not cents:
        return []
    worth_of_one = f"A white chip is {worth(1, cents)}."
    cash = _cash(evening)
    if not cash:
        return [worth_of_one, "All chips were bought on credit."]
    paid = ", ".join(shown(name) + " " + worth(chips, cents) for name, chips in cash.items())
    notes = [worth_of_one, f"First the bank returns cash paid for chips: {paid}."]
    if any(item.step and item.kind == "cash-out" for item in evening.table.entries):
        notes.append("Players return cash paid at a cash-out.")
    return notes


def _cash(evening: Evening) -> dict[str, int]:
    """Chips that were paid for when bought, by player."""
    cash: dict[str, int] = {}
    for item in evening.table.entries:
        if item.step and item.kind == "buy-in" and not item.entry.get("on_credit"):
            name = str(item.entry["player"])
            cash[name] = cash.get(name, 0) + int(str(item.entry["chips"]))
    return cash
