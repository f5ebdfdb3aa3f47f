"""Evenings on a network that comes and goes, and a worker that is ended now and then: each entry once."""

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import settings
from playwright.sync_api import Error

from scoring import from_json, replay
from tests.browser.conftest import Phones
from tests.browser.evenings import EVENINGS
from tests.browser.offline import everything_sent, kill_worker
from tests.browser.phone import Phone
from tests.browser.pocket import InPage, Told, ready, record
from tests.browser.proxy import Proxy
from tests.browser.rooms import as_shown, comes_to
from tests.effort import THOROUGH

pytestmark = pytest.mark.browser

EVENINGS_IN_ALL = 256 if settings().max_examples >= THOROUGH else 1
AT_MOST = 0.4  # seconds for which the network is there, or isn't
ENDED = 0.15  # of the entries, after which the worker is ended
TRIES, PAUSE = 40, 50  # milliseconds


class Patient(InPage):
    """A page that asks again, with the same key, where there was no answer."""

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, str, str]:
        """Status, address that a redirect led to, and text of the answer."""
        for _try in range(TRIES):
            try:
                found = super().ask(method, path, body, **headers)
            except Error:  # the worker was ended while it worked
                self.phone.page.wait_for_timeout(PAUSE)
                continue
            if found[0] < 500:
                return found
            self.phone.page.wait_for_timeout(PAUSE)
        raise AssertionError(f"no answer to {method} {path}")


@contextmanager
def flapping(network: Proxy, rng: random.Random) -> Iterator[None]:
    """A network that is cut and mended all the time; it is there in the end."""
    over = threading.Event()

    def flap() -> None:
        while not over.wait(rng.random() * AT_MOST):
            network.cut()
            over.wait(rng.random() * AT_MOST)
            network.mend()

    thread = threading.Thread(target=flap, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.parametrize("seed", range(EVENINGS_IN_ALL))
def test_an_evening_on_a_network_that_comes_and_goes_is_written_once(
    pockets: Phones, network: Proxy, seed: int
) -> None:
    rng = random.Random(seed)  # noqa: S311 - no secret
    found = list(EVENINGS.values())[seed % len(EVENINGS)]
    evening = {"format": "bower.game/1", "options": {}, **found}
    phone: Phone = pockets()
    phone.meant |= {404, 502, 503, 504}
    phone.go("/")
    ready(phone)
    with flapping(network, rng):
        told = Told(Patient(phone), evening)
        for entry in evening["entries"]:
            told.tell(entry)
            if rng.random() < ENDED:
                kill_worker(phone)
    phone.go(told.table)
    everything_sent(phone)
    assert phone.entries(told.table) == evening["entries"]
    assert as_shown(replay(from_json(record(phone, told.table))).as_json()) == comes_to(evening)
