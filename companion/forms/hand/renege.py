"""A renege in Poker-Euchre (PE-08): who was put out, and the cards that each of the others won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.forms.hand import said as say
from companion.forms.hand.base import View
from companion.forms.hand.parts import Group, boxes
from companion.forms.hand.said import Entry, Said
from scoring import State, possible


@dataclass(frozen=True)
class CardCount:
    """The field for the cards that one player won, with what there can have been."""

    name: str
    seat: int
    value: str
    between: range

    @property
    def most(self) -> int:
        """The most there can have been."""
        return self.between[-1]


@dataclass(frozen=True)
class Renege:
    """The renege part of a form."""

    reneged: Group
    cards: tuple[CardCount, ...]
    error: str


def put_out(state: State, said: Said) -> list[str]:
    """Who was found guilty."""
    return say.ticked(state, said, "reneged") if said.get("renege") else []


def entry(state: State, said: Said) -> Entry:
    """Who reneged, and the cards won; nothing where nobody did."""
    reneged = put_out(state, said)
    if not reneged:
        return {}
    cards = say.numbers(say.by_seat(state, said, "cards"))
    return {
        "reneged": reneged,
        "cards": {name: count for name, count in cards.items() if name not in reneged},
    }


def tell(state: State, entry: Mapping[str, object]) -> dict[str, str]:
    """The fields from an entry."""
    if not entry.get("reneged"):
        return {}
    return {
        "renege": say.YES,
        **say.ticks(state, "reneged", entry.get("reneged")),
        **say.to_seats(state, "cards", say.mapped(entry.get("cards"))),
    }


def missing(state: State, said: Said, taken: Mapping[str, int | None]) -> tuple[str, ...]:
    """Who reneged, and the cards of everybody who took a trick."""
    reneged = put_out(state, said)
    if not said.get("renege"):
        return ()
    if not reneged:
        return ("who reneged",)
    cards = say.by_seat(state, said, "cards")
    unsaid = [name for name, count in taken.items() if count and name not in reneged and not cards[name]]
    return ("the cards won",) if unsaid else ()


def show(view: View, playing: Sequence[str], taken: Mapping[str, int | None]) -> Renege | None:
    """The part as it looks, or None where nobody spoke of a renege."""
    if not view.said.get("renege"):
        return None
    reneged = [name for name in put_out(view.state, view.said) if name in playing]
    left = [name for name in playing if name not in reneged]
    values = say.by_seat(view.state, view.said, "cards")
    counts = tuple(
        CardCount(name, seat, values[name], possible.cards_between(taken[name] or 0, len(left), len(playing)))
        for seat, name in enumerate(view.state.players)
        if name in left and taken.get(name)
    )
    group = view.group(
        "reneged", "Reneged, and out of the hand", boxes(view.state, "reneged", reneged, playing)
    )
    return Renege(group, counts, view.errors.get("cards", ""))
