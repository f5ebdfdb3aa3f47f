"""What somebody without a network waits for: the worker of a phone in Chromium, and the same kit in CPython.

The server is out of reach but for the first load. Starts: of MicroPython with the kit in the worker, and from
an address to its first byte after the browser has killed the worker, where the process of page and worker
gets a quarter of the time that it asks for. Pages: the milliseconds of Python alone. A tap: until it is
painted. Medians; in brackets the best, which says more on a busy machine.
"""

import json
import os
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import django
from playwright.sync_api import Browser, Response, Worker, sync_playwright

from tests import available, games
from tests.bench.aims import Aim, aimed
from tests.bench.scored import ENDLESS, game
from tests.bench.sights import AS_GOOD, PHONE
from tests.browser.conftest import QUIET
from tests.browser.offline import kill_worker, takes_along, until
from tests.browser.phone import Phone
from tests.browser.pocket import InPage
from tests.browser.proxy import Proxy
from tests.companion.pages import read_page
from tests.entering import hand_fields
from tests.serving import Bower

BOOTS, KILLS, TAPS, TIMES = 7, 7, 11, 9
AIMS = {"boot": 300, "killed": 600, "python": 20, "tap": 150, "ratio": 1.5, "bytes": 40, "requests": 8}
SHORT, LONG = 3, 300
CHIPS = "poker-chips"
VARIANTS = ("partnership", CHIPS, CHIPS)
HANDS = (SHORT, SHORT, LONG)
ROOMS = ("form", "press", "save", "table")
SEE_OTHER, BAD_REQUEST = 303, 400
SETTLED = 200  # milliseconds until a killed worker is gone
REMEMBERED = 3000  # milliseconds until a worker has kept its memory
TRIES = 3
SLOWER, SLICE = 4, 0.001  # times; seconds that a slowed process runs at once
Noted = tuple[str, str, float]  # a call of the engine, its text, milliseconds

# From now on the worker notes the calls of its engine, and the milliseconds of each.
NOTE = """() => {
  let load;
  self.noted = [];
  const watched = async (...given) => {
    const begun = performance.now();
    const engine = await load(...given);
    noted.push(["load", "", performance.now() - begun]);
    const by = (name) => (text) => {
      const begun = performance.now();
      const found = engine[name](text);
      noted.push([name, text, performance.now() - begun]);
      return found;
    };
    return { ...engine, boot: by("boot"), answer: by("answer") };
  };
  Object.defineProperty(self, "bowerEngine", { get: () => load && watched, set: (made) => { load = made; } });
}"""
# Without the memory of the worker before, so that it boots, and CPython with what it boots with.
FORGET = """async () => {
  for (const name of await caches.keys()) await (await caches.open(name)).delete("/memory");
}"""
WAKE = "navigator.serviceWorker.controller.postMessage({ wants: 'state' })"
FIRST_BYTE = """() => {
  const [found] = performance.getEntriesByType("navigation");
  return found.responseStart - found.startTime;
}"""
PAINTED = """() => { window.painted = new Promise((done) => {
  let tapped;
  addEventListener("pointerdown", () => { tapped = performance.now(); }, { capture: true, once: true });
  document.addEventListener("htmx:after:swap", () => {
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - tapped)));
  }, { once: true });
}); }"""


def main() -> int:
    chromium = available.chromium()
    if chromium is None:
        print("A phone without a network needs Chromium")
        return 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        bower = Bower(Path(folder), DATABASE_URL="")
        bower.start()
        os.environ |= {"DJANGO_SETTINGS_MODULE": "companion.settings", "VAR_DIR": folder}  # its static files
        django.setup()
        browser = player.chromium.launch(executable_path=chromium, args=[*QUIET, "--no-sandbox"])
        try:
            fits = [*_first_load(browser, bower)]
            with _away(browser, bower) as (phone, network):
                tables = [_table(phone, *one) for one in zip(VARIANTS, HANDS, strict=True)]
                network.cut()
                fits += [*_starts(browser, phone, tables), *_rooms(phone, tables), _taps(phone, tables[0])]
            return int(not all(fits))
        finally:
            browser.close()
            bower.stop()


def _first_load(browser: Browser, bower: Bower) -> Iterator[bool]:
    """Kilobytes and requests of a table on a phone that has nothing of Bower, before the worker comes."""
    context = browser.new_context(**PHONE, service_workers="block")
    phone = Phone(context, bower.address)
    answers: list[Response] = []
    path = phone.bring_in(_game("partnership", SHORT))
    phone.page.on("response", lambda response: answers.append(response))  # noqa: PLW0108 - it marks a function
    phone.page.goto(bower.address + path, wait_until="networkidle")
    found = [one for one in answers if one.request.resource_type != "eventsource"]
    size = sum(map(_sent, found)) / 1024
    context.close()
    yield aimed(f"{'first load of a table, KB':<48}{size:>7.1f}", size, Aim(AIMS["bytes"]))
    yield aimed(
        f"{'first load of a table, requests':<48}{len(answers):>7}", len(answers), Aim(AIMS["requests"])
    )


def _sent(answer: Response) -> int:
    sizes = answer.request.sizes()
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]


@contextmanager
def _away(browser: Browser, bower: Bower) -> Iterator[tuple[Phone, Proxy]]:
    """A phone with the worker, and the network between it and Bower."""
    context, network = browser.new_context(**PHONE), Proxy(bower.port)
    phone = Phone(context, network.address)
    phone.offline = True
    try:
        yield phone, network
    finally:
        context.close()
        network.cut()


def _table(phone: Phone, variant: str, hands: int) -> str:
    """A table with so many hands that the phone has with all its rows."""
    table = phone.bring_in(_game(variant, hands))
    phone.go(table)
    takes_along(phone, table)
    return table


def _game(variant: str, hands: int) -> dict[str, Any]:
    return dict(json.loads(game(variant, hands, 4).replace(str(ENDLESS), AS_GOOD)))


def _starts(browser: Browser, phone: Phone, tables: list[str]) -> Iterator[bool]:
    boots = [spent for _boot in range(BOOTS) if (spent := _start(phone, tables[0]))]
    yield _say("start of the engine in the worker", boots, AIMS["boot"])
    for table, name in ((tables[0], f"hand {SHORT}"), (tables[2], f"hand {LONG} of chips")):
        phone.go(table)
        phone.page.wait_for_timeout(REMEMBERED)
        with slowed(browser):
            times = [_after_a_kill(phone, table) for _kill in range(KILLS)]
        yield _say(f"first byte after a kill, {name}", times, AIMS["killed"])


@contextmanager
def slowed(browser: Browser) -> Iterator[None]:
    """Pages and their workers run for a slice of time and stand still for the next ones.

    The developer tools slow pages alone.
    """
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    renderers = [one["id"] for one in found if one["type"] == "renderer"]
    ended = threading.Event()

    def all_get(signal_number: int) -> None:
        for process in renderers:
            with suppress(ProcessLookupError):
                os.kill(process, signal_number)

    def slow() -> None:
        begun, ran = time.monotonic(), 0.0
        while not ended.is_set():
            all_get(signal.SIGCONT)
            woken = time.monotonic()
            time.sleep(SLICE)
            all_get(signal.SIGSTOP)
            ran += time.monotonic() - woken
            time.sleep(max(0, begun + SLOWER * ran - time.monotonic()))
        all_get(signal.SIGCONT)

    thread = threading.Thread(target=slow)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _start(phone: Phone, table: str) -> float:
    """Milliseconds until the engine can answer; 0 where it had started before it could be watched."""
    noting = _noting(phone)
    phone.go(table)
    noted: list[Noted] = noting.evaluate("noted")
    return sum(spent for name, _text, spent in noted if name != "answer")


def _after_a_kill(phone: Phone, table: str) -> float:
    kill_worker(phone)
    phone.page.wait_for_timeout(SETTLED)
    phone.go(table)
    return float(phone.page.evaluate(FIRST_BYTE))


def _noting(phone: Phone) -> Worker:
    """A new worker that has not needed its engine yet and will note what that does."""
    kill_worker(phone)
    phone.page.wait_for_timeout(SETTLED)
    phone.page.evaluate(WAKE)
    until(phone, lambda: bool(phone.context.service_workers))
    found = phone.context.service_workers[-1]
    found.evaluate(NOTE)
    return found


def _rooms(phone: Phone, tables: list[str]) -> Iterator[bool]:
    """A form, a press, a save and the table after it: in the worker, then the same requests in CPython."""
    noted = _noted(phone, tables)
    phones, servers = _by_room(noted), _by_room(_in_cpython(noted))
    usual, short, long = tables
    for room in ROOMS:
        yield _say(f"Python, {room}", phones[usual, room], AIMS["python"], servers[usual, room])
        few, many = phones[short, room], phones[long, room]
        name = f"Python, {room}, hand {SHORT} and {LONG} of chips"
        ratio, in_cpython = _times(many, few), _times(servers[long, room], servers[short, room])
        line = f"{name:<48}{ratio:>7.2f} times; CPython {in_cpython:.2f}"
        yield aimed(line, ratio, Aim(AIMS["ratio"]))


def _noted(phone: Phone, tables: list[str]) -> list[Noted]:
    """What a worker has noted of several hands at each table; a browser with too little memory ends one."""
    expected = {(table, room) for table in tables for room in ROOMS}
    for _try in range(TRIES):
        noting = _noting(phone)
        noting.evaluate(FORGET)
        for table, variant in zip(tables, VARIANTS, strict=True):
            for _time in range(TIMES):
                _record(InPage(phone), table, variant)
        noted: list[Noted] = noting.evaluate("self.noted ?? []")
        if expected <= _by_room(noted).keys():
            return noted
    raise SystemExit("The browser ends its worker again and again: it has too little memory.")


def _times(many: list[float], few: list[float]) -> float:
    """How many times one takes as long as the other, at best: a busy machine spoils the others."""
    return min(many) / min(few)


def _record(page: InPage, table: str, variant: str) -> None:
    """One hand by its form: opened, pressed, saved; then the table, to which that leads."""
    form = read_page(200, page.ask("GET", table + "hands/new/")[2]).form(table + "hands/")
    seats = [form.fields[name] for name in form.fields if name.startswith("seat-")]
    varied = games.hands(variant).varied
    said = {**form.fields, **hand_fields(variant, {"kind": "hand", **varied(1, seats)}, seats)}
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    page.ask("POST", form.action, urlencode({**said, "tap": "1"}), **kind, **{"HX-Request": "true"})
    status, _address, text = page.ask("POST", form.action, urlencode({**said, "save": "1"}), **kind)
    assert status == SEE_OTHER, text


def _in_cpython(noted: list[Noted]) -> Iterator[Noted]:
    """The same calls of the same kit in CPython."""
    from tests.pocket.offline import Kit

    kit = Kit()
    try:
        for name, text, _spent in noted:
            begun = time.perf_counter()
            said = "" if name == "load" else kit.said(name, text)
            spent = 1000 * (time.perf_counter() - begun)
            assert name != "answer" or json.loads(said)["status"] < BAD_REQUEST, f"{text}: {said}"
            yield name, text, spent
    finally:
        kit.close()


def _by_room(noted: Iterable[Noted]) -> dict[tuple[str, str], list[float]]:
    """Milliseconds of answers by table and room, in order, without the first of each."""
    found: dict[tuple[str, str], list[float]] = {}
    for name, text, spent in noted:
        if name != "answer":
            continue
        asked = json.loads(text)
        path = str(asked["path"]).partition("?")[0]
        table = "/".join(path.split("/")[:3]) + "/"
        room = _room(asked["method"], path.removeprefix(table), asked["body"])
        found.setdefault((table, room), []).append(spent)
    return {at: times[1:] for at, times in found.items()}


def _room(method: str, rest: str, body: str) -> str:
    if method == "POST":
        return "save" if "save=1" in body else "press"
    return {"": "table", "hands/new/": "form"}.get(rest, rest)


def _taps(phone: Phone, table: str) -> bool:
    """From a tap on the hand form until the answer is painted."""
    phone.go(table + "hands/new/")
    times = []
    for tap in range(TAPS):
        phone.page.evaluate(PAINTED)
        phone.tap(f"[name=trump][value={('hearts', 'spades')[tap % 2]}]")
        times.append(float(phone.page.evaluate("window.painted")))
        phone.page.wait_for_timeout(100)
    return _say("tap to paint", times, AIMS["tap"])


def _say(name: str, times: list[float], aim: float, beside: list[float] | None = None) -> bool:
    """Print a line; whether it is within its aim."""
    middle = statistics.median(times)
    other = f"; CPython {statistics.median(beside):.1f}" if beside else ""
    return aimed(f"{name:<48}{middle:>7.1f} ms ({min(times):.1f}){other}", middle, Aim(aim))


if __name__ == "__main__":
    raise SystemExit(main())
