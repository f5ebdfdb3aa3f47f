"""A whole group as one file: out of this Bower, and what it has beside its games into another one.

The games come in first, as past evenings (``bringing``), then the rest: once, however often it is sent.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import uuid5

from django.db.models import F
from django.utils import timezone

from companion.forms.bring.files import FORMAT, numbers_of
from companion.forms.new_game import is_sign
from companion.forms.past_games import Line, Side
from companion.log import rights
from companion.log.at_night import AT_BELL
from companion.log.rights import Draft
from companion.log.table import Row
from companion.models import (
    Entry,
    Game,
    Group,
    GroupRules,
    League,
    Night,
    NightFix,
    NightPlayer,
    NightRound,
    NightTable,
    PastGame,
    PastPlayer,
    Person,
)
from companion.night.evening import NO_ONE
from companion.stats.league import Rules
from companion.store import (
    bringing,
    facts,
    groups,
    leagues,
    naming,
    night_players,
    nights,
    people,
    ratings,
)
from companion.store.entries import ROW_FIELDS
from companion.store.groups import FoundGroup
from companion.store.night_players import NewNight
from companion.store.people import end, merged
from companion.store.rows import moment
from companion.wording import reader
from companion.wording.refusal import AppRefusal
from scoring import VARIANTS
from scoring.options import every_value

AT_ONCE = 200  # games whose rows are read by one query
OF_GROUP = ("title", "zone", "evening_ends", "currency")
OF_PERSON = ("told", "shown", "into__told", "hidden", "forgotten")
OF_NIGHT = (
    *("key", "title", "plan", "hands", "rounds", "sitting", "ties", "options", "seed"),
    *("created_at", "ended_at", "minutes", "at_bell"),
)
OF_PLAYER = ("first", "last", "pair", "came", "instead_of")
OF_LEAGUE = ("key", "title", "first", "last", "way", "counted", "best", "least", "closed_at")

Columns = dict[str, Any]


# Out: the file as JSON takes it.


def about(found: FoundGroup) -> Columns:
    """All that the group has but links, phones and authors of rows. For hosts; raises PermissionDenied."""
    found.require(rights.SHARE)
    group = Group.objects.get(pk=found.pk)
    rules = GroupRules.objects.filter(group=group).order_by("variant").values_list("variant", "options")
    persons = Person.objects.filter(group=group).order_by("pk")
    # The games of its lists, each with its sides in order.
    sides: dict[int, dict[int, Columns]] = {}
    rows = PastPlayer.objects.filter(past__group=group).order_by("past", "side", "pk")
    for past, side, name, score in rows.values_list("past", "side", "person__told", "score"):
        sides.setdefault(past, {}).setdefault(side, {"names": [], "score": score})["names"].append(name)
    return {
        "format": FORMAT,
        "at": moment(timezone.now()),
        **{name: getattr(group, name) for name in OF_GROUP},
        "rules": {variant: json.loads(options) for variant, options in rules},
        "people": [
            {"name": told, "shown": shown, "same_as": into or "", "hidden": hidden, "forgotten": forgotten}
            for told, shown, into, hidden, forgotten in persons.values_list(*OF_PERSON)
        ],
        "games": list(_games(group)),
        "listed": [
            {"played_on": str(one.played_on), "game": one.game, "sides": [*sides.get(one.pk, {}).values()]}
            for one in PastGame.objects.filter(group=group).order_by("pk")
        ],
        "nights": [_night(night) for night in group.nights.select_related("group").order_by("pk")],
        "leagues": list(_leagues(group)),
    }


def _games(group: Group) -> Iterator[Columns]:
    """The games in the order in which they were started, as a phone's copy of everything has them."""
    found = list(Game.objects.filter(group=group, deleted_at=None).order_by("pk"))
    for start in range(0, len(found), AT_ONCE):
        some = found[start : start + AT_ONCE]
        told: dict[int, list[list[object]]] = {game.pk: [] for game in some}
        rows = Entry.objects.filter(game__in=some).order_by("game", "seq")
        for game, key, *values in rows.values_list("game", "key", *ROW_FIELDS):
            seq, target, body, at, _device, role, restores = values
            told[game].append(Row(seq, target, body, at, "", role, restores).columns(str(key)))
        for one in some:
            yield {
                "id": one.public_id,
                "header": one.header,
                "title": one.title,
                "created_at": moment(one.created_at),
                "revision": 0,
                "zone": one.zone,
                "currency": one.currency,
                "rows": told[one.pk],
                "chip_set": None,
                "ticks": [],
            }


def _night(night: Night) -> Columns:
    """A night. A table that was moved out of the group isn't told: its points are, as set by hand."""
    players = NightPlayer.objects.filter(night=night).order_by("number")
    rounds = NightRound.objects.filter(night=night).order_by("number")
    started: list[Columns] = []
    for one, now in zip(rounds, nights.read_evening(night).started, strict=True):
        draw = json.loads(one.draw)
        fixes: dict[int, list[Columns]] = {}
        rows = NightFix.objects.filter(table__round=one).order_by("pk")
        for number, at, *values in rows.values_list("table__number", "at", "side", "points", "reason"):
            said = dict(zip(("side", "points", "reason"), values, strict=True))
            fixes.setdefault(number, []).append({**said, "at": moment(at)})
        there = Game.objects.filter(night_table__round=one, group=night.group_id, deleted_at=None)
        games = dict(there.values_list("night_table__number", "public_id"))
        for table in now.tables:
            if table.number not in games and not table.is_deleted:
                fixes.setdefault(table.number, []).extend(
                    {"side": side, "points": max(0, told), "reason": "", "at": moment(one.at)}
                    for side, told in enumerate(table.told)
                    if not table.fixes[side]
                )
        tables = [
            {"game": games.get(number, ""), "seats": seats, "fixes": fixes.get(number, [])}
            for number, seats in enumerate(draw["tables"], 1)
        ]
        moments = {"at": moment(one.at), "over_at": _plain(one.over_at)}
        started.append({**moments, "out": draw["out"], "tables": tables})
    return {
        **{name: _plain(getattr(night, name)) for name in OF_NIGHT},
        "ties": json.loads(night.ties),
        "options": json.loads(night.options),
        "players": list(players.values(*OF_PLAYER, "number", name=F("person__told"))),
        "started": started,
    }


def _leagues(group: Group) -> Iterator[Columns]:
    names = dict(Person.objects.filter(group=group).values_list("pk", "told"))
    keys = {one: str(key) for one, key in Night.objects.filter(group=group).values_list("public_id", "key")}
    for one in League.objects.filter(group=group).order_by("pk"):
        kept = json.loads(one.kept or '{"events": [], "rows": []}')
        yield {
            **{name: _plain(getattr(one, name)) for name in OF_LEAGUE},
            "events": [{"day": on, "night": keys.get(night, "")} for on, night in kept["events"]],
            "rows": [
                {
                    "name": names[person],
                    "rank": rank,
                    "cells": [cell and {"figure": cell[0], "counts": cell[1]} for cell in cells],
                    **{"total": total, "attended": attended, "loners": loners},
                }
                for person, rank, cells, total, attended, loners in kept["rows"]
                if person in names
            ],
        }


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return moment(value)
    return value if value is None or isinstance(value, int | str) else str(value)


# In: what the file says, as ``forms.bring.files.checked`` returns it.


def begin(found: FoundGroup, told: Mapping[str, Any]) -> None:
    """Take over the clock and the currency, into a group without games. Call before its games come.

    Raises PermissionDenied: for hosts.
    """
    with groups.changing(found) as group:
        if Game.objects.filter(group=group).exists():
            return
        sign, ends = told["currency"], told["evening_ends"]
        Group.objects.filter(pk=group.pk).update(
            zone=reader.known_zone(told["zone"]) or group.zone,
            evening_ends=group.evening_ends if ends is None else ends,
            currency=sign if is_sign(sign) else group.currency,
        )


def finish(found: FoundGroup, told: Mapping[str, Any], games: Mapping[str, Draft]) -> None:
    """Write the rest, all or none, when the games are there; what is there already stays as it is.

    games: those of the file by their id in it. Raises Refusal where the rest doesn't fit, PermissionDenied.
    """
    with groups.changing(found) as group:
        here = bringing.known(group.pk, games.values())
        numbers = {
            name: here[digest] for name, draft in games.items() if (digest := bringing.digest(draft)) in here
        }
        for variant, options in told["rules"].items():
            if variant in VARIANTS and not GroupRules.objects.filter(group=group, variant=variant).exists():
                text = json.dumps(every_value(VARIANTS[variant].options, options), ensure_ascii=False)
                GroupRules.objects.create(group=group, variant=variant, options=text)
        lines = []
        for one in told["listed"]:
            sides = (Side(tuple(side["names"]), side["score"]) for side in one["sides"])
            lines.append(Line(one["played_on"], one["game"], tuple(sides)))
        if lines:
            bringing.bring(found, str(uuid5(group.key, "listed")), lines)
        known = {str(one["key"]): _add_night(found, group, one, numbers) for one in told["nights"]}
        _mark_people(found, group, told["people"])
        for one in told["leagues"]:
            key = uuid5(group.key, str(one["key"]))
            if League.objects.filter(group=group, key__in=(key, one["key"])).exists():
                continue
            chosen = {name: one[name] for name in ("first", "last", "way", "counted", "best", "least")}
            league_id = leagues.create(found, str(key), one["title"], Rules(**chosen))
            if one["closed_at"] is None:
                continue
            persons = people.of(group.pk, [row["name"] for row in one["rows"]], "files")
            events = [[str(event["day"]), known.get(event["night"], "")] for event in one["events"]]
            rows = [
                [
                    *(persons[row["name"]], row["rank"]),
                    [cell and [cell["figure"], cell["counts"]] for cell in row["cells"]],
                    *(row["total"], row["attended"], row["loners"]),
                ]
                for row in one["rows"]
            ]
            kept = json.dumps({"events": events, "rows": rows}, separators=(",", ":"))
            League.objects.filter(public_id=league_id).update(kept=kept, closed_at=one["closed_at"])
        ratings.all_of(group.pk)


def _add_night(found: FoundGroup, group: Group, told: Columns, games: Mapping[str, int]) -> str:
    """The id of the night, written if neither it nor one of its tables is there."""
    key = uuid5(group.key, str(told["key"]))
    played = [
        games[name] for one in told["started"] for table in one["tables"] if (name := table["game"]) in games
    ]
    there = Night.objects.filter(group=group)
    before = (
        there.filter(key__in=(key, told["key"])).first()
        or there.filter(started__tables__game__in=played).first()
    )
    if before:
        return before.public_id
    if told["at_bell"] not in AT_BELL:
        raise AppRefusal("no-choice", "at_bell")
    chosen = {name: told[name] for name in ("title", "plan", "hands", "rounds", "sitting", "ties", "options")}
    night_id = night_players.start_night(found, str(key), NewNight(**chosen))
    night = Night.objects.get(public_id=night_id)
    rest = {name: told[name] for name in ("seed", "created_at", "ended_at", "minutes", "at_bell")}
    Night.objects.filter(pk=night.pk).update(**rest)
    names = [player["name"] for player in told["players"]]
    persons = people.of(group.pk, names, "files")
    people.refuse_merged(group.pk, [names], "files")
    if len(set(persons.values())) < len(told["players"]) or len(told["started"]) > told["rounds"]:
        raise AppRefusal("group-file", "files", place=f"nights → {told['title']}")
    NightPlayer.objects.bulk_create(
        NightPlayer(
            **{name: player[name] for name in OF_PLAYER},
            night=night,
            number=number,
            person_id=persons[player["name"]],
        )
        for number, player in zip(numbers_of(told), told["players"], strict=True)
    )
    for number, one in enumerate(told["started"], 1):
        draw = json.dumps({"tables": [table["seats"] for table in one["tables"]], "out": one["out"]})
        values = {"key": uuid5(night.key, str(number)), "draw": draw, "at": one["at"]}
        added = NightRound.objects.create(night=night, number=number, over_at=one["over_at"], **values)
        for at, table in enumerate(one["tables"], 1):
            ghosts = "".join(str(seat) for seat, player in enumerate(table["seats"]) if player == NO_ONE)
            game_id = games.get(table["game"])
            row = NightTable.objects.create(round=added, number=at, game_id=game_id, ghosts=ghosts)
            NightFix.objects.bulk_create(
                NightFix(table=row, key=uuid5(added.key, f"{at} {place}"), device=found.device, **fix)
                for place, fix in enumerate(table["fixes"])
            )
    for game in played:
        facts.recount(game)
    return night_id


def _mark_people(found: FoundGroup, group: Group, told: Sequence[Columns]) -> None:
    """Merge spellings, show other names, and hide who is hidden: as far as nobody did otherwise here."""
    spelled = people.of(group.pk, [one["name"] for one in told], "files")
    ids = dict(Person.objects.filter(pk__in=spelled.values()).values_list("pk", "public_id"))
    same_as = {one["name"]: one["same_as"] for one in told if one["same_as"] in spelled}

    def links(name: str) -> int:
        """How many merges lead from a spelling to the person."""
        seen: list[str] = []
        while name in same_as and name not in seen:
            seen.append(name)
            name = same_as[name]
        return len(seen)

    for name in sorted(same_as, key=links, reverse=True):
        into, one, other = merged(group.pk), spelled[same_as[name]], spelled[name]
        if other not in into and end(into, one) != other:
            naming.merge(found, ids[one], ids[other])
    into = merged(group.pk)
    for person in told:
        number = spelled[person["name"]]
        if number not in into and person["shown"] and not Person.objects.get(pk=number).shown:
            naming.rename(found, ids[number], person["shown"])
    hidden = [spelled[one["name"]] for one in told if one["hidden"]]
    Person.objects.filter(pk__in=hidden).update(hidden=True)
    # Of who is forgotten all other spellings are taken away: not those that the group has given somebody.
    own = {spelled[name] for name in same_as}
    for number in (spelled[one["name"]] for one in told if one["forgotten"]):
        if own.issuperset(people.tree(group.pk, number)[1:]):
            Person.objects.filter(pk=number).update(forgotten=True)
