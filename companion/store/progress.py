"""The hand in progress of a table: every phone sees it, and it is no part of the log until it is saved."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from companion import models, store
from companion.access import roles
from companion.log.table import Author, Table
from companion.store import bank, people
from scoring import Refusal
from scoring.progress import Progress, progress

PLAY = "play"

MOST_MOVES = 400

Move = Mapping[str, object]
Moves = tuple[Move, ...]
Change = Callable[["Draft"], Moves]


@dataclass(frozen=True)
class Draft:
    """The moves of the hand that comes next, in order; ``rev`` is what a phone has seen of it, 0 of none.

    ``players`` are those who sat at the table when the first move was made, and ``begun`` is how many rows
    the log had then: a hand entered since is the one that was in progress, unless it was struck out.
    """

    rev: int = 0
    moves: tuple[Move, ...] = ()
    at: datetime | None = None
    by: Author | None = None
    begun: int = 0
    players: tuple[str, ...] = ()


class Stale(Exception):
    """Another phone has moved first: *draft* is what it left."""

    def __init__(self, draft: Draft) -> None:
        super().__init__("the hand has gone on")
        self.draft = draft


def draft(table: Table) -> Draft:
    """The hand in progress; without moves where none has begun, or the one that had is saved by now."""
    row = models.Draft.objects.filter(game__public_id=table.id).first()
    return _draft(table, row)


def standing(table: Table, draft: Draft) -> Progress:
    """Where the hand stands after these moves; raises Refusal of what can no longer be."""
    if draft.moves and draft.players != table.state.players:
        came_or_left = sorted(set(draft.players) ^ set(table.state.players))
        raise Refusal(
            "player",
            "expected the people with whom the hand began, got a change of "
            + ", ".join(came_or_left or table.state.players),
        )
    return progress(table.state, draft.moves)


def told(table: Table) -> Mapping[str, object] | None:
    """What the entry of the hand in progress has so far; None where none has begun or it can no longer be.

    Tricks are left out while there are more to come: a form takes them for all there are.
    """
    now = draft(table)
    try:
        hand = standing(table, now)
    except Refusal:
        return None
    if not now.moves:
        return None
    return {name: value for name, value in hand.entry.items() if name != "tricks" or hand.phase != PLAY}


def trump(table: Table) -> str:
    """What is trump in the hand in progress; nothing where that is open."""
    return str((told(table) or {}).get("trump", ""))


def move(table: Table, seen: int, more: Sequence[Move]) -> Draft:
    """The hand after some moves more. The same tap again counts once. Raises Refusal or Stale."""

    def moved(now: Draft) -> tuple[Move, ...]:
        return (*now.moves, *more)

    return _changed(table, seen, moved, tuple(more))


def take_back(table: Table, seen: int) -> Draft:
    """The hand before its last move. Raises Stale."""
    return _changed(table, seen, lambda now: now.moves[:-1])


def begin_again(table: Table, seen: int) -> Draft:
    """The hand before its first move. Raises Stale."""
    return _changed(table, seen, lambda now: ())


def replace_moves(table: Table, seen: int, moves: Sequence[Move]) -> Draft:
    """The hand with these moves and no others. Raises Refusal or Stale."""
    return _changed(table, seen, lambda now: tuple(moves))


def _changed(table: Table, seen: int, change: Change, again: tuple[Move, ...] = ()) -> Draft:
    with transaction.atomic():
        game = people.held(table, roles.HANDS)
        table = store.load(table.device, table.id, roles.HANDS)
        now = _draft(table, models.Draft.objects.filter(game=game).first())
        if seen != now.rev:
            if again and seen == now.rev - 1 and now.moves[-len(again) :] == again:
                return now
            raise Stale(now)
        then = _next(table, now, change(now))
        models.Draft.objects.update_or_create(game=game, defaults=_columns(then))
        if table.variant.has_bank:
            bank.keep_begun(table, bool(then.moves))
        people.stir(table.id)
    return then


def _next(table: Table, now: Draft, moves: tuple[Move, ...]) -> Draft:
    """The draft with these moves; raises Refusal where they cannot be."""
    if len(moves) > MOST_MOVES:
        raise Refusal("moves", f"expected at most {MOST_MOVES} moves in one hand, got {len(moves)}")
    goes_on = bool(now.moves and moves)
    then = Draft(
        rev=now.rev + 1,
        moves=moves,
        at=timezone.now(),
        by=Author(table.device, roles.acting(table.roles, roles.HANDS)),
        begun=now.begun if goes_on else table.version,
        players=now.players if goes_on else table.state.players,
    )
    standing(table, then)
    return then


def _columns(draft: Draft) -> dict[str, object]:
    by = draft.by or Author("", "")
    return {
        "rev": draft.rev,
        "begun": draft.begun,
        "players": json.dumps(draft.players),
        "moves": json.dumps(draft.moves),
        "at": draft.at,
        "device": by.device,
        "role": by.role,
    }


def _draft(table: Table, row: models.Draft | None) -> Draft:
    if row is None:
        return Draft()
    by = Author(row.device, row.role)
    if any(not item.struck for item in table.since(row.begun, "hand")):
        return Draft(row.rev, by=by)
    players = tuple(json.loads(row.players))
    return Draft(row.rev, tuple(json.loads(row.moves)), row.at, by, row.begun, players)
