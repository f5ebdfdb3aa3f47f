"""The hand form as it is opened: as it was last sent, filled in from the moves of the hand in progress."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from companion.forms.hand import HandForm, blank, of_post, of_progress
from companion.log import progress
from companion.log.progress import HandSoFar, SentForm, StoredProgress
from companion.log.table import Table
from scoring import Refusal, State


def opened(table: Table, stored: StoredProgress) -> HandForm:
    """The form of the next hand, with all that is known of it."""
    if stored.form is None:
        return _of_moves(table, stored)
    form = as_sent(table.state, stored.form)
    if stored.on_form:
        return form
    known, nothing = _of_moves(table, stored), of_progress(table.state, HandSoFar({"kind": "hand"}))
    return replace(form, fields=_over(form.fields, known.fields, nothing.fields))


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
