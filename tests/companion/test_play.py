"""What the page of a hand in progress shows: counts, words and moves, from the deal to the showdown."""

import pytest
from django.urls import reverse

from companion import store, store_drafts
from companion.log import Table
from companion.play import Play, play
from tests.companion.factories import Phone, opening
from tests.companion.factories import table as kept
from tests.companion.pages import Page, page
from tests.scoring.progress.tables import after, moves, table

KING = "king-cutthroat"
MADE = "turned hearts; Bo orders; taken up"
LEVEL = "; ".join([MADE, *["Bo takes it; Cy takes it"] * 3, "Ann takes it"])


def shown(variant: str, *lines: str) -> Play:
    """The page of a new table's hand after these moves."""
    state = table(variant)
    return play(state, after(state, *lines))


def told(made: Table, *lines: str) -> Table:
    """The table with these moves of the hand in progress."""
    store_drafts.replace_moves(made, store_drafts.draft(made).rev, moves(*lines))
    return store.load(made.device, made.id)


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
    now = play(state, after(state, LEVEL, told_at_once))
    assert [hand.showdown for hand in now.hands] == [None, 2, 3]
    now = play(state, after(state, LEVEL, {"move": "showdown", "winner": "Cy"}))
    assert [hand.showdown for hand in now.hands] == [None, None, None]


@pytest.mark.django_db
def test_the_felt_says_which_count_is_the_showdowns() -> None:
    made = told(kept(variant=KING), LEVEL, "Bo takes it; Cy takes it; Bo takes it")
    for room in ("draft", "table"):
        text = drawn(made, room).text
        assert "Tricks of the showdown, best of five" in text
        assert "Bo leads, makes it 3 in the hand 2" in text
        assert "Cy 3 in the hand 1" in text
    assert "Tricks of the showdown" not in drawn(told(made, MADE + "; Bo takes it")).text


# With chips: the ante


def test_without_two_who_can_pay_no_deal_is_asked_for() -> None:
    state = table("poker-chips", 2, Ann=5)
    assert play(state, after(state)).ask == "No hand can be dealt"
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
    assert "Bo 3 to go, leads 7" in drawn(made, "table").text
    made = told(made, MADE, "Bo takes it by a King; Bo takes it by a King; Cy takes it by a King")
    found = drawn(made, "table").text
    assert "Ann D 3 to go 7" in found
    assert "Bo 1 to go, +2 by Kings, leads 9" in found
    assert "Cy 9 to go, +1 by a King 1" in found
    assert "by Kings already" not in found, "the scores say so"
    assert "Bo +2, Cy +1 by Kings already" in drawn(made).text
    assert made.state.scores == {"Ann": 7, "Bo": 7, "Cy": 0}, "nothing is in the log before it is saved"
