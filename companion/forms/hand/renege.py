"""A renege in Poker-Euchre (PE-08): the players out of the hand, and cards won by each of the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as made

from companion.forms.fields import (
    Count,
    Counts,
    Entry,
    Names,
    Posted,
    all_seated,
    count_text,
    counts_seated,
    known,
    mapped,
)
from companion.forms.hand.base import Group, Missing, Preview, box, boxes
from scoring import Refusal, State, possible


@dataclass(frozen=True)
class Renege:
    """The fields of a renege. there: whether one is entered. players: who reneged. cards: won, by player.

    unwon: tricks that nobody won, as confirmed; also without a renege, when two Jokers fell in one trick.
    """

    there: bool = False
    players: Names = ()
    cards: Counts = made(default_factory=dict)
    unwon: Count = None

    @property
    def out(self) -> Names:
        """The players out of the hand, in seat order."""
        return self.players if self.there else ()


@dataclass(frozen=True)
class CardCount:
    """The field for the cards that one player won, and its upper bound."""

    name: str
    seat: int
    value: str
    between: range

    @property
    def sent(self) -> dict[str, str]:
        """The field that a browser sends, as drawn."""
        return {f"cards-{self.seat}": self.value}

    @property
    def most(self) -> int:
        """The upper bound, in words."""
        return self.between[-1]


@dataclass(frozen=True)
class Part:
    """The part of a form that shows a renege."""

    reneged: Group
    cards: tuple[CardCount, ...]
    error: Refusal | None


def parse(posted: Posted) -> Renege:
    """The fields of a posted form."""
    return Renege(
        posted.flag("renege"), posted.ticked("reneged"), posted.counts("cards"), posted.count("unwon")
    )


def of_entry(state: State, entry: Entry) -> Renege:
    """The fields of an entry."""
    if not entry.get("reneged"):
        return Renege()
    cards = counts_seated(state, mapped(entry.get("cards")))
    return Renege(True, all_seated(state, entry["reneged"]), cards)


def entry(fields: Renege) -> Entry:
    """The players who reneged, and cards won; empty without a renege."""
    if not fields.out:
        return {}
    cards = {name: count for name, count in known(fields.cards).items() if name not in fields.out}
    return {"reneged": list(fields.out), "cards": cards}


def missing(fields: Renege, taken: Mapping[str, int | None]) -> tuple[Missing, ...]:
    """The players who reneged, and the cards of everyone with a trick."""
    if not fields.there:
        return ()
    if not fields.out:
        return (Missing("reneged", "who reneged"),)
    open_counts = [
        name
        for name, count in taken.items()
        if count and name not in fields.out and fields.cards.get(name) is None
    ]
    return (Missing("cards", "cards won"),) if open_counts else ()


def unwon_group(fields: Renege, left: int) -> Group | None:
    """The box that confirms that nobody won the tricks *left*; None without any."""
    if left <= 0:
        return None
    tricks = f"the other {left} tricks" if left > 1 else "the last trick"
    chosen = replace(box("unwon", f"Nobody won {tricks}", fields.unwon == left), value=str(left))
    return Group("unwon", "", (chosen,))


def show(
    preview: Preview, fields: Renege, playing: Sequence[str], taken: Mapping[str, int | None]
) -> Part | None:
    """The part for the template; None without a renege."""
    if not fields.there:
        return None
    reneged = [name for name in fields.out if name in playing]
    left = [name for name in playing if name not in reneged]
    counts = tuple(
        CardCount(
            name,
            seat,
            count_text(fields.cards.get(name)),
            possible.cards_between(taken[name] or 0, len(left), len(playing)),
        )
        for seat, name in enumerate(preview.state.players)
        if name in left and taken.get(name)
    )
    group = preview.group(
        "reneged", "Who reneged? (out of the hand)", boxes(preview.state, "reneged", reneged, playing)
    )
    return Part(group, counts, preview.error("cards"))
