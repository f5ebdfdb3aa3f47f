"""Games of earlier years, known from lists: brought in, listed, taken away; what everyone won of them.

They count for games won and for titles. What needs hands leaves them out.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256

from django.db.models import Count, Max, Min, QuerySet
from django.utils import timezone

from companion.access import roles
from companion.forms.past_games import FIELD, Line
from companion.models import PastGame, PastPlayer
from companion.stats.periods import Period
from companion.store import groups, nights, people, spellings
from companion.store.bringing import Done
from companion.store.groups import FoundGroup
from companion.store.people import Somebody
from companion.wording.refusal import AppRefusal

MOST = 5000  # games of a group


@dataclass(frozen=True)
class Batch:
    """What came in together: how many games, from which day to which, and when."""

    id: str
    games: int
    first: date
    last: date
    at: datetime


@dataclass(frozen=True)
class Result:
    """A game as it was brought in: its sides, the winners first, each with its people and its score."""

    played_on: date
    game: str
    sides: tuple[tuple[tuple[Somebody, ...], int | None], ...]


@dataclass(frozen=True)
class Won:
    """Games won of those played."""

    won: int
    games: int


def bring(found: FoundGroup, key: str, lines: Sequence[Line]) -> Done:
    """Write the games of a list, all or none; those that are there already stay. Raises Refusal."""
    batch, seen = nights.uuid_of(key), Counter[str]()
    with groups.changing(found, roles.PLAY) as group:
        numbers = spellings.of(group.pk, {name for line in lines for name in line.names}, FIELD)
        spellings.refuse_merged(group.pk, [line.names for line in lines], FIELD)
        digests = [_digest(line, numbers, seen) for line in lines]
        known = set(PastGame.objects.filter(group=group, digest__in=digests).values_list("digest", flat=True))
        new = [(line, digest) for line, digest in zip(lines, digests, strict=True) if digest not in known]
        if new and PastGame.objects.filter(group=group).count() + len(new) > MOST:
            raise AppRefusal("past-full", FIELD, most=f"{MOST:,}")
        now = timezone.now()
        rows = PastGame.objects.bulk_create(
            PastGame(group=group, played_on=line.on, game=line.game, batch=batch, digest=digest, at=now)
            for line, digest in new
        )
        PastPlayer.objects.bulk_create(
            PastPlayer(past=row, person_id=numbers[name], side=number, score=side.score)
            for row, (line, _digest) in zip(rows, new, strict=True)
            for number, side in enumerate(line.sides)
            for name in side.names
        )
    return Done(len(new), len(lines) - len(new))


def _digest(line: Line, numbers: Mapping[str, int], seen: Counter[str]) -> str:
    """What a line says, with how often it was there before in the same list."""
    sides = [(sorted(numbers[name] for name in side.names), side.score) for side in line.sides]
    said = f"{line.on} {line.game.casefold()} {sides}"
    seen[said] += 1
    return sha256(f"{said} {seen[said]}".encode()).hexdigest()


def take_away(found: FoundGroup, batch: str) -> None:
    """Take away what came in together. Again: nothing changes."""
    with groups.changing(found, roles.PLAY) as group:
        PastGame.objects.filter(group=group, batch=nights.uuid_of(batch)).delete()


def batches(group: int) -> list[Batch]:
    """What came in, the latest first."""
    rows = PastGame.objects.filter(group=group).values("batch").order_by()
    first, last, came = Min("played_on"), Max("played_on"), Min("at")
    counted = rows.annotate(games=Count("pk"), first=first, last=last, came=came).order_by("-came")
    columns = ("batch", "games", "first", "last", "came")
    return [Batch(str(batch), *rest) for batch, *rest in counted.values_list(*columns)]


def results(group: int, most: int = MOST) -> list[Result]:
    """The games, the latest first, at most so many."""
    rows = PastGame.objects.filter(group=group).order_by("-played_on", "-pk")[:most]
    players: dict[int, list[PastPlayer]] = {}
    for one in PastPlayer.objects.filter(past__in=[row.pk for row in rows]).order_by("past", "side", "pk"):
        players.setdefault(one.past_id, []).append(one)
    shown = people.shown(group, {one.person_id for some in players.values() for one in some})
    return [Result(row.played_on, row.game, _sides(players.get(row.pk, ()), shown)) for row in rows]


def _sides(
    players: Sequence[PastPlayer], shown: Mapping[int, Somebody]
) -> tuple[tuple[tuple[Somebody, ...], int | None], ...]:
    sides: dict[int, tuple[list[Somebody], int | None]] = {}
    for one in players:
        sides.setdefault(one.side, ([], one.score))[0].append(shown[one.person_id])
    return tuple((tuple(names), score) for names, score in sides.values())


def won(group: int, period: Period, roots: Mapping[int, int]) -> dict[int, Won]:
    """What everyone won of these games in a period, who won most first. *roots*: whose each spelling is."""
    found: dict[int, tuple[int, int]] = {}
    for person, side, games in _counted(_inside(group, period)):
        root = roots.get(person)
        if root is not None:
            won_so_far, so_far = found.get(root, (0, 0))
            found[root] = (won_so_far + games * (side == 0), so_far + games)
    some = sorted(found.items(), key=lambda one: (-one[1][0], one[1][1], one[0]))
    return {person: Won(*counts) for person, counts in some}


def days_won(group: int, roots: Mapping[int, int]) -> list[tuple[int, date]]:
    """Who won on which day, once for each game won."""
    rows = PastPlayer.objects.filter(past__group=group, side=0).values_list("person", "past__played_on")
    return [(roots[person], on) for person, on in rows.order_by("pk") if person in roots]


def _inside(group: int, period: Period) -> QuerySet[PastPlayer]:
    rows = PastPlayer.objects.filter(past__group=group)
    if period.first:
        rows = rows.filter(past__played_on__gte=period.first)
    return rows.filter(past__played_on__lte=period.last) if period.last else rows


def _counted(rows: QuerySet[PastPlayer]) -> list[tuple[int, int, int]]:
    return list(rows.order_by().values_list("person", "side").annotate(Count("pk")))
