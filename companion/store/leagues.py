"""Leagues of a group: start one, change it, close it, take it away; their standings and who won them."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from fractions import Fraction

from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, Sum
from django.http import Http404
from django.utils import timezone

from companion.log import rights
from companion.log.rights import uuid_of
from companion.models import League as LeagueRow
from companion.models import Night, PlayerFacts, tables
from companion.stats.league import (
    BOTH,
    COUNTED,
    EVENINGS,
    NIGHTS,
    SCORES,
    WAYS,
    Cell,
    Event,
    Result,
    Row,
    Rules,
    standings,
)
from companion.stats.periods import day
from companion.store import figures, groups, nights
from companion.store.figures import People
from companion.store.groups import FoundGroup
from companion.wording.dates import Clock
from companion.wording.refusal import AppRefusal

MOST = 60  # leagues of a group
MOST_COUNTED = 200  # nights and evenings: the best so many count, so many have to be there
LONGEST = timedelta(days=2 * 366)


@dataclass(frozen=True)
class League:
    """A league with its number; ``title`` "" for one without a name. Closed since ``closed_at``."""

    number: int
    id: str
    title: str
    rules: Rules
    kept: str = field(default="", repr=False)
    closed_at: datetime | None = None


@dataclass(frozen=True)
class Standings:
    """What a league comes to: its nights and evenings in order, its players, best first.

    ``now``: the rows as they would be counted today, if that differs from a league that was closed.
    """

    events: tuple[Event, ...]
    rows: tuple[Row, ...]
    now: tuple[Row, ...] | None = None


def of_group(found: FoundGroup) -> list[League]:
    """The leagues that this phone may see, the one that begins last first."""
    rows = LeagueRow.objects.filter(group=found.pk).order_by("-first", "-pk")
    return [league for row in rows if may_see(found, (league := _league(row)))]


def may_see(found: FoundGroup, league: League) -> bool:
    """Whether this phone may see it: one of nights alone, whoever may see those; else who sees the games."""
    return found.may_see or league.rules.counted == NIGHTS


def find(found: FoundGroup, league_id: str) -> League:
    """A league of the group. Raises Http404 without it, PermissionDenied for a phone that may not see it."""
    row = LeagueRow.objects.filter(group=found.pk, public_id=league_id).first()
    if row is None:
        raise Http404("no such league")
    league = _league(row)
    if not may_see(found, league):
        raise PermissionDenied("league")
    return league


def create(found: FoundGroup, key: str, title: str, rules: Rules) -> str:
    """Start a league and return its id. Repeating the key returns the same one. Raises Refusal."""
    title = _checked(title, rules)
    with groups.changing(found, rights.PLAY) as group:
        known = LeagueRow.objects.filter(key=uuid_of(key)).first()
        if known:
            return known.public_id
        if LeagueRow.objects.filter(group=group).count() >= MOST:
            raise AppRefusal("too-many-leagues", most=MOST)
        columns = {**vars(rules), "group": group, "title": title, "key": key}
        return LeagueRow.objects.create(public_id=tables.new_id(), **columns).public_id


def change(found: FoundGroup, league: League, title: str, rules: Rules) -> None:
    """Change name, days and how it counts, until it is closed. Raises Refusal."""
    title = _checked(title, rules)
    with _changing(found, league) as row:
        if row.closed_at:
            raise AppRefusal("league-closed")
        LeagueRow.objects.filter(pk=row.pk).update(title=title, **vars(rules))


def close(found: FoundGroup, league: League) -> None:
    """Keep the standings as they are; a second time nothing happens. Raises Refusal of an empty league."""
    with _changing(found, league) as row:
        if row.closed_at:
            return
        counted = _standings(found, _league(row).rules, figures.people(found.pk))
        if not counted.rows:
            raise AppRefusal("league-empty")
        events = [[str(event.day), event.night] for event in counted.events]
        rows = [
            [
                *(one.person, one.rank),
                [cell and [str(cell.figure), cell.counts] for cell in one.cells],
                *(str(one.total), one.attended, one.loners),
            ]
            for one in counted.rows
        ]
        kept = json.dumps({"events": events, "rows": rows}, separators=(",", ":"))
        LeagueRow.objects.filter(pk=row.pk).update(kept=kept, closed_at=timezone.now())


def reopen(found: FoundGroup, league: League) -> None:
    """Go on counting. What was kept is forgotten."""
    with _changing(found, league) as row:
        LeagueRow.objects.filter(pk=row.pk).update(kept="", closed_at=None)


def remove(found: FoundGroup, league: League) -> None:
    """Take a league away; its nights and games stay."""
    with _changing(found, league) as row:
        row.delete()


def counted(found: FoundGroup, league: League, who: People) -> Standings:
    """The standings: of a closed league those that were kept. *who*: the group's people."""
    now = _standings(found, league.rules, who)
    if not league.closed_at:
        return now
    kept = _kept(league.kept, who)
    before, today = ({(row.person, row.rank, row.total) for row in some.rows} for some in (kept, now))
    return kept if before == today else Standings(kept.events, kept.rows, now.rows)


def won(some: Sequence[League], who: People) -> list[tuple[League, list[int]]]:
    """Those of these leagues that are closed, with the numbers of the people who won them, each once."""
    rows = ((one, _kept(one.kept, who).rows) for one in some if one.closed_at)
    return [(one, [*dict.fromkeys(row.person for row in some if row.rank == 1)]) for one, some in rows]


@contextmanager
def _changing(found: FoundGroup, league: League) -> Iterator[LeagueRow]:
    """A transaction with the group locked, for who may organize."""
    with groups.changing(found, rights.PLAY):
        row = LeagueRow.objects.filter(pk=league.number).first()
        if row is None:
            raise Http404("no such league")
        yield row


def _checked(title: str, rules: Rules) -> str:
    for name, value, among in (("way", rules.way, WAYS), ("counted", rules.counted, COUNTED)):
        if value not in among:
            raise AppRefusal("no-choice", name)
    if rules.first > rules.last:
        raise AppRefusal("days-turned", "last")
    if rules.last - rules.first > LONGEST:
        raise AppRefusal("league-long", "last")
    if rules.way == SCORES and rules.counted != NIGHTS:
        raise AppRefusal("league-points", "counted")
    for name, number in (("best", rules.best), ("least", rules.least)):
        nights.refuse_beyond(name, number, 0, MOST_COUNTED)
    return groups.title_or_nothing(title)


def _league(row: LeagueRow) -> League:
    rules = Rules(row.first, row.last, row.way, row.counted, row.best, row.least)
    return League(row.pk, row.public_id, row.title, rules, row.kept, row.closed_at)


def _standings(found: FoundGroup, rules: Rules, who: People) -> Standings:
    events: list[Event] = []
    if rules.counted in (BOTH, NIGHTS):  # that were begun on an evening of the league and ended since
        around, clock = timedelta(days=2), Clock(found.zone, found.evening_ends)  # the same for every reader
        near = Night.objects.annotate(began_at=nights.BEGAN).filter(
            group=found.pk,
            began_at__date__gte=rules.first - around,
            began_at__date__lte=rules.last + around,
            ended_at__isnull=False,
        )
        days = {
            night: on
            for night, at in near.order_by("pk").values_list("public_id", "began_at")
            if rules.first <= (on := clock.evening(at)) <= rules.last
        }
        placed = nights.places(Night.objects.filter(public_id__in=days))
        for night, on in days.items():
            shown = (one for one in placed.get(night, ()) if one.person in who.shown)
            results = tuple(replace(one, person=who.shown[one.person]) for one in shown)
            events += [Event(on, night, results)] if results else []
    if rules.counted in (BOTH, EVENINGS):
        events += _evenings(found, rules, who)
    events.sort(key=lambda event: event.day)
    return Standings(tuple(events), standings(rules, events))


def _evenings(found: FoundGroup, rules: Rules, who: People) -> list[Event]:
    """The evenings on which games were played to their end, but for tables of nights."""
    parts = PlayerFacts.objects.filter(
        game__group=found.pk,
        game__played_on__range=(rules.first, rules.last),
        game__over=True,
        game__game__night_table=None,
        person__isnull=False,
    )
    sums = parts.values_list("game__played_on", "person").annotate(
        won=Count("pk", filter=Q(won=True)), alone=Sum("alone_marches")
    )
    by_day: defaultdict[date, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for on, person, games, alone in sums:
        mine = by_day[on][who.roots[person]]
        mine[0] += games
        mine[1] += alone
    events = []
    for on, some in by_day.items():
        every = [games for games, _alone in some.values()]
        results = (  # who is shown, at the places that they have among all
            Result(person, 1 + sum(other > games for other in every), games, games, alone)
            for person, (games, alone) in some.items()
            if person in who.shown
        )
        events.append(Event(on, "", tuple(results)))
    return events


def _kept(text: str, who: People) -> Standings:
    """The standings of a closed league as it was kept, of people who are shown now."""
    kept = json.loads(text)
    events = [Event(day(on) or date.min, night, ()) for on, night in kept["events"]]
    rows = [
        Row(
            who.shown[person],
            rank,
            tuple(None if cell is None else Cell(Fraction(cell[0]), cell[1]) for cell in cells),
            Fraction(total),
            attended,
            loners,
        )
        for person, rank, cells, total, attended, loners in kept["rows"]
        if person in who.shown
    ]
    return Standings(tuple(events), tuple(rows))
