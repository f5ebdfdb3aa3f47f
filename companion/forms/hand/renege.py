"""A renege in Poker-Euchre (PE-08): the players out of the hand, and cards won by each of the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made

from companion.forms.hand.base import Preview
from companion.forms.hand.fields import (
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
from companion.forms.hand.parts import Group, boxes
from scoring import State, possible


@dataclass(frozen=True)
class Renege:
    """The fields of a renege. there: whether one is entered. players: who reneged. cards: won, by player."""

    there: bool = False
    players: Names = ()
    cards: Counts = made(default_factory=dict)

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
    def most(self) -> int:
        """The upper bound, in words."""
        return self.between[-1]


@dataclass(frozen=True)
class Part:
    """The part of a form that shows a renege."""

    reneged: Group
    cards: tuple[CardCount, ...]
    error: str


def parse(posted: Posted) -> Renege:
    """The fields of a posted form."""
    return Renege(posted.flag("renege"), posted.ticked("reneged"), posted.counts("cards"))


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


def missing(fields: Renege, taken: Mapping[str, int | None]) -> tuple[str, ...]:
    """The players who reneged, and the cards of everyone with a trick."""
    if not fields.there:
        return ()
    if not fields.out:
        return ("who reneged",)
    open_counts = [
        name
        for name, count in taken.items()
        if count and name not in fields.out and fields.cards.get(name) is None
    ]
    return ("the cards won",) if open_counts else ()


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
        "reneged", "Reneged, and out of the hand", boxes(preview.state, "reneged", reneged, playing)
    )
    return Part(group, counts, preview.error("cards"))
