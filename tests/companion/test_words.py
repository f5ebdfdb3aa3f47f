"""Entries in a card player's words."""

from typing import Any

import pytest

from companion.log import in_words
from companion.wording.names import shown_sentence
from scoring import VARIANTS, from_json, opening, step
from tests.companion.factories import NAMES, SEATS

CHIPS = [{"kind": "buy-in", "player": name, "chips": 60} for name in NAMES[:4]]
OURS, THEIRS = "Ann & Cy", "Bo & Dee"


def said(variant: str, entry: dict[str, Any], *before: dict[str, Any], **options: Any) -> str:
    """What is said of an entry, after these."""
    players = list(NAMES[: SEATS[variant]])
    record = {"format": "bower.game/1", "variant": variant, "players": players, "options": options}
    state = opening(from_json(record))
    for earlier in before:
        state = step(state, earlier).state
    return in_words.what(entry, state, step(state, entry).hand)


def hand(maker: str, trump: str | None = None, **given: Any) -> dict[str, Any]:
    return {"kind": "hand", "maker": maker, **({"trump": trump} if trump else {}), **given}


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (hand("Cy", "spades", tricks={OURS: 4, THEIRS: 1}), "Cy called spades, 4 tricks"),
        (hand("Cy", tricks={OURS: 4, THEIRS: 1}), "Cy called, 4 tricks"),
        (hand("Cy", "spades", tricks={OURS: 5}), "Cy called spades, all five"),
        (hand("Cy", "spades", tricks={OURS: 5}, alone=True), "Cy went alone in spades, all five"),
        (hand("Bo", "hearts", tricks={OURS: 4, THEIRS: 1}), "Bo called hearts, 1 trick, euchred"),
        (hand("Bo", "hearts", tricks={OURS: 5}, alone=True), "Bo went alone in hearts, no tricks, euchred"),
        ({"kind": "hand", "result": "redeal"}, "redeal"),
    ],
)
def test_euchre(entry: dict[str, Any], text: str) -> None:
    assert said("partnership", entry) == text


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (
            hand("Cy", "clubs", tricks={"Cy": 4, "Bo": 3}, kings=["Cy", "Bo", "Cy"]),
            "Cy called clubs, 4 tricks, won with 2 Kings, Bo won with a King",
        ),
        (
            hand("Cy", tricks={"Cy": 3, "Bo": 3, "Ann": 1}, showdown={"winner": "Bo", "kings": ["Bo"]}),
            "Cy called, 3 tricks, Bo won with a King, Bo won the showdown",
        ),
        (
            hand("Cy", "clubs", tricks={"Cy": 4, "Bo": 3}, kings=["Bo", "Cy"]),
            "Cy called clubs, 4 tricks, won with a King, Bo won with a King",
        ),
        (hand("Cy", tricks={"Cy": 7}), "Cy called, all seven"),
        (hand("Cy", tricks={"Bo": 7}), "Cy called, Bo took all seven"),
        (hand("Cy", tricks={"Cy": 4, "Bo": 1}, thrown_in=True), "Cy called, 4 tricks, thrown in"),
        ({"kind": "hand", "result": "passed-out"}, "passed out"),
    ],
)
def test_king_cut_throat(entry: dict[str, Any], text: str) -> None:
    assert said("king-cutthroat", entry) == text


@pytest.mark.parametrize(
    ("variant", "entry", "text"),
    [
        (
            "three-handed",
            hand("Cy", tricks={"Cy": 2, "Bo": 3}, choices={"Ann": "drop"}),
            "Cy called, 2 tricks, euchred",
        ),
        (
            "three-handed",
            hand("Cy", tricks={"Ann": 2, "Bo": 3}, choices={"Cy": "drop"}),
            "Cy called, no tricks, conceded",
        ),
        (
            "three-handed",
            {"kind": "hand", "nine_of_clubs": True, "tricks": {"Bo": 5}},
            "the nine of clubs was turned",
        ),
        ("buck", {"kind": "hand", "turned_club": True, "tricks": {"Bo": 3, "Cy": 2}}, "a club was turned"),
        ("buck", hand("Bo", "no-trump", tricks={"Bo": 3, "Cy": 2}), "Bo called no trump, 3 tricks"),
        ("poker-points", hand("Ann", tricks={"Ann": 12}), "Ann called, 12 tricks, a grand march"),
        ("poker-points", hand("Ann", tricks={"Bo": 12}), "Ann called, no tricks, euchred"),
        ("poker-points", {"kind": "hand", "result": "misdeal"}, "misdeal"),
    ],
)
def test_the_other_games(variant: str, entry: dict[str, Any], text: str) -> None:
    assert said(variant, entry) == text


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ({"kind": "hand", "folded": ["Ann", "Bo", "Dee"]}, "everyone else folded, Cy took the pot"),
        (
            hand(
                "Ann", "hearts", folded=["Ann", "Dee"], bets={"Ann": 1, "Bo": 2, "Cy": 2}, tricks={"Bo": 12}
            ),
            "Ann called hearts, no tricks, folded, and euchred",
        ),
        (
            hand("Ann", tricks={"Ann": 12}, bets=dict.fromkeys(NAMES[:4], 2)),
            "Ann called, 12 tricks, a grand march",
        ),
        ({"kind": "buy-in", "player": "Ann", "chips": 5}, "Ann bought 5"),
        ({"kind": "buy-in", "player": "Ann", "chips": 5, "on_credit": True}, "Ann bought 5 on credit"),
        ({"kind": "cash-out", "player": "Ann"}, "Ann cashed out and left"),
        ({"kind": "join", "player": "Gus", "left_of": "Ann"}, "Gus joined, left of Ann"),
        (
            {"kind": "transfer", "from": "Ann", "to": "pot", "chips": 3, "reason": "late"},
            "3 from Ann to the pot: late",
        ),
        ({"kind": "end"}, "game ended early"),
        (
            {"kind": "rules", "options": {"max_raises": 2, "jokers": True}},
            "house rules: Two Jokers on, Raises allowed 2",
        ),
    ],
)
def test_with_chips(entry: dict[str, Any], text: str) -> None:
    assert said("poker-chips", entry, *CHIPS) == text


def test_a_name_that_runs_the_other_way_is_kept_apart() -> None:
    entry = {"kind": "join", "player": "אבג", "left_of": "Ann\u202e"}
    state = opening(from_json({"format": "bower.game/1", "variant": "poker-chips", "players": ["Ann", "Bo"]}))
    assert in_words.what(entry, state) == "\u2068אבג\u2069 joined, left of Ann"


def test_everything_that_an_entry_says_is_spelt_out() -> None:
    entry = {
        "kind": "hand",
        "maker": "Ann",
        "away": ["Bo", "Cy"],
        "tricks": {"Ann": 3, "Dee": 0},
        "thrown_in": True,
        "alone": False,
        "betting": [{"player": "Ann", "action": "bet", "chips": 3}, {"player": "Dee", "action": "call"}],
        "showdown": {"winner": "Ann", "tricks": {"Ann": 3}},
        "note": "x",
    }
    assert in_words.full_text(entry, VARIANTS["king-cutthroat"]) == (
        "Maker Ann · Away Bo, Cy · Tricks Ann 3, Dee 0 · Thrown in · Betting Ann bet 3, Dee call"
        " · Showdown winner Ann, tricks Ann 3 · Note x"
    )


def test_a_bet_is_told_by_its_player_whatever_the_order_in_the_record() -> None:
    bet = {"action": "bet", "chips": 3, "player": "Bo"}
    entry = {"kind": "hand", "betting": [bet, {"action": "fold", "player": "Ann"}]}
    told = in_words.full_text(entry, VARIANTS["poker-chips"])
    assert told == "Betting Bo bet 3, Ann fold"


def test_what_a_hand_has_none_of_is_not_named() -> None:
    entry = {"kind": "hand", "maker": "Cy", "alone": False, "tricks": {}, "reneged": ["Cy"], "cards": {}}
    assert in_words.full_text(entry, VARIANTS["poker-points"]) == "Maker Cy · Reneged Cy"


def test_every_kind_of_entry_has_words() -> None:
    kinds = {kind.name for variant in VARIANTS.values() for kind in variant.kinds}
    assert set(in_words.OTHERS) == kinds - {"hand", "rules"}


def test_words_of_a_record_are_spelled_out_as_people_say_them_but_names_are_not() -> None:
    entry = {"kind": "hand", "maker": "drop", "trump": "no-trump", "choices": {"drop": "stay", "Bo": "drop"}}
    assert in_words.full_text(entry, VARIANTS["buck"]) == (
        "Maker drop · Trump no trump · Choices drop stayed, Bo dropped"
    )
    result = {"kind": "hand", "result": "passed-out"}
    assert in_words.full_text(result, VARIANTS["buck"]) == "Result passed out"


@pytest.mark.parametrize(
    ("sentence", "isolated"),
    [
        ("Ann: 5 to call", "Ann: 5 to call"),
        ("שרה כהן: 5 to call", "\u2068שרה כהן\u2069: 5 to call"),
        ("Tell רחל, שרה-לי and Bo.", "Tell \u2068רחל\u2069, \u2068שרה-לי\u2069 and Bo."),
    ],
)
def test_a_name_that_runs_right_to_left_leaves_its_sentence_as_it_is(sentence: str, isolated: str) -> None:
    assert shown_sentence(sentence) == isolated


def test_a_removed_hand_that_nobody_called_still_has_words() -> None:
    betting = [{"player": "Bo", "action": "fold"}, {"player": "Cy", "action": "fold"}]
    folded = {"kind": "hand", "betting": [*betting, {"player": "Dee", "action": "fold"}]}
    record = {
        "format": "bower.game/1",
        "variant": "poker-chips",
        "players": list(NAMES[:4]),
        "entries": CHIPS,
    }
    assert in_words.what(folded, opening(from_json(record))) == "everyone else folded"
