"""Pages that follow their table in a browser: with half a form, without a stream, with a tap on its way."""

import re
import time

import pytest
from playwright.sync_api import APIResponse, Route, expect

from tests.browser.conftest import Phones
from tests.browser.following import WATCH, at_table, is_live, says, shows
from tests.browser.offline import SOONER, until
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

HAND = {"maker": "0", "trump": "spades", "tricks": "3"}


@pytest.mark.worker
def test_the_bank_follows_what_another_phone_ticks_and_leaves_what_is_half_typed(phones: Phones) -> None:
    table, [other, phone] = at_table(phones, 2, "poker-chips", "banker")
    for one in (phone, other):
        one.go(table + "bank/")
        is_live(one)
    for ticks, sees, box in ((phone, other, True), (other, phone, False), (phone, other, True)):
        ticks.answered(".tick >> nth=0")
        expect(sees.at(".tick input >> nth=0")).to_be_checked(checked=box)
        expect(ticks.at(".tick input >> nth=0")).to_be_checked(checked=box)
    phone.open("Buy in")
    phone.at("#buy-in [name=chips]").fill("37")
    stamp = phone.at("#buy-in [name=seen]").input_value()
    other.go(table)
    other.happens_elsewhere()
    expect(phone.at("#after")).to_have_text("after hand 4")
    assert phone.at("#buy-in [name=chips]").input_value() == "37"
    assert phone.at("#buy-in [name=seen]").input_value() == stamp  # it will be told what came between
    assert phone.page.evaluate("document.activeElement.name") == "chips"
    assert phone.at("details:has(#buy-in)").get_attribute("open") is not None
    assert phone.at("#cash-out [name=seen]").input_value() != stamp  # nobody types there: it follows


def test_a_page_without_its_stream_or_an_answer_asks_again_and_follows(phones: Phones) -> None:
    table, [near, far] = at_table(phones, 2)
    board = re.compile(f"{table}$")
    far.meant.add(503)

    full = {"status": 503, "body": "Too many", "headers": {"Bower": "1", "Retry-After": "1"}}
    far.page.route(board, lambda route: route.fulfill(**full), times=2)
    near.happens_elsewhere()
    says(far, "updating")  # while Bower has no room for a page the phone waits
    shows(far, 4)
    is_live(far)

    far.page.evaluate(SOONER)
    hung: list[Route] = []
    far.page.route(board, lambda route: hung.append(route), times=1)  # noqa: PLW0108 - a real function
    near.happens_elsewhere()
    until(far, lambda: bool(hung))  # a page hangs on its way
    near.happens_elsewhere()
    shows(far, 6)
    is_live(far)

    def refuse(route: Route) -> None:
        route.fulfill(status=503, body="Service Unavailable")

    far.page.route("**/live", refuse)
    far.page.reload()
    far.page.evaluate(WATCH)
    says(far, "updating")  # without the stream the page asks now and then
    near.happens_elsewhere()
    shows(far, 7)
    far.page.unroute("**/live")
    is_live(far)  # and goes back to it
    near.happens_elsewhere()
    shows(far, 8)

    far.page.add_init_script("delete window.EventSource")
    far.page.reload()
    far.page.evaluate(WATCH)
    near.happens_elsewhere()
    shows(far, 9)
    says(far, "updating")


# A stream that is cut off at once; pauses before the next try are noted, and over at once.
CUT_OFF = """() => new Promise((done) => {
  const pauses = [], later = window.setTimeout;
  window.EventSource = class extends EventTarget {
    readyState = 0;
    constructor() {
      super();
      later(() => this.onerror());
    }
    close() { this.readyState = 2; }
  };
  window.setTimeout = (then, pause) => {
    if (then.name !== "listen") return later(then, pause);
    pauses.push(pause);
    if (pauses.length < 20) return later(then);
    done(pauses);
  };
  dispatchEvent(new Event("online"));
})"""


def test_a_page_without_a_network_tries_soon_at_first_and_then_less_often(phones: Phones) -> None:
    _table, [phone] = at_table(phones, 1)
    phone.complaints.clear()
    pauses = phone.page.evaluate(CUT_OFF)
    assert max(pauses[:10]) <= 1000
    assert all(pause >= 15_000 for pause in pauses[15:])
    assert max(pauses) <= 60_000


def is_asked(phone: Phone, words: str) -> None:
    """A question has come, and was read."""
    expect(phone.at("main [role=alert]")).to_contain_text(words)
    phone.reads()


def test_the_hand_form_is_told_of_others_and_not_of_its_own(phones: Phones) -> None:
    table, [phone, other] = at_table(phones, 2)
    told: list[str] = []
    phone.page.on("response", lambda answer: told.append(answer.url) if answer.status == 409 else None)
    phone.go(table + "hands/new/")
    is_live(phone)
    phone.say(HAND)
    phone.save()
    is_live(phone)
    assert told == [], "whoever saves a hand is not told of it as of another’s"

    phone.go(table + "hands/new/")
    is_live(phone)
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if held:
            return route.continue_()
        held.append((route, route.fetch()))

    phone.page.route("**/hands/new/", hold)
    other.go(table + "hands/new/")
    other.answered("[name=trump][value=spades]")
    while not held:
        phone.page.wait_for_timeout(20)
    for _tap in range(2):  # the first is answered with what the other phone has said
        phone.answered("[name=maker][value='0']")
    was = phone.at("#hand [name=rev]").input_value()
    phone.page.evaluate("addEventListener('htmx:after:swap', () => { self.swapped = true; }, { once: true })")
    route, answer = held[0]
    route.fulfill(response=answer)
    phone.reads()
    assert phone.at("[name=maker][value='0']").is_checked(), "a page from before a tap takes it back"
    assert phone.at("#hand [name=rev]").input_value() == was
    assert not phone.page.evaluate("self.swapped")
    phone.page.unroute("**/hands/new/")
    phone.say(HAND)
    phone.save()

    other.go(table)
    phone.go(table + "hands/new/")
    is_live(phone)
    phone.say(HAND)
    phone.page.evaluate(
        """() => addEventListener("htmx:after:swap", () => setTimeout(() => {
             document.querySelector(".main").click();
           }), { once: true })"""
    )
    other.happens_elsewhere()
    is_asked(phone, "Hand 6: redeal")
    assert phone.path == table + "hands/new/", "a Save on its way to the thumb answers what has just come"
    phone.moves_on("[name=save][value=next]")
    assert len(phone.entries(table)) == 7


def test_the_sign_is_quiet_and_moves_nothing(phones: Phones) -> None:
    _table, [phone, other] = at_table(phones, 2)
    assert phone.at("#live span").get_attribute("aria-hidden") == "true"
    assert phone.at("#live").evaluate("sign => sign.getBoundingClientRect().height") == 0
    phone.page.evaluate(
        """() => {
          window.said = [];
          new MutationObserver((all) => said.push(...all)).observe(
            document.getElementById("live"), { childList: true, subtree: true, characterData: true });
        }"""
    )
    other.happens_elsewhere()
    shows(phone, 4)
    assert phone.page.evaluate("said.length") == 0
    silent = phones(script=False)
    silent.context.add_cookies(phone.context.cookies())  # type: ignore[arg-type]
    silent.go(phone.path)
    expect(silent.at("#live")).to_be_hidden()


@pytest.mark.worker
@pytest.mark.stored
def test_an_evening_is_followed_in_every_room_until_the_phone_is_put_out_and_the_table_deleted(
    phones: Phones,
) -> None:
    table, [phone, recap, other] = at_table(phones, 3)
    phone.go(table + "hands/")
    phone.tap("#e2 summary")
    recap.go(table + "recap/")
    for one in (phone, recap):
        is_live(one)
    other.go(table + "hands/new/")
    other.say(HAND)
    other.save()
    expect(phone.at("#e4")).to_be_visible()
    assert phone.at("#e2 details").get_attribute("open") is not None
    expect(phone.at("#remove [name=seen]")).to_have_value("4")
    expect(recap.at("[data-copy]")).to_be_visible()
    expect(recap.at("#text")).to_have_value(recap.fetch(table + "recap.txt"))

    phone.go(table)
    phone.page.evaluate(WATCH)
    is_live(phone)
    phone.page.evaluate(
        """() => new MutationObserver(() => document.querySelector("#dock form button")?.click()).observe(
             document.getElementById("dock"), { childList: true, subtree: true, characterData: true })"""
    )
    other.happens_elsewhere()
    shows(phone, 5)
    time.sleep(1)
    assert len(phone.entries(table)) == 5, "an Undo on its way undoes what has just come"

    phone.go(table + "hands/new/")
    is_live(phone)
    phone.answered("[name=maker][value='0']")
    phone.tap(".rare > summary")
    phone.at("#note").fill("Bo was")
    other.happens_elsewhere()
    time.sleep(1)
    expect(phone.at("main [role=alert]")).to_have_count(0)  # not while somebody types
    phone.at("#note").blur()
    is_asked(phone, "Hand 6: redeal")
    assert phone.at("[name=maker][value='0']").is_checked()
    assert phone.at("#note").input_value() == "Bo was"
    phone.say(HAND)
    phone.moves_on("[name=save][value=next]")
    assert phone.entries(table)[-1]["note"] == "Bo was"

    for guest in (recap, other):
        guest.meant.add(404)
    phone.go(f"{table}share/?role=scorekeeper")
    phone.tap(phone.at(".phones summary:text('Remove')").first)
    phone.moves_on(phone.at(".phones .sure button:text('Remove')").first)
    expect(recap.at("main")).to_contain_text("The host removed this phone.")
    phone.go(f"{table}deletion/")
    for _answer in range(2):
        phone.moves_on("[form=delete]")
    expect(other.at("main")).to_contain_text("The host deleted this table.")
