"""What an entry says is told in moves: from no move at all, and from any point of the hand."""

import random

import pytest

from scoring.progress import DONE, progress, rest
from tests.scoring.progress.tables import FOLLOWED, table
from tests.scoring.progress.walks import random_table, walk

TOLD, MOST_WALKS = 3, 300  # any seed tells so many in far fewer walks


@pytest.mark.parametrize("variant", FOLLOWED)
def test_an_entry_told_in_moves_scores_as_it_did(variant: str) -> None:
    rng = random.Random(variant)  # noqa: S311 the same hands in every run
    told = 0
    for _walk in range(MOST_WALKS):
        state = random_table(rng, variant)
        last = walk(rng, state)[-1]
        hand = progress(state, rest(state, (), last.entry))
        if hand.phase == DONE:
            assert hand.step == last.step
            told += 1
        if told == TOLD:
            return
    raise AssertionError("expected entries that moves can tell whole")


def test_what_the_moves_have_said_is_not_said_again() -> None:
    state = table("partnership")
    entry = {"kind": "hand", "maker": "Cy", "trump": "hearts", "tricks": {"Ann & Cy": 3, "Bo & Dee": 2}}
    moves = [{"move": "turned", "card": "hearts"}, {"move": "pass", "player": "Bo"}]
    ordered = [*moves, {"move": "order", "player": "Cy"}]
    tricks = {"move": "tricks", "tricks": entry["tricks"]}
    assert rest(state, moves, entry) == ({"move": "made", "maker": "Cy", "trump": "hearts"}, tricks)
    assert rest(state, ordered, entry) == (tricks,)
    assert rest(state, [*ordered, tricks], entry) == ()


def test_what_no_move_can_say_is_left_out() -> None:
    state = table("partnership")
    assert rest(state, (), {"kind": "hand", "maker": "Zoe", "note": "n", "tricks": 3, "betting": ["x"]}) == ()


def test_a_betting_begun_with_moves_goes_on_where_they_end() -> None:
    state = table("poker-chips", 3)
    actions = [
        {"player": "Bo", "action": "check"},
        {"player": "Cy", "action": "bet", "chips": 5},
        {"player": "Ann", "action": "fold"},
        {"player": "Bo", "action": "call"},
    ]
    hand = {"kind": "hand", "maker": "Ann", "trump": "spades"}
    begun = rest(state, (), {**hand, "betting": actions[:2]})
    assert [move["move"] for move in begun] == ["made", "check", "bet"]
    more = rest(state, begun, {**hand, "betting": actions})
    assert more == ({"move": "fold", "player": "Ann"}, {"move": "call", "player": "Bo"})
