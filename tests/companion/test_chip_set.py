"""The bank's chips: a set of its own for each table, counted, and what is left of it."""

from typing import Any

import pytest

from companion import store
from companion.bank import payouts
from companion.log.table import Table
from companion.store import bank
from tests.companion.factories import Phone, device, table
from tests.companion.pages import Page, page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

USUAL = {"white": (1, 150), "red": (5, 150), "blue": (10, 100), "green": (25, 50), "black": (100, 50)}


@pytest.fixture
def phone() -> Phone:
    return Phone()


@pytest.fixture
def game() -> Table:
    return table(variant="poker-chips")


def shown(phone: Phone, game: Table) -> Page:
    return page(phone.get(f"/games/{game.id}/chips/"))


def send(phone: Phone, game: Table, **typed: Any) -> Any:
    form = shown(phone, game).form("chips/")
    return phone.post(
        form.action, form.data(**{name.replace("_", "-"): text for name, text in typed.items()})
    )


def case_of(game: Table) -> dict[str, tuple[int, int]]:
    return {one.name: (one.value, one.number) for one in bank.state(game).case}


def left(game: Table) -> dict[str, int]:
    now = store.load(device(), game.id).table
    return dict(payouts.counter(now, bank.state(now)).tray.left)


def buy(game: Table, chips: int, player: str = "Ann") -> None:
    now = store.load(device(), game.id).table
    entry = {"kind": "buy-in", "player": player, "chips": chips}
    store.append(device(), game.id, store.new_key(), now.version, entry)


def test_a_table_begins_with_the_usual_case(phone: Phone, game: Table) -> None:
    assert case_of(game) == USUAL
    fields = shown(phone, game).form("chips/").fields
    assert (fields["value-black"], fields["number-black"], fields["value-pink"]) == ("100", "50", "")


def test_the_set_is_changed_and_kept_outside_the_record(phone: Phone, game: Table) -> None:
    answer = send(phone, game, value_black="", number_black="", value_pink="2", number_pink="40")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game.id}/chips/?saved")
    assert case_of(game) == {**{name: USUAL[name] for name in USUAL if name != "black"}, "pink": (2, 40)}
    assert list(case_of(game)) == ["green", "blue", "red", "pink", "white"]
    assert store.load(device(), game.id).table.version == 0
    assert case_of(table(variant="poker-chips")) == USUAL


@pytest.mark.parametrize(
    ("typed", "row", "message"),
    [
        ({"value_red": "0"}, "red", "Type a whole number, 1 or more."),
        ({"value_red": "-5"}, "red", "Type a whole number, 1 or more."),
        ({"value_red": "2.5"}, "red", "Type a whole number, 1 or more."),
        ({"value_red": ""}, "red", "Type the value of red."),
        ({"number_red": ""}, "red", "Type how many red chips there are."),
        ({"number_red": "0"}, "red", "Type a whole number, 1 or more."),
        ({"number_red": "9999999999"}, "red", "Type a whole number, 999,999,999 at most."),
        ({"value_red": ["5", "10"]}, "red", "red is entered twice."),
        ({"value_white": "2"}, "", "One color must be worth 1."),
    ],
)
def test_a_set_that_cannot_be_is_refused_at_its_color(
    phone: Phone, game: Table, typed: dict[str, Any], row: str, message: str
) -> None:
    answer = page(send(phone, game, **typed))
    assert answer.status == 422
    assert message in answer.text
    assert ('id="red-wrong"' in answer.html) == (row == "red")
    if isinstance(typed.get("value_red"), str):
        assert answer.form("chips/").fields["value-red"] == typed["value_red"]
    assert case_of(game) == USUAL


def test_what_players_start_with_is_said_in_the_tables_own_chips(phone: Phone, game: Table) -> None:
    send(phone, game, value_blue="", number_blue="")
    found = page(phone.get(f"/games/{game.id}/bank/")).text
    assert "Recommended start for 4 players: 64 each (2 green, 2 red, 4 white)." in found


@pytest.mark.parametrize("chips", [8_140, 8_150])
def test_what_players_start_with_is_left_out_where_the_bank_has_too_few_chips(
    phone: Phone, game: Table, chips: int
) -> None:
    buy(game, chips)
    assert "Recommended start for 4 players: 64 each." in page(phone.get(f"/games/{game.id}/bank/")).text


def test_what_players_start_with_is_left_out_where_change_comes_back(phone: Phone, game: Table) -> None:
    few = {f"{what}_{name}": "" for what in ("value", "number") for name in ("red", "green", "black")}
    send(phone, game, **few, number_white="8")
    buy(game, 8)
    assert "Recommended start for 4 players: 64 each." in page(phone.get(f"/games/{game.id}/bank/")).text


def test_two_phones_do_not_overwrite_each_other(phone: Phone, game: Table) -> None:
    first, second = (shown(phone, game).form("chips/") for _phone in range(2))
    assert phone.post(first.action, first.data(**{"number-red": "99"})).status_code == 303
    assert phone.post(first.action, first.data(**{"number-red": "99"})).status_code == 303
    late = page(phone.post(second.action, second.data(**{"number-red": "77"})))
    assert late.status == 409
    assert "Not saved: another phone saved first." in late.text
    assert case_of(game)["red"] == (5, 99)
    again = late.form("chips/")
    assert again.fields["number-red"] == "77"
    assert phone.post(again.action, again.data()).status_code == 303
    assert case_of(game)["red"] == (5, 77)


def test_a_form_without_its_version_is_refused(phone: Phone, game: Table) -> None:
    assert (
        "This page is out of date." in page(phone.post(f"/games/{game.id}/chips/", {"value-white": "1"})).text
    )


def test_what_is_left_follows_from_what_was_handed_out(phone: Phone, game: Table) -> None:
    buy(game, 64)
    assert left(game) == {"black": 50, "green": 50, "blue": 96, "red": 146, "white": 146}
    found = page(phone.get(f"/games/{game.id}/bank/")).text
    assert "blue 96 of 100" in found
    assert "Estimated since the first buy-in. If chips were swapped at the table, count again." in found


def test_small_ones_that_have_run_out_are_changed_for_at_the_table(phone: Phone, game: Table) -> None:
    few = {f"value_{name}": "" for name in ("red", "green", "black")}
    few |= {f"number_{name}": "" for name in ("red", "green", "black")}
    send(phone, game, **few, number_white="8", number_blue="20")
    buy(game, 8)
    buy(game, 7, "Bo")
    found = page(phone.get(f"/games/{game.id}/bank/")).text
    assert "Bank to Bo bought in; get 3 white back 10 7 , 1 blue" in found
    assert left(game) == {"blue": 19, "white": 3}


def test_what_cannot_be_made_is_said_in_plain_words(phone: Phone, game: Table) -> None:
    buy(game, 10_000)
    found = page(phone.get(f"/games/{game.id}/bank/")).text
    assert "1850 short: no chips small enough" in found
    assert "The books have 1850 more out than this set has." in found


def count(phone: Phone, game: Table, **typed: str) -> Any:
    form = shown(phone, game).form("counts/")
    return phone.post(form.action, form.data(**{f"left-{name}": text for name, text in typed.items()}))


def test_after_a_count_it_is_reckoned_from_what_was_counted(phone: Phone, game: Table) -> None:
    buy(game, 64)
    form = shown(phone, game).form("counts/")
    assert (form.fields["left-blue"], form.fields["left-white"]) == ("96", "146")
    assert count(phone, game, blue="95", red="148").status_code == 303
    assert left(game) == {"black": 50, "green": 50, "blue": 95, "red": 148, "white": 146}
    buy(game, 11, "Bo")
    assert left(game) == {"black": 50, "green": 50, "blue": 94, "red": 148, "white": 145}
    assert "Estimated since the last count." in page(phone.get(f"/games/{game.id}/bank/")).text


def test_a_count_that_differs_from_the_books_is_told(phone: Phone, game: Table) -> None:
    buy(game, 64)
    count(phone, game, white="147")
    assert "The books have 1 more out than this set has." in shown(phone, game).text
    count(phone, game, white="145")
    assert "1 more are out than the books have." in shown(phone, game).text


@pytest.mark.parametrize(("bought", "white"), [(66, 143), (60, 149)])
def test_a_correction_after_a_count_moves_chips_and_is_no_difference(
    phone: Phone, game: Table, bought: int, white: int
) -> None:
    buy(game, 64)
    count(phone, game, white="145")
    entry = {"kind": "buy-in", "player": "Ann", "chips": bought}
    store.save(device(), game.id, store.new_key(), store.Change(1, 1, entry))
    assert left(game) == {"black": 50, "green": 50, "blue": 96, "red": 146, "white": white}
    assert "1 more are out than the books have." in shown(phone, game).text


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("151", "150 at most."),
        ("-1", "Type a whole number, 0 or more."),
        ("", "Type how many white chips were counted."),
    ],
)
def test_a_count_that_cannot_be_is_refused(phone: Phone, game: Table, typed: str, message: str) -> None:
    answer = page(count(phone, game, white=typed))
    assert answer.status == 422
    assert message in answer.text
    assert bank.state(game).counted is None


def test_a_new_set_has_to_be_counted_anew(phone: Phone, game: Table) -> None:
    count(phone, game, white="100")
    send(phone, game, number_white="200")
    assert bank.state(game).counted is None


def test_the_pot_is_drawn_in_the_tables_own_chips_everywhere(phone: Phone, game: Table) -> None:
    send(phone, game, value_red="", number_red="", value_pink="7", number_pink="40")
    buy(game, 40)
    entry = {"kind": "transfer", "from": "Ann", "to": "pot", "chips": 8, "reason": "late"}
    store.append(device(), game.id, store.new_key(), 1, entry)
    buy(game, 40, "Bo")
    for path, chips in (("", ("pink", 7, "white", 1)), ("hands/new/", ("green", 25, "pink", 7))):
        found = phone.get(f"/games/{game.id}/{path}").text
        assert '<i class="chip {}">{}</i><i class="chip {}">{}</i>'.format(*chips) in found


def test_the_chips_of_somebody_else_are_no_page(game: Table) -> None:
    other = Phone("somebody else")
    assert other.get(f"/games/{game.id}/chips/").status_code == 404
    for address in ("chips/", "counts/"):
        assert other.post(f"/games/{game.id}/{address}", {"seen": "0"}).status_code == 404
    assert case_of(game) == USUAL


def test_a_game_for_points_has_no_chips(phone: Phone) -> None:
    game = table()
    assert phone.get(f"/games/{game.id}/chips/").status_code == 404
    assert phone.post(f"/games/{game.id}/counts/").status_code == 404
    assert phone.get(f"/games/{game.id}/counts/").status_code == 405
