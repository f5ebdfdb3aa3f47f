"""The games of a group: the last one, who has played lately, house rules and chip set, the next one."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from companion.access import group_roles as roles
from companion.log.table import Table
from companion.models import ChipSet, Game, GameFacts, Group, GroupRules, Person, PlayerFacts
from companion.store import entries, groups, people, spellings
from companion.store.groups import FoundGroup
from companion.store.people import Somebody, somebody
from companion.store.writing import writing
from companion.wording.refusal import AppRefusal
from scoring import Record

RECENT = 30  # games whose players are offered first
OFFERED = 24  # people at once

Rules = Mapping[str, int | bool | str]


@dataclass(frozen=True)
class Known:
    """People of a group that are offered, who played last first; *others*: whether there are more."""

    people: tuple[Somebody, ...]
    others: bool


def last(group: int) -> Table | None:
    """The table of the game that was played last in a group; None without one."""
    found = GameFacts.objects.filter(group=group).order_by("-played_on", "-game").select_related("game")
    return next(iter(entries.of_games([facts.game for facts in found[:1]])), None)


def people_of(group: int, table: Table, into: Mapping[int, int]) -> dict[str, str]:
    """The public id of who is shown for each name at a table of the group. *into*: ``people.merged``."""
    names = dict.fromkeys((*table.state.players, *table.header.players))
    spelled = {spellings.key(name): name for name in names}
    found = Person.objects.filter(group=group, compared__in=list(spelled))
    rows = list(found.values_list("compared", "pk", "public_id"))
    ids = {number: public_id for _form, number, public_id in rows}
    root = {spelled[form]: people.end(into, number) for form, number, _id in rows}
    missing = set(root.values()) - set(ids)
    if missing:
        ids.update(Person.objects.filter(pk__in=missing).values_list("pk", "public_id"))
    return {name: ids[number] for name, number in root.items()}


def known(
    group: int, wanted: Collection[str], search: str = "", into: Mapping[int, int] | None = None
) -> Known:
    """At most OFFERED people, and those with the ids *wanted*; with *search* those whose name has it.

    *into*: ``people.merged``, if it was asked for already.
    """
    roots = Person.objects.filter(group=group, into=None)
    shown = roots.filter(hidden=False, forgotten=False)
    if search:
        like = Q(told__icontains=search) | Q(shown__icontains=search)
        rows = list(shown.filter(like).order_by("-pk").values_list(*people.COLUMNS)[: OFFERED + 1])
    else:
        recent = _recent(group, people.merged(group) if into is None else into)
        rows = list(shown.filter(pk__in=recent).values_list(*people.COLUMNS))
        rows.sort(key=lambda row: recent.index(row[0]))
        rest = shown.exclude(pk__in=recent).order_by("-pk").values_list(*people.COLUMNS)
        rows += rest[: max(0, OFFERED + 1 - len(rows))]
    found = [somebody(*row) for row in rows[:OFFERED]]
    missing = set(list(wanted)[:OFFERED]) - {one.public_id for one in found}
    if missing:
        asked = roots.filter(public_id__in=missing).values_list(*people.COLUMNS)
        found += [somebody(*row) for row in asked]
    return Known(tuple(found), len(rows) > OFFERED)


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
    """Start a game in a group, with its chip set; its id.

    Its house rules are the group's from now on. *after*: the id of the last game that was known; "" without
    one. Raises Refusal if another game was started since. Otherwise as ``entries.start``.
    """
    draft = entries.drafted(record)
    with writing():
        group = groups.held(found, roles.PLAY)
        newest = last(group.pk)
        if not started(key) and (newest.id if newest else "") != after:
            raise AppRefusal("group-plays", "game")
        _device, table_id = entries.start(device, key, draft, successor=successor, group=group.pk)
        keep(group.pk, table_id, record)
    return table_id


def keep(group: int, table_id: str, record: Record) -> None:
    """Keep the house rules of a game that was started as the group's, and give it the group's chips.

    Call inside the transaction.
    """
    options = {"options": json.dumps(dict(record.options), ensure_ascii=False)}
    GroupRules.objects.update_or_create(group_id=group, variant=record.variant.name, defaults=options)
    colors = Group.objects.values_list("colors", flat=True).get(pk=group)
    if colors and record.variant.has_bank:
        game = Game.objects.get(public_id=table_id)
        ChipSet.objects.get_or_create(game=game, defaults={"colors": colors})
    groups.touch(group)


def _recent(group: int, into: Mapping[int, int]) -> list[int]:
    """The people of the last RECENT games, the latest game's first."""
    latest = GameFacts.objects.filter(group=group).order_by("-played_on", "-game")
    order = list(latest.values_list("pk", flat=True)[:RECENT])
    rows = PlayerFacts.objects.filter(game__in=order, person__isnull=False).values_list(
        "game", "seat", "person"
    )
    played = sorted(rows, key=lambda row: (order.index(row[0]), row[1]))
    return list(dict.fromkeys(people.end(into, person) for _game, _seat, person in played))
