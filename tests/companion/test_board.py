"""The board: pips, captions, and chips in colors."""

from dataclasses import replace
from typing import Any

import pytest

from companion.forms.fields import Common
from companion.forms.hand.base import Preview, score_pad
from companion.pages.board import board, chip_values
from companion.pages.pips import faces, pips
from companion.recap.moments import comeback
from scoring import VARIANTS, State, from_json, replay
from tests.companion.evenings import evening_of
from tests.companion.factories import NAMES, SEATS, hand


def state(variant: str, *entries: dict[str, Any], **header: Any) -> State:
    record = {
        "format": "bower.game/1",
        "variant": variant,
        "players": list(NAMES[: SEATS[variant]]),
        **header,
    }
    return replay(from_json({**record, "entries": list(entries)})).state


# Lower card, upper card, how it lies, window: as the pages of the design show them.
@pytest.mark.parametrize(
    ("variant", "score", "drawn"),
    [
        ("partnership", 7, ("five-s", "five-s", "translate(24 -1) rotate(0.6)", "-26 -16")),
        ("partnership", 4, ("five-s", "back", "translate(64 7) rotate(22)", "-8 -3")),
        ("partnership", 10, ("five-s", "five-s", "translate(70 1) rotate(1.5)", "-3 -14")),
        ("king-cutthroat", 7, ("six-s", "four-s", "translate(32 -2) rotate(1.5)", "-22 -16")),
        ("king-cutthroat", 5, ("six-s", "back", "translate(75 22) rotate(38)", "-7 6")),
        ("king-cutthroat", 4, ("six-s", "back", "translate(62.5 8) rotate(32)", "-12 -1")),
        ("king-cutthroat", 6, ("six-s", "back", "translate(70 1) rotate(1.5)", "-3 -14")),
    ],
)
def test_a_score_lies_there_as_on_the_table(variant: str, score: int, drawn: tuple[str, ...]) -> None:
    found = pips(VARIANTS[variant].score_cards, 10, 0, score)
    assert found is not None
    assert (found.lower, found.upper, found.transform, found.window) == drawn


@pytest.mark.parametrize("variant", ["partnership", "king-cutthroat"])
@pytest.mark.parametrize(("score", "as_much_as"), [(11, 10), (13, 10), (-1, 0), (-100, 0)])
def test_two_cards_show_as_much_as_there_is(variant: str, score: int, as_much_as: int) -> None:
    assert pips(VARIANTS[variant].score_cards, 10, 1, score) == pips(
        VARIANTS[variant].score_cards, 10, 1, as_much_as
    )


@pytest.mark.parametrize("variant", ["partnership", "king-cutthroat"])
def test_every_score_up_to_ten_looks_different(variant: str) -> None:
    drawn = [pips(VARIANTS[variant].score_cards, 10, 0, score) for score in range(11)]
    assert None not in drawn
    assert len(set(drawn)) == 11


@pytest.mark.parametrize(("variant", "target"), [("partnership", 11), ("buck", 0), ("poker-points", 10)])
def test_other_games_are_not_shown_on_cards(variant: str, target: int) -> None:
    assert pips(VARIANTS[variant].score_cards, target, 0, 5) is None


def test_every_card_is_drawn_once_and_has_its_pips() -> None:
    found = faces(
        [
            pips(VARIANTS["king-cutthroat"].score_cards, 10, 0, 7),
            pips(VARIANTS["king-cutthroat"].score_cards, 10, 0, 8),
            None,
        ]
    )
    assert [(face.id, face.suit, len(set(face.spots)), face.red) for face in found] == [
        ("six-s", "s", 6, False),
        ("four-s", "s", 4, False),
    ]
    [five] = faces([pips(VARIANTS["partnership"].score_cards, 10, 1, 3)])
    assert (five.id, len(set(five.spots)), five.red) == ("five-h", 5, True)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_has_its_kind_of_board(variant: str) -> None:
    game = VARIANTS[variant]
    alone = "solo" if SEATS[variant] <= 4 else "many"
    kind = "tee" if game.teams else "bank" if game.has_bank else alone
    assert board(state(variant)).kind == kind


def test_more_than_four_alone_are_many() -> None:
    assert board(state("poker-points", players=list(NAMES[:5]))).kind == "many"


def test_a_score_that_counts_down_is_not_said_twice() -> None:
    assert [side.cap for side in board(state("three-handed")).sides] == ["", "to lead", ""]


def test_captions_say_how_far_it_is_and_who_leads() -> None:
    assert [side.cap for side in board(state("king-cutthroat")).sides] == [
        "needs 10",
        "needs 10, to lead",
        "needs 10",
    ]
    won = {"kind": "adjust", "player": "Ann", "points": 10, "reason": "owed"}
    assert [side.cap for side in board(state("king-cutthroat", won)).sides] == ["", "", ""]


@pytest.mark.parametrize(
    ("amount", "chips"),
    [(0, ()), (1, (1,)), (62, (25, 25, 10, 1, 1)), (100, (100,)), (999, ()), (999_999_999, ())],
)
def test_an_amount_is_drawn_in_colors_where_it_fits(amount: int, chips: tuple[int, ...]) -> None:
    assert chip_values(amount) == chips


def test_the_pot_shows_what_is_out_of_the_bank_and_what_a_white_chip_is() -> None:
    bought = [{"kind": "buy-in", "player": name, "chips": 50} for name in NAMES[:4]]
    pot = board(state("poker-chips", *bought, options={"chip_value_cents": 5})).pot
    assert pot is not None
    assert (pot.chips, pot.issued, pot.held, pot.white) == (0, 200, 200, "€0.05")


def test_the_goal_is_read_from_the_option_that_the_game_names() -> None:
    played = evening_of("partnership", *(hand("partnership", number) for number in (1, 1, 1, 0, 0, 0)))
    now = played.table.state
    assert now.variant.goal
    options = {"up_to" if name == "target" else name: value for name, value in now.options.items()}
    game = replace(now.variant, goal=replace(now.variant.goal, option="up_to"))
    other = replace(now, variant=game, options=options)
    assert board(other).sides == board(now).sides
    assert board(now).sides[0].cap
    pads = [score_pad(Preview(one, Common(), None, {})) for one in (other, now)]
    assert pads[0]["sides"] == pads[1]["sides"]
    won = replace(other, winners=("Bo & Dee",))
    assert comeback(replace(played, table=replace(played.table, state=won)))
