"""What a phone does beside its pages: the screen stays on, Save ticks, Bower offers to be installed, once."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.evenings import evening
from tests.browser.phone import Phone
from tests.entering import hand_fields
from tests.games.entries import hand

pytestmark = [pytest.mark.browser, pytest.mark.worker]

MARCH = hand("Ann", "spades", tricks={"Ann & Cy": 5, "Bo & Dee": 0})
CAN = """
  const done = (what) => sessionStorage.setItem("done", (sessionStorage.getItem("done") ?? "") + what);
  const request = async () => { done("awake "); return new EventTarget(); };
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
  Object.defineProperty(navigator, "vibrate", { value: () => done("tick "), configurable: true });
"""
DONE = "sessionStorage.getItem('done') ?? ''"
INVITE = """() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = () => { window.prompted = true; };
  dispatchEvent(event);
}"""


def saves_a_hand(phone: Phone) -> str:
    """What the phone did meanwhile."""
    table = phone.bring_in(evening("partnership", 0))
    phone.go(table)
    phone.page.evaluate("sessionStorage.removeItem('done')")
    phone.go(table + "hands/new/")
    phone.say(hand_fields("partnership", MARCH, phone.seats))
    phone.save()
    return str(phone.page.evaluate(DONE))


def test_the_screen_stays_on_at_a_table_and_save_ticks_unless_switched_off(phones: Phones) -> None:
    phone = phones()
    phone.context.add_init_script(CAN)
    assert {"tick", "awake"} == set(saves_a_hand(phone).split())
    phone.go("/")
    for setting in ("awake", "tick"):
        box = phone.at(f"[data-setting={setting}]")
        expect(box).to_be_checked()
        phone.tap(box)
    assert saves_a_hand(phone) == ""
    phone.go("/")
    expect(phone.at("[data-setting=tick]")).not_to_be_checked()


def test_what_a_browser_cannot_do_has_no_switch(phones: Phones) -> None:
    phone = phones()
    phone.context.add_init_script(
        "delete Navigator.prototype.wakeLock; delete Navigator.prototype.vibrate; delete window.AudioContext;"
    )
    phone.go("/")
    assert phone.at("[data-setting]").count() == 3
    assert phone.at("label:visible:has([data-setting])").count() == 0


def test_bower_offers_once_to_be_installed(phones: Phones) -> None:
    phone = phones()
    phone.go("/")
    assert not phone.at("#install").is_visible()
    phone.page.evaluate(INVITE)
    phone.tap("#install button")
    assert phone.page.evaluate("window.prompted")
    phone.go("/")
    phone.page.evaluate(INVITE)
    assert not phone.at("#install").is_visible()


def test_an_iphone_hears_once_how_to_install_bower(phones: Phones) -> None:
    phone = phones()
    phone.context.add_init_script("Object.defineProperty(navigator, 'standalone', { value: false })")
    phone.go("/")
    expect(phone.at("#install-apple")).to_be_visible()
    phone.go("/")
    expect(phone.at("#install-apple")).not_to_be_visible()


def test_plain_http_is_said_on_home(phones: Phones) -> None:
    phone = phones()
    phone.go("/")
    assert not phone.at("#plain").is_visible()
    phone.context.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    phone.go("/")
    expect(phone.at("#plain a")).to_have_attribute("href", "/https/")
    expect(phone.at("#plain a")).to_be_visible()


def test_a_file_from_another_app_fills_the_import_form(phones: Phones) -> None:
    phone = phones()
    phone.context.add_init_script("""
      const file = { getFile: async () => new File(['{"format": "bower.game/1"}'], "game.json") };
      const value = { setConsumer: (use) => use({ files: [file] }) };
      Object.defineProperty(window, "launchQueue", { value });
    """)
    phone.go("/?file")
    expect(phone.at("#text")).to_have_value('{"format": "bower.game/1"}')
    expect(phone.at("#text")).to_be_visible()
