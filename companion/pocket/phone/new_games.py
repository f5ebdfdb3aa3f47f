"""New games on a phone, in the groups whose people it keeps, and their nights, module by module."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.utils import timezone

from companion.log.at_night import AtNight, TableOfNight
from companion.log.rights import View
from companion.log.table import Table
from companion.pages.listing import PLAYING, EarlierGame, Listed, searched, words_of
from companion.pocket.phone.entries import import_game
from companion.pocket.phone.kept import Summary, line_of
from companion.pocket.phone.state import PHONE, SETTINGS
from companion.wording.dates import ENDS, Clock, here
from scoring import Record

# companion.store.new_games


@dataclass(frozen=True)
class GroupOfGame:
    """A group for New game: its id, "" for the phone's own, names played with last, house rules, clock,
    currency sign.
    """

    group_id: str = ""
    name: str = ""
    people: tuple[str, ...] = ()
    rules: dict[str, Any] = field(default_factory=dict)
    clock: Clock = field(default_factory=here)
    currency: str = ""


@dataclass(frozen=True)
class ListedGroup:
    """A group on Home. sees: whether its page opens for this phone; else only its nights do.

    alone: whether it would be lost with this phone.
    """

    group_id: str
    name: str
    personal: bool
    sees: bool
    alone: bool = False


def listed(device: str) -> list[ListedGroup]:
    """None: their pages need a network."""
    return []


def group_of(device: str, group_id: str) -> GroupOfGame:
    """The group with this id as this phone last heard of it; "": the people of all its groups."""
    groups = list(PHONE.settings.get("groups") or [])
    if not group_id and PHONE.games:
        newest = PHONE.newest()
        names = {name: None for one in newest for name in one["players"]}
        rules = {one["line"]["variant"]: one["options"] for one in reversed(newest)}
        return GroupOfGame(people=tuple(names), rules=rules, currency=_currency(PHONE.settings))
    if not group_id:
        people = tuple(name for group in groups for name in group["people"])
        return GroupOfGame(people=people, currency=_currency(PHONE.settings))
    group = next((one for one in groups if one["id"] == group_id), None)
    if group is None:
        return GroupOfGame(group_id, currency=_currency(PHONE.settings))
    # The house rules of its games from which something waits to be sent, by game, the last one's
    waiting = {item["table"] for item in PHONE.items()}
    kept = [one for table_id in PHONE.ids() if table_id in waiting and (one := PHONE.kept(table_id))]
    kept.sort(key=lambda one: one.last)
    there = [one for one in kept if one.group == group_id and not one.night]
    rules = {**group["rules"], **{one.table.variant.name: dict(one.table.state.options) for one in there}}
    known = here(group.get("zone", ""), group.get("ends", ENDS))
    return GroupOfGame(group_id, group["name"], tuple(group["people"]), rules, known, _currency(group))


def _currency(kept: dict[str, Any]) -> str:
    """The sign as kept; else that of the server."""
    return str(kept.get("currency") or settings.CURRENCY)


def after(device: str, table_id: str) -> str:
    """The id of the group in which the game after this one starts; "": the phone's own."""
    group, may_play, _name = group_of_table(device, table_id)
    return group if may_play else ""


def group_of_table(device: str, table_id: str) -> tuple[str, bool, str]:
    """The id of a table's group, "" if not for this phone; whether games may be started there; its title."""
    kept = PHONE.kept(table_id)
    if kept is None or not kept.group or settings.NO_SERVER:
        return "", False, ""
    return kept.group, kept.may_play, group_of(device, kept.group).name


def earlier(table: Table) -> list[EarlierGame]:
    """The games that the same players finished in the same evening and group before this one, in order.

    For a game that the server doesn't have yet: those that this phone holds.
    """
    own = PHONE.kept(table.id)
    if own is None:
        return []
    if own.earlier is not None:
        return list(own.earlier)
    if PHONE.games:
        this, same = PHONE.games[table.id], ("group", "played_on")
        over = [
            one
            for one in PHONE.newest()
            if one["line"]["over"]
            and all(one[name] == this[name] for name in same)
            and set(one["players"]) == set(this["players"])
            and one["created_at"] < this["created_at"]
        ]
        return [
            EarlierGame(
                one["line"]["id"],
                tuple(map(tuple, one["sides"])),
                tuple(map(tuple, one["best"])),
                tuple(one.get("scores", ())),
            )
            for one in sorted(over, key=lambda one: str(one["created_at"]))
        ]
    kept = [one for table_id in PHONE.ids() if (one := PHONE.kept(table_id)) and not one.night]
    before = [one for one in kept if one.table.state.over and one.created_at < own.created_at]
    before.sort(key=lambda one: one.created_at)
    return [
        _earlier(one.table)
        for one in before
        if one.group == own.group
        and one.table.header.played_on == table.header.played_on
        and set(one.table.state.invested or one.table.header.players) == set(table.header.players)
    ]


def _earlier(table: Table) -> EarlierGame:
    variant, players = table.variant, tuple(table.state.invested or table.header.players)
    sides = {name: variant.members(players, name) for name in variant.sides(players)}
    scores = tuple(table.state.scores.get(name, 0) for name in sides)
    best = tuple(sides[name] for name in table.state.winners)
    return EarlierGame(table.id, tuple(sides.values()), best, scores)


def is_started(key: str) -> bool:
    """Whether a game was started with this key: the form was sent again, and starts no other one."""
    return bool(PHONE.started_as(key))


def running(device: str, group_id: str, key: str = "") -> list[View]:
    """The games that a group is playing now, as far as this phone has them; none if one has this key."""
    if key and PHONE.started_as(key):
        return []
    begun = timezone.now() - PLAYING
    day = group_of(device, group_id).clock.evening(begun).isoformat()
    kept = [one for table_id in PHONE.going() if (one := PHONE.kept(table_id)) and one.group == group_id]
    going = [one for one in kept if not (one.table.state.over or one.night) and one.last >= begun]
    going = [one for one in going if (one.table.header.played_on or day) >= day]
    going.sort(key=lambda one: one.last, reverse=True)
    return [one.view for one in going]


def running_elsewhere(device: str, held: Collection[str]) -> list[View]:
    """None: a phone has only the tables that it holds."""
    return []


def start(
    device: str, key: str, record: Record, group_id: str, currency: str, *, successor: str = ""
) -> Table:
    """Start a game that waits to be sent, in the group with this id; "": the phone's own."""
    zone, sign = group_of(device, group_id).clock.zone, currency if record.variant.has_bank else ""
    if sign and group_id:
        groups = PHONE.settings.get("groups") or []
        changed = [{**one, "currency": sign} if one["id"] == group_id else one for one in groups]
        PHONE.write(SETTINGS, "groups", changed)
    elif sign:
        PHONE.write(SETTINGS, "currency", sign)
    return import_game(device, key, record, group=group_id, zone=zone, currency=sign)


# companion.store.night_of_table


def way(device: str, at: AtNight | None) -> str:
    """None."""
    return ""


def listed_from(device: str, start: int, most: int, asked: str) -> tuple[list[Listed], int]:
    """Without a server, a page of this phone's games with all these words; and their number in all."""
    words = words_of(asked)
    found: list[Summary] = []
    for one in PHONE.newest():
        line = one["line"]
        text = searched(one["players"], line["variant"], line["title"], one["played_on"])
        if all(word in text for word in words):
            found.append(one)
    return [line_of(one) for one in found[start : start + most]], len(found)


def of_tables(table_ids: Collection[str]) -> dict[str, TableOfNight]:
    """Those of these tables that belong to a night, by id; whether that was ended isn't known here."""
    found = [(table_id, PHONE.kept(table_id)) for table_id in table_ids]
    return {table_id: TableOfNight(kept.night, False) for table_id, kept in found if kept and kept.night}
