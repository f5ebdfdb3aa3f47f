"""All tables and groups of this Bower, for who runs it: no phone's right to see them is asked for."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import (
    Aggregate,
    BigIntegerField,
    Count,
    F,
    Field,
    Max,
    OuterRef,
    QuerySet,
    Subquery,
    Sum,
    Value,
)
from django.db.models.functions import Coalesce, Greatest, Length

from companion.log.table import Row
from companion.models import Access, Entry, Game, GroupPhone, Night, NightRound, Person, Webhook
from companion.store import groups
from companion.store.circles import KINDS
from companion.store.entries import ROW_FIELDS
from companion.wording.names import shown
from scoring import VARIANTS

FIELDS = ("pk", "public_id", "header", "title")
AT_ONCE = 200  # games read in one query
# In a body as it is stored.
HAND, JOIN = '"kind":"hand"', '"kind":"join"'


@dataclass(frozen=True)
class KeptGame:
    """A game as it is stored. ``number`` counts up with each new game; see ``FoundGame`` for the rest."""

    number: int
    table_id: str
    header: str
    title: str | None

    @property
    def name(self) -> str:
        """The title and the game as people read them: "Thursday, Euchre"."""
        header = json.loads(self.header)
        title = header.get("title", "") if self.title is None else self.title
        variant = VARIANTS.get(header.get("variant", ""))
        return ", ".join(
            filter(None, (shown(title), variant.title if variant else "a game of another Bower"))
        )


@dataclass(frozen=True)
class Listed:
    """A table or group in a list, and how much of it there is; ``game`` is None of a group.

    name: as people read it. last: when a row was written, a game or a round started, or a phone joined a
    group; the last of these. counts: number by thing; of a table its hands, removed ones too, its rows, their
    characters and the phones that may see it; of a group its people with each spelling, its games without
    deleted ones, nights and phones. deleted_at: None unless it is.
    """

    number: int
    id: str
    name: str
    game: KeptGame | None
    last: datetime
    counts: dict[str, int]
    deleted_at: datetime | None


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


def games() -> Iterator[KeptGame]:
    """All games in order of number, deleted ones too. Holds few at a time."""
    after = 0
    while found := list(Game.objects.filter(pk__gt=after).order_by("pk").values_list(*FIELDS)[:AT_ONCE]):
        yield from (KeptGame(*game) for game in found)
        after = found[-1][0]


def rows(game: KeptGame) -> list[Row]:
    """The rows of a game's log, in order."""
    found = Entry.objects.filter(game=game.number).order_by("seq")
    return [Row(*values) for values in found.values_list(*ROW_FIELDS)]


def with_gaps() -> list[str]:
    """The ids of tables whose log lacks rows."""
    counted = Game.objects.annotate(last=Max("entries__seq"), found=Count("entries"))
    return list(counted.exclude(last=None).exclude(last=F("found")).values_list("public_id", flat=True))


def newest_row() -> datetime | None:
    """The time of the newest row of all logs; None without one."""
    newest: datetime | None = Entry.objects.aggregate(newest=Max("at"))["newest"]
    return newest


def stopped_webhooks() -> int:
    """How many webhooks were given up."""
    return Webhook.objects.filter(stopped=True, game__deleted_at=None).count()


def listed(kind: str, deleted: bool) -> Iterator[Listed]:
    """The tables or groups, or the deleted ones, the last touched first."""
    return _LISTS[kind](KINDS[kind].objects.filter(deleted_at__isnull=not deleted))


def listed_one(kind: str, public_id: str) -> Listed | None:
    """The table or group with this id, a deleted one too; None without one."""
    return next(_LISTS[kind](KINDS[kind].objects.filter(public_id=public_id)), None)


def nights(group: Listed) -> list[ListedNight]:
    """The nights of a group, the newest first."""
    counted = Night.objects.filter(group=group.number).annotate(
        begun=Count("started", distinct=True), all_players=Count("players", distinct=True)
    )
    columns = ("public_id", "title", "created_at", "begun", "rounds", "all_players", "ended_at")
    return [ListedNight(*row) for row in counted.order_by("-pk").values_list(*columns)]


def _tables(found: QuerySet[Any]) -> Iterator[Listed]:
    of_log = Entry.objects.filter(game=OuterRef("pk"))
    counted = found.annotate(
        last=_latest(of_log, "at"),
        hand=_number(of_log.filter(target=None, body__contains=HAND)),
        row=_number(of_log),
        byte=_number(of_log, Sum(Length("body"))) + Length("header"),
        phone=_number(Access.objects.filter(phone__game=OuterRef("pk")), Count("phone", distinct=True)),
    )
    for values, last, counts, deleted_at in _rows(counted, FIELDS, ("hand", "row", "byte", "phone")):
        game = KeptGame(*values)
        yield Listed(game.number, game.table_id, game.name, game, last, counts, deleted_at)


def _groups(found: QuerySet[Any]) -> Iterator[Listed]:
    of_games = Game.objects.filter(group=OuterRef("pk"), deleted_at=None)
    of_phones = GroupPhone.objects.filter(group=OuterRef("pk"), out=False).exclude(role="")
    counted = found.annotate(
        last=Greatest(
            "created_at",
            _latest(Entry.objects.filter(game__group=OuterRef("pk"), game__deleted_at=None), "at"),
            _latest(of_games, "created_at"),
            _latest(NightRound.objects.filter(night__group=OuterRef("pk")), "at"),
            _latest(of_phones, "joined_at"),
        ),
        name=_number(Person.objects.filter(group=OuterRef("pk"))),
        game=_number(of_games),
        night=_number(Night.objects.filter(group=OuterRef("pk"))),
        phone=_number(of_phones),
    )
    fields = ("pk", "public_id", "title", "personal")
    for values, last, counts, deleted_at in _rows(counted, fields, ("name", "game", "night", "phone")):
        number, group_id, title, personal = values
        yield Listed(number, group_id, shown(groups.name_of(title, personal)), None, last, counts, deleted_at)


_LISTS = {"table": _tables, "group": _groups}


def _rows(
    counted: QuerySet[Any], fields: Sequence[str], things: Sequence[str]
) -> Iterator[tuple[tuple[Any, ...], datetime, dict[str, int], datetime | None]]:
    """The fields of each, when it was last touched, how many things it has, and when it was deleted."""
    ordered = counted.order_by(F("last").desc(), "-pk")
    for last, deleted_at, *row in ordered.values_list("last", "deleted_at", *fields, *things).iterator(
        AT_ONCE
    ):
        counts = dict(zip(things, row[len(fields) :], strict=True))
        yield tuple(row[: len(fields)]), last, counts, deleted_at


def _latest(rows: QuerySet[Any], column: str) -> Coalesce:
    """The latest of these rows' times; the start of their table or group without a row."""
    return Coalesce(_one(rows, Max(column)), F("created_at"))


def _number(rows: QuerySet[Any], count: Aggregate | None = None) -> Coalesce:
    number = BigIntegerField()
    return Coalesce(_one(rows, count or Count("pk"), number), Value(0), output_field=number)


def _one(rows: QuerySet[Any], of: Aggregate, field: "Field[Any, Any] | None" = None) -> Subquery:
    """What all rows come to."""
    found = rows.order_by().annotate(same=Value(1)).values("same").annotate(found=of).values("found")
    return Subquery(found, output_field=field)
