"""Games of a group: evenings, the last game, recent players, house rules, chip set, starting the next one.

And games moved into a group and out of it.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from uuid import UUID

from django.db.models import QuerySet

from companion.log import rights
from companion.log.rights import View
from companion.log.table import Table
from companion.models import ChipSet, Game, GameFacts, Group, GroupRules, Phone, PlayerFacts
from companion.stats.periods import Evening, Part, Played, evenings, variant
from companion.store import entries, facts, figures, games, groups, people, webhooks
from companion.store.changes import writing
from companion.store.figures import People
from companion.store.groups import FoundGroup
from companion.store.people import Somebody
from companion.wording.refusal import AppRefusal
from companion.wording.region import usual_currency
from scoring import Record
from scoring.names import compared

RECENT = 30  # games whose players are offered first
OFFERED = 24  # people at once

Rules = Mapping[str, int | bool | str]
SOON = timedelta(days=14)
SAME = 3  # players that a game with somebody else has in common with the one before


@dataclass(frozen=True)
class Known:
    """People offered for a new game, most recent players first; *others*: whether there are more."""

    people: tuple[Somebody, ...]
    others: bool


def last(group: int) -> Table | None:
    """The table of the game that was played last in a group; None without one."""
    found = GameFacts.objects.filter(group=group).order_by("-played_on", "-game").select_related("game")
    return next(iter(entries.of_games([facts.game for facts in found[:1]])), None)


def people_of(table: Table, who: People, *, hidden: bool = True) -> dict[str, str]:
    """Public id of the person shown for each name at a table of the group; *who*: the group's people.

    hidden: with ghosts and other people who are hidden.
    """
    names = dict.fromkeys((*table.state.players, *table.header.players))
    numbers = {one.told: number for number, one in who.rows.items()}
    if not names.keys() <= numbers.keys():  # another spelling: comparing all of a large group takes long
        by_key = {people.key(told): number for told, number in numbers.items()}
        numbers = {name: by_key[key] for name in names if (key := people.key(name)) in by_key}
    known = ((name, numbers.get(name)) for name in names)
    found = {name: who.root(number) for name, number in known if number is not None}
    return {name: one.public_id for name, one in found.items() if hidden or not one.hidden}


def shows(table: Table, who: People) -> bool:
    """Whether no player of a table is being forgotten, whose name the group's pages don't show any more."""
    forgotten = {one.public_id: one.name for one in who.rows.values() if one.forgotten}
    return all(forgotten.get(person, name) == name for name, person in people_of(table, who).items())


def known(group: int, who: People, wanted: Collection[str] = (), search: str = "") -> Known:
    """At most OFFERED people, and those with the ids *wanted*; with *search* those of whom a name has it.

    *who*: the group's people.
    """
    shown = [one for one in who.rows.values() if one.into is None and not one.hidden and not one.forgotten]
    shown.sort(key=lambda one: -one.number)
    if search:
        asked = compared(search)
        spelled = {who.roots[number] for number, one in who.rows.items() if asked in compared(one.told)}
        some = [one for one in shown if one.number in spelled or asked in compared(one.name)]
    else:
        latest = GameFacts.objects.filter(group=group).order_by("-played_on", "-game")
        order = list(latest.values_list("pk", flat=True)[:RECENT])
        players = PlayerFacts.objects.filter(game__in=order, person__isnull=False)
        seats = players.values_list("game", "seat", "person")
        played = sorted(seats, key=lambda row: (order.index(row[0]), row[1]))
        known = (who.root(person).number for _game, _seat, person in played if person in who.rows)
        recent = {number: place for place, number in enumerate(dict.fromkeys(known))}
        some = sorted(shown, key=lambda one: recent.get(one.number, len(recent)))
    found = some[:OFFERED]
    missing = set(list(wanted)[:OFFERED]) - {one.public_id for one in found}
    found += [one for one in who.rows.values() if one.into is None and one.public_id in missing]
    return Known(tuple(found), len(some) > OFFERED)


def rules(group: int) -> dict[str, Rules]:
    """The house rules with which a group last played each game, by game."""
    found = GroupRules.objects.filter(group=group).values_list("variant", "options")
    return {variant: json.loads(options) for variant, options in found}


def started(key: str) -> str:
    """The id of the game that was started with this key; "" if none was."""
    try:
        found = Game.objects.filter(key=UUID(key), deleted_at=None)
    except ValueError:
        return ""
    return found.values_list("public_id", flat=True).first() or ""


def start(
    found: FoundGroup, device: str, key: str, record: Record, *, after: str, successor: str = ""
) -> str:
    """Start a game in a group, with the group's chip set, and return the game's id.

    Its house rules become the group's. *after*: the id of the last game that the form knew of; "" for
    none. Raises Refusal if another game was started since. Otherwise as ``entries.start``.
    """
    draft = entries.drafted(record)
    if record.variant.has_bank:
        draft = replace(draft, currency=found.currency or usual_currency())
    with writing():
        group = groups.held(found, rights.PLAY)
        newest = last(group.pk)
        if not started(key) and (newest.id if newest else "") != after:
            raise AppRefusal("group-plays", "game")
        _device, table_id = entries.start(device, key, draft, successor=successor, group=group.pk)
        keep(group.pk, table_id, record)
    return table_id


def keep(group: int, table_id: str, record: Record) -> None:
    """Store house rules and currency of a started game as the group's, and give the game its chip set.

    Call inside the transaction.
    """
    options = {"options": json.dumps(dict(record.options), ensure_ascii=False)}
    GroupRules.objects.update_or_create(group_id=group, variant=record.variant.name, defaults=options)
    game = Game.objects.get(public_id=table_id)
    if game.currency:
        Group.objects.filter(pk=group).update(currency=game.currency)
    colors = Group.objects.values_list("colors", flat=True).get(pk=group)
    if colors and record.variant.has_bank:
        ChipSet.objects.get_or_create(game=game, defaults={"colors": colors})
    groups.touch(group)


# The evenings of a group: the days on which it played, latest first.

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
    players = PlayerFacts.objects.filter(game__in=[row[0] for row in rows], person__isnull=False)
    parts: dict[int, list[Part]] = {}
    for game_number, person, won, points in players.order_by("game", "seat").values_list(
        "game", "person", "won", "points"
    ):
        if person in who.rows:
            root = who.root(person)
            part = Part(root.number, root.name, won, points, root.hidden)
            parts.setdefault(game_number, []).append(part)
    games: list[Played] = []
    for pk, table_id, title, name, day, over, hands in rows:
        game = variant(name)
        if game is not None:
            games.append(Played(table_id, title or "", game, day, over, hands, tuple(parts.get(pk, ()))))
    return evenings(games)


@dataclass(frozen=True)
class GroupOfTable:
    """The group of a table for one phone: its id and name, None without a group that this phone sees.

    choices: groups where the phone may start games.
    """

    group: FoundGroup | None
    choices: tuple[FoundGroup, ...]


def of_table(view: View) -> GroupOfTable:
    """The group of a table, and those to which this phone may move it. Raises PermissionDenied."""
    view.viewer.require(rights.SEE)
    mine = groups.of_device(view.viewer.device)
    pk = Game.objects.values_list("group", flat=True).get(public_id=view.table.id)
    choices = tuple(one for one in mine if one.may_play)
    return GroupOfTable(next((one for one in mine if one.pk == pk), None), choices)


def move(view: View, group_id: str) -> None:
    """Move a table into the group with this id, "": into none.

    A host of the table may, who may start games in that group. The group that it leaves isn't asked: the
    game is its table's. Raises PermissionDenied, Http404, Refusal of "group".
    """
    target = groups.find(view.viewer.device, group_id, rights.PLAY) if group_id else None
    with games.changing(view, rights.SHARE) as game:
        if target:
            groups.held(target, rights.PLAY)
        Game.objects.filter(pk=game.pk).update(may_have_left=False)
        was, now = game.group_id, target.pk if target else None
        if was == now:
            return
        facts.move(game.pk, now)
        if now is not None:
            webhooks.follow_moved(game.pk, now)
        for pk in sorted(pk for pk in (was, now) if pk is not None):
            groups.touch(pk)


def left(found: FoundGroup) -> list[Table]:
    """The games of this phone that may have left the group, the latest first.

    No row says after which game a game was played. Those count that this phone hosts, outside any group, and
    that were started within SOON after a game of the group with the same players, or all but one.
    """
    hosted = Phone.objects.filter(games.of_device(found.device), out=False, accesses__role=rights.OWNER)
    mine = Game.objects.filter(pk__in=hosted.values("game"), may_have_left=True, deleted_at=None)
    own = list(mine.filter(group__personal=True, night_table=None).order_by("-created_at", "-pk"))
    if not own:
        return []
    theirs = Game.objects.filter(group=found.pk, deleted_at=None, night_table=None)
    before = list(theirs.filter(created_at__range=(own[-1].created_at - SOON, own[0].created_at)))
    players: defaultdict[int, set[str]] = defaultdict(set)
    seated = PlayerFacts.objects.filter(game__in=[game.pk for game in (*own, *before)])
    for pk, name in seated.values_list("game", "name"):
        players[pk].add(compared(name))
    alike: list[Game] = []
    for game in own:
        now = players[game.pk]
        near = [one for one in before if timedelta(0) <= game.created_at - one.created_at <= SOON]
        if any(
            now <= then or (len(now - then) == 1 and len(now & then) >= SAME)
            for then in (players[one.pk] for one in near)
        ):
            alike.append(game)
    return entries.of_games(alike)


def leave(found: FoundGroup, table_ids: Collection[str]) -> None:
    """Let those of the games that may have left the group stay where they are, and ask no more."""
    asked = {table.id for table in left(found)} & set(table_ids)
    Game.objects.filter(public_id__in=asked).update(may_have_left=False)
