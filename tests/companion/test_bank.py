"""The bank: what goes through it between hands, and that every form says what was wrong."""

import re
from typing import Any

import pytest

from companion import store
from companion.log.table import Table
from tests.companion.factories import NAMES, Phone, hand, let_in, opening, table
from tests.companion.pages import Page, page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ADDRESSES = ("buy-ins/", "cash-outs/", "joins/", "transfers/", "ends/")


@pytest.fixture
def phone() -> Phone:
    return Phone()


@pytest.fixture
def game() -> Table:
    """Four players with 60 chips each."""
    return table(variant="poker-chips", entries=[bought(name, 60) for name in NAMES[:4]])


def bought(player: str, chips: int) -> dict[str, Any]:
    return {"kind": "buy-in", "player": player, "chips": chips}


def shown(phone: Phone, game: Table) -> Page:
    return page(phone.get(f"/games/{game.id}/bank/"))


def send(phone: Phone, game: Table, address: str, **typed: Any) -> Any:
    form = shown(phone, game).form(address)
    return phone.post(form.action, form.data(**typed))


def now(phone: Phone, game: Table) -> Table:
    return store.load(phone.device, game.id).table


def test_it_shows_pot_stacks_results_and_that_it_balances(phone: Phone, game: Table) -> None:
    send(phone, game, "transfers/", **{"from": "Ann", "to": "pot", "chips": "7", "reason": "late"})
    found = shown(phone, game).text
    assert "240 chips out: 233 with players, 7 in the pot. ✓" in found
    assert "Ann D has 53 paid in 60 −7" in found
    assert "Bo has 60 paid in 60 even" in found


def test_money_stands_beside_chips_that_are_worth_some(phone: Phone) -> None:
    entries = [bought("Ann", 60)]
    game = table(variant="poker-chips", options={"chip_value_cents": 25}, entries=entries)
    found = shown(phone, game).text
    assert "€0.25 a white chip" in found
    assert "has 60 paid in €15.00 even Has €15.00 in chips." in found


def test_play_chips_have_no_money(phone: Phone, game: Table) -> None:
    assert "€" not in shown(phone, game).text


def test_it_says_after_which_hand_and_what_the_next_ante_is(phone: Phone) -> None:
    game = table(variant="poker-chips", entries=[*opening("poker-chips"), hand("poker-chips")])
    found = shown(phone, game)
    assert "after hand 1" in found.text
    assert "Start hand 2 ante 12 each, 48 in all" in found.text
    assert f"/games/{game.id}/hands/new/" in found.links


def test_only_those_who_can_pay_the_ante_are_counted(phone: Phone) -> None:
    entries = [bought("Ann", 60), bought("Bo", 60), bought("Cy", 5)]
    assert "ante 12 each, 24 in all" in shown(phone, table(variant="poker-chips", entries=entries)).text


def test_without_two_who_can_pay_there_is_no_ante(phone: Phone) -> None:
    assert "Ante for" not in shown(phone, table(variant="poker-chips", entries=[bought("Ann", 60)])).text


@pytest.mark.parametrize(("role", "buttons"), [("banker", True), ("scorekeeper", False), ("viewer", False)])
def test_only_bankers_have_buttons_for_those_who_cannot_pay_the_ante(role: str, buttons: bool) -> None:
    game = table(variant="poker-chips", entries=[bought(name, 60) for name in NAMES[:3]])
    found = page(let_in(game, role, role).get(f"/games/{game.id}/bank/")).text
    assert "Can’t pay the ante of 12: buy in, cash out, or be dealt in and sit out. PC-05 Dee" in found
    assert ("Dee Buy in 64 , Dee Cash out , Dee" in found) is buttons


def test_a_buy_in_suggests_what_the_chart_says(phone: Phone, game: Table) -> None:
    found = shown(phone, game)
    assert found.form("buy-ins/").fields["chips"] == "64"
    assert "Recommended start for 4 players: 64 each (4 blue, 4 red, 4 white)." in found.text


def test_a_row_of_a_player_opens_the_buy_in_with_that_player(phone: Phone, game: Table) -> None:
    bank, last = f"/games/{game.id}/bank/", len(game.state.players)
    found = shown(phone, game)
    [link, *_others] = [one for one in found.links if one.endswith(f"open=buy-in&seat={last}#buy-in")]
    fields = page(phone.get(bank + link.partition("#")[0])).form("buy-ins/").fields
    assert fields["player"] == game.state.players[-1]
    for seat in ("0", "99", "x"):
        beyond = page(phone.get(f"{bank}?open=buy-in&seat={seat}")).form("buy-ins/").fields
        assert "player" not in beyond


def test_what_somebody_owes_is_not_paid_in(phone: Phone, game: Table) -> None:
    send(phone, game, "buy-ins/", player="Bo", chips="40", on_credit="on")
    assert "Bo owes 40 has 100 paid in 60 even" in shown(phone, game).text


def test_a_buy_in(phone: Phone, game: Table) -> None:
    answer = send(phone, game, "buy-ins/", player="Bo", chips="40", on_credit="on")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game.id}/bank/")
    state = now(phone, game).state
    assert (state.scores["Bo"], state.credit) == (100, {"Bo": 40})


def test_a_cash_out_leaves_the_table_and_is_remembered(phone: Phone, game: Table) -> None:
    send(phone, game, "transfers/", **{"from": "Bo", "to": "Ann", "chips": "9", "reason": "lost a bet"})
    send(phone, game, "cash-outs/", player="Bo")
    assert now(phone, game).state.players == ("Ann", "Cy", "Dee")
    assert "Left the table: Bo −9." in shown(phone, game).text


def test_somebody_sits_down_to_the_left_of_somebody(phone: Phone, game: Table) -> None:
    send(phone, game, "joins/", player=" Gus ", left_of="Bo")
    assert now(phone, game).state.players == ("Ann", "Bo", "Gus", "Cy", "Dee")


def test_chips_are_moved_with_a_reason(phone: Phone, game: Table) -> None:
    send(phone, game, "transfers/", **{"from": "Ann", "to": "Bo", "chips": "5", "reason": "miscounted"})
    [line, _other] = now(phone, game).entries[-1].step.lines  # type: ignore[union-attr]
    assert (line.player, line.points, line.text) == ("Ann", -5, "miscounted")


def test_the_table_stops_and_the_pot_is_shared(phone: Phone, game: Table) -> None:
    send(phone, game, "transfers/", **{"from": "Ann", "to": "pot", "chips": "5", "reason": "late"})
    send(phone, game, "ends/")
    state = now(phone, game).state
    assert (state.over, state.pot) == (True, 0)
    found = shown(phone, game)
    assert [form.action for form in found.forms] == [f"/games/{game.id}/payouts/"]
    assert f"/games/{game.id}/recap/" in found.links


@pytest.mark.parametrize(
    ("address", "typed", "field", "message"),
    [
        ("buy-ins/", {"chips": "40"}, "player", "Choose the player."),
        ("buy-ins/", {"player": "Gus", "chips": "40"}, "player", "“Gus” isn’t Ann, Bo, Cy or Dee."),
        ("buy-ins/", {"player": "Bo", "chips": "0"}, "chips", "Type a whole number, 1 or more."),
        ("buy-ins/", {"player": "Bo", "chips": "-4"}, "chips", "Type a whole number, 1 or more."),
        ("buy-ins/", {"player": "Bo", "chips": "4.5"}, "chips", "Type a whole number, 1 or more."),
        ("buy-ins/", {"player": "Bo", "chips": ""}, "chips", "Type a whole number, 1 or more."),
        (
            "buy-ins/",
            {"player": "Bo", "chips": "1" * 12},
            "chips",
            "Type a whole number, 999,999,999 at most.",
        ),
        ("cash-outs/", {}, "player", "Choose the player."),
        ("joins/", {"left_of": "Ann"}, "player", "Type the name."),
        ("joins/", {"player": "ann", "left_of": "Bo"}, "player", "Two players are called ann."),
        ("joins/", {"player": "Bank", "left_of": "Bo"}, "player", "“Bank” is a reserved name."),
        ("joins/", {"player": "Gus"}, "left_of", "Choose who sits on the new player’s right."),
        (
            "transfers/",
            {"from": "Ann", "to": "Ann", "chips": "5", "reason": "x"},
            "to",
            "Choose two different places.",
        ),
        (
            "transfers/",
            {"from": "pot", "to": "Ann", "chips": "5", "reason": "x"},
            "chips",
            "The pot has no chips.",
        ),
        ("transfers/", {"to": "Ann", "chips": "5", "reason": "x"}, "from", "Choose who gives the chips."),
        ("transfers/", {"from": "Ann", "to": "Bo", "chips": "5"}, "reason", "Type the reason."),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_what_was_typed_is_kept(
    phone: Phone, game: Table, address: str, typed: dict[str, str], field: str, message: str
) -> None:
    answer = page(send(phone, game, address, **typed))
    assert answer.status == 422
    assert f"Not saved. {message}" in answer.text
    form = answer.form(address)
    assert f'id="{form.id}-{field}-wrong"' in answer.html
    assert '<details class="fold" name="bank" open><summary>' in answer.html
    kept = {name: form.fields.get(name) for name in typed if typed[name] not in ("Gus",)}
    assert kept == {name: text for name, text in typed.items() if text not in ("Gus",)}
    assert now(phone, game).version == 4


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_form_sent_twice_writes_once(phone: Phone, game: Table, address: str) -> None:
    typed = {
        "buy-ins/": {"player": "Bo", "chips": "40"},
        "cash-outs/": {"player": "Bo"},
        "joins/": {"player": "Gus", "left_of": "Bo"},
        "transfers/": {"from": "Ann", "to": "Bo", "chips": "5", "reason": "x"},
        "ends/": {},
    }[address]
    form = shown(phone, game).form(address)
    answers = [phone.post(form.action, form.data(**typed)).status_code for _tap in range(2)]
    assert answers == [303, 303]
    assert now(phone, game).version == 5


def test_a_page_kept_by_the_browser_and_filled_in_anew_is_not_taken_for_a_repetition(
    phone: Phone, game: Table
) -> None:
    form = shown(phone, game).form("buy-ins/")
    phone.post(form.action, form.data(player="Bo", chips="40"))
    answer = page(phone.post(form.action, form.data(player="Cy", chips="40")))
    assert answer.status == 409
    assert "Bo bought 40, saved by this phone" in answer.text
    again = answer.form("buy-ins/")
    assert (again.fields["player"], again.fields["chips"], again.fields["seen"]) == ("Cy", "40", "5")
    assert phone.post(again.action, again.data()).status_code == 303
    assert now(phone, game).state.scores["Cy"] == 100


def test_after_the_end_nothing_goes_through_the_bank(phone: Phone, game: Table) -> None:
    form = shown(phone, game).form("buy-ins/")
    send(phone, game, "ends/")
    late = {**form.data(player="Bo", chips="40"), "seen": "5"}
    answer = page(phone.post(form.action, late))
    assert answer.status == 422
    assert "The game is over." in answer.text


def test_a_game_for_points_has_no_bank(phone: Phone) -> None:
    game = table()
    assert phone.get(f"/games/{game.id}/bank/").status_code == 404
    assert [phone.post(f"/games/{game.id}/{address}").status_code for address in ADDRESSES] == [404] * 5


def test_the_bank_of_somebody_else_is_no_page(game: Table) -> None:
    other = Phone("somebody else")
    assert other.get(f"/games/{game.id}/bank/").status_code == 404
    assert [other.post(f"/games/{game.id}/{address}").status_code for address in ADDRESSES] == [404] * 5


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_for_saving_is_not_for_looking(phone: Phone, game: Table, address: str) -> None:
    assert phone.get(f"/games/{game.id}/{address}").status_code == 405


def test_twelve_at_the_table_and_not_one_more(phone: Phone) -> None:
    game = table(variant="poker-chips", players=list(NAMES))
    answer = page(send(phone, game, "joins/", player="Mo", left_of="Ann"))
    assert "The table is full: 12." in answer.text


@pytest.mark.parametrize(
    ("chips", "why"),
    [
        ("", "Type a whole number, 1 or more."),
        ("0", "Type a whole number, 1 or more."),
        ("1.5", "Type a whole number, 1 or more."),
        ("ten", "Type a whole number, 1 or more."),
        ("99999999999", "Type a whole number, 999,999,999 at most."),
    ],
)
def test_a_wrong_number_of_chips_is_refused_in_words_at_its_field(
    phone: Phone, game: Table, chips: str, why: str
) -> None:
    assert "chips" in shown(phone, game).form("buy-ins/").typed, "a browser would refuse it in its own words"
    found = page(send(phone, game, "buy-ins/", player="Bo", chips=chips))
    assert found.status == 422
    assert re.search(r'id="buy-in-chips-wrong"[^>]*><bdi>' + re.escape(why), found.html)
