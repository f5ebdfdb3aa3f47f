"""The hand form and the moves of one hand in progress: each brings what the other says."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from companion.forms.hand import HandForm, blank, of_post, of_progress
from companion.log import progress
from companion.log.progress import HandSoFar, SentForm, StoredProgress
from companion.log.table import LogEntry, Table
from scoring import Refusal, State
from scoring.progress import rest


def current(table: Table, stored: StoredProgress) -> StoredProgress:
    """The stored progress; empty if the hand has been entered since, even if that was removed again.

    A removed hand of another phone doesn't end it if there is more in it.
    """
    hand = progress.entered(table, stored.begun) or progress.removed(table, stored)
    if hand is None or (hand.struck and _more(table, stored, hand)):
        return stored
    return StoredProgress(stored.rev, by=stored.by)


def _more(table: Table, stored: StoredProgress, hand: LogEntry) -> bool:
    """Whether the progress is another phone's and says what *hand* doesn't."""
    mine = stored.by is not None and stored.by.device == hand.by.device
    return not mine and progress.says_more(opened(table, stored).entry, hand.entry)


def opened(table: Table, stored: StoredProgress) -> HandForm:
    """The form of the next hand, with all that is known of it."""
    if stored.form is None:
        return _of_moves(table, stored)
    form = as_sent(table.state, stored.form)
    if stored.on_form:
        return form
    known, nothing = _of_moves(table, stored), of_progress(table.state, HandSoFar({"kind": "hand"}))
    return replace(form, fields=_over(form.fields, known.fields, nothing.fields))


def followed(table: Table, stored: StoredProgress) -> StoredProgress:
    """The hand in progress, with moves for what its form says if that was written last."""
    if stored.form is None or not stored.on_form or differs(table, stored):
        return stored
    form = as_sent(table.state, stored.form)
    unsaid = {"tricks", "showdown"} if form.missing else set()
    entry = {name: value for name, value in form.entry.items() if name not in unsaid}
    players = stored.players if stored.moves else table.state.players
    moves = stored.moves + rest(table.state, stored.moves, entry)
    return replace(stored, moves=moves, players=players)


def unsaid(table: Table, now: StoredProgress, then: StoredProgress) -> StoredProgress:
    """*then*, without what its form says of moves of *now* that are gone; an empty form goes too."""
    before = progress.known(table, now)
    if now.form is None or before is None or then.moves[: len(now.moves)] == now.moves:
        return then
    nothing = HandSoFar({"kind": "hand"})
    told = of_progress(table.state, before).drawn
    left = of_progress(table.state, progress.known(table, then) or nothing).drawn
    denied = now.on_form and differs(table, now)
    texts = {
        name: text
        for name, text in _texts(table.state, now.form).items()
        if told.get(name) == left.get(name) or (denied and text != told.get(name))
    }
    form = replace(now.form, texts=texts, press="")
    return replace(then, form=form if of_progress(table.state, nothing).changed(texts) else None)


def _texts(state: State, sent: SentForm) -> Mapping[str, str]:
    """The fields of a form after the button that was pressed."""
    if not sent.press:
        return sent.texts
    seats = {name: text for name, text in sent.texts.items() if name.startswith("seat-")}
    return {**seats, **as_sent(state, sent).drawn}


def differs(table: Table, stored: StoredProgress) -> bool:
    """Whether the form was written last and denies something that the moves say."""
    so_far = progress.known(table, stored)
    if stored.form is None or not stored.on_form or so_far is None:
        return False
    told = of_progress(table.state, so_far).entry
    return progress.says_more(told, as_sent(table.state, stored.form).entry)


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


def _of_moves(table: Table, stored: StoredProgress) -> HandForm:
    """The form with what the moves say; without any, blank."""
    so_far = progress.known(table, stored)
    if so_far is not None:
        return of_progress(table.state, so_far)
    return blank(table.state, [item.entry for item in table.entries if item.hand is not None])


def _over(below: Any, above: Any, empty: Any) -> Any:
    """The values of *above* where they differ from *empty*, else those of *below*."""
    if above == empty:
        return below
    if is_dataclass(above) and not isinstance(above, type):
        values = {
            one.name: _over(getattr(below, one.name), getattr(above, one.name), getattr(empty, one.name))
            for one in fields(above)
        }
        return replace(above, **values)
    if isinstance(above, Mapping) and isinstance(below, Mapping):
        known = {name: value for name, value in above.items() if value is not None}
        return {**below, **known}
    return above
