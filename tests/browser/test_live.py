"""Pages that follow their table in a browser: with half a form, without a stream, with a tap on its way."""

import re
import time

import pytest
from playwright.sync_api import APIResponse, Route, expect

from tests.browser.conftest import Phones
from tests.browser.following import WATCH, at_table, is_live, says, shows
from tests.browser.offline import SOONER, until
from tests.browser.phone import Phone
from tests.companion.factories import hand, long_game

pytestmark = pytest.mark.browser


@pytest.mark.worker
@pytest.mark.stored
def test_what_is_half_typed_is_there_after_an_update(phones: Phones) -> None:
    table, [phone, other] = at_table(phones, 2, "poker-chips")
    phone.go(table + "bank/")
    is_live(phone)
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


def test_without_the_stream_the_page_asks_now_and_then_and_goes_back_to_it(phones: Phones) -> None:
    _table, [near, far] = at_table(phones, 2)

    def refuse(route: Route) -> None:
        route.fulfill(status=503, body="Service Unavailable")

    far.meant.add(503)
    far.page.route("**/live", refuse)
    far.page.reload()
    far.page.evaluate(WATCH)
    says(far, "updating")
    near.happens_elsewhere()
    shows(far, 4)
    far.page.unroute("**/live")
    is_live(far)
    near.happens_elsewhere()
    shows(far, 5)


def test_while_bower_has_no_room_for_a_page_the_phone_waits_and_then_follows(phones: Phones) -> None:
    table, [near, far] = at_table(phones, 2)
    full = {"status": 503, "body": "Too many", "headers": {"Bower": "1", "Retry-After": "1"}}
    far.meant.add(503)
    far.page.route(re.compile(f"{table}$"), lambda route: route.fulfill(**full), times=2)
    near.happens_elsewhere()
    says(far, "updating")
    shows(far, 4)
    is_live(far)


def test_a_page_that_hangs_on_its_way_is_asked_for_again(phones: Phones) -> None:
    table, [near, far] = at_table(phones, 2)
    far.page.evaluate(SOONER)
    hung: list[Route] = []
    far.page.route(re.compile(f"{table}$"), lambda route: hung.append(route), times=1)  # noqa: PLW0108 - a real function
    near.happens_elsewhere()
    until(far, lambda: bool(hung))
    near.happens_elsewhere()
    shows(far, 5)
    is_live(far)


def test_without_event_source_the_page_asks_now_and_then(phones: Phones) -> None:
    _table, [near, old] = at_table(phones, 2)
    old.page.add_init_script("delete window.EventSource")
    old.page.reload()
    old.page.evaluate(WATCH)
    near.happens_elsewhere()
    shows(old, 4)
    says(old, "updating")


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


@pytest.mark.worker
@pytest.mark.stored
def test_a_hand_that_is_being_told_is_told_what_happened_meanwhile(phones: Phones) -> None:
    table, [phone, other] = at_table(phones, 2)
    phone.go(table + "hands/new/")
    is_live(phone)
    phone.answered("[name=maker][value='0']")
    phone.tap(".rare > summary")
    phone.at("#note").fill("Bo was")
    other.happens_elsewhere()
    time.sleep(1)
    expect(phone.at("main [role=alert]")).to_have_count(0)  # not while somebody types
    phone.at("#note").blur()
    is_asked(phone, "Hand 4: redeal")
    assert phone.at("[name=maker][value='0']").is_checked()
    assert phone.at("#note").input_value() == "Bo was"
    phone.say({"trump": "spades", "tricks": "3"})
    phone.moves_on("[name=save][value=next]")
    assert phone.entries(table)[-1]["note"] == "Bo was"


def test_a_save_on_its_way_to_the_thumb_answers_no_question_that_has_just_come(phones: Phones) -> None:
    table, [phone, other] = at_table(phones, 2)
    phone.go(table + "hands/new/")
    is_live(phone)
    phone.say({"maker": "0", "trump": "spades", "tricks": "3"})
    phone.page.evaluate(
        """() => addEventListener("htmx:after:swap", () => setTimeout(() => {
             document.querySelector(".main").click();
           }), { once: true })"""
    )
    other.happens_elsewhere()
    is_asked(phone, "Hand 4: redeal")
    assert phone.path == table + "hands/new/"
    phone.moves_on("[name=save][value=next]")
    assert len(phone.entries(table)) == 5


def test_a_page_from_before_a_tap_does_not_take_it_back(phones: Phones) -> None:
    table, [phone, other] = at_table(phones, 2)
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
    assert phone.at("[name=maker][value='0']").is_checked()
    assert phone.at("#hand [name=rev]").input_value() == was
    assert not phone.page.evaluate("self.swapped")


@pytest.mark.worker
def test_an_undo_on_its_way_does_not_undo_what_has_just_come(phones: Phones) -> None:
    table, [phone, other] = at_table(phones, 2)
    phone.page.evaluate(
        """() => new MutationObserver(() => document.querySelector("#dock form button")?.click()).observe(
             document.getElementById("dock"), { childList: true, subtree: true, characterData: true })"""
    )
    other.happens_elsewhere()
    shows(phone, 4)
    time.sleep(1)
    assert len(phone.entries(table)) == 4


def test_whoever_saves_a_hand_is_not_told_of_it_as_of_another_s(phones: Phones) -> None:
    table, [phone] = at_table(phones, 1)
    phone.go(table + "hands/new/")
    is_live(phone)
    told: list[str] = []
    phone.page.on("response", lambda answer: told.append(answer.url) if answer.status == 409 else None)
    phone.answered("[name=maker][value='0']")
    phone.answered("[name=trump][value='spades']")
    phone.answered("[name=tricks][value='3']")
    phone.save()
    is_live(phone)
    assert told == []


@pytest.mark.stored
def test_a_tick_shows_on_the_other_phone_and_so_does_its_going(phones: Phones) -> None:
    owner = phones()
    table = owner.bring_in(long_game("poker-chips", 2))
    link = re.search(r"/J/\w+", owner.fetch(f"{table}share/?role=banker"))
    assert link
    banker = phones()
    banker.go(link[0])
    for phone in (owner, banker):
        phone.go(table + "bank/")
        is_live(phone)
    for ticks, sees, box in ((owner, banker, True), (banker, owner, False), (owner, banker, True)):
        ticks.answered(".tick >> nth=0")
        expect(sees.at(".tick input >> nth=0")).to_be_checked(checked=box)
        expect(ticks.at(".tick input >> nth=0")).to_be_checked(checked=box)


@pytest.mark.worker
@pytest.mark.stored
def test_a_phone_that_is_put_out_leaves_the_page(phones: Phones) -> None:
    owner = phones()
    table = owner.bring_in(long_game("partnership", 3))
    link = re.search(r"/J/\w+", owner.fetch(f"{table}share/?role=player"))
    assert link
    guest = phones()
    guest.go(link[0])
    is_live(guest)
    guest.meant.add(404)
    owner.go(f"{table}share/?role=player")
    owner.tap(".phones summary:text('Remove')")
    owner.moves_on(".phones .sure button:text('Remove')")
    expect(guest.at("main")).to_contain_text("The host removed this phone.")


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
def test_hands_and_recap_follow_too(phones: Phones) -> None:
    table, [sheet, recap, other] = at_table(phones, 3)
    sheet.go(table + "hands/")
    sheet.tap("#e2 summary")
    recap.go(table + "recap/")
    for phone in (sheet, recap):
        is_live(phone)
    other.go(table)
    record(other, table)
    expect(sheet.at("#e4")).to_be_visible()
    assert sheet.at("#e2 details").get_attribute("open") is not None
    stamp = sheet.at("#remove [name=seen]")
    expect(stamp).to_have_value("4")
    expect(recap.at("[data-copy]")).to_be_visible()
    expect(recap.at("#text")).to_have_value(recap.fetch(table + "recap.txt"))


def record(phone: Phone, table: str) -> None:
    phone.go(table + "hands/new/")
    phone.say({"maker": "0", "trump": str(hand("partnership")["trump"]), "tricks": "3"})
    phone.save()


@pytest.mark.worker
@pytest.mark.stored
def test_a_table_that_is_deleted_leaves_the_pages_of_the_others(phones: Phones) -> None:
    table, [owner, guest] = at_table(phones, 2)
    guest.meant.add(404)
    owner.go(f"{table}deletion/")
    for _answer in range(2):
        owner.moves_on("[form=delete]")
    expect(guest.at("main")).to_contain_text("The host deleted this table.")
