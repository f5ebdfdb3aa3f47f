"""How soon phones that follow their table are right: after a save elsewhere, a cut, and sleep."""

import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Phones, phones_of
from tests.browser.following import at_table, is_live, says, shows
from tests.browser.phone import Phone
from tests.browser.proxy import Proxy
from tests.serving import Bower

pytestmark = [pytest.mark.browser, pytest.mark.alone]

PHONES = 8
HANDS = 20
ON_SCREEN = 250  # milliseconds, for 95 of 100
CUT = 5  # seconds
CAUGHT_UP = 2000  # milliseconds
AWAKE = 1000  # milliseconds
TRIES = 3


def now() -> float:
    return time.time() * 1000


def comes_within(bound: float, measure: Callable[[int], float]) -> None:
    """Of a few tries one keeps to the bound, whatever else the machine has to do; *measure* is told which."""
    took: list[float] = []
    while len(took) < TRIES and (not took or took[-1] > bound):
        took.append(measure(len(took)))
    assert min(took) <= bound, took


def test_eight_phones_see_twenty_hands_each_within_a_blink(phones: Phones) -> None:
    _table, all_phones = at_table(phones, PHONES)

    def p95_of_twenty_hands(done: int) -> float:
        waits: list[float] = []
        first = 4 + done * HANDS
        for number in range(first, first + HANDS):
            sent = all_phones[0].happens_elsewhere()
            waits += [shows(phone, number) - sent for phone in all_phones]
        assert len(waits) == PHONES * HANDS
        waits.sort()
        p95 = waits[len(waits) * 95 // 100]
        print(
            f"{len(waits)} boards: p50 {statistics.median(waits):.0f} ms, p95 {p95:.0f}, all {waits[-1]:.0f}"
        )
        return p95

    comes_within(ON_SCREEN, p95_of_twenty_hands)


@pytest.fixture
def proxy(bower: Bower) -> Iterator[Proxy]:
    made = Proxy(bower.port)
    yield made
    made.cut()


@pytest.fixture
def far_phones(browser: Browser, bower: Bower, proxy: Proxy) -> Iterator[Phones]:
    """Phones that reach Bower by way of the proxy, and whose complaints about it are meant."""
    made: list[Phone] = []

    def one(**settings: Any) -> Phone:
        phone = next_phone(**settings)
        phone.address = proxy.address
        made.append(phone)
        return phone

    source = phones_of(browser, bower)
    next_phone = next(source)
    yield one
    for phone in made:
        phone.complaints.clear()
    next(source, None)


def test_after_a_cut_everybody_is_right_within_two_seconds(
    phones: Phones, far_phones: Phones, proxy: Proxy
) -> None:
    table, all_phones = at_table(far_phones, PHONES)
    near = phones()
    near.context.add_cookies(all_phones[0].context.cookies())  # type: ignore[arg-type]
    near.go(table)

    def after_a_cut(done: int) -> float:
        proxy.cut()
        for phone in all_phones:
            expect(phone.at("#live")).not_to_have_text("live")
        begun = time.monotonic()
        for _hand in range(3):
            near.happens_elsewhere()
        time.sleep(max(0, begun + CUT - time.monotonic()))
        says(all_phones[-1], "offline")
        mended = now()
        proxy.mend()
        waited = max(shows(phone, 6 + 3 * done) for phone in all_phones) - mended
        print(f"caught up after {waited:.0f} ms")
        for phone in all_phones:
            is_live(phone)
        return waited

    comes_within(CAUGHT_UP, after_a_cut)


ASLEEP = {
    "hidden": (
        "Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange'))",
        "delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))",
    ),
    "kept by the browser": (
        "dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))",
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
    ),
}


@pytest.mark.parametrize("how", ASLEEP)
def test_a_phone_that_wakes_is_right_within_a_second(phones: Phones, how: str) -> None:
    sleep, wake = ASLEEP[how]
    _table, [awake, asleep] = at_table(phones, 2)

    def after_sleep(done: int) -> float:
        asleep.page.evaluate(sleep)
        awake.happens_elsewhere()
        shows(awake, 4 + done)
        time.sleep(0.5)
        assert str(4 + done) not in asleep.page.evaluate("Object.keys(seen)")
        woken = now()
        asleep.page.evaluate(wake)
        waited = shows(asleep, 4 + done) - woken
        print(f"right {waited:.0f} ms after waking")
        is_live(asleep)
        return waited

    comes_within(AWAKE, after_sleep)
