"""A new version of Bower comes to a phone: nothing tapped and nothing waiting is lost."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, TimeoutError, expect

from tests.browser.conftest import phones_of
from tests.browser.evenings import evening
from tests.browser.offline import entries_waiting, everything_sent, takes_along, until
from tests.browser.phone import Phone
from tests.browser.pocket import Updated
from tests.browser.rooms import record_hand
from tests.entering import hand_fields
from tests.games.entries import hand
from tests.serving import Bower

pytestmark = pytest.mark.browser

MARCH = hand("Ann", "spades", tricks={"Ann & Cy": 5, "Bo & Dee": 0})
MADE = hand("Cy", "clubs", tricks={"Ann & Cy": 3, "Bo & Dee": 2})
PATIENCE = 40_000  # milliseconds for a page of an engine that has just come, on a machine that is busy
CLOSED = 500  # milliseconds
# A browser joins updates that run at the same time; the joined one may have asked before the new version.
FINDS_ONE = """async () => {
  const found = await navigator.serviceWorker.ready;
  const { active } = found;
  while (!found.installing && !found.waiting && found.active === active) await found.update();
}"""

INSTALLING = """async () => {
  const { installing, waiting, active } = await navigator.serviceWorker.ready;
  return !!(installing ?? waiting) || active.state !== "activated";
}"""


class Updating:
    """A phone with the worker at a table of its own, and the way on which new versions come."""

    def __init__(self, phone: Phone, way: Updated) -> None:
        self.phone, self.way = phone, way
        phone.address, phone.offline = way.address, True
        self.table = phone.bring_in(evening("partnership", 0))
        phone.go(self.table)
        takes_along(phone, self.table)

    def kits(self) -> list[str]:
        return list(self.phone.page.evaluate("caches.keys()"))

    def is_updated(self) -> bool:
        """Whether the kit of the newest version alone is kept."""
        return [name.startswith(self.way.kit) for name in self.kits()] == [True]

    def is_updated_when_opened_again(self) -> bool:
        """The same after Bower was closed: a browser may wait while its pages are open.

        A page that is opened at the very moment in which Chromium stops the old worker may never come, and
        nothing of it reaches the network. It is opened again then, as one does.
        """
        self.phone.page.goto("about:blank")
        self.phone.page.wait_for_timeout(CLOSED)
        try:
            self.phone.go(self.table)
        except TimeoutError:
            return False
        return self.is_updated()

    def updates(self) -> None:
        """There is a new version, and the phone has found it."""
        self.way.version += 1
        self.phone.page.evaluate(FINDS_ONE)


@pytest.fixture
def updating(browser: Browser, bower: Bower) -> Iterator[Updating]:
    way = Updated(bower)
    made = phones_of(browser, bower)
    phone = next(made)()
    phone.page.set_default_navigation_timeout(PATIENCE)
    phone.meant.add(429)  # a page that is opened again and again leaves its streams on the way for a while
    yield Updating(phone, way)
    next(made, None)
    way.close()


def test_without_an_open_hand_a_new_version_takes_over_and_finds_what_waits(updating: Updating) -> None:
    phone, way = updating.phone, updating.way
    way.gone, way.takes = True, False
    record_hand(phone, "partnership", MARCH)
    record_hand(phone, "partnership", MADE)
    way.gone = False
    updating.updates()
    until(phone, updating.is_updated_when_opened_again)
    assert not phone.at("#fresh").count()
    phone.go(updating.table + "waiting/")
    expect(phone.at("#wait")).to_have_text(way.words)
    assert entries_waiting(phone) == [MARCH, MADE]
    way.takes = True
    everything_sent(phone)
    assert phone.entries(updating.table) == [MARCH, MADE]


def test_with_an_open_hand_a_new_version_waits_for_a_tap_and_nothing_is_lost(updating: Updating) -> None:
    phone, way = updating.phone, updating.way
    said = list(hand_fields("partnership", MARCH, phone.seats or ["Ann", "Bo", "Cy", "Dee"]).items())
    phone.go(updating.table + "hands/new/")
    phone.say(dict(said[:1]))
    updating.updates()
    line = phone.at("#fresh")
    expect(line).to_contain_text("A new Bower is ready")
    phone.say(dict(said[1:]))  # the answer to a tap is another dock
    expect(line).to_be_visible()
    assert not updating.is_updated()
    way.gone = True
    phone.tap("#fresh button")
    until(phone, updating.is_updated)
    expect(line).to_have_count(0)
    phone.save()
    assert entries_waiting(phone) == [MARCH]
    phone.go(updating.table + "waiting/")
    expect(phone.at("#wait")).to_have_text(way.words)
    way.gone = False
    everything_sent(phone)
    assert phone.entries(updating.table) == [MARCH]
    phone.go(updating.table + "hands/new/")
    updating.updates()
    expect(line).to_be_visible()  # nobody taps it: it takes over on the next page
    phone.go(updating.table)
    until(phone, updating.is_updated)


# As if another version were at an address that the kits share.
SPOIL = """async () => {
  const [name] = await caches.keys();
  const cache = await caches.open(name);
  const [wasm] = (await cache.keys()).filter(({ url }) => url.includes("micropython"));
  await cache.put(wasm, new Response("older"));
}"""


def test_a_kit_is_kept_with_its_own_parts_only(updating: Updating) -> None:
    phone, way = updating.phone, updating.way
    [earlier] = updating.kits()
    way.spoiled = True
    updating.updates()
    until(phone, lambda: not phone.page.evaluate(INSTALLING))
    assert earlier in updating.kits()
    assert not updating.is_updated()
    phone.page.evaluate(SPOIL)
    way.spoiled = False
    updating.updates()
    until(phone, updating.is_updated_when_opened_again)
    way.gone = True
    phone.go(updating.table)
    expect(phone.at("#live")).to_contain_text("offline")
