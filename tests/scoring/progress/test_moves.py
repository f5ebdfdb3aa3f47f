"""Moves are read strictly and refused in a card player's words; ``Follow.fields`` has all of their shapes."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from scoring import Refusal, State
from scoring.progress import Progress, progress
from tests import games
from tests.effort import examples
from tests.scoring.progress.tables import (
    FOLLOWED,
    Move,
    after,
    follow_of,
    instructions,
    may,
    moves,
    table,
    why_not,
)
from tests.scoring.progress.walks import random_table, walk

MADE = "turned hearts; Bo orders; taken up"
SHOWDOWN = (
    "Bo takes it; Cy takes it; Bo takes it; Cy takes it; Bo takes it; Cy takes it; Ann takes it; Bo takes it"
)
WALKS, MOST_WALKS = examples(100), 2_000  # any seed finds every kind in far fewer than the most
# The moves of all games, each with the most fields that it has in any of them.
SHAPES: dict[str, dict[str, str]] = {}
for name in FOLLOWED:
    for kind, fields in follow_of(name).fields.items():
        SHAPES.setdefault(kind, {}).update(fields)
RUBBISH: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    7,
    5.0,
    "",
    "Ann",
    "hearts",
    "stay",
    [],
    ["Bo"],
    {},
    {"Bo": 1},
]


# Refused before anything else is said, in every game.
NO_MOVES: list[tuple[str, Any, str, str]] = [
    ("", 7, "move", "move-field"),
    ("", {}, "move", "not-now"),
    ("", {"move": "deal"}, "move", "not-now"),
    ("", {"move": ["skip"]}, "move", "not-now"),
    ("", {"move": "skip", "player": "Ann"}, "player", ""),
]


@pytest.mark.parametrize(
    ("variant", "before", "move", "field", "code"),
    [(variant, *line) for variant in FOLLOWED for line in (*NO_MOVES, *games.facts(variant).REFUSED_MOVES)],
)
def test_what_cannot_be_is_refused_with_its_field(
    variant: str, before: str, move: Any, field: str, code: str
) -> None:
    said = moves(before) if before else []
    with pytest.raises(Refusal) as refused:
        progress(table(variant), [*said, move])
    assert refused.value.field == field
    assert refused.value.code == (code or refused.value.code)
    assert refused.value.entry == len(said) + 1


def test_a_suit_turned_down_is_not_named_outright_either() -> None:
    down = "turned hearts; Bo passes; Cy passes; Dee passes; Ann passes"
    with pytest.raises(Refusal, match="That suit was turned down"):
        after(table("buck"), down, {"move": "made", "maker": "Bo", "trump": "hearts"})
    now = after(table("buck"), "turned hearts", {"move": "made", "maker": "Bo", "trump": "spades"})
    assert now.phase == "stay or drop"


def test_trump_may_be_told_after_the_maker() -> None:
    now = after(table("partnership"), "skip; skip; Bo orders")
    assert (now.maker, now.trump, now.phase, now.tellings) == ("Bo", "", "play", ("made", "tricks"))
    now = after(table("partnership"), "skip; skip; Bo orders", {"move": "made", "trump": "hearts"})
    assert now.trump == "hearts"


def test_nothing_follows_the_end_of_the_hand_or_of_the_game() -> None:
    ended = table("partnership", Ann=10)
    with pytest.raises(Refusal, match="The game is over"):
        progress(ended, [])
    again = {"move": "result", "result": "redeal"}
    with pytest.raises(Refusal, match="That isn’t possible now"):
        after(table("partnership"), again, "skip")
    with pytest.raises(Refusal, match="That isn’t possible now"):
        after(table("partnership"), again, {"move": "made", "maker": "Bo"})


@pytest.mark.parametrize("variant", FOLLOWED)
def test_every_kind_of_move_is_offered_or_told_somewhere(variant: str) -> None:
    rng = random.Random(variant)  # noqa: S311 the same in every run
    follow = follow_of(variant)
    seen: set[str] = set()
    for state, begun in seldom(variant):
        seen |= kinds_of([progress(state, begun[:number]) for number in range(len(begun) + 1)])
    for number in range(MOST_WALKS):
        if number >= WALKS and seen == set(follow.fields):
            break
        seen |= kinds_of(walk(rng, random_table(rng, variant)))
    assert seen == set(follow.fields)
    assert {telling.kind for telling in follow.tellings} < set(follow.fields)


def seldom(variant: str) -> list[tuple[State, list[Move]]]:
    """Hands that hardly happen at random, in a game with the phases for them."""
    follow, hands = follow_of(variant), []
    if follow.phase("calling, round 2"):
        now, begun = table(variant), moves("turned hearts")
        while "pass" in may(progress(now, begun)) and progress(now, begun).phase != "calling, round 2":
            begun.append({"move": "pass", "player": progress(now, begun).to_act})
        who = progress(now, begun).to_act
        hands.append((now, [*begun, {"move": "name", "player": who, "trump": "spades"}]))
    if follow.phase("showdown"):
        hands.append((table(variant), moves(MADE, SHOWDOWN, "Bo takes it; Bo takes it")))
    if follow.phase("renege"):
        checks = ["Bo checks; Cy checks; Dee checks; Ann checks"] * bool(follow.phase("betting"))
        accused = [*moves("Cy takes it; Cy reneges; in time; guilty"), {"move": "wrong-trick", "number": 1}]
        hands.append((table(variant), [*moves(MADE, *checks), *accused]))
    if "cancelled" in follow.fields:
        checks = ["Bo checks; Ann checks"] * bool(follow.phase("betting"))
        hands.append((table(variant, 2, {"jokers": True}), moves(MADE, *checks)))
    return hands


def kinds_of(steps: list[Progress]) -> set[str]:
    return {str(one.move["move"]) for now in steps for one in now.offers}.union(
        *(now.tellings for now in steps)
    )


def test_a_game_that_is_not_followed_says_so() -> None:
    state = table("partnership")
    state = replace(state, variant=replace(state.variant, follow=None))
    with pytest.raises(Refusal, match="Euchre isn’t followed card by card") as refused:
        progress(state, [])
    assert (refused.value.field, refused.value.entry) == ("move", None)


@pytest.mark.parametrize("variant", FOLLOWED)
def test_rubbish_is_refused_and_breaks_nothing(variant: str) -> None:
    rng = random.Random(variant)  # noqa: S311
    refused, kinds = 0, [*follow_of(variant).fields, *SHAPES]
    for _ in range(25):
        state = random_table(rng, variant)
        said = [dict(rng.choice(progress(state, []).allowed).move)]
        for _ in range(40):
            kind = rng.choice(kinds)
            move = {"move": kind, **{name: rng.choice(RUBBISH) for name in SHAPES[kind]}}
            refused += field_refused(state, [*said, move]) in ("move", *SHAPES[kind], "showdown")
    assert refused > 500


def field_refused(state: State, said: list[Move]) -> str | None:
    try:
        progress(state, said)
    except Refusal as refusal:
        return refusal.field
    return "nothing"


def test_a_move_survives_storage_as_json() -> None:
    state = table("king-cutthroat")
    said = moves("turned hearts; Bo orders; Bo takes it by a King")
    assert progress(state, json.loads(json.dumps(said))) == progress(state, said)


@pytest.mark.parametrize("variant", FOLLOWED)
def test_what_is_to_be_done_is_said_with_its_rule(variant: str) -> None:
    said = games.facts(variant).INSTRUCTIONS
    assert said
    assert {line: instructions(after(table(variant), line)) for line in said} == {
        line: [words] for line, words in said.items()
    }


def test_a_hand_that_somebody_made_is_not_passed_out() -> None:
    passed_out = {"move": "result", "result": "passed-out"}
    assert why_not(after(table("buck"), "turned hearts"), **passed_out) == ""
    for line in ("turned clubs", MADE):
        assert why_not(after(table("buck"), line), **passed_out) == "trump-made (BU-07)"


def test_the_cards_that_a_suit_does_not_tell_have_their_names() -> None:
    named = {variant: after(table(variant)).offers[5].words for variant in ("three-handed", "king-cutthroat")}
    assert named == {"three-handed": "Nine of clubs", "king-cutthroat": "Joker"}


@pytest.mark.parametrize("before", [MADE, "skip; skip; skip"])
def test_totals_that_cannot_be_are_refused_at_once_with_a_maker_or_without(before: str) -> None:
    said = [*moves(before), {"move": "tricks", "tricks": {"Ann": 4, "Bo": 2}}]
    with pytest.raises(Refusal) as refused:
        progress(table("king-cutthroat"), said)
    assert (refused.value.field, refused.value.entry) == ("tricks", 4)
    tied = {"move": "tricks", "tricks": {"Ann": 3, "Bo": 3, "Cy": 1}, "kings": ["Cy", "Cy"]}
    with pytest.raises(Refusal) as refused:
        progress(table("king-cutthroat"), [*moves(before), tied])
    assert (refused.value.field, refused.value.entry) == ("kings", 4)
