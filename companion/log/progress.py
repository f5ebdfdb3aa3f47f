"""The hand in progress as stored: its moves and its hand form (``forms.progress`` writes them)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from companion.log.rights import View
from companion.log.table import Author, LogEntry, Table
from companion.wording.names import listed
from companion.wording.refusal import AppRefusal
from scoring import Refusal
from scoring.betting import ACTIONS
from scoring.progress import DONE, Progress, progress

SHOWDOWN = "showdown"
PLAYERS_CHANGED = "players-changed"

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

    def at_rev(self, rev: int) -> "StoredProgress":
        """The hand in progress under another ``rev``; the part written last stays so."""
        form = self.form and replace(self.form, rev=rev if self.on_form else min(self.form.rev, rev - 1))
        return replace(self, rev=rev, form=form)


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
    betting: tuple[Mapping[str, object], ...] = ()
    if "bets" not in entry and "betting" not in entry:
        names = {"move": "action", "player": "player", "chips": "chips"}
        acted = [move for move in moves if move.get("move") in ACTIONS]
        betting = tuple({names[name]: one[name] for name in one if name in names} for one in acted)
    played = max(len(hand.tricks), sum(hand.counts.values()))
    stopped = "thrown_in" in hand.entry or hand.won_by_king is not None
    if stopped or hand.phase == DONE or played >= hand.total > 0:
        return HandSoFar(entry, betting=betting)
    entry.pop("tricks", None)
    return HandSoFar(entry, hand.counts, betting)
