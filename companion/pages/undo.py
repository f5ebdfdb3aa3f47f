"""What Undo undoes at a table, and what was undone last."""

from dataclasses import dataclass

from companion.log import in_words
from companion.log.progress import Moves, StoredProgress
from companion.log.table import STRIKE, LogEntry, subject_of
from companion.log.viewer import View
from companion.wording.names import shown
from scoring import Refusal, State
from scoring.progress import progress


@dataclass(frozen=True)
class Undo:
    """The Undo button.

    label: its words. seq: the entry that it removes; None where it undoes a step of the hand in progress.
    rev: that of the hand in progress. step: that step in words; "" without one. reopens: whether the game
    goes on after it. first: number of the hand to discard before it, which stands in the hand form.
    """

    label: str
    seq: int | None = None
    rev: int = 0
    step: str = ""
    reopens: bool = False
    first: int = 0


@dataclass(frozen=True)
class Undone:
    """The entry that the last row removed, in words, and whether this viewer may restore it."""

    seq: int
    text: str
    may_restore: bool


def undo(view: View, kept: StoredProgress) -> Undo | None:
    """The last step of the hand in progress, or else the last entry; None if this viewer may undo neither.

    What was tapped on the hand form is no step: the form has its own buttons. The hand before it can't be
    undone until that is discarded: it would be entered as the hand that was undone.
    """
    table, last = view.table, view.table.last
    if kept.moves and not kept.on_form and not table.state.over and view.viewer.may_record:
        return Undo("Undo step", rev=kept.rev, step=step_words(table.state, kept.moves))
    if last is None or not view.may_undo:
        return None
    if last.kind == "hand" and kept.there and not table.state.over:
        return Undo(undo_words(last), first=table.state.hands + 1)
    reopens = table.reopened_without(last.seq)
    return Undo(undo_words(last) + reopens * " and reopen the game", last.seq, reopens=reopens)


def undo_words(item: LogEntry) -> str:
    """Label of a button that removes the last entry: "Undo hand 3"."""
    return "Undo " + subject_of(item)


def undone(view: View, kept: StoredProgress) -> Undone | None:
    """What the last row of the log removed; None if it did something else.

    A hand begun since is in its place: it would be entered as another hand if it were restored.
    """
    events = view.table.events
    if not events or events[-1].what != STRIKE:
        return None
    item = events[-1].entry
    replaced = item.kind == "hand" and kept.there and kept.begun >= events[-1].seq
    may_restore = view.viewer.may_change(item.kind) and not replaced
    return Undone(item.seq, in_words.what(item.entry, view.table.state), may_restore)


def step_words(state: State, moves: Moves) -> str:
    """The last move as question and answer: "Who takes the trick? Cy"; "" if it is no longer possible."""
    try:
        before = progress(state, moves[:-1])
    except Refusal:
        return ""
    made = {name: value for name, value in moves[-1].items() if name != "chips"}
    words = [offer.words for offer in before.offers if offer.move == made]
    chips = [str(moves[-1]["chips"])] if "chips" in moves[-1] else []
    return shown(" ".join([before.ask, *words, *chips]))
