"""Groups as Home lists them, and as New game starts a game in them: people and house rules."""

import json
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db.models import BooleanField, Exists, ExpressionWrapper, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone

from companion.access.devices import Deleted
from companion.forms.outbox import LostGame
from companion.log import rights
from companion.log.rights import Draft, View
from companion.log.table import Table
from companion.models import ChipSet, Dispute, Game, GroupPhone, GroupRules, Person, Phone, Tick
from companion.pages.listing import PLAYING, EarlierGame
from companion.store import entries, figures, games, group_games, groups, people, phones, removing
from companion.store.changes import writing
from companion.store.group_games import Rules
from companion.wording.dates import Clock, here
from companion.wording.refusal import AppRefusal
from companion.wording.region import usual_currency
from scoring import Record

MOST_KEPT = 8  # groups
MOST_RUNNING = 4  # games that a group's page shows


@dataclass(frozen=True)
class GroupOfGame:
    """A group for New game: its id, "" for the phone's own, names played with last, house rules, clock,
    currency sign.
    """

    group_id: str = ""
    name: str = ""
    people: tuple[str, ...] = ()
    rules: dict[str, Rules] = field(default_factory=dict)
    clock: Clock = field(default_factory=here)
    currency: str = ""


@dataclass(frozen=True)
class ListedGroup:
    """A group on Home. sees: whether its page opens for this phone; else only its nights do.

    alone: whether it would be lost with this phone. sample: whether it is the sample club.
    """

    group_id: str
    name: str
    personal: bool
    sees: bool
    alone: bool = False
    sample: bool = False


def listed(device: str) -> list[ListedGroup]:
    """The groups of this device by title, its own ones last, and those only where they have games."""
    at = GroupPhone.objects.filter(games.of_device(device), out=False, group__deleted_at=None)
    played = Exists(Game.objects.filter(group=OuterRef("group"), deleted_at=None))
    found = at.exclude(role="").filter(Q(group__personal=False) | played)
    rows = found.order_by("pk").distinct()
    annotated = rows.annotate(alone=ExpressionWrapper(groups.only_hosts(), BooleanField()))
    columns = ("group__public_id", "group__title", "group__personal", "role", "alone", "group__sample")
    mine = [
        ListedGroup(
            group_id, groups.name_of(title, personal), personal, rights.group_may(role, rights.SEE), *of
        )
        for group_id, title, personal, role, *of in annotated.values_list(*columns)
    ]
    return sorted(mine, key=lambda one: (one.personal, people.looked_up(one.name)))


def group_of(device: str, group_id: str) -> GroupOfGame:
    """The group with this id, "": the phone's own, in one query. Raises Http404, PermissionDenied."""
    if not group_id:  # the newest people of its personal groups, and the currency of its last game
        own = GroupPhone.objects.filter(games.of_device(device), out=False, group__personal=True)
        mine = _shown(Person.objects.filter(group__in=own.exclude(role="").values("group")))
        rows = list(mine.values_list("shown", "told", "group__currency")[: group_games.OFFERED])
        signs = [currency for _shown_name, _told, currency in rows if currency]
        return GroupOfGame(
            people=tuple(name or told for name, told, _ in rows), currency=(*signs, usual_currency())[0]
        )
    found = groups.find(device, group_id, rights.PLAY)
    people = tuple(one.name for one in group_games.known(found.pk, figures.people(found.pk)).people)
    return GroupOfGame(
        group_id,
        found.name,
        people,
        group_games.rules(found.pk),
        found.clock,
        found.currency or usual_currency(),
    )


def after(device: str, table_id: str) -> str:
    """The id of the group in which the game after this one starts: its own; "": the phone's.

    It is the phone's if the phone may start none in the group of that game.
    """
    group, may_play, _name = group_of_table(device, table_id)
    return group if may_play else ""


def group_of_table(device: str, table_id: str) -> tuple[str, bool, str]:
    """The id of a table's group, "" if not for this device; whether games may be started there; its title."""
    if not set(table_id) <= set(games.ID_ALPHABET):
        return "", False, ""
    at = GroupPhone.objects.filter(games.of_device(device), out=False, role__in=rights.with_right(rights.SEE))
    of_game = at.filter(group__games__public_id=table_id, group__personal=False, group__deleted_at=None)
    found = of_game.values_list("group__public_id", "role", "group__title").first()
    return (found[0], rights.group_may(found[1], rights.PLAY), found[2]) if found else ("", False, "")


def earlier(table: Table) -> list[EarlierGame]:
    """The games that the same players finished in the same evening and group before this one, in order.

    In one query. Whoever sees the table sees no names by it that the table hasn't.
    """
    played: dict[str, dict[int, list[str]]] = {}
    scores: dict[str, dict[int, int]] = {}
    best: set[tuple[str, int]] = set()
    for table_id, name, side, won, points in games.earlier_results(table.id):
        played.setdefault(table_id, {}).setdefault(side, []).append(name)
        scores.setdefault(table_id, {})[side] = points
        if won:
            best.add((table_id, side))
    return [
        EarlierGame(
            table_id,
            tuple(tuple(names) for names in sides.values()),
            tuple(tuple(names) for side, names in sides.items() if (table_id, side) in best),
            tuple(scores[table_id].values()),
        )
        for table_id, sides in played.items()
        if {name for names in sides.values() for name in names} == set(table.header.players)
    ]


def is_started(key: str) -> bool:
    """Whether a game was started with this key: the form was sent again, and starts no other one."""
    return bool(group_games.started(key))


def running(device: str, group_id: str, key: str = "") -> list[View]:
    """The games that a group is playing now, the one written to last first; none if one has this key.

    The device must be one that may see the group.
    """
    if key and group_games.started(key):
        return []
    going = _going(device, Game.objects.filter(group__public_id=group_id))
    ids = going.values_list("public_id", flat=True)[:MOST_RUNNING]
    return [entries.load(device, table_id) for table_id in ids]


def running_elsewhere(device: str, held: Collection[str]) -> list[View]:
    """The games that this device's groups are playing now, without the tables with the ids *held*."""
    at = GroupPhone.objects.filter(games.of_device(device), out=False, role__in=rights.with_right(rights.SEE))
    shared = {"group__deleted_at": None, "group__personal": False, "group__sample": False}
    mine = Game.objects.filter(group__in=at.values("group"), **shared)
    going = _going(device, mine.exclude(public_id__in=held))
    rows = list(going.values_list("group", "public_id")[:MOST_RUNNING])
    who = {group: figures.people(group) for group, _table_id in rows if group is not None}
    views = [(group, entries.load(device, table_id)) for group, table_id in rows]
    return [view for group, view in views if group and group_games.shows(view.table, who[group])]


def _going(device: str, found: QuerySet[Game]) -> QuerySet[Game]:
    """Those that are being played now, the one written to last first; none of a night.

    And none from which a host removed this device.
    """
    removed = Phone.objects.filter(games.of_device(device), out=True).values("game")
    begun = timezone.now() - PLAYING
    day = (begun - timedelta(days=1)).date()  # wherever the group is
    open_here = found.filter(deleted_at=None, night_table=None).exclude(pk__in=removed)
    going = open_here.filter(facts__over=False, facts__played_on__gte=day)
    last = going.annotate(last=Coalesce(Max("entries__at"), "created_at")).filter(last__gte=begun)
    return last.order_by("-last", "-pk")


def kept(device: str) -> list[dict[str, object]]:
    """What a phone keeps of its groups for a new game without a network.

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
            "people": [
                name or told
                for name, told in _shown(Person.objects.filter(group=one.pk)).values_list("shown", "told")[
                    : group_games.OFFERED
                ]
            ],
            "rules": rules.get(one.pk, {}),
            "zone": one.zone,
            "ends": one.evening_ends,
            "currency": one.currency or usual_currency(),
        }
        for one in mine
    ]


def _shown(people: QuerySet[Person]) -> QuerySet[Person]:
    return people.filter(into=None, hidden=False, forgotten=False).order_by("-pk")


def start(
    device: str, key: str, record: Record, group_id: str, currency: str, *, successor: str = ""
) -> Table:
    """Start a game in the group with this id, "": the phone's own. Otherwise as ``entries.import_game``."""
    group = groups.find(device, group_id, rights.PLAY).pk if group_id else None
    draft = replace(entries.drafted(record), currency=currency if record.variant.has_bank else "")
    return entries.load(*_started(device, key, draft, record, group, successor)).table


def start_kept(
    device: str, key: str, draft: Draft, record: Record, group_id: str, *, successor: str = ""
) -> tuple[str, str]:
    """Start a game that a phone began without a network; the device that has it, and its id.

    If the phone may start none in that group any more, the game is its own: nothing is lost.
    """
    try:
        group = groups.find(device, group_id, rights.PLAY).pk if group_id else None
    except (Http404, PermissionDenied):
        group = None
    return _started(device, key, draft, record, group, successor)


def put_back(device: str, lost: LostGame, group_id: str, *, successor: str = "") -> tuple[str, str]:
    """Start a game again that the server lost, as a host's phone kept it; the device that has it, and its id.

    If it is there, the phone is its host again, unless the game knows that phone. Raises Refusal, Deleted,
    Http404.
    """
    proof = lost.proof
    try:
        group = groups.find(device, group_id, rights.PLAY).pk if group_id else None
    except (Http404, PermissionDenied):
        group = None
    with writing():
        if not games.is_started(proof.key):
            if removing.is_removed(proof.table):
                raise AppRefusal("table-removed")
            entries.start(device, proof.key, lost.draft, successor=successor, group=group)
            made = Game.objects.get(key=proof.key)  # to which comes what isn't in the log
            Game.objects.filter(pk=made.pk).update(title=lost.title, revision=lost.revision)
            if lost.chips:
                ChipSet.objects.update_or_create(game=made, defaults=vars(lost.chips))
            # The same again, by a phone at the same moment, changes nothing.
            ticks = [Tick(game=made, seq=seq, digest=digest, item=item) for seq, digest, item in lost.ticks]
            Tick.objects.bulk_create(ticks, ignore_conflicts=True)
            said = [Dispute(game=made, **one) for one in lost.disputes]
            Dispute.objects.bulk_create(said, ignore_conflicts=True)
        game = Game.objects.get(key=proof.key)
        if game.deleted_at:
            raise Deleted
        mine = phones.at(game, device, successor)
        if mine is None:
            known = Phone.objects.filter(game=game, author=proof.author).exists()
            if known or removing.is_removed(proof.author):
                raise Http404("it is a host by another name, or was put out or forgotten")
            phones.own(game, device, proof.author, successor=successor, program=False)
            games.touch(proof.table)
    return (mine.device if mine else successor or device), game.public_id


def start_by_program(device: str, key: str, draft: Draft, record: Record, group_id: str) -> tuple[str, str]:
    """Start a program's game in the group with this id, "": in none. Otherwise as ``entries.start``."""
    group = groups.find(device, group_id, rights.PLAY).pk if group_id else None
    draft = draft if record.variant.has_bank else replace(draft, currency="")
    return _started(device, key, draft, record, group, program=True)


def _started(
    device: str,
    key: str,
    draft: Draft,
    record: Record,
    group: int | None,
    successor: str = "",
    *,
    program: bool = False,
) -> tuple[str, str]:
    with writing():
        at = entries.start(device, key, draft, successor=successor, program=program, group=group)
        of_game = Game.objects.values_list("group", flat=True).get(public_id=at[1])
        if of_game is not None:
            group_games.keep(of_game, at[1], record)
    return at
