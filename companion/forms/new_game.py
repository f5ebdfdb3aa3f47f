"""The new-game form: players by seat, first dealer, house rules, and a buy-in for everyone."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.forms.fields import number
from companion.rules.options import options
from companion.wording.refusal import AppRefusal
from scoring import Record, Refusal, Variant, from_json, replay
from scoring.chips import HAND_OUTS
from scoring.names import checked, refuse_taken
from scoring.record import FORMAT

RANDOM = "random"
TITLE_LENGTH = 60


@dataclass(frozen=True)
class NewGame:
    """The posted fields: names by seat, and the others by field."""

    variant: Variant
    names: Sequence[str]
    values: Mapping[str, str]


@dataclass(frozen=True)
class Read:
    """The record, or else errors by field; a seat's field is "seat-1"."""

    record: Record | None = None
    errors: Mapping[str, Refusal] = field(default_factory=dict)


def read(form: NewGame) -> Read:
    """The record of the form, or its errors. Draws the first dealer if asked to."""
    names = seated(form.names)
    errors = _wrong_names(names)
    chosen, wrong_options = options(form.variant, form.values)
    errors |= wrong_options
    errors |= _wrong_title(form.values.get("title", ""))
    if errors:
        return Read(errors=errors)
    try:
        return Read(_record(form, names, chosen))
    except Refusal as refusal:
        return Read(errors={refusal.field or "players": refusal})


def seated(names: Sequence[str]) -> list[str]:
    """The names in seat order, stripped; empty ones are dropped."""
    return [name.strip() for name in names if name.strip()]


def _wrong_names(names: Sequence[str]) -> dict[str, Refusal]:
    errors: dict[str, Refusal] = {}
    for seat, name in enumerate(names, 1):
        try:
            checked(name, "players")
            refuse_taken(name, names[: seat - 1], "players")
        except Refusal as refusal:
            errors[f"seat-{seat}"] = refusal
    return errors


def _wrong_title(title: str) -> dict[str, Refusal]:
    length = len(title.strip())
    if length <= TITLE_LENGTH:
        return {}
    return {"title": AppRefusal("too-long", "title", got=length, most=TITLE_LENGTH)}


def _record(form: NewGame, names: list[str], chosen: Mapping[str, object]) -> Record:
    header: dict[str, object] = {
        "format": FORMAT,
        "variant": form.variant.name,
        "players": names,
        "options": dict(chosen),
        "entries": _buy_ins(form, names),
    }
    for text in ("title", "played_on"):
        if form.values.get(text, "").strip():
            header[text] = form.values[text].strip()
    from_json(header)
    record = from_json({**header, "dealer": _dealer(form.values.get("dealer", "1"), names)})
    replay(record)
    return record


def _dealer(choice: str, names: Sequence[str]) -> str:
    if choice == RANDOM:
        return secrets.choice(names)
    if choice in [str(seat) for seat in range(1, len(names) + 1)]:
        return names[int(choice) - 1]
    raise AppRefusal("no-dealer", "dealer")


def _buy_ins(form: NewGame, names: Sequence[str]) -> list[dict[str, object]]:
    """A buy-in for everyone if chosen: the typed amount, else that of the chart (PC-03)."""
    if not form.variant.has_bank or not form.values.get("buy_in"):
        return []
    usual = HAND_OUTS[len(names)].least if len(names) in HAND_OUTS else 1
    chips = number(form.values, "chips", 1) or usual
    credit = {"on_credit": True} if form.values.get("on_credit") else {}
    return [{"kind": "buy-in", "player": name, "chips": chips, **credit} for name in names]
