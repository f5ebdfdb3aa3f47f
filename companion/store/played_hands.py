"""The hands that games have in the facts, read."""

from collections.abc import Collection
from typing import NamedTuple

from companion.models import HandFacts
from companion.stats.hand_parts import Seated, read


class PlayedHand(NamedTuple):
    """A hand as it is stored: ``kept`` is JSON; see ``HandFacts``."""

    game: int
    seq: int
    number: int
    result: str
    kept: str

    def parts(self) -> list[Seated]:
        """The players' parts in it."""
        return read(self.result, self.kept)


def of_games(games: Collection[int]) -> dict[int, list[PlayedHand]]:
    """The hands of these games, by the game's number and in order of entry; without games no query."""
    found: dict[int, list[PlayedHand]] = {}
    if games:
        rows = HandFacts.objects.filter(game__in=games).order_by("game", "seq")
        for row in rows.values_list("game", "seq", "number", "result", "parts"):
            found.setdefault(row[0], []).append(PlayedHand(*row))
    return found
