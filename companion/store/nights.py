"""Euchre nights of a group: load, change, end. Rounds and players have their own modules."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Min, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone

from companion.log import rights
from companion.log.at_night import AT_BELL
from companion.models import (
    GroupPhone,
    Night,
    NightFix,
    NightPlayer,
    NightRound,
    NightTable,
    Person,
    PlayerFacts,
)
from companion.night import plans
from companion.night.evening import (
    SIDES,
    Evening,
    Fix,
    NightView,
    NightViewer,
    Player,
    RoundNow,
    TableNow,
)
from companion.night.standings import anything_played, standings
from companion.server.cache import Cache
from companion.stats.league import Result
from companion.store import games, groups, night_changes, people
from companion.store.changes import writing
from companion.store.games import TableVersion
from companion.store.groups import FoundGroup
from companion.store.people import Somebody
from companion.wording.dates import here
from companion.wording.refusal import AppRefusal

TITLE_LENGTH = groups.TITLE_LENGTH
ANNOUNCEMENT_LENGTH = 140
MOST_MINUTES = 240
MORE = 5 * 60  # seconds
BEGAN = Coalesce(Min("started__at"), "created_at")  # a night is of the day of its first round
TURNS = START, PAUSE, MORE_TIME, STOP_CLOCK = "start", "pause", "more", "stop"


@dataclass(frozen=True)
class Listed:
    """A night in the list of a group.

    rounds: how many are planned; started: how many were started. began_at: see ``BEGAN``.
    """

    id: str
    title: str
    plan: str
    rounds: int
    started: int
    players: int
    created_at: datetime
    began_at: datetime
    ended_at: datetime | None


def load(device: str, night_id: str, right: str = rights.NIGHTS) -> NightView:
    """A night as it stands, for this device.

    Raises Http404 if the device has no role in its group, PermissionDenied without the right.
    """
    return seen(*find(device, night_id, right))


def seen(night: Night, found: FoundGroup) -> NightView:
    """A night as it stands, for the device that found it; see ``find``."""
    evening = read_evening(night)
    mine = next((one.number for one in evening.players if one.claimed and one.phone == found.device), 0)
    return NightView(evening, NightViewer(found.device, found.role, mine))


def find(device: str, night_id: str, right: str = rights.NIGHTS) -> tuple[Night, FoundGroup]:
    """A night's row with its group, and the group as found for the device; see ``load``."""
    night = Night.objects.select_related("group").filter(public_id=night_id).first()
    if night is None:
        raise Http404("no such night")
    return night, groups.find_by_pk(device, night.group_id, right)


def of_group(found: FoundGroup, most: int = 50, *, start: int = 0) -> list[Listed]:
    """The nights of a group, the newest first, at most *most*, without the first *start* of them."""
    nights = Night.objects.filter(group=found.pk).annotate(
        rounds_started=Count("started", distinct=True),
        all_players=Count("players", distinct=True, filter=Q(ended_at=None) | Q(players__came=True)),
        began_at=BEGAN,
    )
    columns = (
        "public_id",
        "title",
        "plan",
        "rounds",
        "rounds_started",
        "all_players",
        "created_at",
        "began_at",
        "ended_at",
    )
    return [Listed(*row) for row in nights.order_by("-pk").values_list(*columns)[start : start + most]]


def last_players(found: FoundGroup) -> list[str]:
    """The names, as shown, of those who were there until the last round of the latest night, in order."""
    latest = Night.objects.filter(group=found.pk).order_by("-pk").values("pk")[:1]
    there = NightPlayer.objects.filter(night__in=latest, last=None, came=True).order_by("number")
    numbers = list(there.values_list("person", flat=True))
    shown = people.shown(found.pk, numbers) if numbers else {}
    return [shown[number].name for number in numbers]


def versions(night_ids: Collection[str]) -> dict[str, TableVersion]:
    """Versions of these nights, by id, and the devices that may see them, in two queries.

    The version is the number of rows in the logs of all tables.
    """
    found = Night.objects.filter(public_id__in=night_ids, group__deleted_at=None)
    counted = found.annotate(rows=Sum("started__tables__game__facts__version"))
    phones = GroupPhone.objects.filter(
        group__nights__public_id__in=night_ids,
        role__in=rights.with_right(rights.NIGHTS),
        out=False,
    )
    devices: defaultdict[str, set[str]] = defaultdict(set)
    for night_id, *known in phones.values_list("group__nights__public_id", "device", "former"):
        devices[night_id].update(one for one in known if one)
    return {
        night_id: TableVersion(rows or 0, revision, frozenset(devices[night_id]))
        for night_id, revision, rows in counted.values_list("public_id", "revision", "rows")
    }


@contextmanager
def changing(view: NightView, right: str = rights.PLAY) -> Iterator[Night]:
    """A transaction with the night locked and the right checked again; increments the revision at its end.

    Raises PermissionDenied, Http404.
    """
    with writing():
        yield held(view, right)
        night_changes.touch(view.night.id)


def held(view: NightView, right: str = rights.PLAY) -> Night:
    """Lock the night and check the right again. Call inside a transaction."""
    night = Night.objects.select_for_update().filter(public_id=view.night.id).first()
    if night is None:
        raise Http404("no such night")
    groups.find_by_pk(view.viewer.device, night.group_id, right)
    return night


def plan(view: NightView, rounds: int | None, title: str | None) -> None:
    """Change how many rounds are planned, and the title, "" for none; rounds that were started stay.

    None: that stays as it is. Raises Refusal of "rounds" or "title".
    """
    title = None if title is None else groups.title_or_nothing(title)
    with changing(view) as night:
        rounds = night.rounds if rounds is None else rounds
        title = night.title if title is None else title
        refuse_beyond("rounds", rounds, max(1, night.started.count()), plans.MOST_ROUNDS)
        Night.objects.filter(pk=night.pk).update(rounds=rounds, title=title)


def announce(view: NightView, text: str) -> None:
    """Say a sentence on all phones of the night and on the wall; "" takes it away. Raises Refusal."""
    text = groups.title_or_nothing(text, "announcement", ANNOUNCEMENT_LENGTH)
    with changing(view) as night:
        if text:
            refuse_over(night)
        Night.objects.filter(pk=night.pk).update(announcement=text)
    tell_tables(view)


def set_clock(view: NightView, minutes: int | None, at_bell: str | None) -> None:
    """Set how long a round takes, 0: as long as it takes, and what happens then. Raises Refusal.

    None: that stays as it is. A clock that runs goes on; without minutes it is taken away.
    """
    refuse_beyond("minutes", minutes or 0, 0, MOST_MINUTES)
    if at_bell is not None and at_bell not in AT_BELL:
        raise AppRefusal("no-choice", "at_bell")
    with changing(view) as night:
        minutes = night.minutes if minutes is None else minutes
        at_bell = night.at_bell if at_bell is None else at_bell
        Night.objects.filter(pk=night.pk).update(minutes=minutes, at_bell=at_bell)
        if not minutes:
            night.started.update(bell_at=None, clock_left=None)
    tell_tables(view)


def turn_clock(view: NightView, turn: str) -> None:
    """Start, pause or stop the clock of the last round, or give it MORE seconds; one of ``TURNS``.

    Started it runs for the minutes of the night, or for what was left when it was paused. Nothing happens
    before the first round, once the night is over, and where there is no clock. Tables hear of it by
    ``tell_tables``, afterwards.
    """
    if turn not in TURNS:
        raise AppRefusal("no-choice", "clock")
    with changing(view) as night:
        now, last = timezone.now(), read_evening(night).last_round
        if last is None or not night.minutes or night.ended_at:
            return
        left = last.left(now)
        if turn == MORE_TIME:
            left = (left or 0) + MORE
        elif left is None:
            left = night.minutes * 60
        runs = turn == START or (turn == MORE_TIME and last.clock_left is None)
        paused = left if not runs and turn != STOP_CLOCK else None
        bell_at = now + timedelta(seconds=left) if runs else None
        night.started.filter(number=last.number).update(bell_at=bell_at, clock_left=paused)


def set_sign_up(view: NightView, *, is_open: bool) -> None:
    """Let phones put names on the list of this night, or no more. Raises Refusal once it is over."""
    with changing(view) as night:
        if is_open:
            refuse_over(night)
        Night.objects.filter(pk=night.pk).update(sign_up=is_open)


def led_to(device: str, group_id: str) -> str:
    """The night for a phone that came by a group's link for players, "" if it has to choose.

    The one that takes sign-ups, or else the one where the phone is a player.
    """
    going = Night.objects.filter(group__public_id=group_id, ended_at=None)
    for some in (going.filter(sign_up=True), going.filter(players__phone=device)):
        found = list(some.values_list("public_id", flat=True)[:2])
        if found:
            return found[0] if len(found) == 1 else ""
    return ""


def end(view: NightView, *, early: bool = False) -> None:
    """End the night, which breaks ties. Does nothing if it has ended already.

    Raises Refusal while tables are still playing, unless *early*. Hands they record later still count.
    """
    with changing(view) as night:
        refuse_playing(read_evening(night), early)
        going = Night.objects.filter(pk=night.pk, ended_at=None)
        going.update(ended_at=timezone.now(), announcement="")
        night.started.update(bell_at=None, clock_left=None)
    tell_tables(view)


def tell_tables(view: NightView) -> None:
    """Tell the tables of the last round: their pages show the announcement and the clock.

    Call after the transaction of that. In it, a hand that is saved there would wait for the night, and the
    night for the hand.
    """
    last = view.night.last_round
    for table in last.tables if last else ():
        if table.table_id:
            with writing():
                games.touch(table.table_id)


def reopen(view: NightView) -> None:
    """Reopen a night that was ended."""
    with changing(view) as night:
        Night.objects.filter(pk=night.pk).update(ended_at=None)


def refuse_over(night: Night) -> None:
    """Raise Refusal for a night that was ended."""
    if night.ended_at:
        raise AppRefusal("night-over", "night")


def refuse_playing(night: Evening, early: bool) -> None:
    """Raise Refusal while tables of the last round are still playing, unless *early*."""
    playing = night.playing
    if playing and not early:
        if sum(table.left for table in playing) == 1:
            raise AppRefusal("night-last-hand", "early", table=playing[0].number)
        if len(playing) == 1:
            raise AppRefusal("night-table-playing", "early", table=playing[0].number, hands=playing[0].left)
        raise AppRefusal("night-tables-playing", "early", tables=len(playing))


def refuse_beyond(name: str, value: int, least: int, most: int) -> None:
    """Raise Refusal of field *name* unless the number is between the two limits."""
    if not least <= value <= most:
        raise AppRefusal("night-between", name, least=least, most=most)


# Load a night's players, rounds, tables and points.

OF_PLAYER = (
    *("number", "first", "last", "pair", "phone", "came", "instead_of"),
    *("person", "person__public_id", "person__told", "person__shown", "person__into"),
)
OF_TABLE = (
    *("pk", "round", "number", "game", "game__public_id", "game__deleted_at"),
    "game__facts__hands",
)
SEATS = 4

Columns = dict[str, Any]
State = tuple[int, int, int, int]


@dataclass(frozen=True)
class Known:
    """Cached rounds of a night, and the state they were read in: revision, number of rows, tables, tables not
    deleted."""

    state: State
    rounds: tuple[RoundNow, ...]


# The rounds of recent nights, by public id: the phones of up to 16 tables load them after every hand.
CACHE = Cache[Known](16)


def read_evening(night: Night) -> Evening:
    """The night with its players, rounds, tables and points.

    In two queries while nothing has changed, in six otherwise; in two more for merged people.
    """
    tables = NightTable.objects.filter(round__night=night)
    counted = tables.aggregate(
        rows=Sum("game__facts__version"), tables=Count("game"), there=Count("game__facts")
    )
    version = counted["rows"] or 0
    state = (night.revision, version, counted["tables"], counted["there"])
    known = CACHE.get(night.public_id)
    if known is None or known.state != state:
        known = Known(state, _rounds_of([night])[night.pk])
    CACHE.put(night.public_id, known)
    rows = list(NightPlayer.objects.filter(night=night).order_by("number").values(*OF_PLAYER))
    roots: dict[int, tuple[str, str]] = {}
    if any(row["person__into"] for row in rows):
        into = people.merged(night.group_id)
        ends = {row["person"]: people.end(into, row["person"]) for row in rows}
        found = Person.objects.filter(pk__in=ends.values()).values_list("pk", "public_id", "shown", "told")
        shown = {pk: (public_id, name or told) for pk, public_id, name, told in found}
        roots = {number: shown[top] for number, top in ends.items()}
    players: list[Player] = []
    for row in rows:
        own = (row["person__public_id"], row["person__shown"] or row["person__told"])
        person, name = roots.get(row["person"]) or own
        there = (row["first"], row["last"], row["pair"], row["phone"], row["came"], row["instead_of"])
        players.append(Player(row["number"], person, name, *there))
    return _evening(night, version, tuple(players), known.rounds)


def _evening(
    night: Night, version: int, players: tuple[Player, ...], started: tuple[RoundNow, ...]
) -> Evening:
    return Evening(
        id=night.public_id,
        group=night.group.public_id,
        title=night.title,
        plan=night.plan,
        hands=night.hands,
        rounds=night.rounds,
        sitting=night.sitting,
        ties=tuple(json.loads(night.ties)),
        options=json.loads(night.options),
        seed=night.seed,
        revision=night.revision,
        version=version,
        created_at=night.created_at,
        clock=here(night.group.zone, night.group.evening_ends),
        ended_at=night.ended_at,
        players=players,
        started=started,
        announcement=night.announcement,
        minutes=night.minutes,
        at_bell=night.at_bell,
        sign_up=night.sign_up,
    )


def _rounds_of(nights: Sequence[Night]) -> dict[int, tuple[RoundNow, ...]]:
    """The rounds of each night, by its number, in four queries."""
    tables = NightTable.objects.filter(round__night__in=nights).values(*OF_TABLE)
    by_place = {(table["round"], table["number"]): table for table in tables}
    # Points by game and side, and marches alone by game and seat (from 0).
    points: defaultdict[tuple[int, int], int] = defaultdict(int)
    loners: defaultdict[tuple[int, int], int] = defaultdict(int)
    seated = PlayerFacts.objects.filter(game__game__night_table__round__night__in=nights, seat__lt=SEATS)
    for game, seat, scored, alone in seated.values_list("game", "seat", "points", "alone_marches"):
        points[game, seat % SIDES] = scored
        loners[game, seat] = alone
    # Points set by hand, which replace those of the game, by table and side; None: no more.
    fixes: dict[tuple[int, int], Fix | None] = {}
    fixed = NightFix.objects.filter(table__round__night__in=nights).order_by("pk")
    for table, side, number, reason, at in fixed.values_list("table", "side", "points", "reason", "at"):
        fixes[table, side] = None if number is None else Fix(number, reason, at)
    hands = {night.pk: night.hands for night in nights}

    def table_now(night: int, of_round: int, at: int, seats: list[int]) -> TableNow:
        one, two, three, four = seats
        table = by_place[of_round, at]
        game = table["game"]
        return TableNow(
            number=at,
            table_id=table["game__public_id"] or "",
            seats=(one, two, three, four),
            told=(points[game, 0], points[game, 1]),
            hands=table["game__facts__hands"] or 0,
            of=hands[night],
            loners=(loners[game, 0], loners[game, 1], loners[game, 2], loners[game, 3]),
            fixes=(fixes.get((table["pk"], 0)), fixes.get((table["pk"], 1))),
            is_deleted=game is None or table["game__deleted_at"] is not None,
        )

    rounds: dict[int, list[RoundNow]] = {night.pk: [] for night in nights}
    found = NightRound.objects.filter(night__in=nights).order_by("number")
    for night, of_round, number, at, text, bell_at, left in found.values_list(
        "night", "pk", "number", "at", "draw", "bell_at", "clock_left"
    ):
        draw = json.loads(text)
        places = enumerate(draw["tables"], 1)
        tables_now = tuple(table_now(night, of_round, place, seats) for place, seats in places)
        rounds[night].append(RoundNow(number, at, tables_now, tuple(draw["out"]), bell_at, left))
    return {night: tuple(some) for night, some in rounds.items()}


# The places of the nights of a group that were ended.


@dataclass(frozen=True)
class Places:
    """The places of a night, best first, and the state they were read in."""

    state: State
    places: tuple[Result, ...]


PLACES = Cache[Places](512)  # by public id


def winners(found: FoundGroup, ended: Collection[str]) -> dict[str, list[Somebody]]:
    """Who shares the first place of each of these nights, by id, as shown now; none where nothing was played.

    In three queries while nothing has changed, in nine otherwise.
    """
    placed = places(Night.objects.filter(group=found.pk, public_id__in=ended))
    best = {night: [one.person for one in some if one.rank == 1] for night, some in placed.items()}
    shown = people.shown(found.pk, {person for some in best.values() for person in some})
    return {night: [shown[person] for person in some] for night, some in best.items()}


def places(nights: QuerySet[Night]) -> dict[str, tuple[Result, ...]]:
    """The places at those of these nights that were ended, by id: who sat at a table, best first.

    None where nothing was played. In one query while nothing has changed, in seven otherwise.
    """
    nights = nights.filter(ended_at__isnull=False)
    counted = nights.annotate(
        rows=Sum("started__tables__game__facts__version"),
        tables=Count("started__tables__game"),
        there=Count("started__tables__game__facts"),
    ).values_list("public_id", "revision", "rows", "tables", "there")
    states = {one: (revision, rows or 0, some, there) for one, revision, rows, some, there in counted}
    known = {one: kept for one in states if (kept := PLACES.get(one)) and kept.state == states[one]}
    if len(known) < len(states):
        changed = list(nights.exclude(public_id__in=known).select_related("group"))
        rounds, seated = _rounds_of(changed), {night.pk: list[tuple[Player, int]]() for night in changed}
        came = NightPlayer.objects.filter(night__in=changed, came=True).order_by("number")
        for pk, number, first, last, person in came.values_list("night", "number", "first", "last", "person"):
            seated[pk].append((Player(number, "", "", first, last), person))
        for night in changed:
            who = {player.number: person for player, person in seated[night.pk]}
            players = tuple(player for player, _person in seated[night.pk])
            placed = standings(_evening(night, 0, players, rounds[night.pk]))
            there = [one for one in placed if any(one.by_round)] if anything_played(placed) else []
            some = [Result(who[one.number], one.rank, one.points, one.wins, one.loners) for one in there]
            known[night.public_id] = Places(states[night.public_id], tuple(some))
            PLACES.put(night.public_id, known[night.public_id])
    return {night: one.places for night, one in known.items()}
