"""A new phone paints its first page after one round trip, and finds its way in long pages."""

import pytest

from tests.browser.conftest import Phones
from tests.browser.evenings import BEFORE, evening
from tests.companion.factories import long_game

pytestmark = [pytest.mark.browser, pytest.mark.worker]

# Custom properties and @supports keep the white space of their source; it means nothing after these signs.
SHEETS = """() => [...document.styleSheets].map((one) => [...one.cssRules].map(
  (rule) => rule.cssText.replace(/\\s+/g, " ").replace(/; }/g, ";}")))"""
LOADED = "() => performance.getEntriesByType('resource').filter((one) => one.name.endsWith('.css'))"
SIZES = LOADED + ".map((one) => one.transferSize)"


def test_the_stylesheet_is_inside_first_and_comes_from_the_phone_afterwards(phones: Phones) -> None:
    phone = phones()
    path = phone.bring_in(evening("partnership", BEFORE["partnership"] + 1))
    phone.page.goto(phone.address + path, wait_until="networkidle")
    sheets = phone.page.evaluate(SHEETS)
    assert sheets[::2] == sheets[1::2], "what the page has inside says the same as the file after it"
    phone.page.goto(phone.address + path + "adjustments/", wait_until="networkidle")
    assert phone.at("style").count() == 0
    assert set(phone.page.evaluate(SIZES)) == {0}, "linked, and taken from the browser’s cache"


def test_without_script_it_is_the_same(phones: Phones) -> None:
    phone = phones(script=False)
    path = phone.bring_in(evening("partnership", BEFORE["partnership"] + 1))
    phone.page.goto(phone.address + path, wait_until="networkidle")
    assert phone.at("style").count() > 0
    assert phone.at("main").evaluate("one => getComputedStyle(one).display") == "flex"
    phone.page.goto(phone.address + path + "adjustments/", wait_until="networkidle")
    assert phone.at("style").count() == 0


def test_a_link_to_an_early_hand_lands_on_it(phones: Phones) -> None:
    phone = phones()
    path = phone.bring_in(long_game("king-cutthroat", 30))
    phone.go(path + "hands/#e12")
    phone.page.wait_for_url("**/hands/?at=12#e12")
    assert phone.at("#e12").count() == 1
