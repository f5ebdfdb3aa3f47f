"""The moment after a hand, seen and heard, on the phone that saved it and on one that follows."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.following import WATCH, at_table, is_live, shows
from tests.browser.offline import until
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

LISTEN = """() => {
  window.felt = [];
  addEventListener("animationstart", ({ target }) => felt.push(target.dataset.hand));
}"""
FELT = "document.getElementById('moment').getAnimations().length"
HEARD = """
  window.tones = 0;
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (at) { start.call(this, at); window.tones += 1; };
"""
TAKES_NO_TAP = "getComputedStyle(document.getElementById('moment')).pointerEvents === 'none'"


def goes_alone(phone: Phone) -> None:
    phone.moves_on(".dock .main")
    phone.say({"maker": "0", "trump": "hearts", "alone": "on", "tricks": "5"})
    phone.save()


def test_a_loner_is_felt_once_by_everybody_and_takes_no_tap(phones: Phones) -> None:
    _table, [near, far] = at_table(phones, 2)
    for phone in (near, far):
        phone.page.emulate_media(reduced_motion="no-preference")
        assert phone.page.evaluate(FELT) == 0, "nothing is felt of a hand that was there already"
    far.page.evaluate(LISTEN)
    goes_alone(near)
    assert near.page.evaluate(f"[{FELT}, {TAKES_NO_TAP}]") == [1, True]
    shows(far, 4)
    assert far.page.evaluate(f"[felt, {TAKES_NO_TAP}]") == [["4"], True]
    goes_alone(near)
    shows(far, 5)
    near.moves_on("button:text('Undo hand 5')")
    assert near.page.evaluate(FELT) == 0
    shows(far, 4)
    expect(far.at("#moment.past")).to_be_hidden()
    assert far.page.evaluate("felt") == ["4", "5"]
    near.page.emulate_media(reduced_motion="reduce")
    goes_alone(near)
    assert near.page.evaluate(FELT) == 0


def test_a_loner_is_heard_once_where_sound_was_switched_on(phones: Phones) -> None:
    table, [near, far] = at_table(phones, 2)
    for phone in (near, far):
        phone.page.emulate_media(reduced_motion="no-preference")
        phone.context.add_init_script(HEARD)
        phone.go("/")
        box = phone.at("[data-setting=sound]")
        expect(box).not_to_be_checked()
        if phone is far:
            phone.tap(box)
        phone.go(table)
        is_live(phone)
        phone.page.evaluate(WATCH)
    goes_alone(near)
    shows(far, 4)
    until(far, lambda: far.page.evaluate("tones") == 3)
    assert near.page.evaluate("tones") == 0
    near.moves_on("button:text('Undo hand 4')")
    shows(far, 3)
    assert far.page.evaluate("tones") == 3
    goes_alone(far)
    until(far, lambda: far.page.evaluate("tones") == 3)  # on the page that follows, or in the room
