"""Killed in the middle of a save and started again: what was acknowledged is there, and nothing twice."""

import http.client
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest

from tests.serving import Bower

pytestmark = pytest.mark.service

SEE_OTHER = 303
PLAYERS = ["Ann", "Bo", "Cy", "Dee"]
RECORD = {
    "format": "bower.game/1",
    "variant": "partnership",
    "players": PLAYERS,
    "options": {"target": 10_000},
}
# Seconds from the moment a save is sent to the moment the power goes: before, within and after the answer.
MOMENTS = (0.0, 0.002, 0.004, 0.006, 0.008, 0.012, 0.02)

Form = dict[str, str]


class Answer(NamedTuple):
    status: int
    location: str
    page: str


class Phone:
    """A phone without a browser: it keeps its cookies, whatever becomes of Bower."""

    def __init__(self, bower: Bower) -> None:
        self.bower = bower
        self.cookies: Form = {}

    def ask(self, path: str, form: Form | None = None) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.bower.port, timeout=10)
        with closing(connection):
            headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
            if form is None:
                connection.request("GET", path, headers=headers)
            else:
                headers["Content-Type"] = "application/x-www-form-urlencoded"
                body = urlencode({**form, "csrfmiddlewaretoken": self.cookies["csrftoken"]})
                connection.request("POST", path, body, headers)
            response = connection.getresponse()
            for cookie in response.headers.get_all("Set-Cookie") or []:
                name, _equals, rest = cookie.partition("=")
                self.cookies[name] = rest.partition(";")[0]
            return Answer(response.status, response.headers.get("Location", ""), response.read().decode())

    def notes(self, table: str) -> list[str]:
        """The notes of all hands in the record, in order."""
        return [entry["note"] for entry in json.loads(self.ask(table + "recap.json").page)["entries"]]


@pytest.fixture
def bower(tmp_path: Path) -> Iterator[Bower]:
    served = Bower(tmp_path)
    served.start()
    yield served
    served.kill()


def field(page: str, name: str) -> str:
    found = re.search(f'name="{name}" value="([^"]+)"', page)
    assert found, page
    return found[1]


def new_table(phone: Phone) -> str:
    form = {"key": field(phone.ask("/").page, "key"), "text": json.dumps(RECORD)}
    started = phone.ask("/games/imports/", form)
    assert started.status == SEE_OTHER
    return started.location


def next_hand(phone: Phone, table: str, note: str) -> Form:
    """The hand form as a page has it, filled in."""
    page = phone.ask(table + "hands/new/").page
    own = {name: field(page, name) for name in ("key", "seen")}
    return {**own, "maker": "0", "trump": "spades", "tricks": "3", "note": note, "save": "1"}


def send(phone: Phone, table: str, form: Form, answers: list[Answer]) -> None:
    with suppress(OSError, http.client.HTTPException):  # the power went before there was an answer
        answers.append(phone.ask(table + "hands/", form))


def cut_while_saving(phone: Phone, table: str, form: Form, moment: float) -> list[Answer]:
    """Save, and kill Bower so many seconds later; the answer, if there was one."""
    answers: list[Answer] = []
    saving = threading.Thread(target=send, args=(phone, table, form, answers))
    saving.start()
    time.sleep(moment)
    phone.bower.kill()
    saving.join()
    return answers


def test_what_was_acknowledged_survives_and_what_is_sent_again_counts_once(bower: Bower) -> None:
    phone = Phone(bower)
    table = new_table(phone)
    expected: list[str] = []
    for moment in MOMENTS:
        before = next_hand(phone, table, f"before {moment}")
        assert phone.ask(table + "hands/", before).status == SEE_OTHER
        form = next_hand(phone, table, f"cut at {moment}")
        answers = cut_while_saving(phone, table, form, moment)
        bower.start()
        acknowledged = [answer for answer in answers if answer.status == SEE_OTHER]
        expected += [before["note"], form["note"]]
        kept = phone.notes(table)
        assert kept in ([expected] if acknowledged else [expected, expected[:-1]])
        assert phone.ask(table + "hands/", form).status == SEE_OTHER
        assert phone.notes(table) == expected
    assert phone.ask(table + "hands/", before).status == SEE_OTHER
    assert phone.notes(table) == expected


def test_a_phone_keeps_its_tables_when_bower_was_killed(bower: Bower) -> None:
    phone = Phone(bower)
    table = new_table(phone)
    bower.kill()
    bower.start()
    assert phone.ask(table).status == 200
    assert Phone(bower).ask(table).status == 404
