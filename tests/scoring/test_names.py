"""Names of players: what is refused, when two are the same, and that an old game still opens."""

from typing import Any

import pytest

from scoring import Refusal, from_json, opening, step
from scoring.names import compared

JOIN = {"kind": "join", "left_of": "Zed"}


def header(*names: str, variant: str = "poker-chips") -> dict[str, Any]:
    return {"format": "bower.game/1", "variant": variant, "players": [*names]}


def code(*names: str, variant: str = "poker-chips") -> str:
    """The code with which the players of a new game are refused; "" if they are not."""
    try:
        from_json(header(*names, variant=variant))
    except Refusal as refusal:
        return refusal.code if (refusal.entry, refusal.field) == (None, "players") else "elsewhere"
    return ""


def joined(name: str, *others: str) -> str:
    """The code with which a player who joins is refused; "" if they are not."""
    try:
        step(opening(from_json(header("Zed", *others))), {**JOIN, "player": name})
    except Refusal as refusal:
        return refusal.code if (refusal.entry, refusal.field) == (1, "player") else "elsewhere"
    return ""


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("A\x00nn", "name-control"),
        ("Ann\nBo", "name-control"),
        ("A\x85nn", "name-control"),
        ("A\ud800nn", "name-control"),
        ("Ann\u2028Bo", "name-control"),
        ("Ann\u2029Bo", "name-control"),
        ("\u200b", "name-blank"),
        ("\u2060\u200d", "name-blank"),
        ("\u3164", "name-blank"),
        ("\u2800", "name-blank"),
        ("\u0301", "name-blank"),
        ("\u200b \u200b", "name-blank"),
        ("ＢＡＮＫ", "name-reserved"),
        ("po\u200bt", "name-reserved"),
        ("ｐｏｔ", "name-reserved"),
        ("", "name-length"),
        ("x" * 41, "name-length"),
        (" Al", "name-length"),
        ("Al\u3000", "name-length"),
        ("王", ""),
        ("\U0001f469\u200d\U0001f680", ""),
        ("بنيامين", ""),
        ("a pot of tea", ""),
    ],
)
def test_a_name_can_be_read_aloud(name: str, refused: str) -> None:
    assert code("Dee", name) == refused
    assert joined(name, "Dee") == refused


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Éva", "E\u0301va"),
        ("Ann", "A\u200bnn"),
        ("Ann", "ＡＮＮ"),
        ("ﬀ", "FF"),
        ("Straße", "STRASSE"),
        ("5", "⑤"),
        ("İ", "i\u0307"),
        ("e\u200d\u0301", "é"),
    ],
)
def test_two_names_that_read_alike_are_the_same(one: str, other: str) -> None:
    assert compared(one) == compared(other)
    assert code("Dee", one, other) == "same-name"
    assert joined(other, one) == "same-name"


def test_names_that_read_differently_are_different() -> None:
    assert code("Eva", "Éva") == ""
    assert joined("Eva", "Éva") == ""


@pytest.mark.parametrize("variant", ["partnership", "bid-euchre"])
def test_team_names_are_compared_alike(variant: str) -> None:
    assert code("A & b", "A", "C", "B & c", variant=variant) == "same-team"
    assert code("A", "B", "C", "D", variant=variant) == ""


ODD = ["Éva", "E\u0301va", "\u200b", "Ann\nBo", "ＢＡＮＫ"]


def test_a_stored_game_is_read_with_the_names_it_has() -> None:
    record = from_json(header("Ann", *ODD), stored=True)
    assert record.players == ("Ann", *ODD)
    state = opening(from_json(header("Zed", "Bo")))
    for name in ODD:
        state = step(state, {**JOIN, "player": name}, stored=True).state
    assert set(ODD) < set(state.players)
    assert step(state, {**JOIN, "player": "Cy"}).state.players[1] == "Cy"
    with pytest.raises(Refusal):
        step(state, {**JOIN, "player": "E\u200b\u0301va"})


@pytest.mark.parametrize("name", ["", "x" * 41, " Al", "POT", "ann"])
def test_what_was_always_refused_is_refused_in_a_stored_game_too(name: str) -> None:
    with pytest.raises(Refusal):
        from_json(header("Ann", name), stored=True)
    with pytest.raises(Refusal):
        step(opening(from_json(header("Zed", "Ann"))), {**JOIN, "player": name}, stored=True)
