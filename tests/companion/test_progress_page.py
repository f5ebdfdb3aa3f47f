"""What the page of a hand in progress shows: counts, words and moves, from the deal to the showdown."""

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from companion import store
from companion.forms.progress import replacing
from companion.log.table import Table
from companion.pages.board import board
from companion.pages.progress import Chair, ProgressPage, chairs, progress_page
from companion.pages.sheet import step_words
from companion.store import progress as store_drafts
from scoring import from_json
from scoring import opening as new_table
from scoring.possible import Stake
from scoring.progress import progress
from tests import games
from tests.companion.factories import Phone, device, opening, view
from tests.companion.factories import table as kept
from tests.companion.pages import Page, page
from tests.scoring.progress.tables import FOLLOWED, after, moves, table
from tests.scoring.progress.test_bidding import table as bids_table

KING = "king-cutthroat"
MADE = "turned hearts; Bo orders; taken up"
LEVEL = "; ".join([MADE, *["Bo takes it; Cy takes it"] * 3, "Ann takes it"])


def shown(variant: str, *lines: str) -> ProgressPage:
    """The page of a new table's hand after these moves."""
    state = table(variant)
    return progress_page(state, after(state, *lines))


def told(made: Table, *lines: str) -> Table:
    """The table with these moves of the hand in progress."""
    store_drafts.change(view(made), replacing(store_drafts.of_table(made).rev, moves(*lines)))
    return store.load(device(), made.id).table


def drawn(made: Table, room: str = "draft") -> Page:
    return page(Phone().get(reverse(room, args=[made.id])))


# The showdown


def test_a_showdown_is_counted_apart_from_the_hand() -> None:
    assert [hand.showdown for hand in shown(KING, MADE + "; Bo takes it").hands] == [None, None, None]
    assert [hand.showdown for hand in shown(KING, LEVEL).hands] == [None, 0, 0]
    now = shown(KING, LEVEL, "Bo takes it; Cy takes it; Bo takes it")
    assert [(hand.tricks, hand.showdown) for hand in now.hands] == [(1, None), (3, 2), (3, 1)]
    assert [hand.name for hand in now.hands if hand.leads] == ["Bo"]


def test_a_showdown_told_at_once_shows_the_tricks_that_were_told() -> None:
    state = table(KING)
    told_at_once = {"move": "showdown", "winner": "Cy", "tricks": {"Bo": 2, "Cy": 3}}
    now = progress_page(state, after(state, LEVEL, told_at_once))
    assert [hand.showdown for hand in now.hands] == [None, 2, 3]
    now = progress_page(state, after(state, LEVEL, {"move": "showdown", "winner": "Cy"}))
    assert [hand.showdown for hand in now.hands] == [None, None, None]


@pytest.mark.alike
@pytest.mark.django_db
def test_the_felt_says_which_count_is_the_showdowns() -> None:
    made = told(kept(variant=KING), LEVEL, "Bo takes it; Cy takes it; Bo takes it by a King")
    for room in ("draft", "table"):
        text = drawn(made, room).text
        assert "howdown" in text
        assert "Bo leads, maker, 3 in the hand" in text
        assert "Ann D 1 in the hand" in text
        assert "1 trick" in text
    assert "Showdown" not in drawn(told(made, MADE + "; Bo takes it")).text


# With chips: the ante


def test_without_two_who_can_pay_no_deal_is_asked_for() -> None:
    state = table("poker-chips", 2, Ann=5)
    assert progress_page(state, after(state)).ask == "Can’t deal yet"
    assert shown("poker-chips").ask == "Deal. Which card is up?"


@pytest.mark.alike
@pytest.mark.django_db
def test_the_pot_is_told_once_the_antes_are_paid() -> None:
    made = kept(variant="poker-chips", entries=opening("poker-chips"))
    assert "In the pot" not in drawn(made).text
    made = told(made, "dealt")
    assert "In the pot 48" in drawn(made).text
    assert "pot 48" in drawn(made, "table").text


# With chips: the betting

CALLED = "dealt; turned spades; Bo orders; taken up"
CHECKED = "Bo checks; Cy checks; Dee checks; Ann checks"
BET = CALLED + "; Bo bets 3; Cy raises 5; Dee folds; Ann calls"


def test_rows_of_the_betting_say_what_was_done_and_what_is_left() -> None:
    now = shown("poker-chips", BET)
    assert [hand.name for hand in now.hands] == ["Ann", "Bo", "Cy", "Dee"], "in seat order"
    assert [(hand.did, hand.stake) for hand in now.hands] == [
        ("called 8", Stake(20, 44)),
        ("bet 3", Stake(15, 49)),
        ("raised 5", Stake(20, 44)),
        ("folded", Stake(12, 52)),
    ]
    assert now.progress.betting is not None
    assert now.progress.betting.pays == 3, "a trick pays a chip for each player who is in"
    dock = now.dock
    assert dock is not None
    assert (dock.player, dock.to_call, dock.has, dock.raises_left) == ("Bo", 5, 49, 2)
    assert (dock.main.words, [tap.words for tap in dock.plain]) == ("Call 5", ["Fold", "Raise by 5"])


@pytest.mark.parametrize(
    ("lines", "pays"),
    [
        (["Bo bets 3; Cy folds"], 3),
        (["Bo bets 3; Cy folds; Dee folds; Ann folds"], 0),
        ([CHECKED, "Bo takes it"], 4),
        ([CHECKED, "Bo takes it; Cy reneges; in time; guilty"], 4),
        ([CHECKED, "Bo takes it; Cy reneges; in time; guilty", {"move": "wrong-trick", "number": 1}], 0),
        (["skip"], 0),
    ],
)
@pytest.mark.django_db
def test_what_a_trick_pays_is_shown_while_every_trick_pays_that(lines: list[Any], pays: int) -> None:
    made = kept(variant="poker-chips", entries=opening("poker-chips"))
    text = drawn(told(made, CALLED, *lines)).text
    assert (f"Each trick pays {pays} chips." in text) == bool(pays)
    assert ("Each trick pays" in text) == bool(pays)


@pytest.mark.parametrize(
    ("chips", "offered"),
    [
        (None, ["−1", "1", "2", "5!", "10", "20", "+1"]),
        (7, ["−1", "1", "2", "5", "7!", "10", "20", "+1"]),
        (1, ["1!", "2", "5", "10", "20", "+1"]),
        (99, ["−1", "1", "2", "5", "10", "20!"]),
    ],
)
def test_an_amount_is_a_button_or_some_steps_away(chips: int | None, offered: list[str]) -> None:
    state = table("poker-chips")
    dock = progress_page(state, after(state, CALLED), chips).dock
    assert dock is not None
    words = [
        f"+{one.more}" if one.more else f"−{one.less}" if one.less else str(one.chips) + "!" * one.chosen
        for one in dock.amounts
    ]
    assert words == offered
    assert dock.main.words == "Check"


def test_large_limits_have_large_steps() -> None:
    state = table("poker-chips", options={"max_bet": 500}, Ann=900, Bo=900, Cy=900, Dee=900)
    dock = progress_page(state, after(state, CALLED), 30).dock
    assert dock is not None
    assert [one.chips for one in dock.amounts if one.step] == [20, 29, 31, 40]


def test_where_neither_bet_nor_raise_can_be_the_dock_says_why() -> None:
    state = table("poker-chips", 2, Ann=60, Bo=26)
    dock = progress_page(state, after(state, CALLED + "; Bo checks; Ann bets 1")).dock
    assert dock is not None
    assert dock.amounts == ()
    assert dock.adding.off


# Answers in the players' rows


def test_who_won_a_trick_is_answered_in_the_players_rows() -> None:
    now = shown("partnership", MADE + "; Bo takes it; Cy takes it; Cy takes it")
    assert [(hand.name, hand.won, hand.pile) for hand in now.hands] == [
        ("Ann", "no trick", ""),
        ("Bo", "1 trick", "-"),
        ("Cy", "2 tricks", "--"),
        ("Dee", "no trick", ""),
    ]
    answers = [json.loads(hand.tap.move) for hand in now.hands if hand.tap]
    assert answers == [{"move": "trick", "player": name} for name in ("Ann", "Bo", "Cy", "Dee")]
    assert now.rows == ()
    assert not now.kings


def test_partners_tricks_told_together_are_not_shown_as_none() -> None:
    state = table("partnership")
    told_at_once = {"move": "tricks", "tricks": {"Ann & Cy": 3, "Bo & Dee": 2}}
    now = progress_page(state, after(state, MADE, told_at_once))
    assert [hand.won for hand in now.hands] == ["", "", "", ""]


# Kings


@pytest.mark.alike
@pytest.mark.django_db
def test_the_table_counts_a_king_at_once() -> None:
    before = [{"kind": "adjust", "player": name, "points": 7, "reason": "so far"} for name in ("Ann", "Bo")]
    made = kept(variant=KING, entries=before)
    assert "Bo needs 3, to lead 7" in drawn(made, "table").text
    made = told(made, MADE, "Bo takes it by a King; Bo takes it by a King; Cy takes it by a King")
    found = drawn(made, "table").text
    assert "Ann D needs 3 7" in found
    assert "Bo ahead, needs 1, +2 from Kings, to lead 9" in found
    assert "Cy needs 9, +1 from a King 1" in found
    assert "Bo +2, Cy +1 from Kings" not in found, "the scores say so"
    assert "Bo +2, Cy +1 from Kings Ann 7 Bo 9 Cy 1" in drawn(made).text
    assert made.state.scores == {"Ann": 7, "Bo": 7, "Cy": 0}, "nothing is in the log before it is saved"


def test_a_king_is_a_second_tap_in_the_row_of_who_won_the_trick() -> None:
    def kings(*lines: str) -> list[str]:
        return [hand.name for hand in shown(KING, *lines).hands if hand.king]

    now = shown(KING, MADE, "Bo takes it; Cy takes it")
    assert (now.kings, now.last, kings(MADE, "Bo takes it; Cy takes it")) == (True, 2, ["Cy"])
    assert kings(MADE, "Bo takes it; Cy takes it by a King") == []
    assert kings(LEVEL) == ["Ann"]
    assert kings(LEVEL, "Bo takes it") == ["Bo"]
    assert [hand.pile for hand in shown(KING, MADE, "Bo takes it by a King; Bo takes it").hands] == [
        "",
        "K-",
        "",
    ]
    assert not any("king" in tap.move for row in now.rows for tap in row)


@pytest.mark.alike
@pytest.mark.django_db
def test_the_button_of_a_king_says_which_trick() -> None:
    made = told(kept(variant=KING), MADE, "Bo takes it; Cy takes it")
    text = drawn(made).text
    assert "Cy, with a King trick 2, +1" in text
    assert text.count("no King") == 2


# Words and looks

ALL_PASS = "; Bo passes; Cy passes; Dee passes; Ann passes"
RENEGE = MADE + "; Bo takes it; Cy takes it; Cy reneges"
ASKED = [(variant, line, ask) for variant in FOLLOWED for line, ask in games.facts(variant).ASKED.items()]


@pytest.mark.parametrize(("variant", "line", "ask"), ASKED)
def test_what_is_asked_is_a_question_or_a_request(variant: str, line: str, ask: str) -> None:
    assert shown(variant, line).ask == ask


def test_every_game_that_is_followed_asks_something() -> None:
    assert {variant for variant, _line, _ask in ASKED} == {*FOLLOWED}


def test_a_wrong_card_that_won_asks_whose_the_trick_is() -> None:
    caught = {"move": "wrong-trick", "number": 2}
    state = table("poker-points")
    now = progress_page(state, after(state, RENEGE + "; in time; guilty", caught))
    assert now.ask == "Who should have won trick 2?"


def test_a_reason_is_a_sentence_and_a_name_stays_as_it_is() -> None:
    now = shown("partnership", "turned hearts" + ALL_PASS)
    assert [tap.off and tap.off.message for tap in now.reasons] == ["That suit was turned down."]
    header = {"format": "bower.game/1", "variant": "poker-points", "players": ["ann", "bo"]}
    state = new_table(from_json(header))
    now = progress_page(state, progress(state, moves("turned hearts; bo orders; taken up")))
    assert [tap.off.message for tap in now.rare if tap.off] == ["bo led every trick.", "Trump is made."]


@pytest.mark.alike
@pytest.mark.django_db
def test_a_card_that_is_out_lies_face_down() -> None:
    made = told(kept(), "turned hearts")
    assert "A heart is up" in drawn(made).text
    for line in ("turned hearts" + ALL_PASS, "turned hearts" + 2 * ALL_PASS):
        made = kept(options={"stick_the_dealer": False})
        found = drawn(told(made, line))
        assert "Hearts turned down" in found.text
        assert "is up" not in found.text
    assert "turned down" not in drawn(told(made, "turned hearts" + ALL_PASS + "; Bo names spades")).text


@pytest.mark.alike
@pytest.mark.django_db
def test_a_renege_is_explained_once() -> None:
    made = told(kept(variant="poker-points"), MADE + "; Bo takes it")
    assert drawn(made).text.count("Call a renege") == 1
    asked = drawn(told(made, RENEGE)).text
    assert asked.count("Call a renege") == 1
    assert "No proof: play on. PE-08" in asked
    assert "Cy renege called 1 trick" in asked, "the question doesn’t name the player"


@pytest.mark.alike
@pytest.mark.django_db
def test_the_tricks_of_a_player_with_a_card_on_the_table_stand_apart() -> None:
    state = table("poker-points")
    now = progress_page(state, after(state, RENEGE + "; in time; guilty"))
    assert [[tap.words for tap in row] for row in now.rows] == [
        ["Trick 1", "Trick 2", "The trick on the table"],
        ["Trick 1", "Trick 2"],
    ]
    assert [[tap.laid for tap in row] for row in now.rows] == [[False] * 3, [True] * 2]
    made = told(kept(variant="poker-points"), RENEGE + "; in time; guilty")
    assert drawn(made).text.count("If Cy has also played to the trick on the table:") == 1
    one = MADE + "; Cy takes it; Bo reneges; in time; guilty"
    assert [len(row) for row in progress_page(state, after(state, one)).rows] == [2, 1]


# The turned card


@pytest.mark.django_db
def test_a_joker_is_shown_as_what_lies_there_with_the_suit_that_it_counts_as() -> None:
    made = told(kept(variant=KING, options={"flipped_joker": "hearts"}), "turned Joker")
    for room in ("draft", "table"):
        felt = drawn(made, room).html.partition('class="felt')[2].partition("</section>")[0]
        assert ('aria-label="Joker"' in felt, 'aria-label="hearts"' in felt) == (True, False)
        assert "he Joker is up as hearts" in felt
    board = drawn(made, "board").html
    assert (">Joker</text>" in board, 'aria-label="Joker"' in board, 'aria-label="hearts"' in board) == (
        True,
        True,
        False,
    )
    made = told(made, "turned hearts")
    assert 'aria-label="hearts"' in drawn(made, "board").html


# Bids


def test_bids_stand_beside_who_made_them_and_each_kind_of_bid_in_a_row() -> None:
    state = bids_table()
    now = progress_page(state, after(state, "dealt; Bo passes; Cy bids 3"))
    assert [hand.notes for hand in now.hands] == ["", "passed", "bid 3", ""]
    assert now.ask == "Dee: pass or bid?"
    assert [[tap.words for tap in row] for row in now.rows] == [
        ["Pass", "Alone"],
        ["Bid 2", "Bid 3", "Bid 4", "Bid 5", "Bid 6"],
    ]
    assert not now.turned_down
    now = progress_page(state, after(state, "dealt; Bo passes; Cy bids 6 alone"))
    assert [hand.notes for hand in now.hands] == ["sits out", "", "maker, alone", ""]
    now = progress_page(state, after(state, "dealt; Bo bids 2; Cy bids 3; Dee passes; Ann passes"))
    assert [hand.notes for hand in now.hands] == ["", "", "maker, bid 3", ""]


# The first dealer


def test_how_the_first_dealer_is_found_stands_beside_the_first_deal_only() -> None:
    assert [one.text for one in shown("poker-chips").notes] == ["The first Jack dealt face up deals."]
    assert [one.text for one in shown(KING).notes] == ["Pick the first dealer at random."]
    assert shown("partnership").notes == shown("poker-chips", "dealt").notes == ()
    state = replace(table("poker-chips"), hands=1)
    assert progress_page(state, after(state)).notes == ()


# Around a table of chips


def around(number: int, *lines: str) -> tuple[Chair, ...]:
    state = table("poker-chips", number)
    play = progress_page(state, after(state, *lines)) if lines else None
    return chairs(board(state, progress=play.progress if play else None), play)


@pytest.mark.parametrize("number", range(2, 13))
def test_chairs_stand_clockwise_around_the_oval(number: int) -> None:
    across = {"q1": 1, "c1": 1, "q2": 4, "c2": 4, "c3": 6, "c4": 8, "q3": 8, "q4": 11, "c5": 11}
    down = {"r1": 1, "r2": 4, "rm": 6, "r3": 8, "r4": 11}
    spots = [chair.place.split() for chair in around(number)]
    angles = [math.atan2(down[row] - 6, across[column] - 6) for column, row in spots]
    turned = [(angle - angles[0]) % (2 * math.pi) for angle in angles]
    assert turned == sorted(set(turned))
    assert spots[0][1] == "r4"


def test_a_chair_says_what_its_player_did_and_holds() -> None:
    seats = around(4, BET)
    assert [(chair.side.name, chair.chips, chair.note) for chair in seats] == [
        ("Ann", 44, "20 in, called 8"),
        ("Bo", 49, "15 in, bet 3, to act"),
        ("Cy", 44, "20 in, raised 5"),
        ("Dee", 52, "folded"),
    ]
    assert [chair.side.name for chair in seats if chair.deals] == ["Ann"]
    assert [chair.note for chair in around(4)] == [""] * 4


def test_the_last_step_of_the_betting_is_told_as_what_was_done() -> None:
    state, bets = table("poker-chips"), moves(BET)
    steps = [step_words(state, tuple(bets[:number])) for number in range(len(bets) - 3, len(bets) + 1)]
    assert steps == ["Bo bet 3", "Cy raised 5", "Dee folded", "Ann called"]


def test_the_last_step_is_a_question_with_its_answer_or_two_sentences() -> None:
    state, made = table(KING), moves(MADE)
    steps = [step_words(state, tuple(made[:number])) for number in range(1, len(made) + 1)]
    assert steps == [
        "Deal. Which card is up? Hearts",
        "Bo: pass or make it trump? Make it trump",
        "Cy takes the card. Done",
    ]


def test_who_cannot_pay_the_ante_sits_out() -> None:
    state = table("poker-chips", 3, Ann=5)
    play = progress_page(state, after(state, "dealt"))
    assert [chair.note for chair in chairs(board(state), play)] == ["sits out", "16 in", "16 in"]
