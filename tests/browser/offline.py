"""A phone whose network comes and goes, and what it keeps: for tests of the worker."""

import json
import socket
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.phone import PATIENCE, READ, STEPS, Phone
from tests.browser.proxy import Proxy

FOUND = 302

PUT = """([store, key, value]) => new Promise((resolve, reject) => {
  const asked = indexedDB.open("bower");
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    const open = asked.result.transaction("kept", "readwrite");
    open.objectStore("kept").put(value, [store, key]);
    open.oncomplete = () => { asked.result.close(); resolve(); };
    open.onabort = () => reject(open.error);
  };
})"""
READY = """async () => {
  const later = new Promise((resolve) => setTimeout(resolve, 1000, {}));
  const { active } = await Promise.race([navigator.serviceWorker.ready, later]);
  return active?.state === "activated" && !!navigator.serviceWorker.controller;
}"""


class Lossy(Proxy):
    """A network that loses the first of three answers to entries that are sent, after the server has them.

    gateway: the status with which it answers everything itself, as a gateway does whose server is gone, or a
    hotel before one has signed in; 0: it doesn't. page: what it answers then. refused: how many answers of
    the server were 403. lost: how many answers it lost.
    """

    def __init__(self, port: int) -> None:
        self.sent = self.lost = self.gateway = self.refused = self.told = 0
        self.page = b""
        self.losing: set[socket.socket] = set()
        super().__init__(port)

    def passes(self, piece: bytes, source: socket.socket, target: socket.socket) -> bool:
        """Whether a piece reaches its target."""
        head = piece.partition(b"\r\n")[0]
        self.refused += head.startswith(b"HTTP/1.1 403")
        if self.gateway and head.endswith(b"HTTP/1.1"):
            self.told += b"/outbox/" in head
            kind = b"Content-Type: text/html\r\nContent-Length: %d" % len(self.page)
            away = b"\r\nLocation: http://127.0.0.1:9/sign-in" if self.gateway == FOUND else b""
            answer = b"HTTP/1.1 %d Gone\r\n%b%b\r\n\r\n%b" % (self.gateway, kind, away, self.page)
            source.sendall(answer)
            return False
        if head.startswith(b"POST /games/") and b"/outbox/" in head:
            self.sent += 1
            if self.sent % 3 == 1:
                self.losing.add(target)
        self.lost += source in self.losing
        return source not in self.losing


def kept(phone: Phone, store: str, key: object = None) -> Any:
    """A record that the phone has stored; without a key all of a store."""
    return phone.page.evaluate(READ, [store, key])


def put(phone: Phone, store: str, key: str, value: object) -> None:
    """Store a record on the phone, past the worker."""
    phone.page.evaluate(PUT, [store, key, value])


def waits(phone: Phone) -> list[dict[str, Any]]:
    """What is to be sent, in order."""
    return list(kept(phone, "outbox"))


def entries_waiting(phone: Phone) -> list[dict[str, Any]]:
    """The entries of the log among it."""
    return [json.loads(item["entry"]) for item in waits(phone) if item["what"] == "entry"]


def until(phone: Phone, is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    (step, longest), waited = STEPS, 0
    while waited < PATIENCE:
        if is_so():
            return
        phone.page.wait_for_timeout(step)
        waited, step = waited + step, min(2 * step, longest)
    raise AssertionError(f"expected {is_so.__name__} within {PATIENCE} ms")


def takes_along(phone: Phone, table: str) -> None:
    """The worker is installed, and has the rows of the table at this address."""
    until(phone, lambda: bool(phone.page.evaluate(READY)))
    until(phone, lambda: bool(kept(phone, "worker-mark", table.split("/")[2])))


# A page or a worker gives up sooner what hangs.
SOONER = """(() => {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, milliseconds / 40);
})()"""
# The page is hidden, and is seen again.
IN_POCKET = """Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"))"""
OUT_OF_POCKET = """delete document.hidden; document.dispatchEvent(new Event("visibilitychange"))"""


def everything_sent(phone: Phone) -> None:
    """The network is there again; less and less waits, until nothing does."""
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    while left := len(waits(phone)):

        def less_waits(before: int = left) -> bool:
            return len(waits(phone)) < before

        try:
            until(phone, less_waits)
        except AssertionError as error:
            items = [(item["what"], item["stopped"]) for item in waits(phone)]
            raise AssertionError(f"{error}: {phone.at('#live').all_inner_texts()}, {items}") from None


def kill_worker(phone: Phone) -> None:
    """As a browser does with a worker that it needs the memory of."""
    session = phone.context.new_cdp_session(phone.page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    session.detach()


def offline_sign(phone: Phone, words: str) -> None:
    """What the sign under the head says."""
    expect(phone.at("#live")).to_have_text(words)
