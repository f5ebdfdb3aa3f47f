"""The hand in progress as stored: its moves and its hand form; without a database.

A table has one. Each tap, a move or the hand form as it then is, is stored with the next ``rev``::

    rev 7   moves: turned hearts, pass   form: texts, press; base 6, tap 8   begun at version 12

- A page sends the ``rev`` it shows. If another page has written since, nothing is stored: the page is drawn
  again from what is (ProgressConflict).
- A phone that lost the response sends its form again with the same ``base``; it replaces the one before,
  unless its ``tap`` is lower: then it is older and came late.
- The part written last leads: the form opens with what the moves have said since, the moves go on from what
  the form says (``forms.opened``). Neither is ever dropped for the other.
- An entered hand ends it without a write: a hand entered after ``begun``. If that is removed, it is back only
  if the hand doesn't say all of it (``forms.opened.current``); to restore the hand brings the rest back.
- A step that is undone is undone in the form too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from companion.access import roles
from companion.log.table import Author, LogEntry, Table
from companion.log.viewer import View
from companion.wording.names import listed
from companion.wording.refusal import AppRefusal
from scoring import Refusal
from scoring.betting import ACTIONS
from scoring.progress import DONE, Progress, progress

SHOWDOWN = "showdown"
PLAYERS_CHANGED = "players-changed"

MOST_MOVES = 400
MOST_TAPS = 100_000  # on a phone without a network

Move = Mapping[str, object]
Moves = tuple[Move, ...]


@dataclass(frozen=True)
class SentForm:
    """The hand form as last sent: its fields as text, and the button that was pressed after them.

    base: ``rev`` of the page that sent it. tap: counts up on each phone; 0 without script. rev: that of the
    progress once it was stored.
    """

    texts: Mapping[str, str]
    press: str = ""
    base: int = 0
    tap: int = 0
    rev: int = 0


@dataclass(frozen=True)
class StoredProgress:
    """The next hand: its moves in order, and its form.

    ``rev``: number of writes; 0: never. ``begun``: version of the table when the hand was begun; a hand
    entered since then is the one that was in progress, unless it was removed. ``players`` (in seat order) are
    those of the first move. ``at`` and ``by``: time and author of the last write.
    """

    rev: int = 0
    moves: Moves = ()
    at: datetime | None = None
    by: Author | None = None
    begun: int = 0
    players: tuple[str, ...] = ()
    form: SentForm | None = None

    @property
    def there(self) -> bool:
        """Whether anything of the hand is stored."""
        return bool(self.moves) or self.form is not None

    @property
    def on_form(self) -> bool:
        """Whether the form was written last."""
        return self.form is not None and self.form.rev == self.rev


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


def entered(table: Table, begun: int) -> LogEntry | None:
    """The hand in progress at version *begun* if it has been entered since; None if not."""
    return next((item for item in table.since(begun, "hand") if not item.struck), None)


def removed(table: Table, stored: StoredProgress) -> LogEntry | None:
    """The hand that was entered after the last write of the progress, and removed; None without one."""
    hands = (item for item in table.since(stored.begun, "hand") if item.struck)
    return next((item for item in hands if stored.at and item.at >= stored.at), None)


def left_over(view: View, stored: StoredProgress) -> LogEntry | None:
    """The hand that another phone entered while this one had the form; None if there is nothing to ask."""
    hand = entered(view.table, stored.begun)
    mine = view.viewer.wrote(stored.by)
    return hand if hand and mine and stored.on_form and not view.viewer.wrote(hand.by) else None


def says_more(mine: object, saved: object) -> bool:
    """Whether an entry, or a value of one, says anything that the other doesn't."""
    if isinstance(mine, Mapping):
        theirs = saved if isinstance(saved, Mapping) else {}
        return any(says_more(value, theirs.get(name)) for name, value in mine.items())
    if isinstance(mine, list):
        return not isinstance(saved, list) or mine != saved[: len(mine)]
    return bool(mine) and mine != saved


def standing(table: Table, stored: StoredProgress) -> Progress:
    """The hand after the stored moves. Raises Refusal if they are no longer possible."""
    if stored.moves and stored.players != table.state.players:
        came_or_left = sorted(set(stored.players) ^ set(table.state.players))
        raise AppRefusal(PLAYERS_CHANGED, "player", players=listed(came_or_left or table.state.players))
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
    return hand_so_far(hand, stored.moves) if stored.moves else None


def hand_so_far(hand: Progress, moves: Sequence[Move]) -> HandSoFar:
    """What is known of a hand after these moves."""
    entry = dict(hand.entry)
    if hand.phase == SHOWDOWN:
        entry.pop("showdown", None)
    betting = () if "bets" in entry or "betting" in entry else _actions(moves)
    if _all_played(hand):
        return HandSoFar(entry, betting=betting)
    entry.pop("tricks", None)
    return HandSoFar(entry, hand.counts, betting)


def _all_played(hand: Progress) -> bool:
    """Whether the entry has all tricks of the hand."""
    played = max(len(hand.tricks), sum(hand.counts.values()))
    stopped = "thrown_in" in hand.entry or hand.won_by_king is not None
    return stopped or hand.phase == DONE or played >= hand.total > 0


def _actions(moves: Sequence[Move]) -> tuple[Mapping[str, object], ...]:
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
        raise AppRefusal("too-many-moves", "moves", got=len(moves), most=MOST_MOVES)
    then = replace(
        _written(view, now, at, view.table.version),
        moves=moves,
        players=now.players if now.moves and moves else view.table.state.players,
    )
    standing(view.table, then)
    return then


def decide_form(
    view: View, now: StoredProgress, sent: SentForm, at: datetime, begun: int
) -> StoredProgress | None:
    """The progress to store with this form; None if a later tap of the same page is stored already.

    *begun*: version of the table when the form was opened. Raises ProgressConflict if the page that sent it
    is older than *now*, unless the phone lost the response to what is stored.
    """
    base = now.rev
    if sent.base != now.rev:
        mine = view.viewer.wrote(now.by)
        if now.form is None or not now.on_form or not mine or sent.base != now.form.base:
            raise ProgressConflict(now)
        if sent.tap < now.form.tap:
            return None
        base = sent.base
    if now.form and (sent.texts, sent.press) == (now.form.texts, now.form.press) and now.on_form:
        return None
    then = _written(view, now, at, begun)
    return replace(then, form=replace(sent, base=base, rev=then.rev))


def decide_told(
    view: View, now: StoredProgress, seen: int, told: StoredProgress, at: datetime
) -> StoredProgress | None:
    """The progress to store for one that a phone without a network has kept since ``rev`` *seen*.

    None if it is stored already. Raises Refusal if its moves are not possible, ProgressConflict if another
    phone has written since.
    """
    mine = view.viewer.wrote(now.by)
    if mine and (now.rev, now.moves, now.form) == (told.rev, told.moves, told.form):
        return None
    if seen != now.rev and not (mine and seen <= now.rev < told.rev):
        raise ProgressConflict(now)
    if len(told.moves) > MOST_MOVES:
        raise AppRefusal("too-many-moves", "moves", got=len(told.moves), most=MOST_MOVES)
    rev = min(max(told.rev, now.rev + 1), now.rev + MOST_TAPS)
    form = replace(told.form, rev=rev if told.on_form else min(told.form.rev, rev - 1)) if told.form else None
    begun, by = min(told.begun, view.table.version), view.viewer.acting(roles.HANDS)
    then = replace(told, rev=rev, form=form, at=at, by=by, begun=begun)
    standing(view.table, then)
    return then


def discarded(view: View, now: StoredProgress, seen: int, at: datetime) -> StoredProgress:
    """The progress without moves and form. Raises ProgressConflict if *now* has another ``rev``."""
    if seen != now.rev:
        raise ProgressConflict(now)
    return replace(_written(view, now, at, view.table.version), moves=(), form=None)


def _written(view: View, now: StoredProgress, at: datetime, begun: int) -> StoredProgress:
    """The same with another ``rev``, written now by this phone."""
    by = view.viewer.acting(roles.HANDS)
    return replace(now, rev=now.rev + 1, at=at, by=by, begun=now.begun if now.there else begun)
