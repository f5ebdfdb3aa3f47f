"""The hand form of Poker-Euchre without chips: a strip of tricks for each player."""

from dataclasses import dataclass, replace

from companion.forms.fields import Common, Counts, Entry, Posted, call_entry, counts_seated
from companion.forms.hand import renege
from companion.forms.hand import tricks as strips
from companion.forms.hand.base import (
    GameForm,
    Group,
    Missing,
    PlayerRow,
    Preview,
    box,
    maker_choices,
    missing_call,
    trump_group,
)
from companion.forms.hand.renege import Renege
from companion.forms.hand.tricks import Tricks, missing_tricks
from scoring import State
from scoring.poker import unwon
from scoring.shape import listed


@dataclass(frozen=True)
class Fields:
    """tricks: by player."""

    common: Common
    tricks: Counts
    renege: Renege


def parse(posted: Posted, common: Common) -> Fields:
    """The fields of a posted form."""
    return Fields(common, posted.tricks(), renege.parse(posted))


def of_entry(state: State, common: Common, entry: Entry) -> Fields:
    """The fields of an entry."""
    reneged = listed(entry.get("reneged"))
    taken = {
        name: count for name, count in strips.of_entry(entry, state.dealing).items() if name not in reneged
    }
    return Fields(common, counts_seated(state, taken), renege.of_entry(state, entry))


def entry(state: State, fields: Fields) -> Entry:
    """Maker, tricks, and what a renege changes."""
    return {
        **call_entry(fields.common),
        "tricks": _tricks(state, fields).entry,
        **renege.entry(fields.renege),
    }


def missing(state: State, fields: Fields) -> tuple[Missing, ...]:
    """The maker, the tricks, and the cards after a renege."""
    tricks = _tricks(state, fields)
    return (
        *missing_call(fields.common),
        *missing_tricks(tricks),
        *renege.missing(fields.renege, tricks.certain),
    )


def _tricks(state: State, fields: Fields) -> Tricks:
    """Tricks of the players who stayed in; nobody may have won some after a renege, or with two Jokers."""
    out = fields.renege.out
    tapped = {name: fields.tricks[name] for name in state.dealing if name not in out}
    each = state.variant.tricks_in_hand(len(state.dealing), state.options)
    fewer = bool(fields.renege.there or unwon(state, len(state.dealing)))
    given = strips.given(each, tapped, fewer=fewer)
    if fields.renege.there and given.left and given.left == fields.renege.unwon:
        return replace(given, filled=dict.fromkeys(given.open, 0))
    return given


def show(preview: Preview, fields: Fields) -> dict[str, object]:
    """Maker, trump, a line for each player, the renege."""
    tricks = _tricks(preview.state, fields)
    asked = fields.renege.there and any(count is None for count in tricks.counts.values())
    effects, makers = preview.effects, maker_choices(preview)
    rows = []
    for seat, name in enumerate(preview.state.players):
        strip = None
        notes: tuple[str, ...] = ("reneged, out",)
        if name in tricks.tapped:
            so_far = preview.common.so_far.get(name) if tricks.shown(name) is None else None
            strip = strips.strip(tricks, seat, name, {})
            notes = tricks.note(name, bool(effects[name].lines)) or strips.so_far(so_far)
        if name in preview.state.dealing:
            rows.append(PlayerRow(effects[name], makers[name], strip, notes=notes))
    return {
        "maker_error": preview.error("maker"),
        "trump": trump_group(preview),
        "rows": rows,
        "caption": tricks.caption,
        "tricks_error": preview.error("tricks"),
        "renege": renege.show(preview, fields.renege, preview.state.dealing, tricks.certain),
        "unwon": renege.unwon_group(fields.renege, tricks.left if asked else 0),
        "hidden": strips.hidden(preview.state, tricks),
    }


def extras(preview: Preview, fields: Fields) -> tuple[Group, ...]:
    """A renege."""
    return (preview.group("renege", "Play", (box("renege", "Someone reneged", fields.renege.there),)),)


FORM = GameForm(
    parse=parse, of_entry=of_entry, entry=entry, missing=missing, show=show, extras=extras, css="tight"
)
