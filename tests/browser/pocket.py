"""Evenings on a phone whose server comes and goes, told by hand or by the forms of its own pages."""

import http.client
import json
import re
import threading
from base64 import b64encode
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlencode, urlsplit

from scoring import State, from_json, opening, step
from tests.browser.offline import READY, kept, until
from tests.browser.phone import Phone
from tests.browser.proxy import Proxy
from tests.browser.rooms import Teller, room_of
from tests.companion.pages import read_page
from tests.entering import hand_fields
from tests.load.evenings import ByForm, Entry, Wire
from tests.serving import Bower, free_port

# Chromium calls it no redirect where a worker answers with one itself and has the next page from the network.
ASKED = """async ([method, path, body, headers]) => {
  const answer = await fetch(path, { method, body, headers }), { href } = new URL(path, location);
  const moved = answer.redirected || answer.url && answer.url !== href;
  return [moved ? 303 : answer.status, answer.url, await answer.text()];
}"""
OWN = {"key", "seen", "opened", "target", "csrfmiddlewaretoken"}
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}
CACHED_BY = {"If-None-Match", "If-Modified-Since", "Accept-Encoding"}  # answers come whole and as plain text


def ready(phone: Phone, table: str = "", version: int = 0) -> None:
    """Wait until the phone has its kit, and the rows of this table up to a version."""
    name = table.strip("/").rpartition("/")[2]

    def has_rows() -> bool:
        found = [kept(phone, store, name) for store in ("worker-rows", "tables")]
        return any(one and one["version"] >= version for one in found)

    until(phone, lambda: bool(phone.page.evaluate(READY)))
    until(phone, lambda: not table or has_rows())


def bring_along(phone: Phone, record: Mapping[str, Any]) -> str:
    """Bring in a game from elsewhere, and wait until the phone is ready for a time without a network."""
    table = phone.bring_in({"entries": [], **record})
    phone.go(table)
    ready(phone, table, len(record.get("entries", [])))
    return table


@contextmanager
def without(network: Proxy) -> Iterator[None]:
    """No network; it is back afterwards."""
    network.cut()
    try:
        yield
    finally:
        network.mend()


class InPage(Wire):
    """The page itself as a device that asks, by way of the phone's own Bower."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, str, str]:
        """Status, address that a redirect led to, and text of the answer."""
        status, address, text = self.phone.page.evaluate(ASKED, [method, path, body, headers])
        found = urlsplit(address)
        return status, found.path + (f"?{found.query}" if found.query else ""), text


class TellerInPage(Teller):
    """Tells a table without its server: what is not told by thumb goes by way of the phone's own Bower.

    By thumb goes the first entry of each room: the phone's pages are those of the server (see
    test_kit_law.py), which are tapped in all their ways in test_whole_games.py.
    """

    def way(self, entry: Mapping[str, Any]) -> Hashable:
        return room_of(entry)

    def ask(self, path: str, form: Mapping[str, str]) -> tuple[int, str]:
        wire = InPage(self.phone)
        if not form:
            return 200, wire.ask("GET", path)[2]
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        status, _address, text = wire.ask("POST", path, urlencode(form), **kind)
        return status, text


def record(phone: Phone, table: str) -> dict[str, Any]:
    """The record of the game as the phone shows it."""
    return dict(json.loads(InPage(phone).ask("GET", table + "recap.json")[2]))


class Told:
    """Entries told to a table by its forms, one after the other, and the table as it then is."""

    def __init__(self, wire: Wire, header: Mapping[str, Any]) -> None:
        self.forms = ByForm(wire, header)
        self.table = self.forms.table
        self.state: State = opening(from_json({**header, "entries": []}))

    def tell(self, *entries: Entry) -> None:
        """Save entries."""
        for entry in entries:
            self.forms.enter(self.state, entry)
            self.state = step(self.state, entry).state

    def correct(self, number: int, entry: Entry, options: Mapping[str, Any]) -> None:
        """Correct hand *number* of the log by its form."""
        page = read_page(200, self.forms.wire.ask("GET", f"{self.table}entries/{number}/")[2])
        form = page.form(self.table + "corrections/")
        own = {name: value for name, value in form.fields.items() if name in OWN or name.startswith("seat-")}
        at = [value for name, value in own.items() if name.startswith("seat-")]
        said = hand_fields(self.forms.variant, entry, at, options)
        body = urlencode({**own, **said, "save": "1"}, doseq=True)
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        status, _address, text = self.forms.wire.ask("POST", form.action, body, **kind)
        assert status == 303, text


class Way:
    """A way to Bower that may change or lose what Bower answers. The live stream doesn't go over it.

    lacks: how many bytes of each answer never come.
    """

    lacks = 0

    def __init__(self, bower: Bower) -> None:
        self.bower, self.port = bower, free_port()
        way = self

        class Handler(BaseHTTPRequestHandler):
            def handle_one(self) -> None:
                way.pass_on(self)

            do_GET = do_POST = do_HEAD = handle_one  # noqa: N815

            def log_message(self, format: str, *values: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """Where the phone finds Bower."""
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        """End it."""
        self.server.shutdown()
        self.server.server_close()

    def reaches(self, request: BaseHTTPRequestHandler) -> bool:
        """Whether a request gets as far as Bower."""
        return True

    def becomes(self, request: BaseHTTPRequestHandler, text: bytes) -> bytes | None:
        """What arrives of the text of an answer; None: the answer is lost."""
        return text

    def pass_on(self, request: BaseHTTPRequestHandler) -> None:
        """Ask Bower, and give what becomes of its answer."""
        request.close_connection = True
        if request.path.endswith("/live") or not self.reaches(request):
            return
        body = request.rfile.read(int(request.headers.get("Content-Length", 0)))
        asked = {name: text for name, text in request.headers.items() if name not in CACHED_BY}
        with closing(http.client.HTTPConnection("127.0.0.1", self.bower.port, timeout=30)) as connection:
            try:
                connection.request(request.command, request.path, body or None, asked)
                answer = connection.getresponse()
                text = self.becomes(request, answer.read())
            except OSError:
                return
        if text is None:
            return
        request.send_response_only(answer.status)
        for name, value in answer.headers.items():
            if name.lower() not in HOP_BY_HOP:
                request.send_header(name, value)
        request.send_header("Content-Length", str(len(text) + self.lacks))
        request.end_headers()
        if request.command != "HEAD":
            request.wfile.write(text)


class Forgetful(Way):
    """A way on which the answer to some posts is lost after Bower has given it."""

    def __init__(self, bower: Bower, is_lost: Callable[[int], bool]) -> None:
        self.posts, self.is_lost = 0, is_lost
        super().__init__(bower)

    def becomes(self, request: BaseHTTPRequestHandler, text: bytes) -> bytes | None:
        self.posts += request.command == "POST"
        return None if request.command == "POST" and self.is_lost(self.posts) else text


class Updated(Way):
    """A way on which Bower becomes another version, with another kit and other words in its outbox.

    gone: nothing reaches Bower. takes: whether items of the outbox do. spoiled: its pack is somebody else's.
    """

    WORDS = "Waiting on this phone"

    def __init__(self, bower: Bower) -> None:
        self.version, self.gone, self.takes, self.spoiled = 0, False, True, False
        super().__init__(bower)

    @property
    def words(self) -> str:
        """What the outbox of this version is called."""
        return f"{self.WORDS}{', version' * bool(self.version)} {self.version}".removesuffix(" 0")

    @property
    def kit(self) -> str:
        """How the name of this version's kit begins."""
        return f"kit version {self.version} "

    def reaches(self, request: BaseHTTPRequestHandler) -> bool:
        is_item = request.path.endswith("/outbox/") and request.command == "POST"
        return not self.gone and (self.takes or not is_item)

    def becomes(self, request: BaseHTTPRequestHandler, text: bytes) -> bytes | None:
        if not self.version:
            return text
        if request.path == "/worker.js":
            [(address, was)] = set(re.findall(rb'"(/static/kit-pack\.\w+\.json)": "([^"]+)"', text))
            now = b64encode(sha256(self.renamed(self.pack(address.decode()))).digest())
            text = text.replace(was, now).replace(
                b'KIT = {"name": "', b'KIT = {"name": "version %d ' % self.version
            )
            return text.replace(address, b"%s?%d" % (address, self.version))
        if request.path.startswith("/static/kit-pack."):
            return b"{}" if self.spoiled else self.renamed(text)
        return text

    def pack(self, address: str) -> bytes:
        """The kit's pack as Bower has it."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.bower.port, timeout=30)) as connection:
            connection.request("GET", address)
            return connection.getresponse().read()

    def renamed(self, pack: bytes) -> bytes:
        """The pack with the words of this version."""
        return pack.replace(self.WORDS.encode(), self.words.encode())
