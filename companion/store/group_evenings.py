"""The evenings of a group: the days on which it played, latest first."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from companion.models import GameFacts, PlayerFacts
from companion.stats.evenings import Evening, Part, Played, evenings, variant
from companion.store import figures
from companion.store.figures import People

PAGE = 20


@dataclass(frozen=True)
class Evenings:
    """One page of evenings; *number* of *pages*, from 1, and *count* of evenings in all."""

    evenings: tuple[Evening, ...]
    number: int
    pages: int
    count: int


def latest(group: int, most: int, who: People) -> list[Evening]:
    """The last evenings, at most so many; *who*: the group's people."""
    return _evenings(group, list(_days(group)[:most]), who)


def page(group: int, number: int) -> Evenings:
    """A page of all evenings."""
    days = list(_days(group))
    pages = max(1, -(-len(days) // PAGE))
    at = min(max(number, 1), pages)
    found = _evenings(group, days[(at - 1) * PAGE : at * PAGE], figures.people(group))
    return Evenings(tuple(found), at, pages, len(days))


def on(group: int, day: date) -> Evening | None:
    """The evening of one day; None if nothing was played."""
    return next(iter(_evenings(group, [day], figures.people(group))), None)


def _days(group: int) -> "QuerySet[GameFacts, date]":
    found = GameFacts.objects.filter(group=group).order_by("-played_on")
    return found.values_list("played_on", flat=True).distinct()


def _evenings(group: int, days: Collection[date], who: People) -> list[Evening]:
    found = GameFacts.objects.filter(group=group, played_on__in=days).order_by("-played_on", "game")
    rows = list(
        found.values_list("pk", "game__public_id", "game__title", "variant", "played_on", "over", "hands")
    )
    parts = _parts([row[0] for row in rows], who)
    games: list[Played] = []
    for pk, table_id, title, name, day, over, hands in rows:
        game = variant(name)
        if game is not None:
            games.append(Played(table_id, title or "", game, day, over, hands, tuple(parts.get(pk, ()))))
    return evenings(games)


def _parts(games: Collection[int], who: People) -> dict[int, list[Part]]:
    rows = PlayerFacts.objects.filter(game__in=games, person__isnull=False).order_by("game", "seat")
    parts: dict[int, list[Part]] = {}
    for game, person, won, points in rows.values_list("game", "person", "won", "points"):
        if person in who.rows:
            root = who.root(person)
            parts.setdefault(game, []).append(Part(root.number, root.name, won, points))
    return parts
