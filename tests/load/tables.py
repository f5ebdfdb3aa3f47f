"""Tables under load: eight phones each, a hand every so often, and how long each waits to hear of it."""

import asyncio
import gzip
import html
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.load.wire import Answer, Client, Door
from tests.service.phone import SEE_OTHER, Phone, new_table

OK = 200
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
TAPS: tuple[tuple[str, str], ...] = (("maker", "0"), ("trump", "spades"), ("tricks", "3"))
TAP_PAUSE = 1.0  # seconds between two taps
HTMX = {"HX-Request": "true", "HX-Target": "hand"}


@dataclass
class Told:
    """Everything measured, in milliseconds, and what went wrong."""

    saves: list[float] = field(default_factory=list)
    taps: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    pokes: list[float] = field(default_factory=list)
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
        """A phone with the table open: at every change it fetches the page again. Cancelled at the end."""
        heard = -1
        tag = ""
        try:
            async for version in phone.listen(self.path):
                now = time.perf_counter()
                waited = [
                    (now - self.sent[one]) * 1000 for one in range(heard + 1, version + 1) if one in self.sent
                ]
                self.told.pokes += waited
                is_first, heard = heard < 0, max(heard, version)
                if is_first or phone is self.host:
                    continue  # its page has that already
                page = await self._timed(
                    phone, self.told.pages, self.path, None, (OK, 304), **{"If-None-Match": tag}
                )
                tag = page.headers.get("etag", tag)
            self.told.errors.append("a stream ended")
        except (OSError, TimeoutError) as error:
            self.told.errors.append(f"stream: {error!r}")
        finally:
            self.told.missed += sum(one > heard for one in self.sent)

    async def _hand(self) -> None:
        """Open the hand form, tap, save."""
        page = await self._timed(self.host, self.told.pages, self.path + "hands/new/", None, (OK,))
        form = hidden(page)
        for name, value in TAPS[: self.taps]:
            form = {**form, name: value, "tap": str(int(time.time() * 1000))}
            answer = await self._timed(self.host, self.told.taps, self.path + "hands/", form, (OK,), **HTMX)
            form |= {name: hidden(answer).get(name, form[name]) for name in ("rev", "seen", "key", "opened")}
            await asyncio.sleep(TAP_PAUSE)
        form |= dict(TAPS)
        version = int(form["seen"]) + 1
        self.sent[version] = time.perf_counter()
        await self._timed(
            self.host, self.told.saves, self.path + "hands/", {**form, "save": "1"}, (OK, SEE_OTHER), **HTMX
        )

    async def _timed(
        self,
        phone: Client,
        into: list[float],
        path: str,
        form: Mapping[str, str] | None,
        meant: tuple[int, ...],
        **headers: str,
    ) -> Answer:
        begun = time.perf_counter()
        try:
            answer = await phone.ask(path, form, **headers)
        except (OSError, TimeoutError) as error:
            self.told.errors.append(f"{error!r}")
            return Answer(0, {}, b"")
        into.append((time.perf_counter() - begun) * 1000)
        if answer.status not in meant:
            self.told.errors.append(f"{answer.status} {path.rpartition('/games/')[2]}")
        return answer


def hidden(answer: Answer) -> dict[str, str]:
    """The hidden fields of a page."""
    packed = answer.headers.get("content-encoding") == "gzip"
    page = (gzip.decompress(answer.body) if packed else answer.body).decode()
    return {name: html.unescape(value) for name, value in HIDDEN.findall(page)}


def seated(door: Door, phones: int, told: Told, taps: int) -> Table:
    """A new table whose phones all have joined."""
    host = Phone(door)
    path = new_table(host)
    others = [Phone(door) for _ in range(phones - 1)]
    link = host.link(path, "player")
    for other in others:
        other.join(link)
    clients = [Client(door, one.cookies) for one in (host, *others)]
    return Table(path, clients[0], clients, told, taps)
