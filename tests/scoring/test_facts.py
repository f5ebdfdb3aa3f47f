"""What a hand says about each player: laws on random games, and each game's own words once."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.stats.counted import (
    AWAY,
    DEFENDER,
    DROPPED,
    EUCHRED,
    LOST,
    MADE,
    MAKER,
    MARCH,
    PARTNER,
    WON,
    Part,
    call_result,
    parts,
)
from scoring import VARIANTS, Hand, State, from_json, opening, outcomes, step
from tests.games.entries import Entry, acts, bought, hand
from tests.scoring.games import Game, each_game

FOUR = ["Ann", "Bo", "Cy", "Dee"]
THREE = FOUR[:3]
TEAMS = ["Ann & Cy", "Bo & Dee"]


def told(variant: str, players: list[str], *entries: Entry, **more: Any) -> dict[str, Part]:
    """The parts of the last of these entries, by player."""
    record = from_json(
        {"format": "bower.game/1", "variant": variant, "players": players, "entries": [], **more}
    )
    state = opening(record)
    for entry in entries:
        before, done = state, step(state, entry)
        state = done.state
    assert done.hand is not None
    return {part.player: part for part in parts(before, entries[-1], done.hand)}


def hands_of(game: Game) -> Iterator[tuple[State, Entry, Hand, tuple[Part, ...]]]:
    for before, entry, done in zip(game.states, game.record["entries"], game.steps, strict=False):
        if done.hand is not None:
            yield before, entry, done.hand, parts(before, entry, done.hand)


@each_game()
def test_every_player_has_one_part_and_the_maker_is_the_maker(game: Game) -> None:
    for before, entry, _hand, found in hands_of(game):
        if entry.get("result", "played") != "played":
            assert found == ()
            continue
        assert tuple(part.player for part in found) == before.players
        makers = [part.player for part in found if part.role == MAKER]
        assert makers == [entry["maker"]] if "maker" in entry else makers == []
        assert len({part.result for part in found}) == 1


@each_game()
def test_the_gains_of_the_sides_are_what_the_hand_changed(game: Game) -> None:
    sign = -1 if (goal := VARIANTS[game.record["variant"]].goal) and goal.down else 1
    for _before, _entry, scored, found in hands_of(game):
        if found:
            gained = {part.side: sign * part.gain for part in found if part.gain}
            assert gained == {side: moved for side, moved in scored.change.items() if moved}


@each_game()
def test_a_call_fails_exactly_where_a_score_line_says_so(game: Game) -> None:
    for before, entry, scored, found in hands_of(game):
        failed = any(line.outcome in outcomes.FAILED for line in scored.lines)
        result = call_result(before, entry, scored.lines)
        assert all(part.result == result for part in found)
        if failed or not (before.variant.has_bank or before.playoff):
            assert (result == EUCHRED) == failed
        if result == MARCH:
            assert sum(part.tricks is not None and part.tricks > 0 for part in found) in (1, 2)


@each_game()
def test_kings_and_showdowns_are_those_of_the_score_lines(game: Game) -> None:
    for _before, entry, scored, found in hands_of(game):
        for part in found:
            own = [line.outcome for line in scored.lines if line.player == part.player]
            assert part.kings == own.count(outcomes.KING)
            by_king = "winner" not in entry.get("showdown", {"winner": ""})
            assert by_king or (part.showdown == WON) == (outcomes.SHOWDOWN_WON in own)
            assert by_king or (part.showdown == LOST) == (outcomes.SHOWDOWN_LOST in own)


@each_game()
def test_who_is_away_or_dropped_takes_nothing(game: Game) -> None:
    for before, _entry, _hand, found in hands_of(game):
        for part in found:
            if part.role in (AWAY, DROPPED):
                assert not part.tricks
            if part.role == AWAY and before.variant.has_bank:
                assert part.gain == 0
            assert part.role == DROPPED or not part.drop_paid


@pytest.mark.parametrize(
    ("taken", "more", "result"),
    [
        (3, {}, MADE),
        (5, {}, MARCH),
        (2, {}, EUCHRED),
        (4, {"alone": True}, MADE),
        (5, {"alone": True}, MARCH),
        (0, {"alone": True}, EUCHRED),
    ],
)
def test_euchre_in_partnership(taken: int, more: Entry, result: str) -> None:
    entry = hand("Bo", "hearts", tricks={TEAMS[1]: taken, TEAMS[0]: 5 - taken}, **more)
    found = told("partnership", FOUR, entry, dealer="Ann")
    assert {part.role: name for name, part in found.items()} == {
        MAKER: "Bo",
        PARTNER: "Dee",
        DEFENDER: "Cy",
    }
    assert {part.result for part in found.values()} == {result}
    assert found["Dee"].tricks == taken
    assert found["Bo"].alone == bool(more)


def test_a_defender_alone_is_named() -> None:
    entry = hand("Bo", "hearts", tricks={TEAMS[1]: 2, TEAMS[0]: 3}, alone=True, defended_alone="Ann")
    found = told("partnership", FOUR, entry, dealer="Ann", options={"defend_alone": True})
    assert [name for name, part in found.items() if part.defended_alone] == ["Ann"]
    assert found["Ann"].gain == 4


def test_a_bid_made_and_a_bid_set() -> None:
    made = told(
        "bid-euchre", FOUR, hand("Ann", "spades", bid=4, tricks={TEAMS[0]: 4, TEAMS[1]: 2}), dealer="Ann"
    )
    missed = told(
        "bid-euchre", FOUR, hand("Ann", "spades", bid=4, tricks={TEAMS[0]: 3, TEAMS[1]: 3}), dealer="Ann"
    )
    assert [(found["Ann"].bid, found["Ann"].result) for found in (made, missed)] == [(4, MADE), (4, EUCHRED)]


def test_king_cut_throat_has_kings_showdowns_and_no_euchre() -> None:
    tie = hand(
        "Ann",
        "clubs",
        tricks={"Ann": 3, "Bo": 3, "Cy": 1},
        kings=["Bo"],
        showdown={"winner": "Bo", "tricks": {"Ann": 2, "Bo": 3}},
    )
    found = told("king-cutthroat", THREE, tie, dealer="Cy")
    assert (found["Bo"].kings, found["Bo"].showdown, found["Ann"].showdown) == (1, WON, LOST)
    assert found["Ann"].result == ""
    most = told("king-cutthroat", THREE, hand("Ann", "clubs", tricks={"Ann": 4, "Bo": 3}), dealer="Cy")
    assert most["Ann"].result == MADE


def test_a_king_that_ends_a_showdown_and_the_game_wins_both() -> None:
    tie = {"tricks": {"Ann": 3, "Bo": 3, "Cy": 1}, "kings": ["Ann"]}
    last = hand("Ann", "clubs", **tie, showdown={"kings": ["Ann"]})
    found = told("king-cutthroat", THREE, last, dealer="Cy", options={"target": 2})
    assert (found["Ann"].showdown, found["Bo"].showdown, found["Cy"].showdown) == (WON, LOST, "")
    assert (found["Ann"].result, found["Ann"].kings) == (MADE, 2)


def test_a_drop_pays_when_a_defender_who_stayed_came_off_worse() -> None:
    def dropped(bo: int) -> Part:
        tricks = {"Ann": 5 - bo, "Bo": bo}
        entry = hand("Ann", "hearts", choices={"Cy": "drop"}, tricks=tricks)
        return told("three-handed", THREE, entry, dealer="Cy")["Cy"]

    assert [(one.role, one.gain, one.drop_paid) for one in (dropped(0), dropped(1))] == [
        (DROPPED, 0, True),
        (DROPPED, 0, False),
    ]


def test_a_gain_is_above_zero_where_points_count_down() -> None:
    entry = hand("Ann", "hearts", tricks={"Ann": 3, "Bo": 2})
    found = told("three-handed", THREE, entry, dealer="Cy")
    assert {name: part.gain for name, part in found.items()} == {"Ann": 3, "Bo": 2, "Cy": -5}


def test_a_euchred_maker_for_chips_is_told_without_a_bet() -> None:
    buys = [bought(name, 20) for name in FOUR]
    checks = acts("Bo check, Cy check, Dee check, Ann check")
    lost = hand("Bo", "spades", betting=checks, tricks={"Cy": 7, "Bo": 5})
    won = hand("Bo", "spades", betting=checks, tricks={"Cy": 5, "Bo": 7})
    assert told("poker-chips", FOUR, *buys, lost, dealer="Ann")["Bo"].result == EUCHRED
    assert told("poker-chips", FOUR, *buys, won, dealer="Ann")["Bo"].result == MADE


@pytest.mark.parametrize(("taken", "result"), [(13, MADE), (12, EUCHRED), (25, MARCH), (0, EUCHRED)])
def test_a_call_of_a_playoff_is_told_by_the_tricks(taken: int, result: str) -> None:
    level = hand("Cy", "spades", tricks={"Ann": 8, "Bo": 8})
    last = hand("Bo", "spades", tricks={"Ann": 25 - taken, "Bo": taken})
    found = told("poker-points", THREE, level, last, options={"target": 20})
    assert {part.result for part in found.values()} == {result}


def test_a_maker_for_chips_is_euchred_when_no_trick_counted_for_anyone() -> None:
    buys = [bought(name, 20) for name in FOUR]
    lost = hand("Bo", "spades", bets=dict.fromkeys(FOUR, 0), tricks={}, reneged=["Ann"], cards={})
    assert told("poker-chips", FOUR, *buys, lost, dealer="Ann")["Bo"].result == EUCHRED


def test_every_trick_but_one_that_both_jokers_cancelled_is_no_march() -> None:
    last_is_nobodys = hand("Bo", "spades", tricks={"Bo": 24})
    both = hand("Bo", "spades", tricks={"Bo": 25})
    jokers = {"jokers": True}
    assert told("poker-points", FOUR[:2], last_is_nobodys, options=jokers)["Bo"].result == MADE
    assert told("poker-points", FOUR[:2], both, options=jokers)["Bo"].result == MARCH
    buys = [bought(name, 30) for name in FOUR[:2]]
    bets = {"bets": {"Ann": 1, "Bo": 1}}
    paid = told("poker-chips", FOUR[:2], *buys, last_is_nobodys | bets, options=jokers)
    assert paid["Bo"].result == MADE


def test_who_folds_has_dropped_and_who_is_away_is_away() -> None:
    buys = [bought(name, 20) for name in FOUR]
    entry = hand("Bo", "spades", away=["Ann"], bets={"Bo": 1, "Cy": 1}, folded=["Dee"], tricks={"Bo": 16})
    found = told("poker-chips", FOUR, *buys, entry, dealer="Cy")
    assert {name: part.role for name, part in found.items()} == {
        "Ann": AWAY,
        "Bo": MAKER,
        "Cy": DEFENDER,
        "Dee": DROPPED,
    }
    assert found["Bo"].result == MARCH
