"""The betting round: what a player is told they may do is what they may do, and how it ends (PC-07 to 11)."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Limits, Refusal, Round, Turn
from scoring.betting import ACTIONS, BET, CALL, CHECK, FOLD, RAISE
from tests.scoring.dice import Dice

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve")
LATE = 40


def refuses(table: Round, player: str, action: str, chips: int | None = None) -> str:
    """Code and rule with which the table refuses an action, or nothing; the table stays as it was."""
    trial = copy.deepcopy(table)
    try:
        trial.act(player, action, chips)
    except Refusal as refusal:
        return f"{refusal.code} ({refusal.rule})"
    return ""


@st.composite
def rounds(draw: Callable[[st.SearchStrategy[Any]], Any]) -> tuple[Round, Dice]:
    dice = Dice(draw)
    order = NAMES[: dice.number(2, 5)]
    stacks = {name: dice.number(0, 30) for name in order}
    least = dice.number(1, 3)
    return Round(order, stacks, Limits(least, least + dice.number(0, 9), dice.number(1, 3))), dice


def words(turn: Turn) -> dict[str, str]:
    """The reasons of the actions that are off, as the buttons show them."""
    return {action: refusal.message for action, refusal in turn.off.items()}


def play(table: Round, dice: Dice, late: bool) -> tuple[str, str]:
    """One action that is not off, drawn; the player and what they did."""
    turn = table.turn()
    can = [action for action in ACTIONS if action not in turn.off and not (late and action in (BET, RAISE))]
    action = dice.one_of(can)
    table.act(turn.player, action, dice.number(turn.least, turn.most) if action in (BET, RAISE) else None)
    return turn.player, action


@given(rounds())
def test_what_is_not_off_is_accepted_and_what_is_off_is_refused(given_round: tuple[Round, Dice]) -> None:
    table, dice = given_round
    for number in range(LATE):
        if table.closed:
            break
        turn = table.turn()
        assert turn.player == table.to_act
        for action in (CHECK, CALL, FOLD):
            assert bool(refuses(table, turn.player, action)) == (action in turn.off)
            assert refuses(table, turn.player, action, 1) == "no-chips (PC-08)"
        for action in (BET, RAISE):
            assert bool(refuses(table, turn.player, action, turn.least)) == (action in turn.off)
            assert refuses(table, turn.player, action)
            if action not in turn.off:
                assert turn.least <= turn.most
                assert not refuses(table, turn.player, action, turn.most)
                assert "PC-09" in refuses(table, turn.player, action, turn.least - 1)
                assert refuses(table, turn.player, action, turn.most + 1)
        for other in set(table.order) - {turn.player}:
            assert "(PC-23)" in refuses(table, other, FOLD)
        play(table, dice, number > LATE // 2)


@given(rounds())
def test_betting_ends_with_everybody_level_or_out(given_round: tuple[Round, Dice]) -> None:
    table, dice = given_round
    raised, folded = 0, []
    first = table.order[0]
    for number in range(10 * LATE):
        if table.closed:
            break
        active, level = len(table.active), max(table.put.values())
        player, action = play(table, dice, number > LATE)
        raised += action == RAISE
        folded += [player] if action == FOLD else []
        assert active == 2 or raised <= table.limits.max_raises
        assert all(table.put[name] <= table.stacks[name] for name in table.order)
        assert (max(table.put.values()) > level) == (action in (BET, RAISE))
        if not table.closed:
            passed_first = table.order.index(str(table.to_act)) <= table.order.index(player)
            raised = 0 if player == first or (passed_first and first in folded) else raised
    assert table.closed
    assert table.to_act is None
    assert (list(table.folded), set(table.active)) == (folded, set(table.order) - set(folded))
    if len(table.active) > 1:
        assert {table.put[name] for name in table.active} == {max(table.put.values())}
    for action in ACTIONS:
        assert "(PC-07)" in refuses(table, first, action)


def test_a_turn_tells_what_is_owed_the_least_and_the_most_and_why_not_the_rest() -> None:
    table = Round(("Bo", "Cy", "Ann"), {"Bo": 30, "Cy": 30, "Ann": 9}, Limits(2, 20, 1))
    opened = table.turn()
    assert (opened.player, opened.to_call, opened.least, opened.most, opened.raises_left) == (
        "Bo",
        0,
        2,
        20,
        1,
    )
    assert words(opened) == {CALL: "Nothing to call.", RAISE: "Nobody has bet yet."}
    table.act("Bo", BET, 5)
    owing = table.turn()
    assert (owing.player, owing.to_call, owing.most, owing.raises_left) == ("Cy", 5, 20, 1)
    assert words(owing) == {CHECK: "5 to call.", BET: "Already bet: raise."}
    table.act("Cy", RAISE, 3)
    short = table.turn()
    assert (short.player, short.to_call, short.most, short.raises_left) == ("Ann", 8, 1, 0)
    assert short.off[RAISE] == Refusal("no-raise-left", "betting", "PC-10", player="Bo")
    table.act("Ann", FOLD)
    two = table.turn()
    assert (two.player, two.to_call, two.most, two.raises_left) == ("Bo", 3, 20, None)
    assert set(two.off) == {CHECK, BET}
    table.act("Bo", CALL)
    assert (table.closed, table.put, table.active) == (True, {"Bo": 8, "Cy": 8, "Ann": 0}, ("Bo", "Cy"))


def test_a_turn_says_when_chips_are_short() -> None:
    table = Round(("Bo", "Cy"), {"Bo": 9, "Cy": 5}, Limits(3, 20, 3))
    table.act("Bo", BET, 4)
    assert table.turn().off[RAISE] == Refusal("chips-held", "betting", "PC-11", player="Cy", chips=5)
    broke = Round(("Bo", "Cy"), {"Bo": 2, "Cy": 5}, Limits(3, 20, 3))
    assert words(broke.turn())[BET] == "Bo has only 2 chips."
    broke.act("Bo", CHECK)
    broke.act("Cy", BET, 3)
    assert words(broke.turn()) == {
        CHECK: "3 to call.",
        BET: "Already bet: raise.",
        CALL: "Bo can’t call 3 and must fold.",
        RAISE: "Bo has only 2 chips.",
    }
    with pytest.raises(Refusal, match="Bo can’t call 3 and must fold"):
        broke.act("Bo", CALL)


def test_a_bet_of_more_than_is_held_says_what_is_held() -> None:
    table = Round(("Bo", "Cy"), {"Bo": 9, "Cy": 9}, Limits(1, 20, 3))
    table.act("Bo", BET, 2)
    table.act("Cy", RAISE, 2)
    assert refuses(table, "Bo", RAISE, 6) == "chips-held (PC-11)"
    assert refuses(table, "Bo", RAISE) == "raise-range (PC-09)"
