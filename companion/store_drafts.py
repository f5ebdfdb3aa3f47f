"""The hand in progress of a table: every phone sees it, and it is no part of the log until it is saved."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from companion import models, roles, store_bank, store_people
from companion.log import Author, Table
from scoring import Refusal
from scoring.progress import Progress, progress

PLAY = "play"

MOST_MOVES = 400

Move = Mapping[str, object]
Moves = tuple[Move, ...]
Change = Callable[["Draft"], Moves]


@dataclass(frozen=True)
class Draft:
    """The moves of the hand that comes next, in order; ``rev`` is what a phone has seen of it, 0 of none."""

    rev: int = 0
    moves: tuple[Move, ...] = ()
    at: datetime | None = None
    by: Author | None = None


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
    """Where the hand stands after these moves; raises Refusal of the move that can no longer be."""
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
    table.require(roles.HANDS)
    with transaction.atomic():
        game = models.Game.objects.select_for_update(of=("self",)).get(public_id=table.id)
        row = models.Draft.objects.filter(game=game).first()
        now = _draft(table, row)
        if seen != now.rev:
            if again and seen == now.rev - 1 and now.moves[-len(again) :] == again:
                return now
            raise Stale(now)
        moves = change(now)
        _refuse_impossible(table, moves)
        by = {"at": timezone.now(), "device": table.device, "role": roles.acting(table.roles, roles.HANDS)}
        said = {"rev": now.rev + 1, "hand": _number(table), "moves": json.dumps(moves), **by}
        row, _new = models.Draft.objects.update_or_create(game=game, defaults=said)
        if table.variant.has_bank:
            store_bank.keep_begun(table, bool(moves))
        store_people.stir(table.id)
    return _draft(table, row)


def _refuse_impossible(table: Table, moves: Sequence[Move]) -> None:
    if len(moves) > MOST_MOVES:
        raise Refusal("moves", f"expected at most {MOST_MOVES} moves in one hand, got {len(moves)}")
    progress(table.state, moves)


def _draft(table: Table, row: models.Draft | None) -> Draft:
    if row is None:
        return Draft()
    if row.hand != _number(table):
        return Draft(row.rev)
    return Draft(row.rev, tuple(json.loads(row.moves)), row.at, Author(row.device, row.role))


def _number(table: Table) -> int:
    """The number of the hand that comes next."""
    return table.state.hands + 1
