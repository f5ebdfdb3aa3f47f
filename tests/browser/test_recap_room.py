"""Import and Recap under the thumb: brought in, told, copied, shared, printed; with and without script."""

import json
from typing import Any

import pytest

from tests.browser.conftest import Phones
from tests.browser.phone import Phone
from tests.companion.evenings import SIX, saturday

pytestmark = pytest.mark.browser

TARGETS = """() => [...document.querySelectorAll("a, button, summary, textarea")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44)
  .map(([html]) => html)"""
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
LISTEN = "navigator.share = async (shared) => { window.shared = shared; }"


def brought_in(phone: Phone, *, pasted: bool = False, **given: Any) -> str:
    """Bring in Saturday's record, *pasted* on Home or past the page; its recap, where the phone then is."""
    options = {"chip_value_cents": 10}
    record: dict[str, Any] = {"format": "bower.game/1", "variant": "poker-chips", "players": SIX}
    record |= {"title": "Saturday", "played_on": "2026-11-14", "options": options, **given}
    record |= {"entries": saturday()}
    if pasted:
        phone.go("/")
        phone.open("Import a game")
        phone.at("[name=text]").fill(json.dumps(record))
        phone.moves_on("form[action='/games/imports/'] .btn")
    address = (phone.path if pasted else phone.bring_in(record)) + "recap/"
    phone.go(address)
    return address


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_game_is_brought_in_and_told(phones: Phones, script: bool) -> None:
    phone = phones(script=script)
    brought_in(phone, pasted=True)
    assert phone.at(".won h2").inner_text() == "Eli wins"
    assert phone.at(".chart path").count() == 6
    phone.open("Running totals as a table")
    assert phone.at(".figures td").first.is_visible()
    letters = "document.querySelector('.chart text').getBoundingClientRect().height"
    small = phone.page.evaluate(letters)
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert phone.page.evaluate(letters) == pytest.approx(2 * small, rel=0.1)


def test_a_file_is_brought_in(phone: Phone, tmp_path: Any) -> None:
    address = brought_in(phone)
    exported = tmp_path / "saturday.json"
    exported.write_text(phone.fetch(address.replace("recap/", "recap.json")), encoding="utf-8")
    phone.go("/")
    phone.open("Import a game")
    phone.at("[name=file]").set_input_files(exported)
    phone.moves_on("form[action='/games/imports/'] .btn")
    again = phone.path
    assert again not in address
    assert phone.fetch(again + "recap.json") == exported.read_text(encoding="utf-8")


def test_a_wrong_game_is_refused_where_it_was_pasted(phone: Phone) -> None:
    phone.go("/")
    phone.open("Import a game")
    phone.at("[name=text]").fill("Ann won")
    phone.moves_on("form[action='/games/imports/'] .btn")
    assert phone.at("text=This isn’t JSON").is_visible()


def test_the_text_is_copied(phones: Phones) -> None:
    phone = phones(permissions=["clipboard-read", "clipboard-write"])
    address = brought_in(phone)
    phone.tap("[data-copy]")
    phone.at("[data-copy]:text('Copied')").wait_for()
    copied = phone.page.evaluate("navigator.clipboard.readText()")
    assert copied == phone.fetch(address.replace("recap/", "recap.txt"))


def test_the_text_is_copied_where_the_address_is_not_a_safe_one(phones: Phones) -> None:
    phone = phones(permissions=["clipboard-read", "clipboard-write"])
    phone.context.add_init_script(
        "if (!window.kept) { window.kept = navigator.clipboard;"
        "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }); }"
    )
    address = brought_in(phone)
    phone.tap("[data-copy]")
    phone.at("[data-copy]:text('Copied')").wait_for()
    assert phone.page.evaluate("kept.readText()") == phone.fetch(address.replace("recap/", "recap.txt"))


def test_the_evening_is_shared_by_the_phone_where_it_can(phone: Phone) -> None:
    phone.context.add_init_script(LISTEN)
    address = brought_in(phone)
    phone.tap("[data-share]")
    shared = phone.page.evaluate("window.shared")
    assert shared == {
        "title": "Saturday: Eli, +68",
        "text": phone.fetch(address.replace("recap/", "recap.txt")),
    }
    assert phone.path == address


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_sharing_leads_to_the_text_where_the_phone_cannot(phones: Phones, script: bool) -> None:
    phone = phones(script=script)
    address = brought_in(phone)
    phone.context.add_init_script("delete Navigator.prototype.share")
    phone.go(address)
    for button in phone.at("[data-copy], [data-print]").all():
        assert button.is_visible() == script, "what needs the script is hidden without it"
    assert phone.at("[data-copy], [data-print]").count() == 2
    phone.tap("[data-share]")
    assert phone.path == address + "#text"
    box = phone.at("#text").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 844


def test_paper_gets_the_evening_and_nothing_to_press(phone: Phone) -> None:
    brought_in(phone)
    phone.page.emulate_media(media="print")
    assert phone.at(".sheet").last.is_visible()
    assert phone.at(".chart").is_visible()
    for css in (".dock", ".telling", ".bar a", ".figures"):
        assert not phone.at(css).first.is_visible()


# In its usual size, at 320 px, and what axe finds: tests/browser/test_every_page.py.
def test_it_fits_narrow_paper_in_large_print(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 320, "height": 844})
    brought_in(phone, title="Maximilian-Alexander’s birthday")
    phone.page.evaluate("document.documentElement.style.fontSize = '32px'")
    assert phone.page.evaluate(OVERFLOW) <= 0
    assert phone.page.evaluate(TARGETS) == []
