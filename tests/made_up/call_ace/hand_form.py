"""The hand form of Call-Ace."""

from dataclasses import dataclass

from companion.forms.fields import Common, Counts, Entry, Posted, call_entry, counts_seated, seated
from companion.forms.hand import tricks as strips
from companion.forms.hand.base import (
    Choice,
    GameForm,
    Group,
    Missing,
    PlayerRow,
    Preview,
    maker_choices,
    missing_call,
    people,
    trump_group,
)
from companion.forms.hand.tricks import Tricks, missing_tricks
from scoring import State
from scoring.variant import SUITS


@dataclass(frozen=True)
class Fields:
    """called: the suit of the Ace; "" while open. partner: the maker, if nobody held it; "" while open."""

    common: Common
    tricks: Counts
    called: str = ""
    partner: str = ""


def parse(posted: Posted, common: Common) -> Fields:
    """The fields of a posted form."""
    return Fields(common, posted.tricks(), posted.text("called"), posted.player("partner"))


def of_entry(state: State, common: Common, entry: Entry) -> Fields:
    """The fields of an entry."""
    taken = counts_seated(state, strips.of_entry(entry, state.players))
    return Fields(common, taken, str(entry.get("called", "")), seated(state, entry.get("partner")))


def entry(state: State, fields: Fields) -> Entry:
    """Maker, Ace, partner, tricks."""
    made = call_entry(fields.common)
    if fields.called:
        made["called"] = fields.called
    if fields.partner:
        made["partner"] = fields.partner
    return {**made, "tricks": _tricks(state, fields).entry}


def missing(state: State, fields: Fields) -> tuple[Missing, ...]:
    """The maker, the partner, the tricks."""
    partner = [] if fields.partner else [Missing("partner", "partner")]
    return (*missing_call(fields.common), *partner, *missing_tricks(_tricks(state, fields)))


def show(preview: Preview, fields: Fields) -> dict[str, object]:
    """Trump, the Ace, a line for each player, the partner."""
    tricks, effects, makers = _tricks(preview.state, fields), preview.effects, maker_choices(preview)
    return {
        "maker_error": preview.error("maker"),
        "trump": trump_group(preview),
        "called": _called(preview, fields),
        "partner": _partner(preview, fields),
        "rows": [
            PlayerRow(
                effects[name],
                makers[name],
                strips.strip(tricks, seat, name, {}),
                notes=tricks.note(name, bool(effects[name].lines))
                if tricks.shown(name) is not None
                else strips.so_far(preview.common.so_far.get(name)),
            )
            for seat, name in enumerate(preview.state.players)
        ],
        "caption": tricks.caption,
        "tricks_error": preview.error("tricks"),
        "hidden": strips.hidden(preview.state, tricks),
    }


def _called(preview: Preview, fields: Fields) -> Group:
    suits = tuple(Choice("called", suit, suit, fields.called == suit, suit=suit) for suit in SUITS)
    return preview.group("called", preview.label("called"), suits, "suits")


def _partner(preview: Preview, fields: Fields) -> Group:
    choices = people(preview.state, "partner", fields.partner)
    return preview.group("partner", preview.label("partner"), choices)


def _tricks(state: State, fields: Fields) -> Tricks:
    return strips.given(state.variant.tricks_in_hand(len(state.players), state.options), fields.tricks)


FORM = GameForm(parse=parse, of_entry=of_entry, entry=entry, missing=missing, show=show)
