"""The hand in progress as stored: adding a move, undoing one, restarting; without a database."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from companion.access import roles
from companion.log.table import Author, Table
from companion.log.viewer import View
from scoring import Refusal
from scoring.betting import ACTIONS
from scoring.progress import DONE, Progress, progress
from scoring.refusal import worded

SHOWDOWN = "showdown"

MOST_MOVES = 400

Move = Mapping[str, object]
Moves = tuple[Move, ...]


@dataclass(frozen=True)
class StoredProgress:
    """The moves of the next hand, in order.

    ``rev``: number of writes; 0: never. ``players`` (in seat order) and ``begun`` (version of the table) are
    those of the first move: a hand entered since then is the one that was in progress, unless it was removed.
    ``at`` and ``by``: time and author of the last move.
    """

    rev: int = 0
    moves: Moves = ()
    at: datetime | None = None
    by: Author | None = None
    begun: int = 0
    players: tuple[str, ...] = ()


@dataclass(frozen=True)
class HandSoFar:
    """What is known of the hand in progress.

    entry: its fields so far; without ``tricks`` and ``showdown`` while some of their tricks are still to be
    played. tricks: won so far by player, until all are played. betting: actions of a betting round that isn't
    over, as in the record.
    """

    entry: Mapping[str, object]
    tricks: Mapping[str, int] = field(default_factory=dict)
    betting: tuple[Mapping[str, object], ...] = ()


Step = Callable[[StoredProgress], Moves]


class ProgressConflict(Exception):
    """Raised when another phone moved first: *progress* is stored now."""

    def __init__(self, progress: StoredProgress) -> None:
        super().__init__("the hand has gone on")
        self.progress = progress


def current(table: Table, stored: StoredProgress) -> StoredProgress:
    """The stored progress, without moves if the hand has been entered since."""
    if any(not item.struck for item in table.since(stored.begun, "hand")):
        return StoredProgress(stored.rev, by=stored.by)
    return stored


def standing(table: Table, stored: StoredProgress) -> Progress:
    """The hand after the stored moves. Raises Refusal if they are no longer possible."""
    if stored.moves and stored.players != table.state.players:
        came_or_left = sorted(set(stored.players) ^ set(table.state.players))
        raise worded(
            "player",
            "expected the people with whom the hand began, got a change of "
            + ", ".join(came_or_left or table.state.players),
        )
    return progress(table.state, stored.moves)


def entry_so_far(table: Table, stored: StoredProgress) -> Mapping[str, object] | None:
    """The fields of the entry known so far; None without moves, or if they are no longer possible."""
    so_far = known(table, stored)
    return so_far.entry if so_far else None


def known(table: Table, stored: StoredProgress) -> HandSoFar | None:
    """What is known of the hand; None without moves, or if they are no longer possible."""
    try:
        hand = standing(table, stored)
    except Refusal:
        return None
    if not stored.moves:
        return None
    entry = dict(hand.entry)
    if hand.phase == SHOWDOWN:
        entry.pop("showdown", None)
    betting = () if "bets" in entry or "betting" in entry else _actions(stored.moves)
    if _all_played(hand):
        return HandSoFar(entry, betting=betting)
    entry.pop("tricks", None)
    return HandSoFar(entry, hand.counts, betting)


def _all_played(hand: Progress) -> bool:
    """Whether the entry has all tricks of the hand."""
    played = max(len(hand.tricks), sum(hand.counts.values()))
    stopped = "thrown_in" in hand.entry or hand.won_by_king is not None
    return stopped or hand.phase == DONE or played >= hand.total > 0


def _actions(moves: Moves) -> tuple[Mapping[str, object], ...]:
    """The actions among *moves*, as in the record."""
    names = {"move": "action", "player": "player", "chips": "chips"}
    return tuple(
        {names[name]: value for name, value in move.items() if name in names}
        for move in moves
        if move.get("move") in ACTIONS
    )


def add(more: Sequence[Move]) -> Step:
    """The step that adds moves."""
    return lambda now: (*now.moves, *more)


def decide(
    view: View, now: StoredProgress, seen: int, step: Step, at: datetime, again: Moves = ()
) -> StoredProgress | None:
    """The progress to store after a step based on ``rev`` *seen*; None if *again* equals the last step.

    Raises Refusal if the moves are not possible, ProgressConflict if *now* has another ``rev``.
    """
    if seen != now.rev:
        if again and seen == now.rev - 1 and now.moves[-len(again) :] == again:
            return None
        raise ProgressConflict(now)
    moves = step(now)
    if len(moves) > MOST_MOVES:
        raise worded("moves", f"expected at most {MOST_MOVES} moves in one hand, got {len(moves)}")
    goes_on = bool(now.moves and moves)
    then = StoredProgress(
        rev=now.rev + 1,
        moves=moves,
        at=at,
        by=view.viewer.acting(roles.HANDS),
        begun=now.begun if goes_on else view.table.version,
        players=now.players if goes_on else view.table.state.players,
    )
    standing(view.table, then)
    return then
