"""The seats of a new game as its page shows them, and the names to tap."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.pages.board import ROUND
from scoring import Refusal, Variant

MOST_NAMES = 24
SHOWN_SEATS = 6


@dataclass(frozen=True)
class NewSeat:
    """One seat.

    number: from 1, clockwise. name: "" if it is empty. place: its side of the felt, as in ``board.Seat``; ""
    in games that have no felt. is_next: whether the next name sits here. error: why the name can't sit here.
    """

    number: int
    name: str
    place: str = ""
    is_next: bool = False
    error: Refusal | None = None


@dataclass(frozen=True)
class KnownName:
    """A name to tap; ``seat`` is its seat, from 1, or 0."""

    name: str
    seat: int


@dataclass(frozen=True)
class Seating:
    """Seats and names.

    names: known ones, latest first, then new ones. new: names typed in this form. others: known names beyond
    MOST_NAMES. missing: number of players that the game still needs. full: whether it takes no more.
    """

    seats: tuple[NewSeat, ...]
    names: tuple[KnownName, ...]
    new: tuple[str, ...]
    others: tuple[str, ...]
    missing: int
    full: bool

    @property
    def next(self) -> int:
        """Number of the next seat to fill, from 1; 0 if none is left."""
        return next((seat.number for seat in self.seats if seat.is_next), 0)

    @property
    def round(self) -> bool:
        """Whether the seats are drawn around a felt."""
        return bool(self.seats and self.seats[0].place)


def seating(
    variant: Variant,
    names: Sequence[str],
    known: Iterable[str],
    typed: Iterable[str],
    errors: Mapping[str, Refusal],
) -> Seating:
    """The seats of *variant* with *names* in order.

    *known*: names of earlier games, latest first. *typed*: new names, seated or not. *errors*: by field,
    "seat-1".
    """
    most = variant.seats[-1]
    places = ROUND.get(most, ()) if variant.teams else ()
    rows = most if most <= SHOWN_SEATS else min(most, max(len(names) + 1, variant.seats[0]))
    seats = tuple(
        NewSeat(
            number,
            names[number - 1] if number <= len(names) else "",
            places[number - 1] if number <= len(places) else "",
            number == len(names) + 1,
            errors.get(f"seat-{number}"),
        )
        for number in range(1, max(rows, len(names)) + 1)
    )
    at = {name: seat for seat, name in enumerate(names, 1)}
    known = list(dict.fromkeys(known))
    offered = [name for place, name in enumerate(known) if place < MOST_NAMES or name in at]
    new = [name for name in dict.fromkeys((*typed, *names)) if name not in offered]
    return Seating(
        seats=seats,
        names=tuple(KnownName(name, at.get(name, 0)) for name in (*offered, *new)),
        new=tuple(new),
        others=tuple(name for name in known if name not in (*offered, *new)),
        missing=max(0, variant.seats[0] - len(names)),
        full=len(names) >= most,
    )
