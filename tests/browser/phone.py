"""A phone at the table: a page in Chromium, a thumb that counts its taps, and what the browser says to it."""

import json
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    Response,
    expect,
)

from tests.entering import LETTERS

BLOCKED = "Service Worker registration blocked by Playwright"  # in phones without a worker
# What Chromium itself says of an answer that may well be meant.
STATUS = re.compile(r"Failed to load resource: the server responded with a status of ([0-9]+)")
BUSY = ".htmx-request"
ACTIONS = {letter: action for action, letter in LETTERS.items()}
ACTION = re.compile(r"([0-9]+)([kbcrf])([0-9]*)")
IN_THE_PANEL = re.compile(r"(dealer|result|note|renege|away-.*)")
NO_HAND = "result"
WIDTH, HEIGHT = 390, 844
LANGUAGE = "en-GB"
PATIENCE = 30_000  # milliseconds for what comes at once on a machine that has nothing else to do
READING = 500  # milliseconds: live.js takes no Save for 400 after a question has come
MEANT = frozenset({409, 422})  # another phone was first, an impossible hand
ASLEEP = """async (table) => {
  addEventListener("bower:kept", (event) => event.stopImmediatePropagation(), true);
  dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  const { port1, port2 } = new MessageChannel(), worker = navigator.serviceWorker?.controller;
  worker?.postMessage({ wants: "hear", table, lasts: 0 }, [port2]);
  if (worker) await new Promise((done) => { port1.onmessage = done; });
}"""
# The version of a page that the worker of this phone answers; null without a worker.
VERSION = """async (page) => navigator.serviceWorker?.controller
  ? ((await fetch(page)).headers.get("ETag") ?? "").split("-")[0] : null"""
# Before a form is sent: from now on ANSWERED waits for its answer. What comes there is in one go, as each way
# to the page costs time.
ANSWER = """() => {
  window.answered = new Promise((done) =>
    document.addEventListener("htmx:finally:request", done, { once: true }));
}"""
# Whether the page is still busy when the answer has come.
ANSWERED = """([busy, patience]) => new Promise((done, late) => {
  setTimeout(late, patience, new Error("expected an answer to the form"));
  window.answered.then(() => done(Boolean(document.querySelector(busy))));
})"""
# Marks the page that is about to be left; where a link leads, "" of anything else.
LEAVING = """(target) => {
  document.body.append(Object.assign(document.createElement("i"), { id: "leaving", hidden: true }));
  return target.closest("a")?.href ?? "";
}"""
STEPS = (20, 400)  # milliseconds between two looks, the first and the longest: each look costs time itself
AT_ONCE = 5_000  # milliseconds in which what was saved reaches a server that can be reached

# The worker makes the database: who looks before it has done so finds nothing, and leaves nothing behind.
READ = """([store, key]) => new Promise((resolve, reject) => {
  const asked = indexedDB.open("bower");
  asked.onupgradeneeded = () => asked.transaction.abort();
  const nothing = key === null ? [] : null;
  asked.onerror = () => asked.error.name === "AbortError" ? resolve(nothing) : reject(asked.error);
  asked.onsuccess = () => {
    const found = asked.result.transaction("kept").objectStore("kept");
    const all = IDBKeyRange.bound([store], [store, []]);
    const got = key === null ? found.getAll(all) : found.get([store, key]);
    got.onsuccess = () => { asked.result.close(); resolve(got.result ?? null); };
    got.onerror = () => reject(got.error);
  };
})"""


def value(page: str, name: str) -> str:
    """What the first hidden field of this name holds."""
    found = re.search(f'name="{name}" value="([^"]+)"', page)
    assert found, f"expected a field {name}"
    return found[1]


class Phone:
    """What somebody does with Bower on a phone, with script or without."""

    def __init__(self, context: BrowserContext, address: str, script: bool = True) -> None:
        self.context = context
        self.address = address
        self.script = script
        self.taps = 0
        self.complaints: list[str] = []
        self.meant = set(MEANT)
        self.offline = False  # may be without a network, which the browser says of each request
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("requestfailed", self._failed)

    def _heard(self, message: ConsoleMessage) -> None:
        status = STATUS.match(message.text)
        meant = (status and int(status[1]) in self.meant) or (self.offline and "net::ERR_" in message.text)
        # Chromium's own page around a picture, which may not bring its styles
        meant = meant or (
            "inline style" in message.text and urlsplit(message.location["url"]).path.endswith(".png")
        )
        if message.type in {"error", "warning"} and not meant and message.text != BLOCKED:
            self.complaints.append(message.text)

    def _failed(self, request: Request) -> None:
        if not self.offline and request.failure not in {"net::ERR_ABORTED", None}:
            self.complaints.append(f"{request.method} {request.url}: {request.failure}")

    # Where one is

    def go(self, path: str) -> Response:
        """Open an address of Bower."""
        try:
            response = self.page.goto(self.address + path)
        except Error as error:
            # The page before was about to move on by itself.
            if not any(words in str(error) for words in ("ERR_ABORTED", "interrupted by another navigation")):
                raise
            response = self.page.goto(self.address + path)
        assert response is not None
        return response

    def tab(self) -> "Phone":
        """The same phone once more, in another tab."""
        other = Phone(self.context, self.address, self.script)
        other.complaints = self.complaints
        return other

    def entries(self, table: str) -> list[dict[str, Any]]:
        """What stands in the record of a table, when what this phone saved has reached the server."""
        waited = 0
        while self.script and self.page.url.startswith(self.address) and waited < AT_ONCE:
            items = self.page.evaluate(READ, ["outbox", None])
            if all(item["stopped"] or item["aside"] for item in items):
                break
            self.page.wait_for_timeout(STEPS[0])
            waited += STEPS[0]
        return list(json.loads(self.fetch(table + "recap.json"))["entries"])

    @property
    def path(self) -> str:
        return self.page.url.removeprefix(self.address)

    def at(self, css: str) -> Locator:
        return self.page.locator(css)

    def fetch(self, path: str) -> str:
        """What an address answers to this phone, without leaving the page."""
        response = self.context.request.get(
            self.address + path,
            headers={"Accept-Language": LANGUAGE},
            max_retries=1,  # Bower ends a connection that nobody uses
        )
        assert response.ok, f"{path}: {response.status}"
        return response.text()

    def bring_in(self, record: Mapping[str, Any]) -> str:
        """Bring in a game from elsewhere, past the page; the address of its table."""
        home = self.fetch("/")
        form = {name: value(home, name) for name in ("csrfmiddlewaretoken", "key")}
        text = json.dumps({"format": "bower.game/1", **record})
        response = self.context.request.post(
            self.address + "/games/imports/", form={**form, "text": text}, max_redirects=0
        )
        assert response.status == 303, response.text()
        return response.headers["location"]

    @property
    def _table(self) -> str:
        """The id of the table of this page; "" elsewhere."""
        return self.path.partition("/games/")[2].partition("/")[0]

    def falls_asleep(self) -> None:
        """From now on the page is told nothing of what happens at its table."""
        if self.script:
            self.page.evaluate(ASLEEP, self._table)

    def catches_up(self, path: str) -> None:
        """Wait until the worker, if there is one, knows what was entered past it at the table of *path*."""
        table = re.match("/games/[0-9a-z]+/", path)
        if not (table and self.script and self.page.url.startswith(self.address)):
            return
        while (here := self.page.evaluate(VERSION, table[0])) is not None:
            there = self.context.request.get(self.address + table[0], max_retries=1).headers.get("etag", "")
            if here == there.partition("-")[0]:
                break
            self.page.wait_for_timeout(STEPS[0])

    def happens_elsewhere(self) -> float:
        """At the table of this page a hand is dealt again, past the page; when it was sent (ms)."""
        table = self._table
        form = self.fetch(f"/games/{table}/hands/new/")
        fields = {name: value(form, name) for name in ("csrfmiddlewaretoken", "key")}
        seen = re.search(r'name="seen" value="([0-9]+)"', form)
        assert seen
        sent = time.time() * 1000
        response = self.context.request.post(
            f"{self.address}/games/{table}/hands/",
            form={**fields, "seen": seen[1], "result": "redeal", "save": "1"},
            max_redirects=0,
        )
        assert response.status == 303, response.text()
        return sent

    # The thumb

    def tap(self, target: Locator | str) -> None:
        """Tap what is there to be tapped, and count it."""
        found = self.at(target) if isinstance(target, str) else target
        found.tap()
        self.taps += 1

    def answered(self, target: Locator | str) -> None:
        """Tap something that the server answers on the same page, and wait for what becomes of it."""
        if not self.script:
            return self.moves_on(target)
        with self._posts():
            self.tap(target)

    @contextmanager
    def _posts(self) -> Iterator[None]:
        """Wait for the answer to a form; of what the worker gives to the page, a browser tells nothing."""
        self.page.evaluate(ANSWER)
        yield
        try:
            busy = self.page.evaluate(ANSWERED, [BUSY, PATIENCE])
        except Error as error:
            if "context was destroyed" not in str(error):
                raise
            busy = True  # the answer leads to another page
        if busy:
            expect(self.at(BUSY)).to_have_count(0)

    def moves_on(self, target: Locator | str) -> None:
        """Tap something that leads to another page, or in place to another room of its table."""
        if not self.script:
            with self.page.expect_event("load"):
                return self.tap(target)
        found, here = self.at(target) if isinstance(target, str) else target, self.page.url
        leads_to = found.evaluate(LEAVING)
        self.tap(found)
        self.page.wait_for_selector("#leaving", state="detached")  # at once; expect looks ever more seldom
        if leads_to and urlsplit(leads_to).path != urlsplit(here).path:
            # What went may have been this page, drawn once more.
            self.page.wait_for_url(lambda url: url != here, wait_until="commit")
        self.page.wait_for_load_state()

    def open(self, summary: str) -> None:
        """Unfold what lies behind a summary."""
        details = self.at("details").filter(has=self.page.locator(f"summary:has-text('{summary}')")).first
        if details.get_attribute("open") is None:
            self.tap(details.locator("summary").first)

    def reads(self) -> None:
        """Take time for what has just come: a thumb that was on its way answers no question."""
        self.page.wait_for_timeout(READING)

    # The hand room

    @property
    def seats(self) -> list[str]:
        """Who sits where, as the hand form says it."""
        found = self.at("#hand [name^='seat-']")
        return [found.nth(place).input_value() for place in range(found.count())]

    def say(self, fields: Mapping[str, str]) -> None:
        """Tap a hand into the form, field by field; what the page has filled in needs no tap."""
        for name, value in fields.items():
            self._say(name, value)

    def save(self) -> None:
        """Save what was said, and be where that leads to."""
        self.moves_on("button[name=save]")

    def _say(self, name: str, value: str) -> None:
        if name == "betting":
            self._bet(value.split())
        elif name in {"kings", "showkings"}:
            self._kings(name.removesuffix("s"), value.split())
        elif name == "renege" and not self.at("[name=renege]").count():
            self.press("renege")
        elif IN_THE_PANEL.fullmatch(name):
            self._in_the_panel(name, value)
        elif self.at(f"[name=press][value='{name.replace('tricks-', 'trick ')}']").count():
            for _trick in range(int(value) if value.isdecimal() else 1):
                self.press(name.replace("tricks-", "trick "))
        else:
            self._choose(name, value)

    def press(self, value: str) -> None:
        """One of the form's buttons other than Save."""
        self.answered(f"[name=press][value='{value}']:not([hidden])")

    def _kings(self, name: str, seats: Iterable[str]) -> None:
        if name == "showking":
            self._details()
        for seat in seats:
            self.press(f"{name} {seat}")

    def _details(self) -> None:
        """The showdown's own tricks, behind their button."""
        if not self.at("[name^=showtricks]").count():
            self._there("[name=press][value=details]")
            self.press("details")

    def _in_the_panel(self, name: str, value: str) -> None:
        opens = ".no-hand > summary" if name == NO_HAND else ".rare > summary"
        self.tap(opens)
        self._choose(name, value)
        self.tap(opens)

    def _bet(self, actions: Iterable[str]) -> None:
        for action in actions:
            found = ACTION.fullmatch(action)
            assert found, action
            if found[3]:
                self._chips(found[3])
            self.press(f"bet {ACTIONS[found[2]]}")

    def _chips(self, chips: str) -> None:
        if self.at(f"[name=chips][value='{chips}']").count():
            self._choose("chips", chips)
        else:
            self._type("chips-other", chips)

    def _choose(self, name: str, value: str) -> None:
        """A radio, a box or a text, unless it says so already."""
        if name.startswith("showtricks"):
            self._details()
        self._there(f"[name='{name}']")
        field = self.at(f"[name='{name}'][value='{value}'][type=radio], [name='{name}'][type=checkbox]")
        if not field.count():
            return self._type(name, value)
        if not field.is_checked():
            self._unfold(field)
            self.answered(field) if self.script else self.tap(field)

    def _unfold(self, field: Locator) -> None:
        folded = self.at("details.call:not([open])").filter(has=field)
        if folded.count():
            self.tap(folded.locator("summary"))

    def _type(self, name: str, value: str) -> None:
        field = self.at(f"input.typed[name='{name}']")
        if field.input_value() == value:
            return
        if not self.script:
            return field.fill(value)
        with self._posts():
            field.fill(value)
            field.blur()

    def _there(self, css: str) -> None:
        """Without script a part that depends on what was said comes when the server is asked."""
        if not self.at(css).count():
            assert not self.script, f"expected {css} on the page"
            self.press("show")

    # What the pages show

    def board(self) -> dict[str, Any]:
        """Scores or stacks by name, the pot, who deals, who has won, as the table shows them."""
        return dict(self.page.evaluate(BOARD))

    def totals(self) -> dict[str, int]:
        """The last line of the recap's table, by name."""
        return dict(self.page.evaluate(TOTALS))

    def downloaded(self, link: str, folder: Path) -> Path:
        """The file that a link leads to."""
        with self.page.expect_download() as download:
            self.tap(link)
        file = folder / download.value.suggested_filename
        download.value.save_as(file)
        return file


BOARD = """() => {
  const number = (e) => Number(e.textContent.trim().replace("−", "-"));
  const name = (e) => e.querySelector("bdi").textContent;
  const scores = {};
  const sides = ".tee > div, .solo, .stacks li, .oval li:not(.mid), .people details";
  for (const side of document.querySelectorAll(`main :is(${sides})`))
    scores[name(side)] = number(side.querySelector(".score, .fig"));
  const pot = document.querySelector("main :is(.pot, .mid) .fig");
  const dealer = document.querySelector("main .dealer")?.closest(".solo, li, .round p");
  const winners = [...document.querySelectorAll("main .won h2 bdi")].map((e) => e.textContent);
  const final = document.querySelector("main .won .score")?.textContent.trim() ?? "";
  return { scores, final, pot: pot ? number(pot) : 0, next_dealer: dealer ? name(dealer) : null, winners };
}"""

TOTALS = """() => {
  const cells = (css) => [...document.querySelectorAll(`section[aria-labelledby=sec-hands] ${css}`)].slice(1);
  const names = cells("thead th").map((e) => e.textContent);
  const number = (e) => Number(e.textContent.replace("−", "-").replace("+", ""));
  const totals = cells("tfoot :is(th, td)").map(number);
  return Object.fromEntries(names.map((name, place) => [name, totals[place]]));
}"""
