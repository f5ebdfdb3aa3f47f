"""Refusals: every code has a sentence, in plain words, and a case that raises it with all its values."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from scoring import VARIANTS, Limits, Refusal, Round, from_json, opening, read, replay, step
from scoring.asking import ask_follow, ask_trick
from scoring.chips import in_colors
from scoring.refusal import NONE, ONE, SENTENCES
from scoring.settlement import settle_up
from scoring.tray import Color, case_of
from scoring.variant import Deal, fixed_deals
from tests import games
from tests.scoring.notation import parse, played

MOST_WORDS = 20
RULE_ID = re.compile(r"\b[A-Z]{2,3}-\d\d\b")
OLD_WORDS = re.compile(r"\b(expected|got|somebody|everybody|meanwhile|anew|pack|usual)\b", re.IGNORECASE)
LIBRARY = Path(__file__).resolve().parents[2] / "scoring"
OF_NUMBER = [(code, *other) for others in (NONE, ONE) for code, other in others.items()]
ALL_OF_THEM = {**SENTENCES, **{sentence: sentence for _code, _name, sentence in OF_NUMBER}}


def placeholders(sentence: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(sentence) if name}


def test_sentences_are_short_and_plain() -> None:
    for sentence in ALL_OF_THEM.values():
        assert sentence.endswith(".")
        assert len(sentence.split()) <= MOST_WORDS, sentence
        assert "_" not in sentence.replace("{", "").replace("}", "")
        assert not RULE_ID.search(sentence)
        assert not OLD_WORDS.search(re.sub(r"\{\w+\}", "", sentence))
        assert not re.search(r"(?<!UTF)-\d", sentence)
        assert all(re.fullmatch(r"[a-z]+", name) for name in placeholders(sentence)), sentence


def test_codes_are_in_kebab_case() -> None:
    assert [code for code in SENTENCES if not re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", code)] == []


@pytest.mark.parametrize(("code", "name", "sentence"), OF_NUMBER)
def test_the_sentence_of_one_or_none_says_the_same_without_the_number(
    code: str, name: str, sentence: str
) -> None:
    assert placeholders(sentence) < placeholders(SENTENCES[code])
    assert name in placeholders(SENTENCES[code]) - placeholders(sentence)


def test_no_sentence_is_left_over() -> None:
    files = [file for file in LIBRARY.rglob("*.py") if file.name != "refusal.py"]
    code = "\n".join(file.read_text(encoding="utf-8") for file in files)
    assert [one for one in SENTENCES if f'"{one}"' not in code] == []


HEADER = {"format": "bower.game/1", "variant": "king-cutthroat", "players": ["Ann", "Bo", "Cy"]}
CHIPLESS = {
    **HEADER,
    "variant": "poker-chips",
    "entries": [{"kind": "buy-in", "player": "Ann", "chips": 0}],
}
TRICK = {"variant": "buck", "trump": "hearts", "cards": ["AS"]}


def header(**fields: Any) -> Callable[[], object]:
    return lambda: from_json({**HEADER, **fields})


def entry(variant: str = "king-cutthroat", **fields: Any) -> Callable[[], object]:
    players = games.hands(variant).SEATS
    names = ["Ann", "Bo", "Cy", "Dee", "Eli", "Fay"][:players]
    state = opening(from_json({**HEADER, "variant": variant, "players": names}))
    return lambda: step(state, {"kind": "hand", **fields})


def trick(**fields: Any) -> Callable[[], object]:
    return lambda: ask_trick({**TRICK, **fields})


def action(**fields: Any) -> Callable[[], object]:
    table = Round(("Ann", "Bo"), {"Ann": 9, "Bo": 9}, Limits(1, 20, 3))
    return lambda: table.act("Ann", **fields)


CASES: dict[str, Callable[[], object]] = {
    "not-json": lambda: read("{"),
    "not-utf8": lambda: read(b"\xff"),
    "nested-too-deep": lambda: read("[" * 100_000),
    "number-too-long": lambda: read("9" * 4_201),
    "not-a-number": lambda: read("NaN"),
    "not-a-game": header(format="bower.game/2"),
    "repeated": lambda: read('{"format": "bower.game/1", "variant": "buck", "variant": "buck"}'),
    "not-flag": entry(maker="Ann", tricks={"Ann": 7}, thrown_in=1),
    "not-text": entry(note=5),
    "not-list": header(players="Ann"),
    "not-object": header(options=[]),
    "unknown-game": header(variant="whist"),
    "unknown-option": header(options={"speed": 1}),
    "least": lambda: replay(from_json(CHIPLESS)),
    "count": entry(maker="Ann", tricks={"Ann": -1}),
    "too-long": entry(note="x" * 201),
    "whole-for": lambda: settle_up({"Ann": 0.5}),  # type: ignore[dict-item]
    "number-for": lambda: in_colors(-1),
    "players-count": header(variant="buck"),
    "players-range": header(players=["Ann"]),
    "name-length": header(players=["Ann ", "Bo"]),
    "name-control": header(players=["A\nnn", "Bo"]),
    "name-blank": header(players=["\u200b", "Bo"]),
    "same-team": header(variant="partnership", players=["A & B", "A", "C", "B & C"]),
    "no-date": header(played_on="2026-02-30"),
    "option-range": header(variant="bid-euchre", players=["A", "B", "C", "D"], options={"min_bid": 7}),
    "choose-neighbor": lambda: replay(
        from_json({**CHIPLESS, "entries": [{"kind": "join", "player": "Dee"}]})
    ),
    "choose-giver": lambda: replay(from_json({**CHIPLESS, "entries": [{"kind": "transfer"}]})),
    "choose-receiver": lambda: replay(
        from_json({**CHIPLESS, "entries": [{"kind": "transfer", "from": "Ann"}]})
    ),
    "bet-range": action(action="bet", chips=21),
    "no-white": lambda: case_of([Color("red", 5, 5)]),
    "color-twice": lambda: case_of([Color("red", 5, 5), Color("red", 1, 5)]),
    "range": lambda: case_of([Color("red", 0, 5)]),
    "net-sum": lambda: settle_up({"Ann": 1}),
    "not-a-card": trick(cards=["ZZ"]),
    "not-in-deck": trick(cards=["2S"]),
    "no-cards": trick(cards=[]),
    "too-many-cards": trick(cards=["AS", "KS", "QS", "JS", "10S"]),
    "card-twice": trick(cards=["AS", "AS"]),
    "two-jokers": lambda: ask_follow(
        {"variant": "poker-points", "trump": "clubs", "hand": ["Joker", "Joker"], "trick": ["Joker"]}
    ),
    "players-dealt": lambda: fixed_deals({4: Deal(5, 4, 0, "", "BU-03")})(5, {}),
}
# Raised in test_cli.py, test_asking.py and tests/scoring/progress.
ELSEWHERE = {"no-file", "not-followed", "kitty-taken"}


def refusals_of_cases() -> Iterator[Refusal]:
    for name in VARIANTS:
        for case in parse(name, games.text(name, "cases.txt")):
            try:
                played(case)
            except Refusal as refusal:
                yield refusal


def refusals_of(name: str) -> Refusal:
    with pytest.raises(Refusal) as refused:
        CASES[name]()
    return refused.value


def check(refusal: Refusal) -> None:
    """The values are those of the sentence, and the sentence is short as it is shown."""
    assert set(refusal.values) == placeholders(SENTENCES[refusal.code])
    assert all(type(value) in (str, int) for value in refusal.values.values())
    assert len(refusal.message.split()) <= MOST_WORDS
    assert not re.search(r"\{|\}|[a-z]_[a-z]", refusal.message)
    assert refusal.rule is None or RULE_ID.fullmatch(refusal.rule)


@pytest.mark.parametrize("code", CASES)
def test_a_code_is_raised_with_the_values_of_its_sentence(code: str) -> None:
    refusal = refusals_of(code)
    assert refusal.code == code
    check(refusal)


def test_every_code_that_a_record_can_bring_up_has_a_case() -> None:
    raised = {*CASES, *ELSEWHERE}
    for refusal in refusals_of_cases():
        check(refusal)
        raised.add(refusal.code)
    assert sorted(of_records() - raised) == []


def of_records() -> set[str]:
    """The codes that stand outside the modules of the hand in progress."""
    files = [*LIBRARY.glob("*.py"), *LIBRARY.glob("variants/*.py")]
    own = [file for file in files if file.name not in ("refusal.py", "follow.py")]
    text = "\n".join(file.read_text(encoding="utf-8") for file in own)
    return {code for code in SENTENCES if f'"{code}"' in text}
