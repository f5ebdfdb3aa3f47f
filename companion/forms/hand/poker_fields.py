"""The fields of a hand of Poker-Euchre with chips."""

from dataclasses import dataclass, replace

from companion.forms.hand import betting as bets
from companion.forms.hand import renege
from companion.forms.hand.betting import Betting
from companion.forms.hand.fields import (
    Common,
    Counts,
    Entry,
    Names,
    Posted,
    count_in,
    counts_seated,
    mapped,
    whole,
)
from companion.forms.hand.renege import Renege
from companion.log.progress import HandSoFar
from scoring import State, possible

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

    @property
    def given(self) -> Names:
        """Players by trick, in order: those whose tricks were typed, then those given with a tap."""
        left = {name: count or 0 for name, count in self.counts.items()}
        tapped: list[str] = []
        for name in reversed(self.order):
            if left.get(name, 0) > 0:
                left[name] -= 1
                tapped.append(name)
        typed = (name for name, count in left.items() for _trick in range(min(count, MOST_TAPS)))
        return (*typed, *reversed(tapped))


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
    return Fields(
        common,
        bets.of_entry(state, entry),
        counts_seated(state, tricks),
        (),
        replace(renege.of_entry(state, entry), unwon=_unwon(state, common, tricks) if tricks else None),
    )


def _unwon(state: State, common: Common, tricks: Entry) -> int:
    """Tricks of a hand that nobody won."""
    dealt = len(state.players) - len(common.away)
    taken = {name: whole(count_in(count)) for name, count in tricks.items()}
    return possible.left_over(state.variant.tricks_in_hand(dealt, state.options), taken)


def go_on(fields: Fields, so_far: HandSoFar) -> Fields:
    """The fields with the tricks and the betting of a hand that isn't over."""
    betting = bets.go_on(fields.betting, so_far)
    tricks = {name: so_far.tricks.get(name) or count for name, count in fields.tricks.items()}
    return replace(fields, betting=betting, tricks=tricks)
