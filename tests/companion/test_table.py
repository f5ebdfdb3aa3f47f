"""The table: scores, seats, what was last, undo; as it is and as it stood."""

import re
from typing import Any

import pytest
from django.test import override_settings

from companion import store
from companion.log.table import Table
from companion.pages.board import board
from scoring import VARIANTS
from tests.companion.factories import NAMES, SEATS, Phone, hand, long_game, opening, table
from tests.companion.pages import Page, page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

TEAMS = {"Ann & Cy": 0, "Bo & Dee": 0}


@pytest.fixture
def phone() -> Phone:
    return Phone()


def shown(phone: Phone, game: Table, address: str = "") -> Page:
    return page(phone.get(f"/games/{game.id}/{address}"))


def made(maker: str, ours: int, **given: Any) -> dict[str, Any]:
    """A hand of Euchre in which Ann and Cy took so many tricks."""
    tricks = {"Ann & Cy": ours, "Bo & Dee": 5 - ours}
    return {"kind": "hand", "maker": maker, "trump": "hearts", "tricks": tricks, **given}


def undo(phone: Phone, game: Table, **typed: Any) -> Any:
    form = shown(phone, game).form("/corrections/")
    [(name, value)] = [button for words, button in form.buttons.items() if words.startswith("Undo ")]
    return phone.post(form.action, {**form.data(), name: value, **typed})


@pytest.mark.parametrize("variant", SEATS)
def test_every_game_shows_its_scores_its_dealer_and_the_next_hand(phone: Phone, variant: str) -> None:
    game = table(variant=variant, entries=[*opening(variant), hand(variant)])
    found = shown(phone, game)
    for name, score in game.state.scores.items():
        assert name in found.text
        assert str(score).replace("-", "−") in found.text
    assert "Record hand 2" in found.text
    assert 'aria-label="deals"' in found.html
    assert f"/games/{game.id}/hands/new/" in found.links


def test_a_table_of_somebody_else_is_no_page(phone: Phone) -> None:
    game = table(entries=[hand("partnership")])
    other = Phone("somebody else")
    for address in ("", "after/1/", "hands/", "adjustments/", "entries/1/"):
        assert other.get(f"/games/{game.id}/{address}").status_code == 404
    assert phone.get("/games/nosuchgame/").status_code == 404
    refused = other.post(f"/games/{game.id}/corrections/", {"target": 1, "strike": 1, "seen": 1})
    assert refused.status_code == 404
    assert store.load(phone.device, game.id).table.version == 1


def test_seats_go_clockwise_round_the_felt_with_dealer_and_leader(phone: Phone) -> None:
    game = table(dealer="Dee")
    seats = [(seat.place, seat.name, seat.deals, seat.leads) for seat in board(game.state).seats]
    assert seats == [
        ("s", "Ann", False, True),
        ("w", "Bo", False, False),
        ("n", "Cy", False, False),
        ("e", "Dee", True, False),
    ]
    assert "Ann to lead" in shown(phone, game).text


def test_the_felt_is_of_the_hand_to_come_and_of_no_other(phone: Phone) -> None:
    game = table(dealer="Dee", entries=[made("Ann", 3), made("Cy", 5)])
    for path, number, dealer in (("", 3, "Bo"), ("after/1/", 2, "Ann")):
        found = shown(phone, game, path).text
        assert f"Hand {number} {dealer} deals" in found
        assert "maker" not in found


def test_it_says_how_far_it_is_to_the_end(phone: Phone) -> None:
    game = table(entries=[made("Ann", 5), made("Bo", 3)])
    found = shown(phone, game).text
    assert ("needs 6" in found, "needs 10" in found) == (True, True)


def test_the_target_beside_the_score_is_the_one_in_force(phone: Phone) -> None:
    longer = {"kind": "rules", "options": {"target": 15}}
    game = table(entries=[made("Ann", 3), longer, made("Bo", 3)])
    assert 'aria-label="Score, to 15"' in shown(phone, game).html
    assert 'aria-label="Score, to 10"' in shown(phone, game, "after/1/").html


@pytest.mark.parametrize(
    ("variant", "label"),
    [("partnership", "the Fives at 2 pips"), ("king-cutthroat", "the Six and the Four at 2 pips")],
)
def test_a_score_lies_there_as_pips(phone: Phone, variant: str, label: str) -> None:
    entries = [{"kind": "adjust", "player": name, "points": 2, "reason": "start"} for name in ("Ann & Cy",)]
    if variant == "king-cutthroat":
        entries[0]["player"] = "Ann"
    assert label in shown(phone, table(variant=variant, entries=entries)).html


def test_pips_have_their_places_whatever_the_language_of_numbers(phone: Phone) -> None:
    with override_settings(LANGUAGE_CODE="de"):
        html = shown(phone, table()).html
    assert {*re.findall(r'<use href="#[hs]" x="([^"]*)"', html)} == {"8.5", "25.5", "42.5"}


def test_a_game_to_more_than_ten_has_no_pips(phone: Phone) -> None:
    assert 'class="pips"' not in shown(phone, table(options={"target": 15})).html


def test_the_last_hand_stands_over_the_button(phone: Phone) -> None:
    game = table(entries=[made("Cy", 5, trump="spades")])
    assert "Hand 1: Cy called spades, all five +2" in shown(phone, game).text


def test_a_gain_of_others_than_the_maker_is_named(phone: Phone) -> None:
    game = table(entries=[made("Cy", 1)])
    assert "Hand 1: Cy called hearts, 1 trick, euchred Bo & Dee +2" in shown(phone, game).text


def test_undo_is_one_tap_and_says_what_it_undid(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3), made("Cy", 5)])
    answer = undo(phone, game)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game.id}/")
    found = shown(phone, game)
    assert "Undone: Cy called hearts, 5 tricks" in found.text
    assert store.load(phone.device, game.id).table.state.scores == {"Ann & Cy": 1, "Bo & Dee": 0}


def test_undo_goes_on_to_the_first_entry_and_is_then_off(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3), made("Cy", 5)])
    undo(phone, game)
    undo(phone, game)
    found = shown(phone, game)
    assert store.load(phone.device, game.id).table.state.scores == TEAMS
    assert not [form for form in found.forms if form.action.endswith("/corrections/")]


def test_undo_tapped_twice_undoes_once(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3), made("Cy", 5)])
    form = shown(phone, game).form("/corrections/")
    sent = {**form.data(), "target": "2"}
    assert [phone.post(form.action, sent).status_code for _tap in range(2)] == [303, 303]
    assert store.load(phone.device, game.id).table.version == 3


def test_undo_after_another_phone_wrote_undoes_nothing_and_tells_what_happened(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3)])
    form = shown(phone, game).form("/corrections/")
    store.append(phone.device, game.id, store.new_key(), 1, made("Bo", 2, trump="clubs"))
    answer = page(phone.post(form.action, {**form.data(), "target": "1"}))
    assert answer.status == 409
    assert "Hand 2: Bo called clubs, 3 tricks, saved by this phone" in answer.text
    assert "Nothing was undone" in answer.text
    assert store.load(phone.device, game.id).table.version == 2


@pytest.mark.parametrize("target", ["", "x", "0", "7", "-1", "9" * 30])
def test_an_entry_that_is_not_there_cannot_be_undone(phone: Phone, target: str) -> None:
    game = table(entries=[made("Ann", 3)])
    answer = undo(phone, game, target=target)
    assert answer.status_code in {404, 422}
    assert store.load(phone.device, game.id).table.version == 1


@pytest.mark.parametrize("seen", ["", "x", "-1", "9" * 30])
def test_a_form_without_its_version_is_refused(phone: Phone, seen: str) -> None:
    game = table(entries=[made("Ann", 3)])
    answer = page(undo(phone, game, seen=seen))
    assert answer.status == 422
    assert "This page is out of date." in answer.text
    assert store.load(phone.device, game.id).table.version == 1


def test_a_finished_game_says_who_won_and_why_and_offers_recap_and_same_again(phone: Phone) -> None:
    game = table(options={"target": 2}, entries=[made("Ann", 5)])
    found = shown(phone, game)
    assert "Ann & Cy win in 1 hand EU-14 2–0" in found.text
    assert "/rules/partnership/#EU-14" in found.links
    assert f"/games/{game.id}/recap/" in found.links
    assert f"/games/new/partnership/?again={game.id}" in found.links
    assert "Record hand" not in found.text
    assert "Undo" in found.text
    longer = table(options={"target": 4}, entries=[made("Ann", 3)] * 4)
    assert "Ann & Cy led from hand 1 on. Hand 4: " in shown(phone, longer).text


def test_a_game_won_by_an_adjustment_says_so(phone: Phone) -> None:
    entries = [{"kind": "adjust", "player": "Ann", "points": 10, "reason": "owed"}]
    found = shown(phone, table(variant="king-cutthroat", entries=entries))
    assert "Ann wins by an adjustment KC-21" in found.text


def test_a_game_with_chips_ends_with_the_best_result(phone: Phone) -> None:
    entries = [*opening("poker-chips"), hand("poker-chips"), {"kind": "end"}]
    game = table(variant="poker-chips", entries=entries)
    assert f"Ann wins the highest result, in 1 hand PC-22 +{game.state.net['Ann']}" in shown(phone, game).text


def test_a_tie_with_chips_names_everybody_who_won(phone: Phone) -> None:
    entries = [*opening("poker-chips"), {"kind": "end"}]
    found = shown(phone, table(variant="poker-chips", entries=entries))
    assert "Ann, Bo, Cy and Dee win" in found.text


def test_with_chips_it_shows_the_pot_the_stacks_and_the_results(phone: Phone) -> None:
    entries = [
        *({"kind": "buy-in", "player": name, "chips": 60} for name in NAMES[:4]),
        {"kind": "transfer", "from": "Bo", "to": "pot", "chips": 7, "reason": "late"},
    ]
    found = shown(phone, table(variant="poker-chips", options={"chip_value_cents": 10}, entries=entries))
    assert "pot 7" in found.text
    assert "Bo 53 −7, −€0.70" in found.text
    assert "Ann deals, Bo bets first. The ante is 12 each, 48 in all." in found.text


def test_before_anybody_can_pay_the_ante_the_way_is_to_the_bank(phone: Phone) -> None:
    game = table(variant="poker-chips")
    found = shown(phone, game)
    assert "Two players must be able to pay the ante of 12." in found.text
    assert "Record hand" not in found.text
    assert f"/games/{game.id}/bank/" in found.links


def test_a_playoff_is_said_and_names_who_plays(phone: Phone) -> None:
    tie = {"kind": "hand", "maker": "Cy", "tricks": {"Ann": 6, "Bo": 6}}
    game = table(variant="poker-points", options={"target": 24}, entries=[tie])
    found = shown(phone, game).text
    assert game.state.playoff == ("Ann", "Bo")
    assert "Playoff between" in found
    assert "Ann in the playoff, to lead 24" in found
    assert "Cy out of the playoff −4" in found


def test_the_table_as_it_stood_after_a_hand(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3), made("Bo", 2), made("Cy", 5)])
    found = shown(phone, game, "after/2/")
    assert "After hand 2" in found.text
    assert "Hand 2: Bo called hearts, 3 tricks +1" in found.text
    assert ("needs 9" in found.text, "needs 7" in found.text) == (True, False)
    assert f"/games/{game.id}/after/1/" in found.links
    assert f"/games/{game.id}/after/3/" in found.links
    assert found.forms == ()


def test_the_first_hand_has_none_before_and_the_last_none_after(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3), made("Bo", 2)])
    assert f"/games/{game.id}/after/0/" not in shown(phone, game, "after/1/").links
    assert f"/games/{game.id}/after/3/" not in shown(phone, game, "after/2/").links


@pytest.mark.parametrize("number", [0, 2, 99999999999])
def test_a_hand_that_was_not_played_has_no_table(phone: Phone, number: int) -> None:
    game = table(entries=[made("Ann", 3)])
    assert phone.get(f"/games/{game.id}/after/{number}/").status_code == 404


def test_the_table_after_the_last_hand_of_a_finished_game_has_its_winner(phone: Phone) -> None:
    game = table(options={"target": 2}, entries=[made("Ann", 5)])
    assert "Ann & Cy win" in shown(phone, game, "after/1/").text


@pytest.mark.parametrize("variant", SEATS)
@pytest.mark.parametrize("address", ["", "hands/", "after/2/"])
def test_the_number_of_queries_is_the_same_at_hand_3_and_hand_300(
    phone: Phone, variant: str, address: str, django_assert_num_queries
) -> None:
    colors = variant == "poker-chips" and address != "hands/"  # the set that the pot is drawn in
    # What is disputed, the hand in progress, the group, and earlier games of the evening.
    beside = {"": 4, "hands/": 1 + (VARIANTS[variant].teams == 2)}.get(address, 0)
    for hands in (3, 300):
        game = table(**long_game(variant, hands))
        unpaid = variant == "poker-chips" and not address
        with django_assert_num_queries(2 + colors + beside + unpaid):
            assert phone.get(f"/games/{game.id}/{address}").status_code == 200


@pytest.mark.parametrize(
    ("header", "title"),
    [
        ({"played_on": "2026-11-19"}, "Euchre, Thursday, Nov 19"),
        ({"played_on": "2026-11-19", "title": "Club"}, "Club"),
        ({}, "Euchre"),
    ],
)
def test_a_game_without_a_title_is_called_by_its_game_and_day(header: dict[str, str], title: str) -> None:
    assert table(**header).title == title
