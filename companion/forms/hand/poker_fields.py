"""The fields of a hand of Poker-Euchre with chips."""

from dataclasses import dataclass

from companion.forms.hand import betting as bets
from companion.forms.hand import renege
from companion.forms.hand.betting import Betting
from companion.forms.hand.fields import (
    Common,
    Counts,
    Entry,
    Names,
    Posted,
    counts_seated,
    mapped,
    whole,
)
from companion.forms.hand.renege import Renege
from scoring import State

MOST_TAPS = 25


@dataclass(frozen=True)
class Fields:
    """tricks: by player, in seat order. order: players by trick given with a tap, in order.

    calling: whether maker and trump are being changed.
    """

    common: Common
    betting: Betting
    tricks: Counts
    order: Names
    renege: Renege
    calling: bool = False

    @property
    def counts(self) -> dict[str, int | None]:
        """Tricks that are numbers, by player."""
        return {name: whole(count) for name, count in self.tricks.items()}


def parse(posted: Posted, common: Common) -> Fields:
    """The fields of a posted form."""
    return Fields(
        common,
        bets.parse(posted),
        posted.counts("tricks"),
        posted.players("order"),
        renege.parse(posted),
        posted.flag("calling"),
    )


def of_entry(state: State, common: Common, entry: Entry) -> Fields:
    """The fields of an entry."""
    tricks = mapped(entry.get("tricks"))
    order = [
        name
        for name, count in tricks.items()
        if isinstance(count, int) and name in state.players
        for _trick in range(min(count, MOST_TAPS))
    ]
    return Fields(
        common,
        bets.of_entry(state, entry),
        counts_seated(state, tricks),
        tuple(order),
        renege.of_entry(state, entry),
    )
