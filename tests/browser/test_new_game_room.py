"""New game by thumb: names that this phone knows are tapped, a new one is typed once."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.rooms import take_seats

pytestmark = [pytest.mark.browser]

LOW = {"viewport": {"width": 390, "height": 664}}


def test_four_known_names_and_start_are_five_taps_without_a_scroll(phones: Phones) -> None:
    phone = phones(**LOW)
    phone.bring_in({"variant": "buck", "players": ["Ann", "Bo", "Cy", "Dee"], "entries": []})
    phone.go("/games/new/partnership/")
    take_seats(phone, ["Cy", "Ann", "Dee", "Bo"])
    expect(phone.at(".folk [aria-pressed=true]")).to_have_text(["2 Ann", "4 Bo", "1 Cy", "3 Dee"])
    expect(phone.at(".main")).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate("scrollY") == 0
    phone.moves_on(".main")
    assert phone.taps == 5


def test_names_typed_one_after_the_other_are_added_by_the_enter_key(phones: Phones) -> None:
    phone = phones(**LOW)
    phone.go("/games/new/king-cutthroat/")
    phone.at("#name").focus()
    for name in ("Ann", "Bo", "Cy"):
        phone.page.keyboard.type(name + "\n")
    expect(phone.at(".seating bdi")).to_have_text(["Ann", "Bo", "Cy"])
    expect(phone.at("#name")).to_have_count(0)
    expect(phone.at(".main")).to_be_focused()


def test_a_name_entered_just_when_the_answer_is_there_waits_for_the_one_before(phones: Phones) -> None:
    phone = phones(**LOW)
    phone.go("/games/new/king-cutthroat/")
    phone.page.evaluate("""() => {
      const add = (name) => {
        const field = document.querySelector("#name");
        field.value = name;
        field.form.requestSubmit(document.querySelector(".new-name .btn"));
      };
      document.addEventListener("htmx:finally:request", () => add("Cy"), { once: true });
      add("Ann");
      add("Bo");
    }""")
    expect(phone.at(".seating bdi")).to_have_text(["Ann", "Bo", "Cy"])


def test_taps_faster_than_the_server_all_count(phones: Phones) -> None:
    phone = phones(**LOW)
    phone.bring_in({"variant": "buck", "players": ["Ann", "Bo", "Cy", "Dee"], "entries": []})
    phone.go("/games/new/partnership/")
    phone.page.evaluate("for (const one of document.querySelectorAll('button[name=seat]')) one.click()")
    expect(phone.at(".folk [aria-pressed=true]")).to_have_count(4)


def test_a_refused_name_comes_back_into_its_field(phones: Phones) -> None:
    phone = phones(**LOW)
    phone.go("/games/new/buck/")
    take_seats(phone, ["Ann"])
    phone.at("#name").fill("ann")
    phone.answered(".new-name .btn")
    expect(phone.at("#name")).to_have_value("ann")
    expect(phone.at("#name-wrong")).to_be_visible()


def test_a_name_that_could_not_be_sent_comes_back(phones: Phones) -> None:
    phone = phones(**LOW)
    phone.go("/games/new/buck/")
    phone.page.route("**/games/", lambda route: route.abort())
    phone.at("#name").fill("Ann")
    phone.tap(".new-name .btn")
    expect(phone.at("#unsent")).to_be_visible()
    expect(phone.at("#name")).to_have_value("Ann")
    phone.complaints.clear()
