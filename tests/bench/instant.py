"""What a phone waits for with a slow network, with the worker and without, where it asks the server.

Milliseconds from a tap until the answer is painted, with a page and a worker that get a quarter of the time
that they ask for, and so long a way to the server and back: a tap on the hand form, Save until the table is
there with the new score, a way from room to room, and the first tap after minutes in a pocket, in which the
browser has ended the worker: it begins as the page is seen again. A phone with the worker answers all of it
itself, and tells the server. The median, and in brackets the slowest.
"""

import os
import socket
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests import available
from tests.bench.aims import Aim, aimed
from tests.bench.pocket import PAINTED, slowed
from tests.bench.sights import PHONE
from tests.browser.conftest import QUIET
from tests.browser.evenings import evening
from tests.browser.offline import kill_worker, takes_along, until
from tests.browser.phone import Phone
from tests.browser.proxy import Proxy
from tests.serving import Bower

WAYS = (150, 400)  # milliseconds to the server and back
TAPS, SAVES, ROOMS, POCKETS = 12, 6, 6, 6
POCKET = "first tap after a pocket"
AIMS = {"tap": (60, 100), "save": (120, 200), "room to room": (120, 250), POCKET: (600, 600)}
SEEN = "document.dispatchEvent(new Event('visibilitychange'))"
SETTLED = 1_500  # milliseconds until a page has its stream
LATELY = (
    "navigator.serviceWorker.controller && fetch(location.href).then((one) => one.headers.has('From-Phone'))"
)
WATCH = """
addEventListener("click", () => sessionStorage.setItem("tapped", Date.now()), true);
const painted = () => requestAnimationFrame(() => setTimeout(() =>
  sessionStorage.setItem("painted", Date.now())));
addEventListener("DOMContentLoaded", painted);
document.addEventListener("bower:room", painted);
"""
SPENT = "sessionStorage.getItem('painted') - sessionStorage.getItem('tapped')"


class Distant(Proxy):
    """A network with a long way to Bower."""

    def __init__(self, port: int, way: int) -> None:
        self.way = way
        super().__init__(port)

    def passes(self, piece: bytes, source: socket.socket, target: socket.socket) -> bool:
        time.sleep(self.way / 2000)
        return True


def main() -> int:
    chromium = available.chromium()
    if chromium is None:
        print("Taps of a phone need Chromium")
        return 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        bower = Bower(Path(folder), DATABASE_URL="")
        bower.start()
        os.environ["VAR_DIR"] = folder
        browser = player.chromium.launch(executable_path=chromium, args=[*QUIET, "--no-sandbox"])
        try:
            fits = [one for way in WAYS for one in _beside(browser, bower, way)]
            return int(not all(fits))
        finally:
            browser.close()
            bower.stop()


def _beside(browser: Browser, bower: Bower, way: int) -> Iterator[bool]:
    """The lines for a way of so many milliseconds, Bower's phone beside the one that asks the server."""
    found = []
    for has_worker in (True, False):
        network = Distant(bower.port, way)
        context = browser.new_context(**PHONE, service_workers="allow" if has_worker else "block")
        context.add_init_script(WATCH)
        phone = Phone(context, network.address)
        found.append(_times(browser, phone, has_worker))
        context.close()
        network.cut()
    for name, (half, most) in AIMS.items():
        here, asked = (sorted(times[name]) for times in found)
        middle, late = statistics.median(here), here[-1]
        beside = f"; asked of the server {statistics.median(asked):.0f} ({asked[-1]:.0f})"
        line = f"{name + f', {way} ms away':<32}{middle:>6.0f} ms ({late:.0f}){beside}"
        yield aimed(line, middle, Aim(half))
        yield aimed(f"{'  the slowest':<32}{late:>6.0f} ms", late, Aim(most))


def _times(browser: Browser, phone: Phone, has_worker: bool) -> dict[str, list[float]]:
    table = phone.bring_in(evening("partnership", 0))
    phone.go(table)
    if has_worker:
        takes_along(phone, table)
        phone.page.reload()
        until(phone, lambda: bool(phone.page.evaluate(LATELY)))
    with slowed(browser):
        phone.go(table + "hands/new/")
        phone.page.wait_for_timeout(SETTLED)
        found = {"tap": [_tap(phone, number) for number in range(TAPS)], "save": [], "room to room": []}
        for _save in range(SAVES):
            phone.go(table + "hands/new/")
            phone.say({"maker": "0", "trump": "spades", "tricks": "3"})
            phone.page.wait_for_timeout(SETTLED)
            phone.save()
            found["save"].append(_spent(phone))
        for _room in range(ROOMS):
            phone.go(table + "hands/")
            phone.page.wait_for_timeout(SETTLED)
            phone.moves_on("a[href$='/recap/']")
            found["room to room"].append(_spent(phone))
        phone.go(table + "hands/new/")
        found[POCKET] = [_from_pocket(phone, number, has_worker) for number in range(POCKETS)]
    return found


def _from_pocket(phone: Phone, number: int, has_worker: bool) -> float:
    phone.page.wait_for_timeout(2 * SETTLED)
    if has_worker:
        kill_worker(phone)
    phone.page.wait_for_timeout(SETTLED)
    phone.page.evaluate(SEEN)
    return _tap(phone, number)


def _tap(phone: Phone, number: int) -> float:
    phone.page.evaluate(PAINTED)
    phone.tap(f"[name=trump][value={('hearts', 'spades')[number % 2]}]")
    spent = float(phone.page.evaluate("window.painted"))
    phone.page.wait_for_timeout(SETTLED / 3)
    return spent


def _spent(phone: Phone) -> float:
    until(phone, lambda: float(phone.page.evaluate(SPENT)) > 0)
    return float(phone.page.evaluate(SPENT))


if __name__ == "__main__":
    raise SystemExit(main())
