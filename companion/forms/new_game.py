"""The new-game form: players by seat, first dealer, house rules, and a buy-in for everyone."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from unicodedata import category

from companion.forms.fields import number, whole
from companion.rules.options import options
from companion.wording.refusal import AppRefusal
from scoring import Record, Refusal, Variant, from_json, replay
from scoring.chips import HAND_OUTS
from scoring.names import UNSEEN, checked, refuse_same, refuse_taken
from scoring.record import FORMAT

RANDOM = "random"
DIGITS = tuple("0123456789")
TITLE_LENGTH = 60
SIGN_LENGTH = 6
SEAT, UNSEAT, ADD, SAME_PLAYERS = "seat", "unseat", "add", "same_players"
TAPS = frozenset((SEAT, UNSEAT, ADD, SAME_PLAYERS))  # what sends the form by a tap on the seats, not by Start
NEW_NAME = "name"


@dataclass(frozen=True)
class NewGame:
    """The posted fields: names by seat, and the others by field."""

    variant: Variant
    names: Sequence[str]
    values: Mapping[str, str]


@dataclass(frozen=True)
class Read:
    """The record and its currency sign, or else errors by field; a seat's field is "seat-1"."""

    record: Record | None = None
    currency: str = ""
    errors: Mapping[str, Refusal] = field(default_factory=dict)


def read(form: NewGame) -> Read:
    """The record of the form, or its errors. Draws the first dealer if asked to."""
    names = seated(form.names)
    errors: dict[str, Refusal] = {}
    for seat, name in enumerate(names, 1):
        try:
            checked(name, "players")
            refuse_taken(name, names[: seat - 1], "players")
        except Refusal as refusal:
            errors[f"seat-{seat}"] = refusal
    chosen, wrong_options = options(form.variant, form.values)
    errors |= wrong_options
    length = len(form.values.get("title", "").strip())
    if length > TITLE_LENGTH:
        errors["title"] = AppRefusal("too-long", "title", got=length, most=TITLE_LENGTH)
    currency = form.values.get("currency", "").strip()
    if currency and not is_sign(currency):
        errors["currency"] = AppRefusal("no-sign", "currency", most=SIGN_LENGTH)
    if errors:
        return Read(errors=errors)
    try:
        return Read(_record(form, names, chosen), currency)
    except Refusal as refusal:
        return Read(errors={refusal.field or "players": refusal})


def is_sign(text: str) -> bool:
    """Whether this can be the sign of a currency: no digit, since amounts are typed with it."""
    return 0 < len(text) <= SIGN_LENGTH and text.isprintable() and not any(one in text for one in DIGITS)


def seated(names: Sequence[str]) -> list[str]:
    """The names in seat order, stripped; empty ones are dropped."""
    return [name.strip() for name in names if name.strip()]


def _record(form: NewGame, names: list[str], chosen: Mapping[str, object]) -> Record:
    buy_ins: list[dict[str, object]] = []
    if form.variant.has_bank and form.values.get("buy_in"):
        # For everyone the typed amount, else that of the chart (PC-03).
        usual = HAND_OUTS[len(names)].least if len(names) in HAND_OUTS else 1
        chips = number(form.values, "chips", 1) or usual
        credit = {"on_credit": True} if form.values.get("on_credit") else {}
        buy_ins = [{"kind": "buy-in", "player": name, "chips": chips, **credit} for name in names]
    header: dict[str, object] = {
        "format": FORMAT,
        "variant": form.variant.name,
        "players": names,
        "options": dict(chosen),
        "entries": buy_ins,
    }
    for text in ("title", "played_on"):
        said = form.values.get(text, "").strip()
        if not {category(character) for character in said} <= UNSEEN:  # a name that nobody sees is none
            header[text] = said
    from_json(header)
    choice = form.values.get("dealer", "1")
    if choice == RANDOM:
        dealer = secrets.choice(names)
    elif choice in [str(seat) for seat in range(1, len(names) + 1)]:
        dealer = names[int(choice) - 1]
    else:
        raise AppRefusal("no-dealer", "dealer")
    record = from_json({**header, "dealer": dealer})
    replay(record)
    return record


def tapped(form: NewGame, earlier: Sequence[str]) -> tuple[NewGame, dict[str, Refusal]]:
    """The form after its tap, and the errors by field. *earlier*: names that SAME_PLAYERS seats, in order."""
    values = dict(form.values)
    if SAME_PLAYERS in values:
        return replace(form, names=earlier or form.names), {}
    if UNSEAT in values:
        # The players after the seat move up, and the first dealer keeps the deal.
        seat, names = whole(values[UNSEAT]) or 0, seated(form.names)
        if not 1 <= seat <= len(names):
            return form, {}
        dealer = whole(values.get("dealer", "")) or 0
        if dealer >= seat:
            values["dealer"] = RANDOM if dealer == seat else str(dealer - 1)
        return replace(form, names=(*names[: seat - 1], *names[seat:]), values=values), {}
    if SEAT in values:
        return with_name(form, values[SEAT])
    return with_typed_name(form)


def with_typed_name(form: NewGame) -> tuple[NewGame, dict[str, Refusal]]:
    """The form with the new name, if one was typed, on the next seat."""
    typed = form.values.get(NEW_NAME, "").strip()
    if not typed:
        return form, {}
    added, errors = with_name(form, typed)
    return (form, errors) if errors else (replace(added, values={**form.values, NEW_NAME: ""}), {})


def with_name(form: NewGame, name: str) -> tuple[NewGame, dict[str, Refusal]]:
    """The form with one more name on the next seat; unchanged, with an error, if the name can't sit there."""
    names = (*seated(form.names), name)
    if len(seated(form.names)) >= form.variant.seats[-1]:
        return form, {}
    try:
        checked(name, NEW_NAME)
        refuse_same(names, NEW_NAME)
    except Refusal as refusal:
        return form, {NEW_NAME: refusal}
    return replace(form, names=names), {}
