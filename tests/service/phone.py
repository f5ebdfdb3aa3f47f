"""Phones without a browser, against Bower as it is run."""

import http.client
import json
import re
from collections.abc import Mapping
from contextlib import closing
from email.message import Message
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from tests.serving import Bower

if TYPE_CHECKING:
    from tests.load.wire import Door
    from tests.proxied import Site

SEE_OTHER = 303
PLAYERS = ["Ann", "Bo", "Cy", "Dee"]
RECORD = {
    "format": "bower.game/1",
    "variant": "partnership",
    "players": PLAYERS,
    "options": {"target": 10_000},
}
Form = dict[str, str]
Fields = list[tuple[str, str]]  # where a name comes more than once


class Answer(NamedTuple):
    status: int
    location: str
    page: str


class Phone:
    """A phone without a browser: it keeps its cookies, whatever becomes of Bower."""

    def __init__(self, bower: "Bower | Site | Door") -> None:
        self.bower = bower
        self.cookies: Form = {}
        self.headers: Form = {}  # sent with every request
        self.received: Message = Message()  # the headers of the last response

    def ask(self, path: str, form: Form | Fields | None = None) -> Answer:
        connection = http.client.HTTPConnection(self.bower.host)
        with closing(connection):
            connection.sock = self.bower.dial()
            cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            headers = {"Cookie": cookies, **self.headers}
            if form is None:
                connection.request("GET", path, headers=headers)
            else:
                headers["Content-Type"] = "application/x-www-form-urlencoded"
                headers["Origin"] = self.bower.origin
                fields = list(form.items()) if isinstance(form, dict) else form
                body = urlencode([*fields, ("csrfmiddlewaretoken", self.csrf_token)])
                connection.request("POST", path, body, headers)
            response = connection.getresponse()
            self.received = response.headers
            for cookie in response.headers.get_all("Set-Cookie") or []:
                name, _equals, rest = cookie.partition("=")
                self.cookies[name] = rest.partition(";")[0]
            return Answer(response.status, response.headers.get("Location", ""), response.read().decode())

    @property
    def csrf_token(self) -> str:
        """The value of the cookie, whose name has a prefix under HTTPS."""
        return next(value for name, value in self.cookies.items() if name.endswith("csrftoken"))

    def join(self, link: str) -> None:
        """Come in by the path of a link, as a browser does that is given its cookie first."""
        answer = self.ask(link)
        if answer.location.startswith(link):
            answer = self.ask(answer.location)
        assert answer.location.startswith("/games/")

    def link(self, table: str, role: str) -> str:
        """The path of a link, as the owner's phone shows it."""
        found = re.search(r"/J/\w+", self.ask(f"{table}share/?role={role}").page)
        assert found
        return found[0]

    def at(self, bower: "Bower | Site | Door") -> "Phone":
        """The same phone, at another Bower over the same database."""
        other = Phone(bower)
        other.cookies = self.cookies
        return other

    def notes(self, table: str) -> list[str]:
        """The notes of all hands in the record, in order."""
        return [entry["note"] for entry in json.loads(self.ask(table + "recap.json").page)["entries"]]


def field(page: str, name: str) -> str:
    found = re.search(f'name="{name}" value="([^"]+)"', page)
    assert found, page
    return found[1]


def new_table(phone: Phone, record: Mapping[str, Any] = RECORD) -> str:
    form = {"key": field(phone.ask("/").page, "key"), "text": json.dumps(record)}
    started = phone.ask("/games/imports/", form)
    assert started.status == SEE_OTHER
    return started.location


def next_hand(phone: Phone, table: str, note: str) -> Form:
    """The hand form as a page has it, filled in."""
    page = phone.ask(table + "hands/new/").page
    own = {name: field(page, name) for name in ("key", "seen")}
    return {**own, "maker": "0", "trump": "spades", "tricks": "3", "note": note, "save": "1"}
