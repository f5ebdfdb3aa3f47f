"""Bower without a server: what a first visit costs on a slow phone, a second one without a host, and Home.

First visit as over a slow line (150 ms, 1.6 Mbit/s, files as hosts send them: gzip), with a page and a worker
that get a quarter of the time that they ask for: the first paint of Home, and the first hand form of a game
that is begun at once. The second visit is without the host. Home with 300 games on this machine as it is,
after the browser has ended the worker.
"""

import gzip
import json
import socket
import statistics
import threading
import time
from collections.abc import Iterator

import brotli
from playwright.sync_api import Browser, sync_playwright

from tests import available
from tests.bench.aims import Aim, aimed
from tests.bench.pocket import slowed
from tests.bench.sights import PAINTED, PHONE
from tests.browser.conftest import QUIET
from tests.browser.offline import kill_worker
from tests.browser.phone import Phone
from tests.browser.proxy import Proxy
from tests.browser.test_without_server import CONTROLLED, EVENINGS
from tests.edition import BASE, Host, edition

VISITS, HOMES, GAMES, KB = 5, 5, 300, 1024
AIMS = {"paint": 1000, "form": 5000, "again": 600, "home": 1000}
WAY, BYTES_A_SECOND = 0.15, 200_000
MOST_KIT = 350
BRING = """async ([base, text, count]) => {
  for (let game = 0; game < count; game += 1) {
    const body = new URLSearchParams({ key: crypto.randomUUID(), text });
    const answer = await fetch(`${base}games/imports/`, { method: "POST", body });
    if (!answer.ok) throw new Error(answer.status);
  }
}"""
NAMES = ("Ann", "Bo", "Cy", "Dee")


def main() -> int:
    chromium = available.chromium()
    if chromium is None:
        print("Bower without a server needs Chromium")
        return 0
    host = Host(edition(), gzipped=True)
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=chromium, args=[*QUIET, "--no-sandbox"])
        try:
            fits = [*_sizes(host), *_visits(browser, host), _home(browser, host)]
        finally:
            browser.close()
            host.close()
    return int(not all(fits))


class SlowLine(Proxy):
    """A line on which everything takes its way, and what comes shares so many bytes a second."""

    piece = 4096

    def __init__(self, port: int) -> None:
        self.line = threading.Lock()
        self.came: dict[socket.socket, float] = {}  # by source, when the last piece passed
        super().__init__(port)

    def passes(self, piece: bytes, source: socket.socket, target: socket.socket) -> bool:
        if time.monotonic() - self.came.get(source, 0.0) > WAY / 2:  # what follows at once is on its way too
            time.sleep(WAY / 2)
        with self.line:
            time.sleep(len(piece) / BYTES_A_SECOND)
        self.came[source] = time.monotonic()
        return True


def _sizes(host: Host) -> Iterator[bool]:
    files = [path for path in host.folder.rglob("*") if path.is_file()]
    sent = sum(len(gzip.compress(path.read_bytes())) for path in files)
    print(f"{len(files)} files, {sent / KB:.0f} KB as they are sent")
    kit = [path for path in files if path.name.startswith("kit") and "webkit" not in path.name]
    size = sum(len(brotli.compress(path.read_bytes())) for path in kit) / KB
    yield aimed(f"kit under brotli   {size:.1f} KB", size, Aim(MOST_KIT))


def _visits(browser: Browser, host: Host) -> Iterator[bool]:
    times: dict[str, list[float]] = {"paint": [], "form": [], "again": []}
    for _visit in range(VISITS):
        line = SlowLine(host.port)
        context = browser.new_context(**PHONE)
        phone = Phone(context, line.address + BASE[:-1])
        phone.offline = True
        phone.page.goto("about:blank")
        with slowed(browser):
            begun = time.monotonic()
            phone.go("/")
            times["paint"].append(float(phone.page.evaluate(PAINTED)))
            phone.page.tap("a[href$='games/new/partnership/']")
            phone.page.wait_for_url("**/new/partnership/")
            for name in NAMES:
                phone.at("#name").fill(name)
                phone.at("#name").press("Enter")
                phone.at(f"[value={name}]").first.wait_for(state="attached")
            phone.page.tap("[name=begin]")
            phone.page.tap("text=Record hand 1")
            phone.page.wait_for_selector("#hand")
            times["form"].append(1000 * (time.monotonic() - begun))
        phone.page.evaluate(CONTROLLED)
        line.cut()
        with slowed(browser):
            phone.go("/")
            times["again"].append(float(phone.page.evaluate(PAINTED)))
        context.close()
    for name, words in (("paint", "first paint"), ("form", "hand form"), ("again", "without a host")):
        middle = statistics.median(times[name])
        yield aimed(f"{words:<18}{middle:>6.0f} ms ({min(times[name]):.0f})", middle, Aim(AIMS[name]))


def _home(browser: Browser, host: Host) -> bool:
    context = browser.new_context(**PHONE)
    phone = Phone(context, host.address)
    phone.go("/")
    phone.page.evaluate(CONTROLLED)
    evening = EVENINGS["partnership"]
    phone.page.evaluate(BRING, [BASE, json.dumps(evening), GAMES])
    times = []
    for _home in range(HOMES):
        kill_worker(phone)
        begun = time.monotonic()
        phone.go("/")
        times.append(1000 * (time.monotonic() - begun))
    context.close()
    middle = statistics.median(times)
    line = f"Home, {GAMES} games    {middle:>6.0f} ms ({min(times):.0f})"
    return aimed(line, middle, Aim(AIMS["home"]))
