"""All tables of this Bower, for who runs it: no phone's right to see them is asked for."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import (
    Aggregate,
    BigIntegerField,
    Count,
    F,
    Max,
    OuterRef,
    QuerySet,
    Subquery,
    Sum,
    Value,
)
from django.db.models.functions import Coalesce, Length

from companion.log.table import Row
from companion.models import Access, Entry, Game, Webhook
from companion.store.entries import ROW_FIELDS

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


@dataclass(frozen=True)
class Listed:
    """A table in a list: its game, and how much of it there is.

    last: when a row was written last, or when it was started. hands: entered ones, removed ones too. bytes:
    characters of its header and its rows. phones: those that may see it. deleted_at: None unless it is.
    """

    game: KeptGame
    last: datetime
    hands: int
    rows: int
    bytes: int
    phones: int
    deleted_at: datetime | None


def games(after: int = 0) -> Iterator[KeptGame]:
    """All games in order of number, from the one after *after*; deleted ones too. Holds few at a time."""
    fields = ("pk", "public_id", "header", "title")
    while found := list(Game.objects.filter(pk__gt=after).order_by("pk").values_list(*fields)[:AT_ONCE]):
        yield from (KeptGame(*game) for game in found)
        after = found[-1][0]


def game(table_id: str) -> KeptGame | None:
    """The game of the table with this id, a deleted one too; None without one."""
    found = Game.objects.filter(public_id=table_id).values_list("pk", "public_id", "header", "title").first()
    return KeptGame(*found) if found else None


def rows(game: KeptGame) -> list[Row]:
    """The rows of a game's log, in order."""
    found = Entry.objects.filter(game=game.number).order_by("seq")
    return [Row(*values) for values in found.values_list(*ROW_FIELDS)]


def joined(game: KeptGame) -> list[str]:
    """The bodies of the rows by which players joined a game after its start."""
    found = Entry.objects.filter(game=game.number, body__contains=JOIN).order_by("seq")
    return list(found.values_list("body", flat=True))


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


def listed(deleted: bool) -> Iterator[Listed]:
    """The tables, or the deleted ones, most recently written first."""
    found = Game.objects.exclude(deleted_at=None) if deleted else Game.objects.filter(deleted_at=None)
    return _listed(found)


def listed_one(table_id: str) -> Listed | None:
    """The table with this id, a deleted one too; None without one."""
    return next(_listed(Game.objects.filter(public_id=table_id)), None)


def _listed(found: QuerySet[Game]) -> Iterator[Listed]:
    of_log = Entry.objects.filter(game=OuterRef("pk")).order_by().values("game")
    hands = of_log.filter(target=None, body__contains=HAND)
    phones = Access.objects.filter(phone__game=OuterRef("pk")).order_by().values("phone__game")
    counted = found.annotate(
        last=Coalesce(Subquery(of_log.annotate(last=Max("at")).values("last")), "created_at"),
        hand_count=_number(hands, Count("pk")),
        row_count=_number(of_log, Count("pk")),
        size=_number(of_log, Sum(Length("body"))) + Length("header"),
        phone_count=_number(phones, Count("phone", distinct=True)),
    ).order_by(F("last").desc(), "-pk")
    of_game = ("pk", "public_id", "header", "title")
    counts = ("last", "hand_count", "row_count", "size", "phone_count", "deleted_at")
    for row in counted.values_list(*of_game, *counts).iterator(AT_ONCE):
        yield Listed(KeptGame(*row[: len(of_game)]), *row[len(of_game) :])


def _number(rows: QuerySet[Any, Any], count: Aggregate) -> Coalesce:
    number = BigIntegerField()
    found = Subquery(rows.annotate(found=count).values("found"), output_field=number)
    return Coalesce(found, Value(0), output_field=number)
