"""What thumbs and phones do wrong: tapped twice, reloaded, gone back, late; each thing is written once."""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Phones
from tests.browser.evenings import EVENINGS, HARD_NAMES, SORTS, TWELVE, evening, hard, twelve
from tests.browser.phone import Phone
from tests.browser.rooms import comes_to, put_in, record_hand, start, take_seats
from tests.browser.test_night import sent
from tests.entering import hand_fields
from tests.games.entries import hand

pytestmark = pytest.mark.browser

MARCH = hand("Ann", "spades", tricks={"Ann & Cy": 5, "Bo & Dee": 0})
EUCHRED = hand("Bo", "hearts", tricks={"Ann & Cy": 3, "Bo & Dee": 2})


@pytest.fixture(params=[True, False], ids=["with script", "without script"])
def either(request: pytest.FixtureRequest, phones: Phones) -> Phone:
    return phones(script=request.param)


def told(phone: Phone, table: str, entry: dict[str, Any], variant: str = "partnership") -> None:
    """The hand form, filled in and not yet saved."""
    phone.go(table + "hands/new/")
    phone.say(hand_fields(variant, entry, phone.seats))


def new_table(phone: Phone) -> str:
    return phone.bring_in(evening("partnership", 0))


@pytest.mark.worker
def test_save_tapped_twice_writes_once(either: Phone) -> None:
    table = new_table(either)
    told(either, table, MARCH)
    either.at("[name=save]").dblclick(no_wait_after=True)
    either.page.wait_for_url(either.address + table + "#score")
    assert either.entries(table) == [MARCH]


def test_start_tapped_twice_starts_one_game(either: Phone) -> None:
    either.go("/games/new/king-cutthroat/")
    take_seats(either, ("Ann", "Bo", "Cy"))
    either.at(".main").dblclick(no_wait_after=True)
    either.page.wait_for_url("**/games/*/?drawn")
    either.go("/")
    assert either.at("a[href^='/games/']:not([href^='/games/new/'])").count() == 1


def test_buy_tapped_twice_buys_once(either: Phone) -> None:
    table = either.bring_in(evening("poker-chips", 0))
    either.go(table + "bank/")
    either.open("Buy in")
    either.tap("#buy-in [name=player][value=Ann]")
    either.at("form[action$='/buy-ins/'] .btn").dblclick(no_wait_after=True)
    expect(either.at(".people .fig").first).to_have_text("96")
    assert len(either.entries(table)) == 1


def test_undo_tapped_twice_undoes_one_hand(either: Phone) -> None:
    table = either.bring_in({**evening("partnership", 0), "entries": [MARCH, EUCHRED]})
    either.go(table)
    either.at("button:text('Undo hand')").dblclick(no_wait_after=True)
    expect(either.at(".dock s")).to_be_visible()
    assert either.entries(table) == [MARCH]


def test_undo_during_a_hand_takes_back_its_last_step_and_no_other_hand(either: Phone) -> None:
    table = either.bring_in({**evening("partnership", 0), "entries": [MARCH]})
    either.go(table + "draft/")
    either.answered("[name=move]:visible >> nth=0")
    either.go(table)
    either.moves_on("button:text('Undo step')")
    expect(either.at("button:text('Undo hand 1')")).to_be_visible()
    assert either.entries(table) == [MARCH]


def test_a_refused_form_reloaded_writes_nothing(phones: Phones) -> None:
    plain = phones(script=False)
    table = new_table(plain)
    plain.go(table + "hands/new/")
    plain.say({"maker": "0"})
    plain.press("show")
    plain.moves_on("[name=save]")
    expect(plain.at("[role=alert]")).to_be_visible()
    plain.page.reload()
    expect(plain.at("[role=alert]")).to_be_visible()
    assert plain.entries(table) == []


def test_a_page_reloaded_after_a_save_and_the_form_gone_back_to_write_nothing_more(either: Phone) -> None:
    table = new_table(either)
    told(either, table, MARCH)
    either.save()
    either.page.reload()
    assert either.entries(table) == [MARCH], "the table reloaded"
    either.page.go_back()
    either.answered("[name=save]")
    assert either.entries(table) == [MARCH], "the same form saved again"


@pytest.mark.worker
def test_two_phones_with_one_hand_are_asked_once(either: Phone) -> None:
    table = new_table(either)
    told(either, table, MARCH)
    either.falls_asleep()
    other = either.tab()
    told(other, table, EUCHRED)
    other.save()
    either.answered("[name=save]")
    expect(either.at("[role=alert] li")).to_contain_text("Bo called hearts")
    expect(either.at("[name=maker]:checked")).to_have_value("0")
    expect(either.at("[name=tricks]:checked")).to_have_value("5")
    assert either.entries(table) == [EUCHRED]
    either.reads()
    either.moves_on("[name=save][value=next]")
    assert either.entries(table) == [EUCHRED, MARCH]


def test_a_bank_form_overtaken_keeps_what_was_typed_and_can_be_saved(either: Phone) -> None:
    table = either.bring_in(evening("poker-chips", 3))
    either.go(table + "bank/")
    either.open("Move chips")
    form = "form[action$='/transfers/']"
    either.at(f"{form} [name=from]").select_option("Ann")
    either.at(f"{form} [name=to]").select_option("pot")
    either.at(f"{form} [name=chips]").fill("3")
    either.at(f"{form} [name=reason]").fill("looked")
    either.falls_asleep()
    either.happens_elsewhere()
    either.moves_on(f"{form} .btn")
    expect(either.at("[role=alert] li")).to_have_count(1)
    expect(either.at(f"{form} [name=reason]")).to_have_value("looked")
    either.moves_on(f"{form} .btn")
    moved = {"kind": "transfer", "from": "Ann", "to": "pot", "chips": 3, "reason": "looked"}
    assert either.entries(table)[-1] == moved


def test_another_phone_finds_no_such_table(phones: Phones) -> None:
    one, other = phones(), phones()
    table = one.bring_in(evening("partnership", 2))
    other.meant.add(404)
    assert [other.go(table + room).status for room in ("", "hands/new/", "recap.json")] == [404] * 3
    expect(other.at("h1")).to_have_text("Page not found")


def test_a_tap_that_the_server_cannot_take_now_stays_on_the_page_and_is_sent_with_the_next_one(
    phone: Phone,
) -> None:
    table = new_table(phone)
    told(phone, table, MARCH)
    busy = "<!doctype html><h1>Can’t save right now</h1>"
    phone.page.route("**/hands/", lambda route: route.fulfill(status=503, body=busy), times=1)
    phone.tap("[name=save]")
    expect(phone.at("#unsent")).to_be_visible()
    expect(phone.at("h1")).not_to_have_text("Can’t save right now")
    phone.tap("[name=save]")
    phone.page.wait_for_url(phone.address + table + "#score")
    assert phone.entries(table) == [MARCH]
    assert all("503" in one for one in phone.complaints)
    phone.complaints.clear()


def test_the_names_of_a_new_night_stay_while_too_much_is_asked(phone: Phone) -> None:
    phone.go(sent(phone, "/groups/", "/groups/", title="Club") + "nights/new/")
    phone.at("#name").fill("Ann, Bo")
    phone.tap(".new-name [name=add]")
    later = {"status": 429, "headers": {"Bower": "1", "HX-Reswap": "none"}, "body": "<h1>Too many pages</h1>"}
    phone.page.route("**/nights/new/", lambda route: route.fulfill(**later), times=1)
    phone.at("#name").fill("Cy")
    phone.tap(".new-name [name=add]")
    expect(phone.at("#unsent")).to_be_visible()
    expect(phone.at("#name")).to_have_value("Cy")
    phone.tap(".new-name [name=add]")
    expect(phone.at(".folk .pick")).to_have_text(["Ann", "Bo", "Cy"])
    assert all("429" in one for one in phone.complaints)
    phone.complaints.clear()


@pytest.mark.parametrize("hears", [False, True], ids=["hears nothing", "hears of it by the stream"])
def test_a_save_whose_answer_is_lost_is_written_once(phone: Phone, hears: bool) -> None:
    table = new_table(phone)
    told(phone, table, MARCH)
    if not hears:
        phone.falls_asleep()
    lost: list[str] = []

    def lose_the_answer(route: Route) -> None:
        if "save" not in (route.request.post_data or "") or lost:
            return route.continue_()
        lost.append(route.fetch(max_redirects=0).headers.get("hx-redirect", ""))
        route.abort("connectionreset")

    phone.page.route("**/hands/", lose_the_answer)
    phone.tap("[name=save]")
    if not hears:
        expect(phone.at("#unsent")).to_have_text("Not saved yet. Tap again.")
        phone.tap("[name=save]")
    phone.page.wait_for_url(phone.address + table + "#score")
    assert lost == [table + "#score"]
    assert phone.entries(table) == [MARCH]
    assert all("Failed to fetch" in one or "ERR_CONNECTION_RESET" in one for one in phone.complaints)
    phone.complaints.clear()


def test_a_hand_of_twelve_with_chips(phone: Phone) -> None:
    table = phone.bring_in(twelve("poker-chips"))
    stays = [{"player": name, "action": "check"} for name in [*TWELVE[1:], TWELVE[0]]]
    entry = hand("Lou", "clubs", betting=stays, tricks={"Lou": 3, "Bo": 1})
    put_in(phone, table, "poker-chips", entry)
    phone.go(table)
    assert phone.board() == comes_to(
        {**twelve("poker-chips"), "entries": [*twelve("poker-chips")["entries"], entry]}
    )


def test_a_hand_of_twelve_for_points(phone: Phone) -> None:
    phone.go(phone.bring_in(twelve("poker-points")))
    entry = hand("Lou", "clubs", tricks={"Lou": 3, "Bo": 1})
    record_hand(phone, "poker-points", entry)
    assert phone.board() == comes_to({**twelve("poker-points"), "entries": [entry]})


def test_hand_2_of_many_is_corrected_and_later_scores_follow(phone: Phone) -> None:
    evening = EVENINGS["king-cutthroat"]
    table = phone.bring_in(evening)
    phone.go(table + "hands/")
    phone.tap("#e2 summary")
    phone.moves_on("#e2 a:text('Fix')")
    phone.say({"tricks-2": "3", "tricks-1": "3"})
    phone.say({"tricks-0": "1", "showdown": "2"})
    phone.save()
    expect(phone.at("#e2")).to_contain_text("Corrected")
    second = {
        **evening["entries"][1],
        "tricks": {"Ann": 1, "Bo": 3, "Cy": 3},
        "showdown": {"winner": "Cy"},
    }
    corrected = {**evening, "entries": [evening["entries"][0], second, *evening["entries"][2:]]}
    phone.go(table)
    assert phone.board() == comes_to(corrected)


@pytest.mark.parametrize("variant", SORTS)
def test_hard_names_are_shown_as_they_are_and_do_no_harm(phone: Phone, variant: str) -> None:
    record = hard(variant)
    phone.page.on("dialog", lambda dialog: phone.complaints.append(f"a dialog: {dialog.message}"))
    phone.go(phone.bring_in(record))
    shown = phone.board()
    expected = comes_to(record)
    assert list(shown["scores"].values()) == list(expected["scores"].values())
    assert [plain(name) for name in shown["scores"]] == list(expected["scores"])
    for room in ("hands/new/", "hands/", "recap/"):
        phone.go(phone.path.partition("hands/")[0] + room)
        text = plain(phone.page.inner_text("main"))
        missing = [name for name in record["players"] if name not in text and name not in HARD_NAMES[3:]]
        assert (room, missing) == (room, [])


def plain(text: str) -> str:
    """Without the marks that keep a name's direction to itself."""
    return text.replace("\u2068", "").replace("\u2069", "")


def test_people_with_hard_names_start_a_game(either: Phone) -> None:
    start(either, {"variant": "buck", "players": HARD_NAMES, "entries": []})
    assert [plain(name) for name in either.board()["scores"]] == HARD_NAMES
