"""Writers that never forget what they sent: each at a table of its own, by form or by API."""

import http.client
import json
import random
import time
from collections.abc import Mapping
from contextlib import closing
from typing import Any, Protocol
from uuid import uuid4

from tests.service.phone import PLAYERS, RECORD, SEE_OTHER, Form, Phone, new_table
from tests.serving import Bower

HAND = {"kind": "hand", "maker": "Ann", "trump": "spades", "tricks": {"Ann & Cy": 3, "Bo & Dee": 2}}
FORM = {"maker": "0", "trump": "spades", "tricks": "3", "save": "1"}
POT = {
    "kind": "hand",
    "trump": "spades",
    "maker": "Bo",
    "bets": {"Ann": 0, "Bo": 4, "Cy": 4, "Dee": 4},
    "folded": ["Ann"],
    "tricks": {"Bo": 3, "Cy": 5, "Dee": 4},
}
JSON = {"Content-Type": "application/json"}
AWAY = (OSError, http.client.HTTPException)


class Table(Protocol):
    """One writer's table."""

    def save(self, note: str, key: str, seen: int) -> int:
        """Save a hand; the status of the answer."""
        ...

    def notes(self) -> list[str]:
        """The notes of all hands, as Bower has them."""
        ...


class ByForm:
    """A phone that saves by the hand form."""

    def __init__(self, bower: Bower) -> None:
        self.phone = Phone(bower)
        self.path = new_table(self.phone)

    def save(self, note: str, key: str, seen: int) -> int:
        form: Form = {**FORM, "note": note, "key": key, "seen": str(seen)}
        status = self.phone.ask(self.path + "hands/", form).status
        return 201 if status == SEE_OTHER else status

    def notes(self) -> list[str]:
        return self.phone.notes(self.path)


class ByApi:
    """A program with its owner's token."""

    record: Mapping[str, Any] = RECORD

    def __init__(self, bower: Bower) -> None:
        self.bower = bower
        self.token = ""
        key = {"Idempotency-Key": str(uuid4())}
        made = json.loads(self._ask("POST", "/api/v1/tables/", self.record, key)[1])
        self.path, self.token = f"/api/v1/tables/{made['id']}/", made["token"]

    def save(self, note: str, key: str, seen: int) -> int:
        headers = {"Idempotency-Key": key, "If-Match": f'"{seen}"'}
        return self._ask("POST", self.path + "entries/", {**self.entry(seen), "note": note}, headers)[0]

    def entry(self, number: int) -> dict[str, Any]:
        """What is saved as the entry with this number, from 0 on."""
        return HAND

    def notes(self) -> list[str]:
        record = json.loads(self._ask("GET", self.path + "record/", None, {})[1])
        return [entry["note"] for entry in record["entries"]]

    def _ask(self, method: str, path: str, body: Any, headers: dict[str, str]) -> tuple[int, bytes]:
        headers = JSON | headers | ({"Authorization": f"Bearer {self.token}"} if self.token else {})
        with closing(http.client.HTTPConnection("127.0.0.1", self.bower.port, timeout=10)) as connection:
            connection.request(method, path, json.dumps(body) if body else None, headers)
            response = connection.getresponse()
            return response.status, response.read()


class OfChips(ByApi):
    """The same at a table of chips: all buy in, one wins the hand, again and again."""

    record: Mapping[str, Any] = {"format": "bower.game/1", "variant": "poker-chips", "players": PLAYERS}

    def entry(self, number: int) -> dict[str, Any]:
        if number % 5 < 4:
            return {"kind": "buy-in", "player": PLAYERS[number % 5], "chips": 20}
        return POT


class Writer:
    """Saves hand after hand; one whose answer is lost is sent again, the same, until it is answered."""

    def __init__(self, table: Table, name: str, rng: random.Random) -> None:
        self.table, self.name, self.rng = table, name, rng
        self.expected: list[str] = []
        self.pending: tuple[str, str] | None = None  # note and key of the save without an answer
        self.answered = self.again = self.unavailable = 0
        self.wrong: list[str] = []

    def write(self, until: float) -> None:
        """Save until this moment, or until Bower is gone."""
        while time.monotonic() < until:
            if not self.one():
                return
            time.sleep(self.rng.random() * 0.01)

    def one(self) -> bool:
        """Save the pending hand, or else the next; False if there was no answer or a 503."""
        if self.pending is None:
            self.pending = f"{self.name} {len(self.expected) + 1}", str(uuid4())
        note, key = self.pending
        try:
            status = self.table.save(note, key, len(self.expected))
        except AWAY:
            self.again += 1
            return False
        if status == 503:
            self.unavailable += 1
            return False
        if status != 201:
            self.wrong.append(f"{note}: {status}")
        self.expected.append(note)
        self.pending = None
        self.answered += 1
        return True

    def look(self) -> None:
        """Compare what Bower has with what it acknowledged; a save without an answer may be there or not."""
        kept = self.table.notes()
        maybe = [*self.expected, self.pending[0]] if self.pending else self.expected
        if kept not in (self.expected, maybe):
            self.wrong.append(f"{self.name}: {len(kept)} hands kept, {len(self.expected)} acknowledged")
