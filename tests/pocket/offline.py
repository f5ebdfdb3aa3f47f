"""A phone with the kit, whose network comes and goes: its rooms are the kit's, its doors the server's."""

import json
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from companion.log.table import Table
from companion.pocket import made
from companion.pocket.phone.surroundings import iso
from tests.companion.outbox import read, rows_of, send
from tests.companion.pages import Page, read_page
from tests.entering import hand_fields
from tests.pocket.plain import ROOT
from tests.shelf import once

NOW = datetime.now(UTC)
OK = 200
FEW = 3  # items in one request


def modules_made() -> str:
    """The modules of the kit that are made from settings and templates, as JSON; made once a run."""
    return once("modules.json", lambda: json.dumps(made.modules()))


class Kit:
    """The kit in a process of its own."""

    def __init__(self) -> None:
        modules = modules_made()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.pocket.driven"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        self._say(modules)

    def call(self, name: str, *given: Any) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.said(name, *map(json.dumps, given)))
        return found

    def said(self, name: str, *texts: str) -> str:
        """The line that answers a call with JSON texts."""
        self._say(json.dumps([name, *texts]))
        assert self.process.stdout
        return self.process.stdout.readline()

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        assert self.process.stdout
        self.process.stdout.close()
        self.process.wait()

    def _say(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()


class Worker:
    """What the worker of a phone does: it keeps what the kit writes, and sends the outbox when it can."""

    def __init__(self, kit: Kit, phone: Client, at: datetime = NOW - timedelta(hours=5)) -> None:
        self.zone = ""
        self.kit, self.phone, self.at = kit, phone, at
        self.kept: dict[str, dict[Any, Any]] = {"tables": {}, "outbox": {}, "settings": {}, "home": {}}
        self.path = "/"
        self.was: str | None = None  # what the last items changed nothing of: "version.revision"
        self.boot()

    def boot(self) -> None:
        """Begin again with what was kept, as after the worker was killed."""
        state = {**self.kept, "outbox": [one for _at, one in sorted(self.kept["outbox"].items())]}
        self.kit.call("boot", state)

    @property
    def items(self) -> list[dict[str, Any]]:
        return [one for _at, one in sorted(self.kept["outbox"].items())]

    def keep(self, said: Mapping[str, Any]) -> None:
        for write in said["writes"]:
            store = self.kept.setdefault(write["store"], {})
            if write["value"] is None:
                store.pop(write["key"], None)
            else:
                store[write["key"]] = write["value"]

    def ask(self, path: str, data: Mapping[str, Any] | None = None) -> Page:
        """The page of the kit; a redirect is followed."""
        said = self.said(path, data)
        place = said["headers"].get("Location") or said["headers"].get("HX-Redirect")
        if place:
            return self.ask(place.partition("#")[0])
        self.path = path
        return read_page(said["status"], said["body"])

    def said(self, path: str, data: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The answer of the kit, whose writes are kept."""
        self.at += timedelta(minutes=1)
        request: dict[str, Any] = {
            "method": "GET" if data is None else "POST",
            "path": path,
            "headers": {},
            "body": urlencode(data or {}, doseq=True),
            "now": iso(self.at),
            "random": [str(uuid4()) for _number in range(8)],
            "languages": "en",
            "zone": self.zone,
        }
        said = self.kit.call("answer", request)
        self.keep(said)
        return said

    def saves(self, table_id: str, variant: str, entry: dict[str, Any], players: tuple[str, ...]) -> Page:
        """Save a hand by its form."""
        shown = self.ask(reverse("hand", args=[table_id]))
        assert shown.status == OK, shown.text
        form = shown.form(reverse("hands", args=[table_id]))
        stamp = {name: form.fields[name] for name in ("key", "seen", "opened")}
        fields = hand_fields(variant, entry, players)
        return self.ask(reverse("hands", args=[table_id]), {**fields, **stamp, "save": "1"})

    def table_of(self, item: Mapping[str, Any]) -> Any:
        """The table of an item, as far as its address takes it."""
        return SimpleNamespace(id=item["table"])

    def fetches(self, made: Table) -> None:
        """Take the rows of the server."""
        self.keep(self.kit.call("take", read(rows_of(self.phone, made))))

    def gone(self, made: Table) -> None:
        """Ask for the rows of a table that the server doesn't know."""
        answer = rows_of(self.phone, made)
        assert (answer.status_code, read(answer)["code"]) == (404, "table-unknown")
        self.keep(self.kit.call("taken", {"table": made.id, "answers": [], "gone": True}))

    def flushes(self, lost: int = 0, *, rows_first: bool = False) -> list[int]:
        """Send in order until something is refused; each status. *lost*: answers to each that get lost.

        rows_first: the rows with an item are taken before what the server said to it.
        """
        statuses: list[int] = []
        while True:
            items = [one for one in self.items if not one.get("aside")]
            if not items or items[0].get("stopped"):
                return statuses
            said = self._sent(items, lost, rows_first=rows_first)
            statuses += [one["status"] for one in said["answers"]]
            taken = self.kit.call("taken", said)
            self.was = taken["was"]
            self.keep(taken)
            if items[0]["what"] == "game" and statuses[-1] == OK:
                assert items[0] in self.items, "it waits until the server has sent its rows"
                self.fetches(self.table_of(items[0]))
            if statuses[-1] != OK:
                return statuses

    def _sent(self, items: list[dict[str, Any]], lost: int, *, rows_first: bool) -> dict[str, Any]:
        """What the server says to the first item, if it starts a game, or to the first few of a table."""
        first = items[0]
        table, at, door = first["table"], {"sent_at": iso(self.at)}, ""
        if first["what"] == "game":
            sent, door = {**first, **at}, "/outbox/"
        else:
            alike = [one["table"] == table and not one.get("stopped") for one in items]
            few = items[: [*alike, False].index(False)][:FEW]
            document = self.kept["tables"].get(table, {"rows": []})
            rows = document["rows"][: document.get("known")]
            known = {"after": rows[-1][0], "last": rows[-1][7]} if rows else {"after": 0, "last": ""}
            sent = {"items": few, **known, **at}
        answers = [send(self.phone, sent, door or f"/games/{table}/outbox/") for _time in range(lost + 1)]
        if rows_first:
            self.keep(self.kit.call("take", read(rows_of(self.phone, self.table_of(first)))))
        body = read(answers[-1])
        alone = {**body, "key": first["key"], "status": answers[-1].status_code}
        return {"table": table, "answers": body.get("answers", [alone]), "rows": body.get("rows")}
