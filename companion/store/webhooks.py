"""Webhooks: addresses that are notified of each row of a table's log, and their progress.

The log is the outbox: rows are delivered in order of seq, without gaps. Those of a euchre night are notified
of each end of a round, in the order in which they came. Those of a group are notified of both, at all of its
tables and nights: each of these gets a row of its own.
"""

import hashlib
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone

from companion.log import in_words, rights
from companion.log.rights import View
from companion.log.table import ENTRY, Impossible, Table
from companion.models import Entry, Game, Group, Night, NightRound, Webhook
from companion.night.evening import Evening, NightView
from companion.night.standings import standings
from companion.store import entries, games, groups, nights
from companion.store.changes import writing
from companion.store.groups import FoundGroup
from companion.wording.names import listed, shown
from companion.wording.outcomes import FELT
from companion.wording.refusal import AppRefusal
from scoring.outcomes import HAND_WON, MADE, MADE_ALONE, MOST_TRICKS, POT_UNPLAYED, STAKED
from scoring.table import true_minus

MOST = 5
LEASE = timedelta(seconds=60)  # for which no other process tries a message
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(hours=1)
MOST_TRIES = 30  # about a day
LONGEST_ERROR = 200
# How an address took the last delivery; each has a number of deliveries at a time of its own.
NEW, PROMPT, SLOW = "new", "prompt", "slow"
PROMPT_WITHIN = 1.0  # seconds
FORMATS = BOWER, DISCORD, SLACK = "bower", "discord", "slack"
TYPES = HAND, ENTERED, CHANGED, GAME_OVER, ROUND_OVER = "hand", "entry", "change", "game-over", "round-over"
TELLING = (MADE, MADE_ALONE, HAND_WON, POT_UNPLAYED, MOST_TRICKS)  # what a hand came to, if nothing was felt
NAMED = 8  # places of a night in a sentence
Watched = View | NightView | FoundGroup  # a webhook is notified of its rows, rounds, or both


@dataclass(frozen=True)
class Hook:
    """A webhook as its owner sees it.

    delivered: the last version that the address accepted; of a group's, how many messages. tries: failures of
    the next one. error: why the last try failed, "" if it didn't.
    """

    id: str
    url: str
    delivered: int
    tries: int
    stopped: bool
    error: str
    created_at: datetime
    format: str = BOWER


@dataclass(frozen=True)
class Told:
    """What a message says: one of TYPES, a sentence, an outcome ("" for none), scores or points by name."""

    type: str
    text: str
    outcome: str
    standing: Mapping[str, int]


@dataclass(frozen=True)
class Due:
    """A message to deliver now: row *version* of a table, which is entry *number* or changes it.

    Or with a ``night_id``: that its round *number* is over, as the *version*-th one. ``signer``: the nonce of
    the secret. ``mark``: tells the row from another one that has its version after a backup was restored.
    """

    pk: int
    nonce: UUID
    url: str
    table_id: str
    version: int
    number: int
    change: str
    signer: UUID
    format: str
    told: Told
    night_id: str = ""
    mark: str = ""

    @property
    def id(self) -> str:
        """The id of the message: the same each time it is tried, and no other message has it."""
        mark = hashlib.sha256(self.mark.encode()).hexdigest()[:16]
        return f"{self.nonce.hex}-{self.version}-{mark}"


def hooks(of: Watched) -> list[Hook]:
    """Those of a table, night or group, oldest first. Raises PermissionDenied for all but its hosts."""
    if isinstance(of, View):
        of.viewer.require(rights.SHARE)
    elif isinstance(of, NightView):
        nights.find(of.viewer.device, of.night.id, rights.SHARE)
    else:
        groups.find_by_pk(of.device, of.pk, rights.SHARE)
    columns = ("nonce", "url", "delivered", "tries", "stopped", "error", "created_at", "format")
    return [Hook(nonce.hex, *rest) for nonce, *rest in _of(of).order_by("pk").values_list(*columns)]


def hook(hooks: Iterable[Hook], number: str) -> Hook:
    """The one with this id. Raises Http404 for an unknown id."""
    found = next((one for one in hooks if one.id == number), None)
    if found is None:
        raise Http404("no such webhook")
    return found


def add(of: Watched, url: str, format: str = BOWER) -> str:
    """Add a webhook for every row, every round that ends, or both, from now on; its id.

    Raises Refusal for one too many.
    """
    if isinstance(of, View):
        of.viewer.require(rights.SHARE)
    with _changing(of) as row:
        whose = {"game" if isinstance(row, Game) else "night" if isinstance(row, Night) else "group": row}
        if Webhook.objects.filter(**whose).count() >= MOST:
            raise AppRefusal("too-many-webhooks", "url", most=MOST)
        delivered = of.table.version if isinstance(of, View) else 0
        if isinstance(row, Night):
            delivered = row.started.exclude(over_at=None).count()
        new: dict[str, Any] = {"url": url, "format": format, "delivered": delivered, **whose}
        made = Webhook.objects.create(nonce=uuid4(), due_at=timezone.now(), **new)
        if isinstance(row, Group):
            _follow(made)
    return made.nonce.hex


def remove(of: Watched, number: str) -> None:
    """Delete a webhook. Raises Http404 for an unknown id."""
    found = hook(hooks(of), number)
    with _changing(of):
        _of(of).filter(nonce=found.id).delete()


def _changing(of: Watched) -> AbstractContextManager[Game | Night | Group]:
    if isinstance(of, View):
        return games.changing(of, rights.SHARE)
    return nights.changing(of, rights.SHARE) if isinstance(of, NightView) else groups.changing(of)


def _of(of: Watched) -> QuerySet[Webhook]:
    """Its own; rows of those of its group are left out."""
    if isinstance(of, View):
        return Webhook.objects.filter(game__public_id=of.table.id, parent=None)
    if isinstance(of, NightView):
        return Webhook.objects.filter(night__public_id=of.night.id, parent=None)
    return Webhook.objects.filter(group=of.pk)


def take_due(now: datetime, most: int, pace: str) -> list[Due]:
    """At most *most* messages that are due, to addresses of this pace. Others don't get them during LEASE."""
    newest = Entry.objects.filter(game=OuterRef("game")).values("game").annotate(seq=Max("seq")).values("seq")
    over = NightRound.objects.filter(night=OuterRef("night"), over_at__isnull=False).values("night")
    ended = over.annotate(number=Count("pk")).values("number")
    # Due now, or so far ahead that it was written while the clock was wrong.
    without_failure = Q(tries=0, due_at__gt=now + 2 * LEASE)
    is_due = Q(due_at__lte=now) | without_failure | Q(due_at__gt=now + LONGEST_PAUSE + LEASE)
    in_group = Q(game__group=F("parent__group")) | Q(night__group=F("parent__group"))
    of_group = Q(parent__stopped=False, parent__group__deleted_at=None) & in_group
    waiting = Webhook.objects.filter(is_due, stopped=False, pace=pace, game__deleted_at=None)
    waiting = waiting.filter(Q(parent=None) | of_group)
    rows = waiting.annotate(newest=Coalesce(Subquery(newest), Subquery(ended))).filter(
        newest__gt=F("delivered")
    )
    found = rows.order_by("due_at").values_list(
        *("pk", "due_at", "nonce", "url", "delivered", "parent__nonce", "format"),
        *("game_id", "game__public_id", "night_id", "night__public_id"),
    )
    return [due for row in found[: max(0, most)] if (due := _taken(now, *row))]


def _taken(now: datetime, pk: int, was: datetime, *rest: Any) -> Due | None:
    with writing():
        is_mine = Webhook.objects.filter(pk=pk, due_at=was).update(due_at=now + LEASE)
    if not is_mine:
        return None
    nonce, url, delivered, signer, shape, game, table_id, night, night_id = rest
    version, signer = delivered + 1, signer or nonce
    if game is None:
        over = NightRound.objects.filter(night=night, over_at__isnull=False).order_by("over_at", "number")
        ended = over.values_list("number", "over_at")[delivered:version].first()
        evening = Night.objects.filter(public_id=night_id).first()
        if ended is None or evening is None:
            return None
        number, over_at = ended
        told = round_told(nights.read_evening(evening), number)
        return Due(pk, nonce, url, "", version, number, "", signer, shape, told, night_id, str(over_at))
    try:
        found = entries.of_games(Game.objects.filter(public_id=table_id))
    except Impossible:  # tried again with the lease: it delays no other
        return None
    if not found or found[0].version < version:
        return None
    [table] = found
    event = table.at(version).events[-1]
    told = row_told(table.at(version), table.at(delivered).state.over)
    key = Entry.objects.filter(game=game, seq=version).values_list("key", flat=True).first()
    of_row = table_id, version, event.entry.seq, event.what
    return Due(pk, nonce, url, *of_row, signer, shape, told, mark=str(key))


def row_told(table: Table, was_over: bool) -> Told:
    """What the last row of a table did. *was_over*: whether the game was over before it."""
    event, state = table.events[-1], table.state
    item = event.entry
    outcomes = [line.outcome for line in item.hand.lines] if item.hand else []
    telling = [name for name in (*FELT, *TELLING, *outcomes) if name in outcomes and name not in STAKED]
    what = in_words.named(item, state)
    if event.what != ENTRY:
        what += ", " + in_words.DONE[event.what]
    kind = CHANGED if event.what != ENTRY else HAND if item.hand else ENTERED
    kind = GAME_OVER if state.over and not was_over else kind
    return Told(kind, in_short(table, what), next(iter(telling), ""), standing_of(table))


def standing_of(table: Table) -> Mapping[str, int]:
    """The score of each side, in seat order; in chips, what each is up."""
    return table.state.net or table.state.scores


def in_short(table: Table, *what: str) -> str:
    """A table in a sentence each: its title, what happened, how it stands, and who won."""
    state = table.state
    scores = ", ".join(f"{shown(name)} {true_minus(score)}" for name, score in standing_of(table).items())
    words = [shown(table.title), *what, scores]
    if state.over:
        several = state.variant.teams or len(state.winners) > 1
        words.append(listed(state.winners) + (" win" if several else " wins"))
    return ". ".join(words) + "."


def round_told(night: Evening, number: int) -> Told:
    """That a round of a night is over, with the places."""
    names = {one.number: one.name for one in night.players}
    places = {names[one.number]: one.points for one in standings(night)}
    first = [f"{shown(name)} {points}" for name, points in list(places.items())[:NAMED]]
    words = [*filter(None, (shown(night.title),)), f"Round {number} is over", ", ".join(first)]
    return Told(ROUND_OVER, ". ".join(words) + ".", "", places)


def taken(due: Due, seconds: float) -> None:
    """Store that a message was accepted after so many seconds; the next row is due at once."""
    done = {"delivered": due.version, "tries": 0, "error": "", "due_at": timezone.now()}
    with writing():
        Webhook.objects.filter(pk=due.pk).update(**done, pace=_pace(seconds))
        parents = Webhook.objects.filter(children=due.pk)
        parents.update(delivered=F("delivered") + 1, tries=0, error="")


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
        parents = Webhook.objects.filter(children=row)
        parents.update(tries=tries, error=row.error, stopped=row.stopped)


def _pace(seconds: float) -> str:
    return PROMPT if seconds < PROMPT_WITHIN else SLOW


def pause(tries: int) -> timedelta:
    """The pause after so many failures: doubled each time, up to an hour."""
    return min(FIRST_PAUSE * (1 << min(tries - 1, 20)), LONGEST_PAUSE)


def follow_moved(game: int, group: int) -> None:
    """Notify the webhooks of a group of a game that comes into it, of its rows from now on.

    Call in the transaction that moves it: what is recorded before the next delivery is not missed.
    """
    newest = Entry.objects.filter(game=game).aggregate(seq=Coalesce(Max("seq"), 0))["seq"]
    hooks = Webhook.objects.filter(group=group, stopped=False)
    _add_rows([(hook, {"game_id": game, "delivered": newest}) for hook in hooks])


def follow_groups() -> None:
    """Give each webhook of a group a row for each game and night that is new in the group."""
    for hook in Webhook.objects.filter(group__deleted_at=None, group__isnull=False, stopped=False):
        _follow(hook)


def _follow(hook: Webhook) -> None:
    """Rows for games and nights without one, whose past is no news, nor are the rows a game came with."""
    known = Webhook.objects.filter(parent=hook)
    games = Game.objects.filter(group=hook.group_id, deleted_at=None)
    games = games.exclude(pk__in=known.filter(game__isnull=False).values("game"))
    came_with = Count("entries", filter=Q(entries__at=F("created_at")))
    rounds = Count("started", filter=Q(started__over_at__isnull=False))
    rows: list[dict[str, Any]] = [
        {"game_id": pk, "delivered": first if at > hook.created_at else newest}
        for pk, at, first, newest in games.annotate(
            first=came_with, newest=Coalesce(Max("entries__seq"), 0)
        ).values_list("pk", "created_at", "first", "newest")
    ]
    evenings = Night.objects.filter(group=hook.group_id)
    evenings = evenings.exclude(pk__in=known.filter(night__isnull=False).values("night"))
    rows += [
        {"night_id": pk, "delivered": 0 if at > hook.created_at else over}
        for pk, at, over in evenings.annotate(over=rounds).values_list("pk", "created_at", "over")
    ]
    _add_rows([(hook, row) for row in rows])


def _add_rows(rows: Iterable[tuple[Webhook, dict[str, Any]]]) -> None:
    """Add rows of webhooks of groups; one that is there stays."""
    made = [
        Webhook(**row, parent=hook, url=hook.url, format=hook.format, due_at=timezone.now(), nonce=uuid4())
        for hook, row in rows
    ]
    if made:
        with writing():
            Webhook.objects.bulk_create(made, ignore_conflicts=True)
