"""Requests to the rooms with the server's answers, as the kit has to give them again."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest import mock
from urllib.parse import urlencode
from uuid import UUID

from companion import models
from companion.access.devices import ZONE
from companion.pocket.phone.entries import ID_ALPHABET, ID_LENGTH
from companion.pocket.phone.surroundings import HERE, iso
from tests.companion.factories import FORM, Phone
from tests.companion.pages import Page, read_page
from tests.pocket.settled import seen, settled

START = datetime(2026, 11, 21, 18, 0, 0, 123456, tzinfo=UTC)
RANDOM = 8  # UUIDs of a request: more than any room asks for
DISPUTE = re.compile(r'(name="dispute" value="|(?:^|&)dispute=|"(?:told|answer)-)(\d+)')


@dataclass(frozen=True)
class Exchange:
    """A request as a worker hands it on, and the answer as far as a browser or htmx sees it."""

    request: dict[str, Any]
    status: int
    headers: dict[str, str]
    body: str


# Where the phones are; "": one that didn't say it.
ZONES = ("America/New_York", "Pacific/Honolulu", "Europe/Berlin", "Pacific/Auckland", "", "Asia/Kolkata")


@dataclass
class Play:
    """What one phone did, from a state that it had kept."""

    name: str
    state: dict[str, Any] = field(default_factory=dict)
    exchanges: list[Exchange] = field(default_factory=list)

    def as_json(self) -> str:
        return json.dumps(asdict(self))


class Recorder:
    """A phone at the server, whose requests are written down."""

    def __init__(self, name: str, dice: Random, languages: str = "en-US,en;q=0.9") -> None:
        self.play, self.dice, self.languages = Play(name), dice, languages
        self.zone = ZONES[sum(map(ord, name)) % len(ZONES)]
        self.phone = Phone(name)
        self.at = START + timedelta(days=dice.randrange(300), minutes=dice.randrange(600))
        self.answer: tuple[int, str] = (200, "")
        self.path = "/"
        newest = models.Dispute.objects.order_by("-pk").values_list("pk", flat=True).first()
        self.disputes = newest or 0

    def bring(self, table_id: str) -> None:
        """Begin with a table as the server sends it to this phone."""
        with surrounded(self.at, []):
            response = self.phone.get(f"/games/{table_id}/rows/", HTTP_ACCEPT="application/json")
        assert response.status_code == 200, response.content
        self.play.state = {"tables": {table_id: response.json()}}

    @property
    def page(self) -> Page:
        """The last answer, read: most answers only have to be equal, and reading takes time."""
        return read_page(*self.answer)

    def get(self, path: str, **headers: str) -> None:
        self._ask("GET", path, None, headers)

    def post(self, path: str, data: Mapping[str, Any], **headers: str) -> None:
        self._ask("POST", path, urlencode(data, doseq=True), headers)

    def _ask(self, method: str, path: str, body: str | None, headers: Mapping[str, str]) -> None:
        self.at += timedelta(seconds=self.dice.randrange(1, 90), microseconds=self.dice.randrange(1000))
        random = [str(UUID(int=self.dice.getrandbits(128), version=4)) for _ in range(RANDOM)]
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        meta: dict[str, Any] = {
            "HTTP_" + name.upper().replace("-", "_"): value for name, value in given.items()
        }
        self.phone.cookies[ZONE] = self.zone
        if "settings" not in self.play.state:
            kept = self.phone.get("/groups/kept/", HTTP_ACCEPT_LANGUAGE=self.languages)
            self.play.state["settings"] = {"currency": kept.json()["currency"]}
        with surrounded(self.at, random):
            meta["HTTP_ACCEPT_LANGUAGE"] = self.languages
            response = self.phone.generic(method, path, (body or "").encode(), FORM, **meta)
        text = response.content.decode()
        request = {
            "method": method,
            "path": path,
            "headers": given,
            "body": self._numbered(body or ""),
            "now": iso(self.at),
            "random": random,
            "languages": self.languages,
            "zone": self.zone,
        }
        answer = self._numbered(settled(text))
        self.play.exchanges.append(Exchange(request, response.status_code, seen(response.headers), answer))
        self.path = path
        self.answer = response.status_code, text
        self.location = response.headers.get("Location", "") or response.headers.get("HX-Redirect", "")

    def _numbered(self, text: str) -> str:
        """Disputes counted from 1, as a phone counts its own."""
        return DISPUTE.sub(lambda found: found[1] + str(int(found[2]) - self.disputes), text)


@contextmanager
def surrounded(now: datetime, random: list[str]) -> Iterator[None]:
    """The server at this time, and with this chance where it decides what is seen."""
    HERE.bring(now, random)
    with (
        mock.patch("django.utils.timezone.now", return_value=now),
        mock.patch("companion.forms.new_game.secrets", SimpleNamespace(choice=HERE.choice)),
        mock.patch("companion.store.entries.new_id", partial(HERE.text, ID_ALPHABET, ID_LENGTH)),
    ):
        yield
