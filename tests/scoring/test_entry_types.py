"""Types of entries: an entry with every field of its type is one that the library scores."""

from typing import get_args, get_type_hints

import pytest

from scoring import VARIANTS, from_json, opening, step
from scoring.entry_types import (
    Adjustment,
    BuyIn,
    CashOut,
    End,
    Entry,
    Join,
    PlayedHand,
    Transfer,
    UnplayedHand,
)

POINTS = {"format": "bower.game/1", "variant": "buck", "players": ["Ann", "Bo", "Cy", "Di"]}
CHIPS = {
    "format": "bower.game/1",
    "variant": "poker-chips",
    "players": ["Ann", "Bo"],
    "entries": [{"kind": "buy-in", "player": name, "chips": 100} for name in ("Ann", "Bo")],
}

played: PlayedHand = {
    "kind": "hand",
    "maker": "Ann",
    "trump": "no-trump",
    "tricks": {"Ann": 4, "Bo": 1},
    "result": "played",
    "dealer": "Ann",
    "note": "a close one",
}
unplayed: UnplayedHand = {"kind": "hand", "result": "redeal", "dealer": "Ann", "note": "a card fell"}
adjustment: Adjustment = {"kind": "adjust", "player": "Bo", "points": -1, "reason": "late", "note": "agreed"}
buy_in: BuyIn = {"kind": "buy-in", "player": "Bo", "chips": 5, "on_credit": True, "note": "pays tomorrow"}
cash_out: CashOut = {"kind": "cash-out", "player": "Bo", "note": "the last bus"}
join: Join = {"kind": "join", "player": "Cy", "left_of": "Ann", "note": "at nine"}
transfer: Transfer = {
    "kind": "transfer",
    "from": "Ann",
    "to": "Bo",
    "chips": 1,
    "reason": "a lost bet",
    "note": "paid",
}
end: End = {"kind": "end", "note": "midnight"}

EXAMPLES = [
    (PlayedHand, POINTS, played),
    (UnplayedHand, POINTS, unplayed),
    (Adjustment, POINTS, adjustment),
    (BuyIn, CHIPS, buy_in),
    (CashOut, CHIPS, cash_out),
    (Join, CHIPS, join),
    (Transfer, CHIPS, transfer),
    (End, CHIPS, end),
]


@pytest.mark.parametrize(("typed", "record", "entry"), EXAMPLES)
def test_an_entry_with_every_field_of_its_type_scores(typed, record, entry):
    assert set(entry) == set(get_type_hints(typed))
    opened = from_json({**record, "entries": [*record.get("entries", []), entry]})
    state = opening(opened)
    for one in opened.entries:
        state = step(state, one).state
    assert state.entries == len(opened.entries)


def test_every_type_has_an_example():
    assert {typed for typed, _, _ in EXAMPLES} == set(get_args(Entry))


def test_the_fields_of_a_played_hand_are_those_of_every_game():
    common = frozenset.intersection(*(variant.field_names for variant in VARIANTS.values()))
    assert set(get_type_hints(PlayedHand)) - {"kind", "result", "dealer", "note"} == common
