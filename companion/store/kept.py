"""All tables of this Bower, for who runs it: no phone's right to see them is asked for."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.log.table import Row
from companion.models import Entry, Game
from companion.store.entries import ROW_FIELDS

AT_ONCE = 200  # games read in one query


@dataclass(frozen=True)
class KeptGame:
    """A game as it is stored. ``number`` counts up with each new game; see ``FoundGame`` for the rest."""

    number: int
    table_id: str
    header: str
    title: str | None


def games(after: int = 0) -> Iterator[KeptGame]:
    """All games in order of number, from the one after *after*; deleted ones too. Holds few at a time."""
    fields = ("pk", "public_id", "header", "title")
    while found := list(Game.objects.filter(pk__gt=after).order_by("pk").values_list(*fields)[:AT_ONCE]):
        yield from (KeptGame(*game) for game in found)
        after = found[-1][0]


def rows(game: KeptGame) -> list[Row]:
    """The rows of a game's log, in order."""
    found = Entry.objects.filter(game=game.number).order_by("seq")
    return [Row(*values) for values in found.values_list(*ROW_FIELDS)]
