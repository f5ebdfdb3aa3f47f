"""An evening at a running Bower, entered by the forms of its pages or by its API."""

import http.client
import json
import re
import time
from collections.abc import Mapping
from contextlib import closing
from typing import Any, Protocol
from urllib.parse import urlencode
from uuid import uuid4

from scoring import State
from tests.companion.pages import Form, Page, read_page
from tests.entering import ADDRESSES, hand_fields, option_field, plain_fields
from tests.serving import Bower

API = "/api/v1/"
IDS = re.compile(r"/games/(?!new)\w+|/tables/\w+|/entries/\d+|/J/\w+|\?.*")
WRONG = re.compile(r'class="wrong".*?</p>', re.DOTALL)
Queries = list[tuple[float, str, int]]  # when, what was asked, and queries of the answer
Entry = dict[str, Any]


class Evening(Protocol):
    """One table of a running Bower."""

    def enter(self, before: State, entry: Entry) -> None:
        """Save an entry that the table, as it stands, may make. Fails if it is refused."""
        ...

    def undo(self) -> None:
        """Remove the last entry."""
        ...

    def record(self) -> dict[str, Any]:
        """The record as Bower exports it."""
        ...

    def standing(self) -> Any:
        """The standing as Bower shows it to programs."""
        ...


class Wire:
    """A device that asks: with its cookies, or with a token. Addresses 127.0.0.*number* are its own."""

    def __init__(self, bower: Bower, number: int, queries: Queries) -> None:
        self.bower, self.queries = bower, queries
        self.source = (f"127.0.0.{number}", 0)
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, str, str]:
        """Status, Location and text of the answer."""
        address = "127.0.0.1", self.bower.port
        connection = http.client.HTTPConnection(*address, timeout=30, source_address=self.source)
        with closing(connection):
            sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **headers}
            connection.request(method, path, body and body.encode(), sent)
            response = connection.getresponse()
            for cookie in response.headers.get_all("Set-Cookie") or []:
                name, _equals, rest = cookie.partition("=")
                self.cookies[name] = rest.partition(";")[0]
            what = f"{method} {IDS.sub('', path)}"
            self.queries.append((time.monotonic(), what, int(response.headers.get("X-Queries", 0))))
            return response.status, response.headers.get("Location", ""), response.read().decode()


class ByApi:
    """A program with the owner's token."""

    def __init__(self, wire: Wire, header: Mapping[str, Any]) -> None:
        self.wire, self.token = wire, ""
        made = self._ask("POST", API + "tables/", header)
        self.path, self.token = f"{API}tables/{made['id']}/", made["token"]
        self.version, self.numbers = int(made["version"]), list[int]()

    def enter(self, before: State, entry: Entry) -> None:
        made = self._ask("POST", self.path + "entries/", entry)
        self.version = made["version"]
        self.numbers.append(made["number"])

    def undo(self) -> None:
        self.version = self._ask("DELETE", f"{self.path}entries/{self.numbers.pop()}/")["version"]

    def record(self) -> dict[str, Any]:
        return dict(self._ask("GET", self.path + "record/"))

    def standing(self) -> Any:
        return self._ask("GET", self.path + "standing/")

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if method != "GET":
            headers["Idempotency-Key"] = str(uuid4())
            if self.token:
                headers["If-Match"] = f'"{self.version}"'
        text = None if body is None else json.dumps(body)
        status, _location, answer = self.wire.ask(method, path, text, **headers)
        assert status in (200, 201), f"{method} {path} {text}: {status} {answer}"
        return json.loads(answer)


class ByForm:
    """A phone without script."""

    def __init__(self, wire: Wire, header: Mapping[str, Any]) -> None:
        self.wire, self.variant = wire, header["variant"]
        form = self._page(f"/games/new/{self.variant}/").form("/games/")
        seat = header["players"].index(header.get("dealer", header["players"][0])) + 1
        said = {name: option_field(value) for name, value in header["options"].items()}
        said |= {name: header[name] for name in ("title", "played_on") if name in header}
        self.table = self._send(
            form, {**said, "players": header["players"], "dealer": str(seat), "buy_in": ""}
        )

    def enter(self, before: State, entry: Entry) -> None:
        room = {"hand": "hands/new/", "adjust": "adjustments/"}.get(entry["kind"], "bank/")
        form = self._page(self.table + room).form(self.table + ADDRESSES[entry["kind"]])
        own = {
            name: value
            for name, value in form.fields.items()
            if name in {"key", "seen", "csrfmiddlewaretoken"}
        }
        seats = {name: value for name, value in form.fields.items() if name.startswith("seat-")}
        at = list(seats.values())
        if entry["kind"] == "hand":
            said = hand_fields(self.variant, entry, at, before.options)
            said = {name: value for name, value in said.items() if _is_asked(name, at, before)}
        else:
            said = plain_fields(entry)
        self._send(Form(form.action, fields={**own, **seats}), {**said, "save": "1"})

    def undo(self) -> None:
        page = self._page(self.table)
        buttons = [
            (form, *sent) for form in page.forms for label, sent in form.buttons.items() if "Undo" in label
        ]
        form, name, value = buttons[0]
        self._send(form, {name: value})

    def record(self) -> dict[str, Any]:
        return dict(json.loads(self.wire.ask("GET", self.table + "recap.json")[2]))

    def standing(self) -> Any:
        found = re.search(r"/J/(\w+)", self.wire.ask("GET", self.table + "share/?role=viewer")[2])
        assert found
        headers = {"Authorization": f"Bearer {found[1]}", "Content-Type": "application/json"}
        program = Wire(self.wire.bower, 1, [])
        joined = program.ask("POST", API + "join/", "{}", **headers)
        assert joined[0] == 200, joined
        table = self.table.split("/")[2]
        return json.loads(program.ask("GET", f"{API}tables/{table}/standing/", **headers)[2])

    def _page(self, path: str) -> Page:
        status, _location, text = self.wire.ask("GET", path)
        assert status == 200, f"{path}: {status}"
        return read_page(status, text)

    def _send(self, form: Form, said: Mapping[str, Any]) -> str:
        """Send a form; the path it leads to."""
        body = urlencode({**form.fields, **said}, doseq=True)
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        status, location, text = self.wire.ask("POST", form.action, body, **kind)
        assert status == 303, f"{said}: {status} {' '.join(WRONG.findall(text)) or text}"
        return location


def _is_asked(name: str, at: list[str], before: State) -> bool:
    """Whether the form has this field: who is not in a playoff has no tricks."""
    field, _dash, seat = name.partition("-")
    return field != "tricks" or not seat.isdecimal() or at[int(seat)] in before.dealing


def evening_by(how: str, bower: Bower, number: int, header: Mapping[str, Any], queries: Queries) -> Evening:
    """A new table with this header, entered by form or by API."""
    return (ByForm if how == "form" else ByApi)(Wire(bower, number, queries), header)
