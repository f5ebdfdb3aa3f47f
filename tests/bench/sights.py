"""What somebody waits for: the first paint on a new phone, a tap on another phone, and pages of a long game.

First paint as on a slow phone (4x slower, 150 ms, 1.6 Mbit/s), from an empty cache. Tap to paint: from the
tap on one phone to the changed table on another, on this machine. Pages: the processor's time at hand 3 and
at hand 300. Medians; in brackets the best, which says more on a busy machine.
"""

import json
import os
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests import available
from tests.bench.aims import Aim, aimed
from tests.bench.scored import ENDLESS, game
from tests.browser.conftest import QUIET
from tests.browser.phone import HEIGHT, WIDTH, Phone
from tests.serving import Bower

AS_GOOD = "999999"  # as endless, and within what Bower imports
PAINTS, TAPS, READS = 7, 15, 30
PHONE: dict[str, Any] = {"viewport": {"width": WIDTH, "height": HEIGHT}, "is_mobile": True, "has_touch": True}
SLOW_LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
PAINTED = """() => new Promise((done) => {
  const look = () => {
    const found = performance.getEntriesByName("first-contentful-paint")[0];
    if (found) done(found.startTime); else setTimeout(look, 20);
  };
  look();
})"""
# The time of the first change of what is shown, and of the frame after it.
WATCH = """() => {
  const shown = () => document.querySelector("main").innerText;
  const before = shown();
  window.changed = new Promise((done) => {
    const seen = new MutationObserver(() => {
      if (shown() === before) return;
      seen.disconnect();
      requestAnimationFrame(() => setTimeout(() => done(performance.timeOrigin + performance.now())));
    });
    seen.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}"""
TAPPED = """() => addEventListener("pointerdown", () => {
  sessionStorage.tapped = performance.timeOrigin + performance.now();
}, { capture: true })"""
LIVE = "#live[data-state=live]"
ROOMS = {"king-cutthroat": ("", "hands/"), "poker-chips": ("", "hands/", "books/", "books/1/", "bank/")}


def main() -> int:
    chromium = available.chromium()
    if chromium is None:
        print("First paint, tap to paint and long games need Chromium")
        return 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        bower = Bower(Path(folder))
        bower.start()
        try:
            browser = player.chromium.launch(executable_path=chromium, args=[*QUIET, "--no-sandbox"])
            fits = [*_paints(browser, bower), _taps(browser, bower), *_pages(browser, bower)]
            browser.close()
        finally:
            bower.stop()
    return int(not all(fits))


def _paints(browser: Browser, bower: Bower) -> Iterator[bool]:
    with _phone(browser, bower) as owner:
        path = owner.bring_in(_game("partnership", 3))
        cookies = [one for one in owner.context.cookies() if not str(one.get("name")).startswith("css-")]
        for room, name in (("", "table"), ("hands/new/", "hand form")):
            times = [_painted(browser, bower, path + room, cookies) for _paint in range(PAINTS)]
            yield _say(f"first paint, {name}", times, 520)


def _painted(browser: Browser, bower: Bower, path: str, cookies: list[Any]) -> float:
    with _phone(browser, bower) as phone:
        phone.context.add_cookies(cookies)
        devtools = phone.context.new_cdp_session(phone.page)
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", SLOW_LINE)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        phone.go(path)
        return float(phone.page.evaluate(PAINTED))


def _taps(browser: Browser, bower: Bower) -> bool:
    with _phone(browser, bower) as owner, _phone(browser, bower) as other:
        path = owner.bring_in(_game("king-cutthroat", 4))
        other.context.add_cookies(owner.context.cookies())  # type: ignore[arg-type]
        other.go(path)
        other.page.wait_for_selector(LIVE, state="attached")
        times = [_tapped(owner, other.page, path, tap) for tap in range(TAPS)]
        return _say("tap to paint", times, 80)


def _tapped(owner: Phone, other: Page, path: str, tap: int) -> float:
    owner.go(path)
    owner.page.wait_for_selector(LIVE, state="attached")
    owner.page.evaluate(TAPPED)
    other.evaluate(WATCH)
    owner.moves_on(f"button:has-text('{'Restore' if tap % 2 else 'Undo hand'}')")
    painted = float(other.evaluate("changed"))
    return painted - float(owner.page.evaluate("Number(sessionStorage.tapped)"))


def _pages(browser: Browser, bower: Bower) -> Iterator[bool]:
    with _phone(browser, bower) as phone:
        for variant, rooms in ROOMS.items():
            short, long = (phone.bring_in(_game(variant, hands)) for hands in (3, 300))
            for room in rooms:
                few, many = (_cost(phone, bower, table + room) for table in (short, long))
                name = f"{variant}, {room or 'table'}, hand 3 and 300"
                line = f"{name:<48}{few:>7.1f}{many:>7.1f} ms, {many / few:.2f} times"
                yield aimed(line, many / few, Aim(1.5))


def _game(variant: str, hands: int) -> dict[str, Any]:
    text = game(variant, hands, 4).replace(str(ENDLESS), AS_GOOD)
    return dict(json.loads(text))


def _cost(phone: Phone, bower: Bower, address: str) -> float:
    """The milliseconds of the server's processor for one read of a page."""
    phone.fetch(address)
    before = _processor(bower)
    for _read in range(READS):
        phone.fetch(address)
    return max(0.1, 1000 * (_processor(bower) - before) / READS)


def _processor(bower: Bower) -> float:
    """Seconds of processor time that Bower has taken."""
    assert bower.process
    fields = Path(f"/proc/{bower.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _phone(browser: Browser, bower: Bower) -> Iterator[Phone]:
    context = browser.new_context(**PHONE)
    try:
        yield Phone(context, bower.address)
    finally:
        context.close()


def _say(name: str, times: list[float], aim: float) -> bool:
    middle = statistics.median(times)
    return aimed(f"{name:<48}{middle:>7.0f} ms ({min(times):.0f})", middle, Aim(aim))
