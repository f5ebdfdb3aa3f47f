"""The Board view: what each of its four sides shows, who may see it, and that it only reads."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion import models
from companion.forms.progress import replacing
from companion.log.table import Table
from companion.pages.board import BoardView, board, board_view
from companion.store import progress as store_progress
from scoring import VARIANTS, State
from scoring.progress import Progress
from tests.companion.factories import NAMES, SEATS, Phone, hand, let_in, opening, table
from tests.companion.factories import view as view_of
from tests.companion.pages import Page, page
from tests.scoring.progress.tables import after, moves
from tests.scoring.progress.tables import table as state_of

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

HARD = ["שלום עולם 🂡🎉", "W" * 40, "<script>alert('Bo')</script>", "Z" + "\u0301\u0323" * 19]


def address(made: Table) -> str:
    return reverse("board", args=[made.id])


def shown(made: Table, query: str = "") -> Page:
    return page(Phone().get(address(made) + query))


def view(state: State, seat: str = "", progress: Progress | None = None) -> BoardView:
    return board_view(state, board(state, progress=progress), seat, progress)


def names(found: BoardView) -> list[list[str]]:
    """The names of the cells of every side, clockwise from the bottom."""
    return [[cell.name for cell in place.cells] for place in found.places]


def caps(found: BoardView) -> dict[str, str]:
    return {cell.name: cell.cap for cell in found.places[0].cells}


# Who may see it


def test_a_viewer_may_see_it_and_an_outsider_finds_nothing() -> None:
    made = table(entries=[hand("partnership")])
    viewer = let_in(made, "viv", "viewer")
    assert viewer.get(address(made)).status_code == 200
    assert viewer.post(address(made)).status_code == 405
    assert Phone("eve").get(address(made)).status_code == 404


@pytest.mark.parametrize("room", ["table", "share"])
def test_table_and_share_lead_to_it_for_a_viewer_too(room: str) -> None:
    made = table()
    for phone in (Phone(), let_in(made, "viv", "viewer")):
        assert address(made) in page(phone.get(reverse(room, args=[made.id]))).links


def test_it_only_reads_and_has_nothing_to_type_in() -> None:
    made, phone = table(entries=[hand("partnership")]), Phone()
    rows = models.Entry.objects.count()
    with CaptureQueriesContext(connection) as caught:
        found = page(phone.get(address(made)))
    assert {query["sql"].split()[0] for query in caught} == {"SELECT"}
    assert models.Entry.objects.count() == rows
    assert not found.forms
    assert not {"input", "textarea", "select"} & set(found.tags)


def test_without_script_it_is_loaded_again_by_itself() -> None:
    html = shown(table()).html
    assert '<noscript><meta http-equiv="refresh" content="20"></noscript>' in html
    assert "style=" not in html


# What it shows


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_shows_every_score_on_every_side(variant: str) -> None:
    entries = [*opening(variant), hand(variant)] if variant in SEATS else []
    made = table(variant=variant, entries=entries, players=list(NAMES[: SEATS.get(variant, 4)]))
    found = view(made.state)
    for place in found.places:
        assert {cell.name: cell.score for cell in place.cells} == dict(made.state.scores)
    assert [place.place for place in found.places] == ["b", "l", "t", "r"]
    text = shown(made).text
    for score in made.state.scores.values():
        assert str(score).replace("-", "−") in text


def test_four_sit_clockwise_and_each_side_has_its_own_team_first() -> None:
    found = view(state_of("partnership"))
    assert [place.seat for place in found.places] == ["Ann", "Bo", "Cy", "Dee"]
    assert names(found)[:2] == [["Ann & Cy", "Bo & Dee"], ["Bo & Dee", "Ann & Cy"]]
    assert all(place.cells[0].own and not place.cells[1].own for place in found.places)
    assert [place.deals for place in found.places] == [True, False, False, False]


def test_the_readers_own_seat_lies_at_the_bottom() -> None:
    assert [place.seat for place in view(state_of("partnership"), "Dee").places] == ["Dee", "Ann", "Bo", "Cy"]


def test_four_alone_have_themselves_first_and_others_one_order_on_every_side() -> None:
    assert [row[0] for row in names(view(state_of("buck")))] == ["Ann", "Bo", "Cy", "Dee"]
    three = view(state_of("king-cutthroat"))
    assert {tuple(row) for row in names(three)} == {("Ann", "Bo", "Cy")}
    assert not any(cell.own for place in three.places for cell in place.cells)


def test_two_sit_across_from_each_other() -> None:
    rows = names(view(state_of("king-cutthroat", 2)))
    assert (rows[0][0], rows[2][0]) == ("Ann", "Bo")


def test_twelve_stand_in_two_rows() -> None:
    found = view(state_of("poker-points", 12))
    assert (found.columns, len(found.places[3].cells)) == (6, 12)
    assert found.classes == "n12 k6 w1 lots"


def test_who_is_ahead_is_said_unless_all_are_level() -> None:
    assert caps(view(state_of("king-cutthroat"))) == dict.fromkeys(("Ann", "Bo", "Cy"), "needs 10")
    assert caps(view(state_of("king-cutthroat", Bo=3)))["Bo"] == "ahead, needs 7"
    assert caps(view(state_of("king-cutthroat", Bo=3, Cy=3)))["Cy"] == "tied for first, needs 7"


def test_a_side_past_the_target_of_a_game_that_goes_on_needs_no_more() -> None:
    assert caps(view(state_of("bid-euchre", Ann=20, Bo=37))) == {"Ann & Cy": "needs 12", "Bo & Dee": "ahead"}


def test_where_scores_count_down_the_lowest_is_ahead() -> None:
    found = view(state_of("buck", Cy=4, Dee=30))
    assert caps(found) == {"Ann": "", "Bo": "", "Cy": "ahead", "Dee": ""}
    assert found.goal == "down to 0"


def test_a_finished_game_says_who_won() -> None:
    record: list[dict[str, Any]] = [
        {"kind": "adjust", "player": "Bo", "points": 9, "reason": "start"},
        hand("king-cutthroat", maker="Bo", tricks={"Ann": 0, "Bo": 7, "Cy": 0}, kings=[]),
    ]
    made = table(variant="king-cutthroat", entries=record)
    assert made.state.winners == ("Bo",)
    found = shown(made)
    assert "Bo wins" in found.text
    assert 'aria-label="Bo wins"' in found.html
    assert 'aria-label="deals"' not in found.html
    assert caps(view(made.state))["Bo"] == "wins"


def test_a_team_that_has_won_wins_together() -> None:
    begun = {"kind": "adjust", "player": "Ann & Cy", "points": 9, "reason": "start"}
    found = view(table(entries=[begun, hand("partnership")]).state)
    assert caps(found) == {"Ann & Cy": "win", "Bo & Dee": ""}
    assert [cell.classes for cell in found.places[0].cells] == ["own front winner", ""]


# The hand in progress


def test_trump_dealer_and_maker_are_those_of_the_hand_in_progress() -> None:
    made = table()
    stored = store_progress.of_table(made)
    store_progress.change(view_of(made), replacing(stored.rev, moves("turned hearts; Bo orders")))
    html = shown(made).html
    assert "Hand 1, to 10, Ann deals, hearts trump" in html
    assert ">maker<" in html


def test_a_card_that_was_turned_down_is_shown_no_more() -> None:
    passes = "; Bo passes; Cy passes; Dee passes"
    state = state_of("partnership")
    assert view(state, progress=after(state, "turned hearts" + passes)).suit == "hearts"
    assert view(state, progress=after(state, "turned hearts" + passes + "; Ann passes")).suit == ""
    state = state_of("king-cutthroat", options={"flipped_joker": "hearts"})
    passes = "; Bo passes; Cy passes"
    assert view(state, progress=after(state, "turned Joker" + passes)).joker == "Joker"
    assert view(state, progress=after(state, "turned Joker" + passes + "; Ann passes")).joker == ""


def test_a_king_counts_at_once() -> None:
    state = state_of("king-cutthroat")
    lines = "turned hearts; Bo orders; taken up; Bo takes it by a King"
    found = view(state, progress=after(state, lines))
    [bo] = [cell for cell in found.places[0].cells if cell.name == "Bo"]
    assert (bo.score, bo.cap) == (1, "ahead, needs 9, +1 from a King, maker")


def test_stacks_and_pot_are_all_the_chips_there_are() -> None:
    state = state_of("poker-chips")
    found = view(state, progress=after(state, "turned hearts; Bo orders; Bo bets 5; Cy calls"))
    stacks = {cell.name: cell.score for cell in found.places[0].cells}
    assert found.pot is not None
    assert sum(stacks.values()) + found.pot == sum(state.scores.values())
    assert stacks["Ann"] - stacks["Bo"] == 5


# Names


@pytest.mark.parametrize("variant", ["partnership", "buck"])
def test_hard_names_are_shown_whole_and_harmless(variant: str) -> None:
    html = shown(table(variant=variant, players=HARD)).html
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert" in html
    assert html.count(f"<bdi>{'W' * 40}</bdi>") >= 4


def test_partners_names_are_kept_apart() -> None:
    assert "<bdi>Ann</bdi> &amp; <bdi>Cy</bdi>" in shown(table()).html


def test_upright_it_is_shown_once() -> None:
    made = table()
    assert [name for name in shown(made).ids if name.startswith("place-")] == [
        *("place-b", "place-l", "place-t", "place-r"),
    ]
    assert [name for name in shown(made, "?upright=1").ids if name.startswith("place-")] == ["place-b"]


@pytest.mark.parametrize(
    ("told", "bid"),
    [("Bo passes", 0), ("Bo passes; Cy bids 3", 3), ("Bo passes; Cy bids 3; Dee passes; Ann bids 4", 4)],
)
def test_the_highest_bid_so_far_stands_in_the_middle(told: str, bid: int) -> None:
    state = state_of("bid-euchre")
    found = view(state, progress=after(state, "dealt; " + told))
    assert found.bid == bid
