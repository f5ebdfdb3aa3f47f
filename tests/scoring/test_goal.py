"""How far it is to the end, and who acts first in the hand to come."""

from typing import Any

import pytest

from scoring import State, from_json, replay
from scoring.goal import Ante, ante, first_to_act, held, issued, to_go


def table(variant: str, players: str, *entries: dict[str, Any], **header: Any) -> State:
    """The table after these entries; players are "Ann Bo Cy"."""
    record = {"format": "bower.game/1", "variant": variant, "players": players.split(), **header}
    return replay(from_json({**record, "entries": list(entries)})).state


def adjusted(player: str, points: int) -> dict[str, Any]:
    return {"kind": "adjust", "player": player, "points": points, "reason": "x"}


def bought(player: str, chips: int) -> dict[str, Any]:
    return {"kind": "buy-in", "player": player, "chips": chips}


def test_counting_up_it_is_what_is_missing_to_the_target() -> None:
    state = table("king-cutthroat", "Ann Bo Cy", adjusted("Bo", 3), options={"target": 7})
    assert to_go(state) == {"Ann": 7, "Bo": 4, "Cy": 7}


def test_teams_go_together() -> None:
    state = table("partnership", "Ann Bo Cy Dee", adjusted("Bo & Dee", -2))
    assert to_go(state) == {"Ann & Cy": 10, "Bo & Dee": 12}


def test_past_the_target_nothing_is_missing() -> None:
    assert to_go(table("partnership", "Ann Bo Cy Dee", adjusted("Ann & Cy", 13)))["Ann & Cy"] == 0


def test_counting_down_it_is_the_score_itself() -> None:
    assert to_go(table("three-handed", "Ann Bo Cy", adjusted("Bo", -4))) == {"Ann": 20, "Bo": 16, "Cy": 20}


def test_under_nothing_nothing_is_missing() -> None:
    tied = (adjusted("Ann", -25), adjusted("Bo", -25))
    state = table("buck", "Ann Bo Cy Dee", *tied[:1], options={"start": 25})
    assert to_go(state)["Ann"] == 0
    assert to_go(table("buck", "Ann Bo Cy Dee", adjusted("Ann", -30)))["Ann"] == 0


def test_chips_have_no_goal() -> None:
    assert to_go(table("poker-chips", "Ann Bo")) == {}


@pytest.mark.parametrize(("dealer", "first"), [("Ann", "Bo"), ("Bo", "Cy"), ("Cy", "Ann")])
def test_the_lead_is_on_the_dealers_left(dealer: str, first: str) -> None:
    assert first_to_act(table("king-cutthroat", "Ann Bo Cy", dealer=dealer)) == first


def test_in_a_playoff_the_lead_is_among_those_who_play_it() -> None:
    tie = {"kind": "hand", "maker": "Cy", "tricks": {"Ann": 8, "Cy": 8}}
    state = table("poker-points", "Ann Bo Cy", tie, options={"target": 20, "jokers": False})
    assert state.playoff == () or set(state.playoff) == {"Ann", "Cy"}
    won = table(
        "poker-points", "Ann Bo Cy Dee", {"kind": "hand", "maker": "Dee", "tricks": {"Ann": 6, "Cy": 6}}
    )
    assert first_to_act(won) == "Cy"
    even = table(
        "poker-points",
        "Ann Bo Cy Dee",
        {"kind": "hand", "maker": "Dee", "tricks": {"Ann": 6, "Cy": 6}},
        options={"target": 24},
    )
    assert (even.playoff, even.next_dealer, first_to_act(even)) == (("Ann", "Cy"), "Cy", "Ann")


def test_when_the_game_is_over_nobody_acts() -> None:
    over = table("partnership", "Ann Bo Cy Dee", adjusted("Ann & Cy", 10))
    assert (first_to_act(over), ante(over)) == (None, None)


def test_with_chips_the_first_to_act_has_paid_the_ante() -> None:
    state = table("poker-chips", "Ann Bo Cy Dee", bought("Ann", 20), bought("Bo", 11), bought("Cy", 12))
    assert first_to_act(state) == "Cy"
    assert ante(state) == Ante(12, ("Cy", "Ann"), 24)


def test_with_fewer_than_two_who_can_pay_nobody_acts() -> None:
    state = table("poker-chips", "Ann Bo Cy Dee", bought("Ann", 20), bought("Bo", 11))
    assert first_to_act(state) is None
    assert ante(state) == Ante(12, ("Ann",), 12)


def test_with_points_there_is_no_ante() -> None:
    assert ante(table("poker-points", "Ann Bo")) is None


def test_chips_issued_are_those_held_and_the_pot() -> None:
    moved = {"kind": "transfer", "from": "Ann", "to": "pot", "chips": 3, "reason": "x"}
    state = table("poker-chips", "Ann Bo", bought("Ann", 20), bought("Bo", 11), moved)
    assert (issued(state), held(state), state.pot) == (31, 28, 3)
