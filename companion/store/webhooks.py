"""Webhooks in the database: who is to be told of a table's new entries, and how far that has gone.

The log is the outbox: an address that was told of row 7 is told of row 8 next, whatever happens in between.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F, Max, OuterRef, QuerySet, Subquery
from django.http import Http404
from django.utils import timezone

from companion.access import roles
from companion.log.table import kind_of
from companion.log.viewer import View
from companion.models import Entry, Game, Webhook
from companion.store import games
from scoring import Refusal

MOST = 5
LEASE = timedelta(seconds=60)  # in which nobody else tries what one process is trying
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(hours=1)
MOST_TRIES = 30  # about a day
LONGEST_WORD = 200


@dataclass(frozen=True)
class Hook:
    """A webhook as its owner sees it; ``told`` is the last version that the address has taken."""

    id: str
    url: str
    told: int
    tries: int
    stopped: bool
    last: str
    created_at: datetime


@dataclass(frozen=True)
class Due:
    """What an address is to be told now: row *version* of a table, which is entry *number* or corrects it."""

    pk: int
    nonce: UUID
    url: str
    table_id: str
    version: int
    number: int
    what: str


def hooks(view: View) -> list[Hook]:
    """The webhooks of a table, in the order in which they were named; for its owner."""
    view.viewer.require(roles.SHARE)
    return [_hook(row) for row in _of(view).order_by("pk")]


def hook(view: View, number: str) -> Hook:
    """One of them; Http404 where there is none of that id."""
    view.viewer.require(roles.SHARE)
    row = _of(view).filter(nonce=number).first() if _is_id(number) else None
    if row is None:
        raise Http404("no such webhook")
    return _hook(row)


def add(view: View, url: str) -> str:
    """Tell an address of every entry from now on; the id of the webhook. Raises Refusal."""
    view.viewer.require(roles.SHARE)
    with transaction.atomic():
        game = Game.objects.select_for_update(of=("self",)).get(public_id=view.table.id)
        if Webhook.objects.filter(game=game).count() >= MOST:
            raise Refusal("url", f"expected at most {MOST} webhooks at one table")
        said = {"url": url, "nonce": uuid4(), "told": view.table.version, "due_at": timezone.now()}
        made = Webhook.objects.create(game=game, **said)
        games.touch(view.table.id)
    return made.nonce.hex


def remove(view: View, number: str) -> None:
    """Tell an address no more. Raises Http404 where there is no such webhook."""
    found = hook(view, number)
    with transaction.atomic():
        _of(view).filter(nonce=found.id).delete()
        games.touch(view.table.id)


def take_due(now: datetime, most: int) -> list[Due]:
    """What is to be told now, each to be tried by whoever takes it and by nobody else for a while."""
    newest = Entry.objects.filter(game=OuterRef("game")).values("game").annotate(seq=Max("seq")).values("seq")
    waiting = Webhook.objects.filter(stopped=False, due_at__lte=now, game__deleted_at=None).annotate(
        newest=Subquery(newest)
    )
    rows = waiting.filter(newest__gt=F("told")).order_by("due_at")[:most]
    found = rows.values_list("pk", "due_at", "nonce", "url", "told", "game_id", "game__public_id")
    return [due for row in found if (due := _taken(now, *row))]


def _taken(now: datetime, pk: int, was: datetime, *rest: Any) -> Due | None:
    if not Webhook.objects.filter(pk=pk, due_at=was).update(due_at=now + LEASE):
        return None
    nonce, url, told, game, table_id = rest
    row = Entry.objects.filter(game=game, seq=told + 1).values_list("seq", "target", "body").first()
    if row is None:
        return None
    seq, target, body = row
    return Due(pk, nonce, url, table_id, seq, target or seq, kind_of(target, body))


def taken(due: Due) -> None:
    """The address has taken it: the next row may follow at once."""
    done = {"told": due.version, "tries": 0, "last": "", "due_at": timezone.now()}
    Webhook.objects.filter(pk=due.pk).update(**done)


def failed(due: Due, why: str) -> None:
    """The address has not taken it: once more after a pause that doubles, until it is enough."""
    row = Webhook.objects.filter(pk=due.pk).first()
    if row is None:
        return
    tries = row.tries + 1
    row.tries, row.last, row.stopped = tries, why[:LONGEST_WORD], tries >= MOST_TRIES
    row.due_at = timezone.now() + pause(tries)
    row.save(update_fields=["tries", "last", "stopped", "due_at"])


def pause(tries: int) -> timedelta:
    """How long to wait after so many tries in vain."""
    return min(FIRST_PAUSE * (1 << min(tries - 1, 20)), LONGEST_PAUSE)


def _of(view: View) -> QuerySet[Webhook]:
    return Webhook.objects.filter(game__public_id=view.table.id)


def _is_id(text: str) -> bool:
    return len(text) == 32 and set(text) <= set("0123456789abcdef")


def _hook(row: Webhook) -> Hook:
    return Hook(row.nonce.hex, row.url, row.told, row.tries, row.stopped, row.last, row.created_at)
