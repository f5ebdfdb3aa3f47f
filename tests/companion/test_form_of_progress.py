"""From the hand in progress to its form: what is known is there, and what is not is blank."""

import random
from typing import Any

import pytest

from companion.forms.hand import HandForm, of_post, of_progress
from companion.log.progress import HandSoFar, hand_so_far
from scoring import State, Step
from scoring.progress import Progress, progress
from tests.companion.hand_forms import chips, missing, rows, state
from tests.effort import examples
from tests.scoring.progress.tables import FOLLOWED
from tests.scoring.progress.walks import Move, draw_offer, random_table, telling

MOST_MOVES = 200


def hand_after(at: State, moves: list[Move]) -> HandForm:
    return of_progress(at, hand_so_far(progress(at, moves), moves))


@pytest.mark.parametrize("variant", FOLLOWED)
def test_a_form_opened_at_any_move_knows_what_was_said_and_scores_nothing_else(variant: str) -> None:
    rng = random.Random(variant)  # noqa: S311 - the same hands every time
    finished = 0
    for _walk in range(examples(16)):
        at = random_table(rng, variant)
        moves: list[Move] = []
        while not at.over and len(moves) < MOST_MOVES:
            hand = progress(at, moves)
            told = hand_after(at, moves)
            assert of_post(at, told.drawn).entry == told.entry
            if hand.done:
                finished += 1
                assert isinstance(told.outcome, Step)
                assert told.outcome == hand.step
                break
            assert not isinstance(told.outcome, Step) or stay_or_drop_is_known(hand), moves
            assert (told.common.maker, told.common.trump) == (hand.maker, hand.trump)
            move = telling(rng, at, hand) if hand.phase == "form" else draw_offer(rng, hand)
            if move is None:
                break
            moves.append(move)
    assert finished


def stay_or_drop_is_known(hand: Progress) -> bool:
    """Whether everyone has said it, has won a trick, or may not drop: the form needs no more."""
    may_drop = [one.move["player"] for one in hand.allowed if one.move["move"] == "drop"]
    unsaid = [name for name in hand.order if not hand.choices.get(name) and not hand.counts.get(name)]
    return bool(hand.choices) and not may_drop and unsaid in ([], [hand.to_act])


def notes(told: HandForm) -> list[tuple[str, ...]]:
    return [row.notes for row in rows(told)]


def test_tricks_so_far_are_told_beside_blank_strips() -> None:
    moves: list[Move] = [
        {"move": "turned", "card": "spades"},
        {"move": "order", "player": "Bo"},
        {"move": "taken"},
        {"move": "trick", "player": "Bo", "king": True},
        {"move": "trick", "player": "Cy"},
        {"move": "trick", "player": "Bo"},
    ]
    told = hand_after(state("king-cutthroat"), moves)
    assert (told.common.maker, told.entry["kings"]) == ("Bo", ["Bo"])
    assert notes(told) == [(), ("2 tricks so far",), ("1 trick so far",)]
    assert not any(cell.checked for row in rows(told) if row.strip for cell in row.strip.cells)
    assert missing(told) == ["tricks"]
    again = of_post(told.state, told.drawn)
    assert notes(again) == notes(told)


def test_choices_so_far_are_there() -> None:
    known: dict[str, Any] = {"kind": "hand", "maker": "Ann", "choices": {"Bo": "stay", "Cy": "drop"}}
    told = of_progress(state("buck"), HandSoFar(known))
    assert notes(told) == [(), ("stayed",), (), ()]
    assert told.drawn["tricks-2"] == "drop"
    assert missing(of_post(told.state, {**told.drawn, "tricks-0": "5"})) == [
        "did Dee stay or drop?",
        "tricks for Bo",
    ]


def test_a_betting_round_that_is_not_over_goes_on_in_the_form() -> None:
    at = chips(64, 64, 64)
    moves: list[Move] = [
        {"move": "turned", "card": "spades"},
        {"move": "order", "player": "Bo"},
        {"move": "taken"},
        {"move": "bet", "player": "Bo", "chips": 5},
        {"move": "call", "player": "Cy"},
    ]
    told = hand_after(at, moves)
    assert told.entry["betting"] == [
        {"player": "Bo", "action": "bet", "chips": 5},
        {"player": "Cy", "action": "call"},
    ]
    assert missing(told) == ["betting"]
    closed = [*moves, {"move": "call", "player": "Ann"}, {"move": "trick", "player": "Cy"}]
    assert hand_after(at, closed).entry["tricks"] == {"Cy": 1}
    assert missing(hand_after(at, closed)) == ["tricks"]
