"""Rounds of a night: draw one, start it with a game for each table, open a table; points set by hand."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID, uuid5

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from companion.access.devices import Removed
from companion.log import rights
from companion.log import table as log
from companion.log.rights import Draft, uuid_of
from companion.log.table import Table
from companion.models import (
    Access,
    Game,
    Link,
    NightFix,
    NightPlayer,
    NightRound,
    NightTable,
    Person,
    Phone,
    new_author,
)
from companion.models.tables import new_id
from companion.night import plans
from companion.night.evening import NO_ONE, SIDES, Evening, NightView
from companion.night.plans import Draw, Place
from companion.stats.counted import GameCounted, counted
from companion.store import entries, facts, games, groups, links, night_changes, nights, people, phones
from companion.store.changes import writing
from companion.store.links import Invitation
from companion.store.phones import make_room
from companion.wording.reader import zone
from companion.wording.refusal import AppRefusal
from scoring import from_json
from scoring.names import compared
from scoring.record import FORMAT

GHOST = "Ghost"
TRIES = 3  # draws outside of the transaction, while hands and people go on coming in


@dataclass(frozen=True)
class Started:
    """A started round. by_another: another phone started it, and this call wrote nothing."""

    number: int
    by_another: bool = False


class _Ready(NamedTuple):
    """A game as it is to be written: its table, and that as counted."""

    table: Table
    whole: GameCounted


@dataclass(frozen=True)
class _Planned:
    """A drawn round with the game of each table, and the night it was drawn for."""

    night: Evening
    draw: Draw
    games: tuple[_Ready, ...]


def start_round(view: NightView, key: str, number: int, *, early: bool = False) -> Started:
    """Start round *number*, the one that the page offered, with a game for each table.

    Repeating the key starts nothing. If another phone has started this round, it stays as it is. *early*:
    start although tables of the last round still play; their later hands count there. Raises
    Refusal: tables still play, too few players, the night is over, all rounds were started; PermissionDenied.
    """
    uuid = uuid_of(key)
    for turn in range(TRIES + 1):
        night = nights.load(view.viewer.device, view.night.id, rights.PLAY).night
        wanted = _Wanted(uuid, number, early)
        started = _there(night, wanted) or _write(view, _planned(night, wanted), wanted, last=turn == TRIES)
        if started:
            return started
    raise AssertionError("the last try writes or raises")


def open_table(view: NightView, table_id: str) -> None:
    """Make the viewer's phone a scorekeeper of a table: a player's own in any round, or any for an organizer.

    The role ends with the table's link for scorekeepers. Repeating the call changes nothing. Raises Http404
    for a table of another night, PermissionDenied for another player's; Removed; Refusal if the table is full
    or the link was withdrawn.
    """
    found = view.night.table(table_id)
    if found is None:
        raise Http404("no such table")
    with writing():
        games.lock(table_id)
        night, group = nights.find(view.viewer.device, view.night.id)
        mine = NightPlayer.objects.filter(night=night, number__in=found[1].players, phone=group.device)
        if not group.may_play and not mine.exists():
            raise PermissionDenied("another table")
        game = Game.objects.get(public_id=table_id)
        phone = phones.at(game, view.viewer.device, "")
        if phone and phone.out:
            raise Removed
        held = phones.roles_of(phone)
        if rights.may(held, rights.HANDS):
            return
        link = Link.objects.filter(game=game, role=rights.SCOREKEEPER).first()
        if link is None:
            raise AppRefusal("link-ended", "link")
        phone = phone or Phone(game=game, device=view.viewer.device)
        if not held:
            make_room(game)
            phone.joined_at = timezone.now()
            phone.save()
        Access.objects.create(phone=phone, role=rights.SCOREKEEPER, link=link)
        player = view.night.player(view.viewer.number)
        # It gets its player's seat, if nobody has that.
        if player and not phone.seat and player.name in json.loads(game.header)["players"]:
            Phone.objects.filter(pk=phone.pk).update(seat=player.name)
            phones.leave_taken(Phone.objects.get(pk=phone.pk))
        games.touch(game.public_id)


def codes(view: NightView, number: int) -> dict[str, Invitation]:
    """The links for scorekeepers of a round's tables, by table id. Raises PermissionDenied."""
    if not view.viewer.may_organize:
        raise PermissionDenied("codes")
    tables = [table.table_id for one in view.night.started if one.number == number for table in one.tables]
    return links.of_tables(tables, rights.SCOREKEEPER)


@dataclass(frozen=True)
class _Wanted:
    """The round that a phone wants to start, and the key of its form."""

    key: UUID
    number: int
    early: bool


def _there(night: Evening, wanted: _Wanted) -> Started | None:
    """The round, if it was started already."""
    if not 1 <= wanted.number <= len(night.started):
        return None
    mine = NightRound.objects.filter(night__public_id=night.id, number=wanted.number, key=wanted.key)
    return Started(wanted.number, by_another=not mine.exists())


def _planned(night: Evening, wanted: _Wanted) -> _Planned:
    """Draw the round, with a game for each table, without a hand. Raises Refusal if it can't start now."""
    if night.over:
        raise AppRefusal("night-over", "night")
    if not night.next_round:
        raise AppRefusal("night-all-played", "night")
    if wanted.number != night.next_round:
        raise AppRefusal("page-outdated", "key")
    nights.refuse_playing(night, wanted.early)
    if len(night.here) < plans.LEAST:
        raise AppRefusal("night-too-few", "people", got=len(night.here), least=plans.LEAST)
    try:
        draw = plans.drawn(night)
    except ValueError:
        raise AppRefusal("night-one-pair", "people") from None
    # Two names that nobody in the group has.
    names = [GHOST, *(f"{GHOST} {number}" for number in range(2, 2 * plans.MOST))]
    shown = Person.objects.filter(group__public_id=night.group, hidden=False)
    taken = set(shown.filter(compared__startswith=compared(GHOST)).values_list("compared", flat=True))
    taken |= {compared(player.name) for player in night.players}
    ghosts = [name for name in names if compared(name) not in taken][:2]
    names_of = {player.number: player.name for player in night.players}
    drafts = []
    for number, place in enumerate(draw.tables, 1):
        spare = iter(ghosts)
        players = [next(spare) if seat == NO_ONE else names_of[seat] for seat in place.seats]
        header = {
            "format": FORMAT,
            "variant": plans.GAME.name,
            "title": f"Round {night.next_round}, table {number}",
            "played_on": night.clock.evening(timezone.now()).isoformat(),
            "players": players,
            "dealer": players[place.dealer],
            "options": dict(night.options),
            "entries": [],
        }
        drafts.append(entries.drafted(from_json(header)))
    return _Planned(night, draw, ready(drafts))


def _write(view: NightView, planned: _Planned, wanted: _Wanted, *, last: bool) -> Started | None:
    """Write the round, with the night locked; None if the night has changed since it was drawn.

    *last*: in that case draw again within the lock, while others wait.
    """
    with writing():
        night = nights.held(view)
        now = nights.read_evening(night)
        if there := _there(now, wanted):
            return there
        if now != planned.night:
            if not last:
                return None
            planned = _planned(now, wanted)
        places = planned.draw.tables
        draw = {"tables": [place.seats for place in places], "out": planned.draw.out}
        values = {"key": wanted.key, "draw": json.dumps(draw), "at": timezone.now()}
        added = NightRound.objects.create(night=night, number=wanted.number, **values)
        # Hide the ghosts from the lists and tables of the group: they aren't people.
        seated = {
            one.table.header.players[int(seat)]
            for one, place in zip(planned.games, places, strict=True)
            for seat in _seats_of_ghosts(place)
        }
        if seated:
            known = people.of(night.group_id, sorted(seated))
            Person.objects.filter(pk__in=known.values()).update(hidden=True)
        # Start the games in the group; the phone is their host, with an author of its own at each.
        device = view.viewer.device
        groups.held(groups.find_by_pk(device, night.group_id), rights.PLAY)
        started = Game.objects.bulk_create(
            Game(
                public_id=one.table.id,
                key=uuid5(wanted.key, str(at)),
                header=one.table.stored,
                group_id=night.group_id,
                zone=zone(),
            )
            for at, one in enumerate(planned.games, 1)
        )
        hosts = Phone.objects.bulk_create(
            Phone(game=game, device=device, author=new_author()) for game in started
        )
        Access.objects.bulk_create(Access(phone=phone, role=rights.OWNER) for phone in hosts)
        links.make_all(*started)
        facts.start([(game, *one) for game, one in zip(started, planned.games, strict=True)])
        NightTable.objects.bulk_create(
            NightTable(round=added, number=at, game=game, ghosts=_seats_of_ghosts(place))
            for at, (game, place) in enumerate(zip(started, places, strict=True), 1)
        )
        night_changes.touch(view.night.id)
    return Started(wanted.number)


def _seats_of_ghosts(place: Place) -> str:
    return "".join(str(seat) for seat, number in enumerate(place.seats) if number == NO_ONE)


def ready(drafts: Iterable[Draft]) -> tuple[_Ready, ...]:
    """Games without entries, made ready to be started. Call before the transaction."""
    tables = [log.table(new_id(), draft.header, ()) for draft in drafts]
    return tuple(_Ready(table, counted(table)) for table in tables)


# Points that the organizer sets by hand in place of those of a table's game.

MOST_POINTS = 999
LONGEST_REASON = 200


def fix_points(view: NightView, key: str, table_id: str, side: int, points: int, reason: str = "") -> None:
    """Set the points of one side (0 or 1) of a table; its game stays as it is.

    The same key again does nothing.
    Raises Refusal of "points", "side" or "reason"; Http404 for a table of another night; PermissionDenied.
    """
    nights.refuse_beyond("points", points, 0, MOST_POINTS)
    _write_fix(view, key, table_id, side, points, reason.strip())


def unfix_points(view: NightView, key: str, table_id: str, side: int) -> None:
    """Let the points of the game count again. Otherwise as ``fix_points``."""
    _write_fix(view, key, table_id, side, None, "")


def _write_fix(view: NightView, key: str, table_id: str, side: int, points: int | None, reason: str) -> None:
    if side not in range(SIDES):
        raise AppRefusal("no-choice", "side")
    if len(reason) > LONGEST_REASON:
        raise AppRefusal("too-long", "reason", got=len(reason), most=LONGEST_REASON)
    if "\0" in reason or not reason.isprintable():
        raise AppRefusal("unreadable-character", "reason")
    with nights.changing(view) as night:
        table = NightTable.objects.filter(round__night=night, game__public_id=table_id).first()
        if table is None:
            raise Http404("no such table")
        values = {
            **{"table": table, "side": side, "points": points, "reason": reason},
            **{"at": timezone.now(), "device": view.viewer.device},
        }
        NightFix.objects.get_or_create(key=uuid_of(key), defaults=values)
