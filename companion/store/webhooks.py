"""Webhooks: addresses that are notified of each row of a table's log, and their progress.

The log is the outbox: rows are delivered in order of seq, without gaps. Those of a euchre night are notified
of each end of a round, in the order in which they came.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone

from companion.access import roles
from companion.log.table import kind_of
from companion.log.viewer import View
from companion.models import Entry, NightRound, Webhook
from companion.night.evening import NightView
from companion.store import games, nights
from companion.store.writing import writing
from companion.wording.refusal import AppRefusal

MOST = 5
LEASE = timedelta(seconds=60)  # for which no other process tries a message
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(hours=1)
MOST_TRIES = 30  # about a day
LONGEST_ERROR = 200
# How an address took the last delivery; each has a number of deliveries at a time of its own.
NEW, PROMPT, SLOW = "new", "prompt", "slow"
PROMPT_WITHIN = 1.0  # seconds


@dataclass(frozen=True)
class Hook:
    """A webhook as its owner sees it.

    delivered: the last version that the address accepted. tries: failures of the next one. error: why the
    last try failed, "" if it didn't.
    """

    id: str
    url: str
    delivered: int
    tries: int
    stopped: bool
    error: str
    created_at: datetime


@dataclass(frozen=True)
class Due:
    """A message to deliver now: row *version* of a table, which is entry *number* or changes it.

    Or with a ``night_id``: that its round *number* is over, as the *version*-th one.
    """

    pk: int
    nonce: UUID
    url: str
    table_id: str
    version: int
    number: int
    change: str
    night_id: str = ""


def hooks(view: View) -> list[Hook]:
    """The webhooks of a table, oldest first. Raises PermissionDenied without the right to share it."""
    view.viewer.require(roles.SHARE)
    return [shown(row) for row in _of(view).order_by("pk")]


def hook(view: View, number: str) -> Hook:
    """The webhook with this id. Raises Http404 for an unknown id."""
    view.viewer.require(roles.SHARE)
    row = _of(view).filter(nonce=number).first() if _is_id(number) else None
    if row is None:
        raise Http404("no such webhook")
    return shown(row)


def add(view: View, url: str) -> str:
    """Add a webhook for every row from now on; its id. Raises Refusal for one too many."""
    view.viewer.require(roles.SHARE)
    with games.changing(view, roles.SHARE) as game:
        if Webhook.objects.filter(game=game).count() >= MOST:
            raise AppRefusal("too-many-webhooks", "url", most=MOST)
        made = Webhook.objects.create(
            game=game, url=url, nonce=uuid4(), delivered=view.table.version, due_at=timezone.now()
        )
    return made.nonce.hex


def remove(view: View, number: str) -> None:
    """Delete a webhook. Raises Http404 for an unknown id."""
    found = hook(view, number)
    with games.changing(view, roles.SHARE):
        _of(view).filter(nonce=found.id).delete()


def take_due(now: datetime, most: int, pace: str) -> list[Due]:
    """At most *most* messages that are due, to addresses of this pace. Others don't get them during LEASE."""
    newest = Entry.objects.filter(game=OuterRef("game")).values("game").annotate(seq=Max("seq")).values("seq")
    over = NightRound.objects.filter(night=OuterRef("night"), over_at__isnull=False).values("night")
    ended = over.annotate(number=Count("pk")).values("number")
    # Due now, or so far ahead that it was written while the clock was wrong.
    without_failure = Q(tries=0, due_at__gt=now + 2 * LEASE)
    is_due = Q(due_at__lte=now) | without_failure | Q(due_at__gt=now + LONGEST_PAUSE + LEASE)
    waiting = Webhook.objects.filter(is_due, stopped=False, pace=pace, game__deleted_at=None)
    rows = waiting.annotate(newest=Coalesce(Subquery(newest), Subquery(ended))).filter(
        newest__gt=F("delivered")
    )
    found = rows.order_by("due_at").values_list(
        *("pk", "due_at", "nonce", "url", "delivered"),
        *("game_id", "game__public_id", "night_id", "night__public_id"),
    )
    return [due for row in found[: max(0, most)] if (due := _taken(now, *row))]


def _taken(now: datetime, pk: int, was: datetime, *rest: Any) -> Due | None:
    with writing():
        is_mine = Webhook.objects.filter(pk=pk, due_at=was).update(due_at=now + LEASE)
    if not is_mine:
        return None
    nonce, url, delivered, game, table_id, night, night_id = rest
    if game is None:
        # The message with the number of the round.
        due = Due(pk, nonce, url, "", delivered + 1, 0, "", night_id)
        over = NightRound.objects.filter(night=night, over_at__isnull=False).order_by("over_at", "number")
        number = over.values_list("number", flat=True)[due.version - 1 : due.version].first()
        return None if number is None else replace(due, number=number)
    row = Entry.objects.filter(game=game, seq=delivered + 1).values_list("seq", "target", "body", "restores")
    found = row.first()
    if found is None:
        return None
    seq, target, body, restores = found
    return Due(pk, nonce, url, table_id, seq, target or seq, kind_of(target, body, restores))


def taken(due: Due, seconds: float) -> None:
    """Store that a message was accepted after so many seconds; the next row is due at once."""
    done = {"delivered": due.version, "tries": 0, "error": "", "due_at": timezone.now()}
    with writing():
        Webhook.objects.filter(pk=due.pk).update(**done, pace=_pace(seconds))


def failed(due: Due, why: str, seconds: float) -> None:
    """Store why a delivery failed. It is due again after ``pause``; after MOST_TRIES the webhook stops."""
    row = Webhook.objects.filter(pk=due.pk).first()
    if row is None:
        return
    tries = row.tries + 1
    row.tries, row.error, row.stopped = tries, why[:LONGEST_ERROR], tries >= MOST_TRIES
    row.due_at, row.pace = timezone.now() + pause(tries), _pace(seconds)
    with writing():
        row.save(update_fields=["tries", "error", "stopped", "due_at", "pace"])


def _pace(seconds: float) -> str:
    return PROMPT if seconds < PROMPT_WITHIN else SLOW


def pause(tries: int) -> timedelta:
    """The pause after so many failures: doubled each time, up to an hour."""
    return min(FIRST_PAUSE * (1 << min(tries - 1, 20)), LONGEST_PAUSE)


def _of(view: View) -> QuerySet[Webhook]:
    return Webhook.objects.filter(game__public_id=view.table.id)


def _is_id(text: str) -> bool:
    return len(text) == 32 and set(text) <= set("0123456789abcdef")


def shown(row: Webhook) -> Hook:
    """A webhook as its owner sees it."""
    return Hook(row.nonce.hex, row.url, row.delivered, row.tries, row.stopped, row.error, row.created_at)


# The addresses that are notified of the ends of a night's rounds; see ``night_changes``.


def hooks_of_night(view: NightView) -> list[Hook]:
    """The webhooks of a night, oldest first. Raises PermissionDenied for all but hosts of its group."""
    nights.find(view.viewer.device, view.night.id, roles.SHARE)
    return [shown(row) for row in _of_night(view).order_by("pk")]


def hook_of_night(view: NightView, number: str) -> Hook:
    """The webhook with this id. Raises Http404 for an unknown id."""
    found = next((one for one in hooks_of_night(view) if one.id == number), None)
    if found is None:
        raise Http404("no such webhook")
    return found


def add_to_night(view: NightView, url: str) -> str:
    """Add a webhook for every round that ends from now on; its id. Raises Refusal for one too many."""
    with nights.changing(view, roles.SHARE) as night:
        if Webhook.objects.filter(night=night).count() >= MOST:
            raise AppRefusal("too-many-webhooks", "url", most=MOST)
        over = night.started.exclude(over_at=None).count()
        made = Webhook.objects.create(
            night=night, url=url, nonce=uuid4(), delivered=over, due_at=timezone.now()
        )
    return made.nonce.hex


def remove_from_night(view: NightView, number: str) -> None:
    """Delete a webhook. Raises Http404 for an unknown id."""
    found = hook_of_night(view, number)
    with nights.changing(view, roles.SHARE):
        _of_night(view).filter(nonce=found.id).delete()


def _of_night(view: NightView) -> QuerySet[Webhook]:
    return Webhook.objects.filter(night__public_id=view.night.id)
