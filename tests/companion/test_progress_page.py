"""What the page of a hand in progress shows: counts, words and moves, from the deal to the showdown."""

import pytest
from django.urls import reverse

from companion import store
from companion.log.table import Table
from companion.pages.progress import ProgressPage, progress_page
from companion.store import progress as store_drafts
from scoring import from_json
from scoring import opening as new_table
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
    store_drafts.replace_moves(view(made), store_drafts.of_table(made).rev, moves(*lines))
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


@pytest.mark.django_db
def test_the_felt_says_which_count_is_the_showdowns() -> None:
    made = told(kept(variant=KING), LEVEL, "Bo takes it; Cy takes it; Bo takes it by a King")
    for room in ("draft", "table"):
        text = drawn(made, room).text
        assert "Tricks of the showdown, best of five" in text
        assert "Bo leads, makes it, 3 in the hand 1 King 2" in text
        assert "Cy 3 in the hand 1" in text
    assert "Tricks of the showdown" not in drawn(told(made, MADE + "; Bo takes it")).text


# With chips: the ante


def test_without_two_who_can_pay_no_deal_is_asked_for() -> None:
    state = table("poker-chips", 2, Ann=5)
    assert progress_page(state, after(state)).ask == "No hand can be dealt"
    assert shown("poker-chips").ask == "Deal, and turn a card up"


@pytest.mark.django_db
def test_the_pot_is_told_once_the_antes_are_paid() -> None:
    made = kept(variant="poker-chips", entries=opening("poker-chips"))
    assert "In the pot" not in drawn(made).text
    assert "In the pot: 48" in drawn(told(made, "dealt")).text


# Kings


@pytest.mark.django_db
def test_the_table_counts_a_king_at_once() -> None:
    before = [{"kind": "adjust", "player": name, "points": 7, "reason": "so far"} for name in ("Ann", "Bo")]
    made = kept(variant=KING, entries=before)
    assert "Bo 3 to go, to lead 7" in drawn(made, "table").text
    made = told(made, MADE, "Bo takes it by a King; Bo takes it by a King; Cy takes it by a King")
    found = drawn(made, "table").text
    assert "Ann D 3 to go 7" in found
    assert "Bo 1 to go, +2 from Kings, to lead 9" in found
    assert "Cy 9 to go, +1 from a King 1" in found
    assert "by Kings already" not in found, "the scores say so"
    assert "Bo +2, Cy +1 by Kings already" in drawn(made).text
    assert made.state.scores == {"Ann": 7, "Bo": 7, "Cy": 0}, "nothing is in the log before it is saved"


def test_the_king_of_the_trick_before_says_which_trick_and_whose() -> None:
    def row(*lines: str) -> list[str]:
        return [tap.words for tap in shown(KING, *lines).rows[-1]]

    assert row(MADE, "Bo takes it; Cy takes it") == ["Trick 2, Cy's: it was a King"]
    assert row(LEVEL) == ["Trick 7, Ann's: it was a King"]
    assert row(LEVEL, "Bo takes it") == ["Showdown, trick 1, Bo's: it was a King"]


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
    assert progress_page(state, after(state, RENEGE + "; in time; guilty", caught)).ask == "Whose is trick 2?"


def test_a_reason_is_a_sentence_and_a_name_stays_as_it_is() -> None:
    now = shown("partnership", "turned hearts" + ALL_PASS)
    assert [tap.off and tap.off.message for tap in now.reasons] == ["That suit was turned down."]
    header = {"format": "bower.game/1", "variant": "poker-points", "players": ["ann", "bo"]}
    state = new_table(from_json(header))
    now = progress_page(state, progress(state, moves("turned hearts; bo orders; taken up")))
    assert [tap.off.message for tap in now.rare if tap.off] == ["bo led every trick.", "Trump is made."]


@pytest.mark.django_db
def test_a_card_that_is_out_lies_face_down() -> None:
    made = told(kept(), "turned hearts")
    assert "turned up" in drawn(made).text
    for line in ("turned hearts" + ALL_PASS, "turned hearts" + 2 * ALL_PASS):
        made = kept(options={"stick_the_dealer": False})
        found = drawn(told(made, line))
        assert "hearts turned down" in found.text
        assert "turned up" not in found.text
    assert "turned down" not in drawn(told(made, "turned hearts" + ALL_PASS + "; Bo names spades")).text


@pytest.mark.django_db
def test_a_renege_is_explained_once() -> None:
    made = told(kept(variant="poker-points"), MADE + "; Bo takes it")
    assert drawn(made).text.count("A renege is called") == 1
    assert "A renege:" not in drawn(made).text
    asked = drawn(told(made, RENEGE)).text
    assert asked.count("A renege is called") == 1
    assert "play goes on. PE-08" in asked


# Bids


def test_bids_stand_beside_who_made_them_and_each_kind_of_bid_in_a_row() -> None:
    state = bids_table()
    now = progress_page(state, after(state, "dealt; Bo passes; Cy bids 3"))
    assert [hand.notes for hand in now.hands] == ["", "passed", "bid 3", ""]
    assert now.ask == "Dee: pass or bid?"
    assert [[tap.words for tap in row] for row in now.rows] == [
        ["Pass"],
        ["Bid 2", "Bid 3", "Bid 4", "Bid 5", "Bid 6"],
        ["Alone"],
    ]
    assert not now.turned_down
    now = progress_page(state, after(state, "dealt; Bo passes; Cy bids 6 alone"))
    assert [hand.notes for hand in now.hands] == ["sits out", "", "makes it alone", ""]
    now = progress_page(state, after(state, "dealt; Bo bids 2; Cy bids 3; Dee passes; Ann passes"))
    assert [hand.notes for hand in now.hands] == ["", "", "makes it, bid 3", ""]
