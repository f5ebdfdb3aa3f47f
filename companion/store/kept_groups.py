"""All groups of this Bower, for who runs it: no phone's right to see them is asked for."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import BigIntegerField, Count, F, Max, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Greatest

from companion.models import Entry, Game, Group, GroupPhone, Night, NightRound, Person
from companion.store import groups
from companion.store.kept import AT_ONCE

COUNTS = ("person_count", "game_count", "night_count", "phone_count")


@dataclass(frozen=True)
class ListedGroup:
    """A group in a list, and how much of it there is.

    last: when a hand was entered, a game or a round was started, or a phone joined; the last of these.
    people: spellings of names. games: without deleted ones. phones: those that may see it. deleted_at: None
    unless it is.
    """

    number: int
    group_id: str
    title: str
    last: datetime
    people: int
    games: int
    nights: int
    phones: int
    deleted_at: datetime | None


@dataclass(frozen=True)
class ListedPhone:
    """A phone of a group, with its role, "" without one; *out*: a host removed it."""

    number: int
    role: str
    joined_at: datetime
    out: bool
    program: bool


@dataclass(frozen=True)
class ListedNight:
    """A night of a group: how many of its rounds were started, and of how many players."""

    night_id: str
    title: str
    created_at: datetime
    started: int
    rounds: int
    players: int
    ended_at: datetime | None


def listed(deleted: bool) -> Iterator[ListedGroup]:
    """The groups, or the deleted ones, the last touched first."""
    return _listed(Group.objects.filter(deleted_at__isnull=not deleted))


def listed_one(group_id: str) -> ListedGroup | None:
    """The group with this id, a deleted one too; None without one."""
    return next(_listed(Group.objects.filter(public_id=group_id)), None)


def phones(found: ListedGroup) -> list[ListedPhone]:
    """The phones of a group in order of their numbers; those that gave up their role are left out."""
    rows = GroupPhone.objects.filter(group=found.number).exclude(role="", out=False).order_by("pk")
    return [ListedPhone(*row) for row in rows.values_list("pk", "role", "joined_at", "out", "program")]


def nights(found: ListedGroup) -> list[ListedNight]:
    """The nights of a group, the newest first."""
    counted = Night.objects.filter(group=found.number).annotate(
        begun=Count("started", distinct=True), all_players=Count("players", distinct=True)
    )
    columns = ("public_id", "title", "created_at", "begun", "rounds", "all_players", "ended_at")
    return [ListedNight(*row) for row in counted.order_by("-pk").values_list(*columns)]


def _listed(found: QuerySet[Group]) -> Iterator[ListedGroup]:
    of_games = Game.objects.filter(group=OuterRef("pk"), deleted_at=None)
    of_phones = GroupPhone.objects.filter(group=OuterRef("pk"), out=False).exclude(role="")
    of_nights = Night.objects.filter(group=OuterRef("pk"))
    counted = found.annotate(
        last=Greatest(
            "created_at",
            _latest(Entry.objects.filter(game__group=OuterRef("pk"), game__deleted_at=None), "at"),
            _latest(of_games, "created_at"),
            _latest(NightRound.objects.filter(night__group=OuterRef("pk")), "at"),
            _latest(of_phones, "joined_at"),
        ),
        person_count=_number(Person.objects.filter(group=OuterRef("pk"))),
        game_count=_number(of_games),
        night_count=_number(of_nights),
        phone_count=_number(of_phones),
    ).order_by(F("last").desc(), "-pk")
    columns = ("pk", "public_id", "title", "personal", "last", *COUNTS, "deleted_at")
    for number, group_id, title, personal, *rest in counted.values_list(*columns).iterator(AT_ONCE):
        yield ListedGroup(number, group_id, groups.name_of(title, personal), *rest)


def _latest(rows: QuerySet[Any], column: str) -> Coalesce:
    """The latest of these rows' times; the group's own start without a row."""
    one = rows.order_by().annotate(same=Value(1)).values("same").annotate(latest=Max(column))
    return Coalesce(Subquery(one.values("latest")), F("created_at"))


def _number(rows: QuerySet[Any]) -> Coalesce:
    one = rows.order_by().values("group").annotate(found=Count("pk")).values("found")
    return Coalesce(Subquery(one, output_field=BigIntegerField()), Value(0))
