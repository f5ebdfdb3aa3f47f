"""``bower.standing/1``: what ``python -m scoring --json`` answers, field for field."""

from typing import Any

import pytest

from scoring import (
    VARIANTS,
    Hand,
    Limits,
    Line,
    Option,
    Posting,
    Record,
    Standing,
    State,
    Step,
    Turn,
    Variant,
    from_json,
    replay,
)
from tests.scoring.games import Game, each_game

KINGS: dict[str, Any] = {
    "format": "bower.game/1",
    "variant": "king-cutthroat",
    "players": ["Ann", "Bo", "Cy"],
    "dealer": "Ann",
    "entries": [
        {
            "kind": "hand",
            "maker": "Bo",
            "trump": "spades",
            "tricks": {"Ann": 3, "Bo": 3, "Cy": 1},
            "kings": ["Bo"],
            "showdown": {"winner": "Bo", "tricks": {"Bo": 3, "Ann": 1}},
        },
        {"kind": "hand", "result": "redeal"},
    ],
}
CHIPS: dict[str, Any] = {
    "format": "bower.game/1",
    "variant": "poker-chips",
    "players": ["Ann", "Bo"],
    "entries": [
        {"kind": "buy-in", "player": "Ann", "chips": 40},
        {"kind": "buy-in", "player": "Bo", "chips": 27, "on_credit": True},
        {"kind": "join", "player": "Cy", "left_of": "Ann"},
        {"kind": "hand", "maker": "Bo", "away": ["Cy"], "bets": {"Ann": 2, "Bo": 2}, "tricks": {"Ann": 25}},
        {"kind": "transfer", "from": "Ann", "to": "pot", "chips": 5, "reason": "a round of drinks"},
        {"kind": "cash-out", "player": "Bo"},
    ],
}


def line(player: str, points: int, rule: str, text: str) -> dict[str, object]:
    return {"player": player, "points": points, "rule": rule, "text": text}


def posting(entry: int, source: str, target: str, chips: int, rule: str) -> dict[str, object]:
    return {"entry": entry, "from": source, "to": target, "chips": chips, "rule": rule}


def test_the_standing_of_a_game_that_counts_points() -> None:
    assert replay(from_json(KINGS)).as_json() == {
        "format": "bower.standing/1",
        "over": False,
        "winners": [],
        "next_dealer": "Bo",
        "scores": {"Ann": 0, "Bo": 2, "Cy": 0},
        "hands": [
            {
                "number": 1,
                "dealer": "Ann",
                "change": {"Bo": 2},
                "after": {"Ann": 0, "Bo": 2, "Cy": 0},
                "lines": [
                    line("Bo", 1, "KC-10", "a King won a trick"),
                    line("Bo", 1, "KC-16", "won the showdown"),
                    line("Ann", 0, "KC-17", "lost the showdown, and stays at 0"),
                ],
            },
            {
                "number": 2,
                "dealer": "Bo",
                "change": {},
                "after": {"Ann": 0, "Bo": 2, "Cy": 0},
                "lines": [],
            },
        ],
    }


def test_the_standing_of_a_game_with_chips() -> None:
    again = "euchred Bo, who pays the bet again"
    assert replay(from_json(CHIPS)).as_json() == {
        "format": "bower.standing/1",
        "over": False,
        "winners": [],
        "next_dealer": "Cy",
        "chips": {"Ann": 64, "Cy": 0},
        "pot": 5,
        "bank": -69,
        "net": {"Ann": 24, "Bo": -29, "Cy": 0},
        "ledger": [
            posting(1, "bank", "Ann", 40, "PC-04"),
            posting(2, "bank", "Bo", 27, "PC-04"),
            posting(4, "Bo", "pot", 25, "PC-05"),
            posting(4, "Ann", "pot", 25, "PC-05"),
            posting(4, "Bo", "pot", 2, "PC-07"),
            posting(4, "Ann", "pot", 2, "PC-07"),
            posting(4, "pot", "Ann", 50, "PC-13"),
            posting(4, "pot", "Ann", 4, "PC-14"),
            posting(4, "bank", "Bo", 2, "PC-20"),
            posting(4, "Bo", "Ann", 2, "PC-15"),
            posting(5, "Ann", "pot", 5, "ALL-05"),
        ],
        "hands": [
            {
                "number": 1,
                "dealer": "Ann",
                "change": {"Ann": 29, "Bo": -27},
                "after": {"Ann": 69, "Cy": 0, "Bo": 0},
                "lines": [
                    line("Bo", -25, "PC-05", "ante"),
                    line("Ann", -25, "PC-05", "ante"),
                    line("Bo", -2, "PC-07", "bet"),
                    line("Ann", -2, "PC-07", "bet"),
                    line("Ann", 50, "PC-13", "25 tricks × 2 playing"),
                    line("Ann", 4, "PC-14", "won the hand: the rest of the pot"),
                    line("Bo", 2, "PC-20", "bought the rest on credit"),
                    line("Bo", -2, "PC-15", "euchred: pays Ann the bet again"),
                    line("Ann", 2, "PC-15", again),
                ],
            }
        ],
    }


def test_seats_stand_in_order_also_after_somebody_joined() -> None:
    standing = replay(from_json({**CHIPS, "entries": CHIPS["entries"][:3]}))
    assert list(standing.scores) == ["Ann", "Cy", "Bo"]
    assert list(standing.state.net) == ["Ann", "Bo", "Cy"]


@each_game()
def test_a_standing_holds_its_fields_and_no_others(game: Game) -> None:
    answer: dict[str, Any] = replay(from_json(game.record)).as_json()
    common = ["format", "over", "winners", "next_dealer"]
    if VARIANTS[game.record["variant"]].has_bank:
        assert list(answer) == [*common, "chips", "pot", "bank", "net", "ledger", "hands"]
        assert all(list(one) == ["entry", "from", "to", "chips", "rule"] for one in answer["ledger"])
    else:
        assert list(answer) == [*common, "scores", "hands"]
    for hand in answer["hands"]:
        assert list(hand) == ["number", "dealer", "change", "after", "lines"]
        assert all(list(one) == ["player", "points", "rule", "text"] for one in hand["lines"])
        assert 0 not in hand["change"].values()


@pytest.mark.parametrize(
    "kind", [Hand, Limits, Line, Option, Posting, Record, Standing, State, Step, Turn, Variant], ids=str
)
def test_what_was_scored_cannot_be_changed_any_more(kind: Any) -> None:
    assert kind.__dataclass_params__.frozen


def test_every_game_has_a_title_of_its_own() -> None:
    titles = [variant.title for variant in VARIANTS.values()]
    assert all(titles)
    assert len(set(titles)) == len(titles)
