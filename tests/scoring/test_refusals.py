"""Whatever is wrong with a record, it is refused: at the first wrong entry, in words, and without a trace."""

import copy
import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Refusal, from_json, read, replay, step
from scoring.refusal import SENTENCES, quoted
from tests.scoring.dice import Dice
from tests.scoring.games import NAMES, Game, each_game, games
from tests.scoring.test_sentences import placeholders
from tests.scoring.vectors import vectors

LONGEST_MESSAGE = 400
JUNK: list[Any] = [None, True, False, 0, -1, 1, 3, 99, 5.0, 10**30, "", " ", "Ann", "pot", "bank", "hand"]
JUNK += ["\ud800", "x" * 300, [], {}, [None], ["Ann", "Ann"], [{"player": "Ann"}]]
JUNK += [{"Ann": 1}, {"Ann": True}, {"": None}]
FIELDS = sorted(
    {
        field
        for vector in vectors()
        for entry in [vector.record, *vector.record["entries"]]
        if isinstance(entry, dict)
        for field in entry
    }
)
NO_TEXT = st.integers(-(10**30), 10**30) | st.floats() | st.booleans() | st.none()
VALUES = st.recursive(
    NO_TEXT | st.sampled_from(JUNK) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def check_words(refusal: Refusal) -> None:
    """A refusal has a sentence on one line and is bounded."""
    assert refusal.message.endswith(".")
    assert set(refusal.values) == placeholders(SENTENCES[refusal.code])
    assert len(refusal.message) <= LONGEST_MESSAGE
    assert "\n" not in refusal.message
    assert str(refusal) == refusal.message
    assert refusal.as_json() == {
        "error": {
            "entry": refusal.entry,
            "field": refusal.field,
            "code": refusal.code,
            "rule": refusal.rule,
            "values": refusal.values,
            "message": refusal.message,
        }
    }


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a JSON value, as the list or object that holds it and the index or field."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield value, key
        yield from places(item)


def break_something(dice: Dice, record: dict[str, Any]) -> None:
    """Change one place of a record: take it away, say it otherwise, say it twice, add something."""
    holder, key = dice.one_of(list(places(record)))
    value, kind = holder[key], dice.number(0, 5)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, dict):
        holder["surprise"] = value
    elif kind == 1:
        holder.insert(key, value)
    elif kind == 2 and type(value) is int:
        holder[key] = value + dice.one_of((1, -1))
    elif kind == 3 and isinstance(value, str):
        holder[key] = dice.one_of([*NAMES, "pot", value + " ", value.upper()])
    else:
        holder[key] = copy.deepcopy(dice.one_of(JUNK))


@st.composite
def broken_records(draw: Any, variants: Sequence[str]) -> dict[str, Any]:
    record: dict[str, Any] = copy.deepcopy(draw(games(variants)).record)
    dice = Dice(draw)
    for _ in range(dice.number(1, 2)):
        break_something(dice, record)
    return record


@each_game(drawn=broken_records)
def test_a_changed_record_is_scored_or_refused_at_the_first_entry_that_is_wrong(
    record: dict[str, Any],
) -> None:
    try:
        replay(from_json(record))
    except Refusal as refusal:
        check_words(refusal)
        check_first(record, refusal)


def check_first(record: dict[str, Any], refusal: Refusal) -> None:
    if refusal.entry is None:
        header = record if not isinstance(record.get("entries"), list) else {**record, "entries": []}
        with pytest.raises(Refusal) as again:
            from_json(header)
        assert (again.value.entry, again.value.field) == (None, refusal.field)
        return
    before = {**record, "entries": record["entries"][: refusal.entry - 1]}
    state = replay(from_json(before)).state
    with pytest.raises(Refusal) as again:
        step(state, record["entries"][refusal.entry - 1])
    assert again.value.as_json() == refusal.as_json()


@each_game(st.data())
def test_a_refused_entry_leaves_the_table_as_it_was(game: Game, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(game.states[-2:]))
    dice = Dice(data.draw)
    entry = copy.deepcopy(dice.one_of(game.record["entries"] or [{"kind": "hand", "tricks": {}}]))
    break_something(dice, {"entry": entry})
    table, given_entry, refused = repr(state), copy.deepcopy(entry), None
    try:
        step(state, entry)
    except Refusal as refusal:
        check_words(refusal)
        refused = refusal.entry
    assert refused in (None, state.entries + 1)
    assert repr(state) == table
    assert repr(entry) == repr(given_entry)


@each_game(VALUES | st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=5))
def test_anything_at_all_may_be_tried_as_an_entry(game: Game, entry: Any) -> None:
    with pytest.raises(Refusal) as refused:
        step(game.states[-1], entry)
    check_words(refused.value)


@each_game(st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=4))
def test_a_hand_with_anything_at_all_in_it_is_scored_or_refused(game: Game, fields: dict[str, Any]) -> None:
    hands = [entry for entry in game.record["entries"] if entry["kind"] == "hand"] or [{}]
    try:
        step(game.states[0], {**hands[-1], **fields, "kind": "hand"})
    except Refusal as refusal:
        check_words(refusal)


@given(VALUES | st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=5))
def test_anything_at_all_may_be_tried_as_a_record(value: Any) -> None:
    with pytest.raises(Refusal) as refused:
        from_json(value)
    check_words(refused.value)
    assert refused.value.entry is None
    with pytest.raises(Refusal):
        read(json.dumps(value))


@given(st.text() | st.binary())
def test_anything_at_all_may_be_tried_as_text(text: str | bytes) -> None:
    with pytest.raises(Refusal) as refused:
        read(text)
    check_words(refused.value)


@pytest.mark.parametrize(
    "text", ["", "{", "nonsense", "NaN", "[1, 2", '{"a": Infinity}', "\ufeff{}", b"\xff\xfe", "[" * 100_000]
)
def test_what_is_no_json_is_refused_without_entry_or_field(text: str | bytes) -> None:
    with pytest.raises(Refusal) as refused:
        read(text)
    assert (refused.value.entry, refused.value.field) == (None, None)


@pytest.mark.parametrize(
    ("text", "code", "values"),
    [
        ("[" * 100_000, "nested-too-deep", {}),
        (b'{"title": "caf\xe9"}', "not-utf8", {}),
        ('{"a":\n NaN}', "not-a-number", {"got": "NaN"}),
        ('{"a":\n }', "not-json", {"line": 2}),
        ("9" * 4_201, "number-too-long", {"most": 4_200}),
    ],
)
def test_the_reason_why_it_is_no_json_is_told(
    text: str | bytes, code: str, values: dict[str, object]
) -> None:
    with pytest.raises(Refusal) as refused:
        read(text)
    assert (refused.value.code, refused.value.values) == (code, values)


def test_a_number_of_4200_digits_is_one() -> None:
    with pytest.raises(Refusal) as refused:
        read("9" * 4_200)
    assert refused.value.field == "format"


@pytest.mark.parametrize(
    ("value", "carried"),
    [
        (5, 5),
        ("Ann", "Ann"),
        ("x" * 40, "x" * 40),
        ("x" * 41, "x" * 40 + "…"),
        ("two\nlines", "two�lines"),
        ("x" * 39 + "\n" + "y", "x" * 39 + "�…"),
        ("\ud800", "�"),
    ],
)
def test_what_was_there_is_quoted_short_and_on_one_line(value: object, carried: object) -> None:
    assert quoted(value) == carried


def test_values_are_bounded() -> None:
    refusal = Refusal("not-one", "field", got=10**400, choices="x" * 10_000)
    assert refusal.values["got"] == "1" + "0" * 14 + "…"
    assert len(str(refusal.values["choices"])) == 601


def test_one_is_singular_and_a_number_below_zero_has_a_true_minus() -> None:
    assert Refusal("tricks-total", "tricks", got=1, total=5).message == "That’s 1 trick; a hand has 5."
    assert Refusal("net-sum", "net", got=-3).message == "The results add up to −3, not to 0."


def test_a_field_that_stands_twice_is_refused_where_it_stands() -> None:
    """JSON readers take the last one and say nothing."""
    header = '"format": "bower.game/1", "variant": "king-cutthroat", "players": ["Ann", "Bo"]'
    hand = '{"kind": "hand", "maker": "Ann", "tricks": {"Ann": 3, "Bo": 3, "Ann": 4}}'
    with pytest.raises(Refusal) as refused:
        read("{" + header + ', "dealer": "Ann", "dealer": "Bo"}')
    assert (refused.value.entry, refused.value.field) == (None, "dealer")
    with pytest.raises(Refusal) as refused:
        replay(read("{" + header + ', "entries": [' + hand + "]}"))
    assert (refused.value.entry, refused.value.field) == (1, "tricks")
    assert (refused.value.code, refused.value.values) == ("repeated", {"name": "Ann"})
