"""Strict types in every field of every kind of entry: nothing taken for something else, nothing ignored."""

from typing import Any

import pytest

from scoring import VARIANTS, Refusal, State, from_json, opening, step
from tests import games

NAMES = ["Ann", "Bo", "Cy", "Dee", "Eli", "Fay"]
Entry = dict[str, Any]

GOOD = {variant: games.hands(variant).FULL for variant in VARIANTS}
ENTRIES = [(variant, entry) for variant, entries in GOOD.items() for entry in entries]
MANY = 10**12
JUNK: list[Any] = [None, 5.0, "", "5", "Eve", [5], [[]], {"Eve": 1}, {"Ann": None}, -1, MANY]


def table(variant: str) -> State:
    played = games.evening(variant).EVENING.get("options", {})
    options = {name: True for name, value in played.items() if value is True}
    players = NAMES[: games.hands(variant).SEATS]
    given = {"format": "bower.game/1", "variant": variant, "players": players}
    state = opening(from_json({**given, "options": options}))
    if VARIANTS[variant].has_bank:
        for name in players:
            state = step(state, {"kind": "buy-in", "player": name, "chips": 64}).state
    return state


def refused(variant: str, entry: object) -> tuple[str | None, str]:
    state = table(variant)
    with pytest.raises(Refusal) as refusal:
        step(state, entry)
    assert refusal.value.entry == state.entries + 1
    return refusal.value.field, refusal.value.code


each_good_entry = pytest.mark.parametrize(
    ("variant", "entry"), ENTRIES, ids=[f"{variant}-{'-'.join(entry)}"[:60] for variant, entry in ENTRIES]
)


@each_good_entry
def test_the_good_entries_are_good(variant: str, entry: Entry) -> None:
    assert step(table(variant), entry).state.entries == table(variant).entries + 1


def may_be(kind: str, field: str, junk: object) -> bool:
    """Whether what is junk elsewhere is sound in this field: words in a note, any number of points."""
    words = isinstance(junk, str) and (bool(junk) or field == "note")
    if (kind, field) in (("join", "player"), ("transfer", "reason"), ("adjust", "reason")) or field == "note":
        return words
    if (kind, field) == ("buy-in", "chips"):
        return junk == MANY
    return (kind, field) == ("adjust", "points") and junk in (-1, MANY)


@each_good_entry
def test_no_field_takes_a_value_of_another_type(variant: str, entry: Entry) -> None:
    for field in entry:
        for junk in JUNK:
            if not may_be(entry["kind"], field, junk):
                assert refused(variant, {**entry, field: junk})[0] == field, (field, junk)


@each_good_entry
def test_no_entry_has_a_field_of_another(variant: str, entry: Entry) -> None:
    for field in ("colour", "Kind", "score", "left", "bids"):
        assert refused(variant, {**entry, field: 1}) == (field, "unknown-field")


@pytest.mark.parametrize("variant", GOOD)
@pytest.mark.parametrize(
    "entry", [None, 5, "hand", [], [{"kind": "hand"}], {}, {"kind": None}, {"kind": "party"}]
)
def test_an_entry_has_a_kind(variant: str, entry: object) -> None:
    assert refused(variant, entry)[0] == "kind"


@pytest.mark.parametrize(
    ("variant", "kind"), [("poker-chips", "adjust"), ("buck", "buy-in"), ("buck", "end")]
)
def test_a_kind_belongs_to_its_games(variant: str, kind: str) -> None:
    assert refused(variant, {"kind": kind}) == ("kind", "not-one")


WRONG = [(variant, *line) for variant in VARIANTS for line in games.facts(variant).WRONG]


@pytest.mark.parametrize(("variant", "field", "value", "code"), WRONG)
def test_a_hand_is_refused_at_the_field_that_is_wrong(
    variant: str, field: str, value: object, code: str
) -> None:
    """With the code of the game's package, where it has one."""
    found, said = refused(variant, {**GOOD[variant][0], field: value})
    assert found == field
    assert said == code or not code


def test_every_game_has_a_field_that_can_be_wrong() -> None:
    assert {variant for variant, *_line in WRONG} == {*VARIANTS}


CALLS = [
    {"player": "Cy", "action": "call"},
    {"player": "Dee", "action": "call"},
    {"player": "Ann", "action": "call"},
]


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"player": "Bo", "action": "bet", "chips": True}, "least"),
        ({"player": "Bo", "action": "bet", "chips": 5.0}, "least"),
        ({"player": "Bo", "action": "bet", "chips": 0}, "least"),
        ({"player": "Bo", "action": "bet"}, "least"),
        ({"player": "Bo", "action": "raises", "chips": 5}, "not-one"),
        ({"player": "Bo", "action": None, "chips": 5}, "not-text"),
        ({"player": "Bo"}, "choose"),
        ({"player": "Bo", "chips": 5}, "choose"),
        ({"action": "check"}, "choose"),
        ({"player": "Eve", "action": "check"}, "not-one"),
        ({"player": "Bo", "action": "bet", "chips": 5, "cards": 2}, "unknown-field"),
        ("check", "not-object"),
        (None, "not-object"),
    ],
)
def test_a_betting_action_is_as_strict(first: object, code: str) -> None:
    told = {**GOOD["poker-chips"][1], "betting": [first, *CALLS]}
    assert refused("poker-chips", told) == ("betting", code)


@pytest.mark.parametrize("betting", [None, {}, "Bo bets", 5])
def test_betting_is_a_list(betting: object) -> None:
    told = {**GOOD["poker-chips"][1], "betting": betting}
    assert refused("poker-chips", told) == ("betting", "not-list")


@pytest.mark.parametrize(("length", "good"), [(0, False), (1, True), (200, True), (201, False)])
def test_a_reason_has_up_to_200_characters(length: int, good: bool) -> None:
    for variant, entry in (("partnership", GOOD["partnership"][1]), ("poker-chips", GOOD["poker-chips"][5])):
        told = {**entry, "reason": "x" * length}
        if good:
            assert step(table(variant), told).lines[0].text == "x" * length
        else:
            assert refused(variant, told)[0] == "reason"


@pytest.mark.parametrize(("length", "good"), [(0, True), (200, True), (201, False)])
def test_a_note_has_up_to_200_characters(length: int, good: bool) -> None:
    for variant, entry in ENTRIES:
        told = {**entry, "note": "x" * length}
        if good:
            assert step(table(variant), told) == step(table(variant), entry)
        else:
            assert refused(variant, told) == ("note", "too-long")


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_knows_its_deals_that_come_to_nothing(variant: str) -> None:
    results = games.facts(variant).RESULTS
    allowed = results.replace(" or ", ", ").split(", ")[1:]
    for result in ("passed-out", "misdeal", "redeal"):
        if result in allowed:
            done = step(table(variant), {"kind": "hand", "result": result, "note": "n", "dealer": "Bo"})
            assert (done.lines, done.state.next_dealer) == ((), "Bo" if result == "redeal" else "Cy")
        else:
            known = any(one.result == result for one in VARIANTS[variant].unplayed)
            code = "option-rules-out" if known else "not-one"
            assert refused(variant, {"kind": "hand", "result": result}) == ("result", code)
        if result in allowed:
            assert refused(variant, {"kind": "hand", "result": result, "maker": "Ann"})[0] == "maker"
