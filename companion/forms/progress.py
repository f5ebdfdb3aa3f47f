"""The hand in progress: what to store after a tap, and each of its two parts with what the other says.

A table has one (``log.progress.StoredProgress``). Each tap, a move or the hand form as it then is, is stored
with the next ``rev``::

    rev 7   moves: turned hearts, pass   form: texts, press; base 6, tap 8   begun at version 12

- A page sends the ``rev`` it shows. If another page has written since, nothing is stored: the page is drawn
  again from what is (ProgressConflict).
- A phone that lost the response sends its form again with the same ``base``; it replaces the one before,
  unless its ``tap`` is lower: then it is older and came late.
- The part written last leads: the form opens with what the moves have said since (``hand_form``), the moves
  go on from what the form says (``with_moves``). Neither is ever dropped for the other.
- An entered hand ends it without a write: a hand entered after ``begun``. If that is removed, it is back only
  if the hand doesn't say all of it (``current``); to restore the hand brings the rest back.
- A step that is undone is undone in the form too.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from companion.forms.hand import HandForm, blank, of_post, of_progress
from companion.log import rights
from companion.log.progress import (
    HandSoFar,
    Move,
    Moves,
    ProgressConflict,
    SentForm,
    StoredProgress,
    entered,
    known,
    removed,
    says_more,
    standing,
)
from companion.log.rights import View, time_of_row
from companion.log.table import Author, LogEntry, Table
from companion.wording.refusal import AppRefusal
from scoring import Refusal, State
from scoring.progress import rest

# The progress to store, decided at a time for what is stored now and not entered since; None if nothing is to
# be written. Raises Refusal, ProgressConflict.
Decision = Callable[[View, StoredProgress, datetime], StoredProgress | None]

COLUMNS = ("rev", "begun", "players", "moves", "form")
MOST_MOVES = 400
MOST_TAPS = 100_000  # on a phone without a network
MOST_TEXT = 8_000  # of the form as JSON; a hand of twelve players has 2,000
NOTHING = HandSoFar({"kind": "hand"})
COUNTED = "so-far-"  # tricks that moves have told, as the form shows them
SAID, FOLLOWS, ASKS = "said", "follows", "asks"


def current(table: Table, stored: StoredProgress) -> StoredProgress:
    """The stored progress; empty if the hand has been entered since, even if that was removed again.

    A removed hand of another phone doesn't end it if there is more in it.
    """
    hand = entered(table, stored.begun) or removed(table, stored)
    if hand is None:
        return stored
    mine = stored.by is not None and stored.by.device == hand.by.device
    if hand.struck and not mine and says_more(hand_form(table, stored).entry, hand.entry):
        return stored
    return StoredProgress(stored.rev, by=stored.by)


def hand_form(table: Table, stored: StoredProgress) -> HandForm:
    """The form of the next hand, with all that is known of it."""
    if stored.form is None and known(table, stored) is None:
        return blank(table.state, [item.entry for item in table.entries if item.hand is not None])
    if stored.form is None:
        return _of_moves(table, stored)
    if stored.on_form:
        return as_sent(table.state, stored.form)
    nothing = of_progress(table.state, NOTHING).drawn
    told = {name: text for name, text in _of_moves(table, stored).drawn.items() if text != nothing.get(name)}
    return of_post(table.state, {**as_sent(table.state, stored.form).drawn, **told})


def _of_moves(table: Table, stored: StoredProgress) -> HandForm:
    """The form with what the moves say and no more; empty if they are no longer possible."""
    return of_progress(table.state, known(table, stored) or NOTHING)


def with_moves(table: Table, stored: StoredProgress) -> StoredProgress:
    """The hand in progress, with moves for what its form says if that was written last."""
    if stored.form is None or not stored.on_form or form_denies(table, stored):
        return stored
    form = as_sent(table.state, stored.form)
    unsaid = {"tricks", "showdown"} if form.missing else set()
    entry = {name: value for name, value in form.entry.items() if name not in unsaid}
    players = stored.players if stored.moves else table.state.players
    moves = stored.moves + rest(table.state, stored.moves, entry)
    return replace(stored, moves=moves, players=players)


def form_denies(table: Table, stored: StoredProgress) -> bool:
    """Whether the form was written last and denies something that the moves say."""
    if stored.form is None or not stored.on_form:
        return False
    return says_more(_of_moves(table, stored).entry, as_sent(table.state, stored.form).entry)


def form_differs(table: Table, stored: StoredProgress) -> bool:
    """Whether the form denies something that the moves say, or says more of a hand that they say is over."""
    if form_denies(table, stored):
        return True
    if stored.form is None or known(table, stored) is None or not standing(table, stored).done:
        return False
    return says_more(hand_form(table, stored).entry, noted(_of_moves(table, stored).entry, stored))


def noted(entry: Mapping[str, object], stored: StoredProgress) -> dict[str, object]:
    """The entry that the moves make, with the note of the form."""
    note = stored.form.texts.get("note", "").strip() if stored.form else ""
    return {**entry, "note": note} if note else dict(entry)


def as_sent(state: State, sent: SentForm) -> HandForm:
    """A form as it was sent, after the button that was pressed, if that is still possible."""
    form = of_post(state, sent.texts)
    try:
        return form.press(sent.press)
    except Refusal:
        return form


def trump_so_far(table: Table, stored: StoredProgress) -> str:
    """The trump of the hand in progress; "" if unknown."""
    so_far = known(table, with_moves(table, stored))
    return str(so_far.entry.get("trump", "")) if so_far else ""


def adding(seen: int, more: Sequence[Move]) -> Decision:
    """The decision to add moves to those of ``rev`` *seen*; the same step again adds nothing.

    Refused while the form denies what the moves say: the moves would lead again, and its word be lost.
    """
    moving = _moving(seen, lambda now: (*now, *more), tuple(more))

    def decide(view: View, now: StoredProgress, at: datetime) -> StoredProgress | None:
        then = moving(view, now, at)
        if then is not None and form_denies(view.table, now):
            raise AppRefusal("form-differs", "move")
        return then

    return decide


def taking_back(seen: int) -> Decision:
    """The decision to remove the last move of ``rev`` *seen*."""
    return _moving(seen, lambda now: now[:-1])


def replacing(seen: int, moves: Sequence[Move]) -> Decision:
    """The decision to store these moves and no others instead of those of ``rev`` *seen*.

    Refused like a move while the form denies the moves, unless one of these goes.
    """
    moving = _moving(seen, lambda now: tuple(moves))

    def decide(view: View, now: StoredProgress, at: datetime) -> StoredProgress | None:
        then = moving(view, now, at)
        if then and form_denies(view.table, now) and then.moves[: len(now.moves)] == now.moves:
            raise AppRefusal("form-differs", "moves")
        return then

    return decide


def _moving(seen: int, step: Callable[[Moves], Moves], again: Moves = ()) -> Decision:
    """The decision on a step; *again*: the moves of a step that may be a repetition."""

    def decide(view: View, now: StoredProgress, at: datetime) -> StoredProgress | None:
        now = with_moves(view.table, now)
        if seen != now.rev:
            if again and seen == now.rev - 1 and now.moves[-len(again) :] == again:
                return None
            raise ProgressConflict(now)
        then = _written(view, now, at, view.table.version)
        moves, state = step(now.moves), view.table.state
        then = replace(then, moves=moves, players=now.players if now.moves and moves else state.players)
        _refuse_impossible(view.table, then)
        if now.form is None or known(view.table, now) is None or moves[: len(now.moves)] == now.moves:
            return then
        # Without what the form says of moves that are gone; an empty form goes too.
        sent = now.form.texts
        if now.form.press:  # the fields after the button that was pressed
            seats = {name: text for name, text in sent.items() if name.startswith("seat-")}
            sent = {**seats, **as_sent(state, now.form).drawn}
        told, left = _of_moves(view.table, now).drawn, _of_moves(view.table, then).drawn
        texts = {
            name: text
            for name, text in sent.items()
            if told.get(name) == left.get(name) or (text != told.get(name) and not name.startswith(COUNTED))
        }
        leads = then.rev if form_denies(view.table, now) else now.form.rev
        form = replace(now.form, texts=texts, press="", rev=leads)
        return replace(then, form=form if of_progress(state, NOTHING).changed(texts) else None)

    return decide


def discarding(seen: int) -> Decision:
    """The decision to remove the moves and the form of ``rev`` *seen*."""

    def decide(view: View, now: StoredProgress, at: datetime) -> StoredProgress:
        if seen != now.rev:
            raise ProgressConflict(now)
        return replace(_written(view, now, at, view.table.version), moves=(), form=None)

    return decide


def storing_form(sent: SentForm, since: int) -> Decision:
    """The decision to store a form, opened at version *since* of the table.

    A form without anything in it, one too long to be stored, and one of which a later tap is stored already
    are left alone. It conflicts if the page that sent it is older than what is stored, unless the phone lost
    the response to that.
    """

    def decide(view: View, now: StoredProgress, at: datetime) -> StoredProgress | None:
        if len(json.dumps(sent.texts)) > MOST_TEXT:
            return None
        form = as_sent(view.table.state, sent)
        if not now.there and form.entry == hand_form(view.table, now).entry:
            return None
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
        then = _written(view, now, at, since)
        return replace(then, form=replace(sent, base=base, rev=then.rev))

    return decide


def telling(seen: int, told: StoredProgress, told_at: datetime | None) -> Decision:
    """The decision to store what a phone without a network has kept since ``rev`` *seen*."""

    def decide(view: View, now: StoredProgress, at: datetime) -> StoredProgress | None:
        mine = view.viewer.wrote(now.by)
        if mine and (now.rev, now.moves, now.form) == (told.rev, told.moves, told.form):
            return None
        if seen != now.rev and not (mine and seen <= now.rev < told.rev):
            raise ProgressConflict(now)
        then = told.at_rev(min(max(told.rev, now.rev + 1), now.rev + MOST_TAPS))
        at = time_of_row(view.table.rows[: told.begun], told_at, at)
        begun, by = min(told.begun, view.table.version), view.viewer.acting(rights.HANDS)
        then = replace(then, at=at, by=by, begun=begun)
        _refuse_impossible(view.table, then)
        return then

    return decide


def _refuse_impossible(table: Table, then: StoredProgress) -> None:
    if len(then.moves) > MOST_MOVES:
        raise AppRefusal("too-many-moves", "moves", got=len(then.moves), most=MOST_MOVES)
    standing(table, then)


def _written(view: View, now: StoredProgress, at: datetime, begun: int) -> StoredProgress:
    """The next ``rev``, written now by this phone."""
    by = view.viewer.acting(rights.HANDS)
    return replace(now, rev=now.rev + 1, at=at, by=by, begun=now.begun if now.there else begun)


def starts_hand(view: View, then: StoredProgress) -> bool | None:
    """Whether bank entries wait for the hand of this progress; None where nothing changes about that."""
    if not view.table.variant.has_bank or entered(view.table, then.begun):
        return None
    return bool(then.moves) or (then.form is not None and as_sent(view.table.state, then.form).begun)


def columns(stored: StoredProgress) -> dict[str, object]:
    """The columns of a progress without its author and time: its moves and form are JSON text."""
    return {
        "rev": stored.rev,
        "begun": stored.begun,
        "players": json.dumps(stored.players),
        "moves": json.dumps(stored.moves),
        "form": json.dumps(vars(stored.form)) if stored.form else "",
    }


def of_columns(found: Mapping[str, object], at: datetime | None, by: Author) -> StoredProgress:
    """The progress of these columns."""
    moves, players = (tuple(json.loads(str(found[name]))) for name in ("moves", "players"))
    form = SentForm(**json.loads(str(found["form"]))) if found["form"] else None
    return StoredProgress(int(str(found["rev"])), moves, at, by, int(str(found["begun"])), players, form)


@dataclass(frozen=True)
class TwoHands:
    """The hand in progress of this phone, *mine*, and that of the table as it is now.

    saved: the hand that was entered since mine was begun; None without one.
    """

    table: Table
    now: StoredProgress
    mine: StoredProgress

    @property
    def saved(self) -> LogEntry | None:
        """The hand that was entered since mine was begun; None without one."""
        return entered(self.table, self.mine.begun)

    @property
    def theirs(self) -> Mapping[str, object]:
        """What the other hand says: the fields of its entry so far."""
        return self.saved.entry if self.saved else hand_form(self.table, self._there).entry

    @property
    def ours(self) -> Mapping[str, object]:
        """What this phone's hand says: the fields of its entry so far."""
        return hand_form(self.table, self.mine).entry

    @property
    def fate(self) -> str:
        """What becomes of mine: the other says all of it, it says all of the other, or somebody is asked."""
        moves, other = self.mine.moves, self._there.moves
        is_said = not says_more(self.ours, self.theirs)
        if is_said and (self.saved or other[: len(moves)] == moves):
            return SAID
        follows = not says_more(self.theirs, self.ours) and moves[: len(other)] == other
        return FOLLOWS if follows and not self.saved else ASKS

    @property
    def after(self) -> StoredProgress:
        """Mine as the next write on top of the other hand; after a saved one as the hand that comes next."""
        begun = self.table.version if self.saved else self.mine.begun
        return replace(self.mine.at_rev(max(self.mine.rev, self.now.rev + 1)), begun=begun)

    @property
    def again(self) -> StoredProgress | None:
        """The other hand under a ``rev`` that no page of this phone shows with mine; None if it has one."""
        if self.saved or self.now.rev > self.mine.rev:
            return None
        return replace(self, now=self.mine, mine=self._there).after

    @property
    def _there(self) -> StoredProgress:
        return current(self.table, self.now)
