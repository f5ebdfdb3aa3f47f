"""Groups as Home lists them, and as New game starts a game in them: people and house rules."""

import json
from dataclasses import dataclass, field

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from companion.access import group_roles as roles
from companion.log.decide import Draft
from companion.log.table import Table
from companion.models import Game, GroupPhone, GroupRules, Person
from companion.store import entries, figures, games, group_games, groups
from companion.store.group_games import Rules
from companion.store.writing import writing
from scoring import Record

MOST_KEPT = 8  # groups


@dataclass(frozen=True)
class GroupOfGame:
    """A group for New game: its id, "" for the phone's own, names that were played with last, house rules."""

    group_id: str = ""
    name: str = ""
    people: tuple[str, ...] = ()
    rules: dict[str, Rules] = field(default_factory=dict)


@dataclass(frozen=True)
class ListedGroup:
    """A group on Home. sees: whether its page opens for this phone; else only its nights do."""

    group_id: str
    name: str
    personal: bool
    sees: bool


def listed(device: str) -> list[ListedGroup]:
    """The groups of this device by title, its own ones last, and those only where they have games."""
    at = GroupPhone.objects.filter(games.of_device(device), out=False, group__deleted_at=None)
    played = Exists(Game.objects.filter(group=OuterRef("group"), deleted_at=None))
    found = at.exclude(role="").filter(Q(group__personal=False) | played)
    rows = found.order_by("group__personal", "group__title", "pk").distinct()
    values = rows.values_list("group__public_id", "group__title", "group__personal", "role")
    return [
        ListedGroup(group_id, groups.name_of(title, personal), personal, roles.may(role, roles.SEE))
        for group_id, title, personal, role in values
    ]


def group_of(device: str, group_id: str) -> GroupOfGame:
    """The group with this id, "": the phone's own, in one query. Raises Http404, PermissionDenied."""
    if not group_id:
        return GroupOfGame(people=_own_people(device))
    found = groups.find(device, group_id, roles.PLAY)
    people = tuple(one.name for one in group_games.known(found.pk, figures.people(found.pk)).people)
    return GroupOfGame(group_id, found.name, people, group_games.rules(found.pk))


def kept(device: str) -> list[dict[str, object]]:
    """What a phone keeps of its groups for a new game without a network: id, name, newest people, rules.

    At most MOST_KEPT groups in which it may start games, its own ones left out; a query each, and two.
    """
    mine = [one for one in groups.of_device(device) if one.may_play and not one.personal][:MOST_KEPT]
    rules: dict[int, dict[str, Rules]] = {}
    found = GroupRules.objects.filter(group__in=[one.pk for one in mine])
    for group, variant, options in found.values_list("group", "variant", "options"):
        rules.setdefault(group, {})[variant] = json.loads(options)
    return [
        {
            "id": one.group_id,
            "name": one.name,
            "people": _newest(Person.objects.filter(group=one.pk)),
            "rules": rules.get(one.pk, {}),
        }
        for one in mine
    ]


def _newest(people: QuerySet[Person]) -> list[str]:
    shown = people.filter(into=None, hidden=False, forgotten=False).order_by("-pk")
    return [name or told for name, told in shown.values_list("shown", "told")[: group_games.OFFERED]]


def _own_people(device: str) -> tuple[str, ...]:
    """The newest people of a phone's personal groups."""
    own = GroupPhone.objects.filter(games.of_device(device), out=False, group__personal=True).exclude(role="")
    return tuple(_newest(Person.objects.filter(group__in=own.values("group"))))


def start(device: str, key: str, record: Record, group_id: str, *, successor: str = "") -> Table:
    """Start a game in the group with this id, "": the phone's own. Otherwise as ``entries.import_game``."""
    group = groups.find(device, group_id, roles.PLAY).pk if group_id else None
    return entries.load(*_started(device, key, entries.drafted(record), record, group, successor)).table


def start_kept(
    device: str, key: str, draft: Draft, record: Record, group_id: str, *, successor: str = ""
) -> tuple[str, str]:
    """Start a game that a phone began without a network; the device that has it, and its id.

    If the phone may start none in that group any more, the game is its own: nothing is lost.
    """
    try:
        group = groups.find(device, group_id, roles.PLAY).pk if group_id else None
    except (Http404, PermissionDenied):
        group = None
    return _started(device, key, draft, record, group, successor)


def _started(
    device: str, key: str, draft: Draft, record: Record, group: int | None, successor: str
) -> tuple[str, str]:
    with writing():
        at = entries.start(device, key, draft, successor=successor, group=group)
        of_game = Game.objects.values_list("group", flat=True).get(public_id=at[1])
        if of_game is not None:
            group_games.keep(of_game, at[1], record)
    return at
