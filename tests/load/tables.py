"""Tables under load: eight phones each, a hand every so often, and how long each waits to hear of it."""

import asyncio
import gzip
import html
import json
import random
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import uuid4

from tests.load.wire import Answer, Client, Door
from tests.load.writers import HAND
from tests.service.phone import SEE_OTHER, Phone, new_table

OK, BUSY = 200, 503
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
TAPS: tuple[tuple[str, str], ...] = (("maker", "0"), ("trump", "spades"), ("tricks", "3"))
PLAYERS = ("Ann", "Bo", "Cy", "Dee")
TAP_PAUSE = 1.0  # seconds between two taps
HTMX = {"HX-Request": "true", "HX-Target": "hand"}


@dataclass
class Told:
    """Everything measured, in milliseconds; how often there was no room for it; and what went wrong."""

    saves: list[float] = field(default_factory=list)
    taps: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    pokes: list[float] = field(default_factory=list)
    saves_refused: int = 0
    taps_refused: int = 0
    pages_refused: int = 0
    missed: int = 0
    errors: list[str] = field(default_factory=list)


@dataclass
class Table:
    """A table: the address of its page, the host's phone and the others', and the saves sent so far."""

    path: str
    host: Client
    phones: list[Client]
    told: Told
    taps: int = len(TAPS)
    query: str = ""  # of the event stream
    sent: dict[int, float] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """The version that every phone should have heard of."""
        return max(self.sent, default=0)

    async def play(self, begun: float, until: float, every: float) -> None:
        """Save a hand every so many seconds, the first after *begun* seconds."""
        await asyncio.sleep(begun)
        while time.perf_counter() < until:
            started = time.perf_counter()
            await self._hand()
            await asyncio.sleep(max(0.0, every - (time.perf_counter() - started)))

    async def follow(self, phone: Client) -> None:
        """A phone with the table open: at every change it fetches the page again. Cancelled at the end.

        What changes while it fetches is fetched with the next page, as by browsers.
        """
        heard = -1
        changed = asyncio.Event()
        reading = asyncio.create_task(self._read(phone, changed))
        try:
            async for version in phone.listen(self.path, self.query):
                now = time.perf_counter()
                waited = [
                    (now - self.sent[one]) * 1000 for one in range(heard + 1, version + 1) if one in self.sent
                ]
                self.told.pokes += waited
                is_first, heard = heard < 0, max(heard, version)
                if not is_first and phone is not self.host:  # its page has that already
                    changed.set()
            self.told.errors.append("a stream ended")
        except (OSError, TimeoutError) as error:
            self.told.errors.append(f"stream: {error!r}")
        finally:
            reading.cancel()
            self.told.missed += sum(one > heard for one in self.sent)

    async def _read(self, phone: Client, changed: asyncio.Event) -> None:
        """Fetch the page at each change."""
        tag = ""
        while await changed.wait():
            changed.clear()
            page = await self._page(phone, self.path, (OK, 304), **{"If-None-Match": tag})
            tag = page.headers.get("etag", tag)

    async def _hand(self) -> None:
        """Open the hand form, tap, save."""
        page = await self._page(self.host, self.path + "hands/new/", (OK,))
        form = hidden(page)
        for name, value in TAPS[: self.taps]:
            form = {**form, name: value, "tap": str(int(time.time() * 1000))}
            answer = await self._timed(
                self.host, self.told.taps, self.path + "hands/", form, (OK, BUSY), **HTMX
            )
            self.told.taps_refused += answer.status == BUSY
            form |= {name: hidden(answer).get(name, form[name]) for name in ("rev", "seen", "key", "opened")}
            await asyncio.sleep(TAP_PAUSE)
        form |= {**dict(TAPS), "save": "1"}
        version = int(form["seen"]) + 1
        self.sent[version] = time.perf_counter()
        ends = (OK, SEE_OTHER)
        while (
            await self._timed(self.host, self.told.saves, self.path + "hands/", form, (*ends, BUSY), **HTMX)
        ).status not in ends:
            self.told.saves_refused += 1
            await asyncio.sleep(1)

    async def _page(self, phone: Client, path: str, meant: tuple[int, ...], **headers: str) -> Answer:
        """A page; while there is no room for it, it is asked for again when the answer says."""
        while True:
            answer = await self._timed(phone, self.told.pages, path, None, (*meant, BUSY), **headers)
            if answer.status != BUSY:
                return answer
            self.told.pages_refused += 1
            pause = float(answer.headers["retry-after"]) * random.uniform(0.5, 1.5)  # noqa: S311 - as phones do
            await asyncio.sleep(pause)

    async def _timed(
        self,
        phone: Client,
        into: list[float],
        path: str,
        form: Mapping[str, str] | None,
        meant: tuple[int, ...],
        said: object = None,
        **headers: str,
    ) -> Answer:
        begun = time.perf_counter()
        try:
            answer = await phone.ask(path, form, said=said, **headers)
        except (OSError, TimeoutError) as error:
            self.told.errors.append(f"{error!r}")
            return Answer(0, {}, b"")
        if answer.status != BUSY:
            into.append((time.perf_counter() - begun) * 1000)
        if answer.status not in meant:
            self.told.errors.append(f"{answer.status} {path.rpartition('/games/')[2]}")
        return answer


@dataclass
class Pocket(Table):
    """A table whose phones draw it themselves: taps and saves go as items, and pokes bring the rows."""

    query: str = "?rows"
    rev: int = 0

    async def _read(self, phone: Client, changed: asyncio.Event) -> None:
        """Nothing: the poke has brought it."""

    async def _hand(self) -> None:
        """Tap, and save."""
        texts: dict[str, str] = {}
        for name, value in TAPS[: self.taps]:
            texts[name] = value
            self.rev += 1
            form = {"texts": texts, "press": "", "base": self.version, "tap": self.rev, "rev": self.rev}
            body = {"rev": self.rev, "begun": self.version, "players": json.dumps(PLAYERS), "moves": "[]"}
            item = self._item(
                "progress", self.rev - 1, body={**body, "form": json.dumps(form), "started": None}
            )
            answer = await self._told(self.told.taps, item)
            if answer.status == BUSY:
                self.told.taps_refused += 1
                self.rev -= 1
            await asyncio.sleep(TAP_PAUSE)
        version = self.version
        self.sent[version + 1] = time.perf_counter()
        item = self._item("entry", version, entry=json.dumps(HAND))
        while (await self._told(self.told.saves, item)).status == BUSY:
            self.told.saves_refused += 1
            await asyncio.sleep(1)

    def _item(self, what: str, seen: int, **more: object) -> dict[str, object]:
        plain = {"id": 1, "target": None, "entry": None, "restores": False, "told_at": None, "body": None}
        base = {"table": self.path.split("/")[2], "base": self.version, "seen": seen, "key": str(uuid4())}
        return {**plain, **base, "what": what, **more}

    async def _told(self, into: list[float], item: dict[str, object]) -> Answer:
        return await self._timed(self.host, into, self.path + "outbox/", None, (OK, BUSY), said=item)


def hidden(answer: Answer) -> dict[str, str]:
    """The hidden fields of a page."""
    packed = answer.headers.get("content-encoding") == "gzip"
    page = (gzip.decompress(answer.body) if packed else answer.body).decode()
    return {name: html.unescape(value) for name, value in HIDDEN.findall(page)}


def seated(door: Door, phones: int, told: Told, taps: int, kind: type[Table] = Table) -> Table:
    """A new table whose phones all have joined."""
    host = Phone(door)
    path = new_table(host)
    others = [Phone(door) for _ in range(phones - 1)]
    link = host.link(path, "player")
    for other in others:
        other.join(link)
    clients = [Client(door, one.cookies) for one in (host, *others)]
    return kind(path, clients[0], clients, told, taps)
