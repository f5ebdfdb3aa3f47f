"""The open event streams of this process, by table, night or group, and who is connected.

Streams are tasks of the server's loop. One thread reads the database for all of them together. It keeps its
connection as requests do: to open an SQLite file takes longer than to read what every poke waits for.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from django.db import connection
from django.http import Http404
from django.utils import timezone

from companion.log.at_night import TOPIC
from companion.log.table import Impossible
from companion.server import metrics
from companion.store import changes, games, groups, happening, nights, phones, rows
from companion.store.games import TableVersion
from companion.store.happening import Happened, Position

HEARTBEAT = 15.0  # seconds
AT_ONCE = 16  # streams that beat in one go
READ_AT_ONCE = 1_000  # streams whose tables are read in one go after they beat
CONNECTED_FOR = timedelta(seconds=40)
LINGER = 2.0  # seconds that a device counts as connected while it changes pages
AFTER = 0.005  # seconds from a change to its pokes: whoever saved gets the answer first
MOST_TEXT = 20_000  # characters of news that a poke brings; a phone fetches what is more
RETRY = 1.0  # seconds between an error of the database and the next read

COMMENT = b":\n\n"
BEAT = b":\nevent: beat\ndata:\n\n"

Place = tuple[str, str]  # id of a table, and a device
T = TypeVar("T")
Listen = Callable[[changes.Callback, changes.Topics], Coroutine[Any, Any, None]]
READ: Mapping[str, Callable[[Collection[str]], dict[str, TableVersion]]] = {
    "": games.versions,
    TOPIC: nights.versions,
    groups.TOPIC: groups.versions,
    happening.OF_GROUP: happening.versions_of_groups,
    happening.OF_NIGHT: nights.versions,
}
# Streams of all tables of a group or night, for programs: the topic under which changes there are announced.
ANNOUNCED = {happening.OF_GROUP: groups.TOPIC, happening.OF_NIGHT: TOPIC}

log = logging.getLogger(__name__)


def versions(topics: Collection[str]) -> dict[str, TableVersion]:
    """Versions of these tables, nights and groups, by topic: a few queries for each kind."""
    found: dict[str, TableVersion] = {}
    for kind, read in READ.items():
        ids = [topic.removeprefix(kind) for topic in topics if kind_of(topic) == kind]
        if ids:
            found |= {kind + one: version for one, version in read(ids).items()}
    return found


def kind_of(topic: str) -> str:
    """What stands before the id in a topic; nothing before a table's."""
    return topic[: topic.find("-") + 1]


def announced(topic: str) -> str:
    """The topic under which changes of this one are announced."""
    kind = kind_of(topic)
    return ANNOUNCED.get(kind, kind) + topic.removeprefix(kind)


def told_by(topic: str) -> set[str]:
    """The topics that a change announced under this one may be news of."""
    kind = kind_of(topic)
    return {topic, *(many + topic.removeprefix(kind) for many, one in ANNOUNCED.items() if one == kind)}


@dataclass(frozen=True)
class Told:
    """What is new at a table: *text* is the JSON of ``rows.News``, for those who have been sent *since*."""

    since: str
    text: str


class Stream:
    """One open event stream; keeps only the newest version while the client is slow.

    brings_rows: whether its pokes bring what is new, for a phone that draws the table itself.
    """

    def __init__(self, table_id: str, device: str, seen: str = "", *, brings_rows: bool = False) -> None:
        self.place: Place = (table_id, device)
        self.brings_rows = brings_rows
        self.told: Told | None = None
        self.sent = seen
        self.now = ""
        self.over = False
        self.begun = False
        self.wake = asyncio.Event()

    def send(self, version: TableVersion, told: Told | None = None) -> None:
        """Queue the table's version and revision; the stream's event id is "version.revision"."""
        if version.id != self.now:
            self.now, self.told = version.id, told
            self.wake.set()

    def end(self) -> None:
        """End the stream."""
        self.over = True
        self.wake.set()

    async def next(self) -> bytes:
        """Wait for the next bytes to send; empty at the end."""
        await self.wake.wait()
        self.wake.clear()
        if self.over:
            return b""
        start, self.begun = b"" if self.begun else b"retry: 1000\n", True
        if new := self.new():
            metrics.poked()
            return start + new
        return start + COMMENT if start else BEAT

    def new(self) -> bytes:
        """What is to be sent since the last time; empty if that is nothing."""
        before, self.sent = self.sent, self.now
        return self._poke(before) if before != self.now else b""

    def _poke(self, before: str) -> bytes:
        data = f'{{"table": "{self.place[0]}", "version": {self.now.partition(".")[0]}'
        if self.brings_rows and self.told and self.told.since == before:
            data += f', "since": "{before}", "news": {self.told.text}'
        data += "}"
        return f"id: {self.now}\nevent: poke\ndata: {data}\n\n".encode()


class Events(Stream):
    """The stream of a program: how it stands, then an event for each row of the log.

    After *seen*, the id of an event, it goes on with the rows since.
    """

    def __init__(self, topic: str, device: str, seen: str = "") -> None:
        super().__init__(topic, device, seen)
        version, _, rest = seen.partition(".")
        self.after: Position | None = (int(version), int(rest)) if seen else None
        self.waiting: list[bytes] = []

    def tell(self, version: TableVersion, happened: Happened) -> None:
        """Queue what happened since the last time; MOST events at most, the newest."""
        after = self.after
        goes_on = after is not None and after[0] <= happened.at[0]
        events = [one for one in happened.rows if after and one.at > after] if goes_on else happened.now
        events = [one for one in events if self.place[1] not in one.without]
        ids = [f"id: {one.at[0]}.{one.at[1]}\ndata: {one.data}\n\n".encode() for one in events]
        self.waiting = [*self.waiting, *ids][-happening.MOST :]
        self.after, self.now = happened.at, version.id
        if events or not self.begun:
            self.wake.set()

    def new(self) -> bytes:
        """The events that wait."""
        told, self.waiting = b"".join(self.waiting), []
        return told


class Hub:
    """The streams of one process by table. Call everything but ``on_change`` in the loop."""

    def __init__(
        self,
        versions: Callable[[Collection[str]], Mapping[str, TableVersion]] = versions,
        mark_here: Callable[[Mapping[str, Collection[str]], datetime], None] = phones.mark_here,
        listen: Listen = changes.listen,
        news: Callable[[str, int], rows.News] = rows.news,
        happened: Callable[[str, Position | None], Happened] = happening.since,
    ) -> None:
        self.versions, self.mark_here, self.listen, self.news = versions, mark_here, listen, news
        self.happened = happened
        self.streams: dict[str, set[Stream]] = {}
        self.here: set[Place] = set()
        self.told: dict[str, rows.News] = {}  # by table, as long as a stream brings rows
        self.closed = False
        self._running: list[asyncio.Task[None]] = []
        self._reading: asyncio.Task[None] | None = None
        self._result: asyncio.Future[bool] | None = None
        self._wanted: set[str] = set()
        self._unknown = False
        self._marking: asyncio.Task[None] | None = None
        self._to_mark: set[Place] = set()

    # Streams

    async def open(self, stream: Stream) -> bool:
        """Add a stream. The stream has ended if its device has no role at the table.

        Returns False if the database can't be read.
        """
        if not self._running:
            self._start()
        self.streams.setdefault(stream.place[0], set()).add(stream)
        self.topics.follow(announced(stream.place[0]))
        metrics.stream_opened()
        if not await asyncio.shield(self.refresh(stream.place[:1])):
            return False
        if not stream.over and stream.place not in self.here:
            self.here.add(stream.place)
            self._mark([stream.place])
        return True

    def leave(self, stream: Stream) -> None:
        """Remove a stream; its device counts as connected for LINGER seconds more."""
        table_id = stream.place[0]
        self.streams[table_id].discard(stream)
        metrics.stream_closed()
        if not self.streams[table_id]:
            del self.streams[table_id]
            if not told_by(announced(table_id)) & self.streams.keys():
                self.topics.leave(announced(table_id))
            self.told.pop(table_id, None)
        if not self.closed:
            self._loop.call_later(LINGER, self._left, stream.place)

    def close(self) -> None:
        """End every stream, because the server stops."""
        self.closed = True
        changes.subscribers.discard(self.on_change)
        for stream in self._all():
            stream.end()
        for task in self._running:
            task.cancel()
        if self._running:
            self._worker.submit(self._in_worker, partial(self._written, self.here, ()))
            self._worker.shutdown(wait=False)

    # Changes

    def on_change(self, table_id: str) -> None:
        """Queue a change of one table, night or group. Thread-safe."""
        if told_by(table_id) & self.streams.keys():
            with contextlib.suppress(RuntimeError):  # the loop is closed already
                self._loop.call_soon_threadsafe(self._loop.call_later, AFTER, self.changed, table_id)

    def changed(self, table_id: str) -> None:
        """Refresh a changed table, or every table for ALL."""
        everything = set(self.streams)
        tables = everything if table_id == changes.ALL else everything & told_by(table_id)
        if tables and not self.closed:
            self.refresh(tables)

    def refresh(self, tables: Iterable[str]) -> asyncio.Future[bool]:
        """Read the versions of these tables and send them to their streams; False if reading failed.

        Tables requested during a read share the next read.
        """
        self._wanted.update(tables)
        if self._result is None:
            self._result = self._loop.create_future()
        if self._reading is None:
            self._reading = self._loop.create_task(self._read_all())
        return self._result

    async def _read_all(self) -> None:
        while self._result is not None:
            tables, result = frozenset(self._wanted), self._result
            self._wanted.clear()
            self._result = None
            result.set_result(await self._refreshed(tables))
        self._reading = None

    async def _refreshed(self, tables: frozenset[str]) -> bool:
        if self.closed:
            return False
        try:
            found, news, happened = await self._do(partial(self._read, tables))
        except Exception:
            if not self._unknown:
                log.exception("Versions of %s tables not read, trying again", len(tables))
            self._unknown = True
            self._loop.call_later(RETRY, self._retry, tables)
            return False
        self._unknown = False
        for table_id in tables:
            self._send(table_id, found.get(table_id), news.get(table_id), happened.get(table_id))
        return True

    def _read(
        self, tables: frozenset[str]
    ) -> tuple[Mapping[str, TableVersion], dict[str, rows.News], dict[str, Happened]]:
        """Versions of these tables; what is new where a stream brings rows; what happened, for programs."""
        found, news = self.versions(tables), {}
        for table_id, version in found.items():
            if kind_of(table_id) or not any(one.brings_rows for one in tuple(self.streams.get(table_id, ()))):
                continue
            last = self.told.get(table_id)
            if last and (last.version, last.revision) == (version.version, version.revision):
                continue
            after = min(last.version if last else version.version, version.version)
            with contextlib.suppress(Http404):  # deleted meanwhile
                news[table_id] = self.news(table_id, after)
        return found, news, self._happened(found)

    def _happened(self, found: Mapping[str, TableVersion]) -> dict[str, Happened]:
        """What happened there, where a program hasn't been told of this version."""
        told = {}
        for topic, version in found.items():
            open_here = [one for one in tuple(self.streams.get(topic, ())) if isinstance(one, Events)]
            behind = [one.after for one in open_here if one.now != version.id]
            if behind:
                after = [one for one in behind if one is not None]
                with contextlib.suppress(Http404, Impossible):  # deleted meanwhile, or not to be replayed
                    told[topic] = self.happened(topic, min(after, default=None))
                    if after and None in behind:
                        told[topic] = replace(told[topic], now=self.happened(topic, None).now)
        return told

    def _retry(self, tables: Iterable[str]) -> None:
        for table_id in tables:
            self.changed(table_id)

    def _send(
        self,
        table_id: str,
        version: TableVersion | None,
        news: rows.News | None,
        happened: Happened | None,
    ) -> None:
        told = None
        if version and news and table_id in self.streams:
            last, self.told[table_id] = self.told.get(table_id), news
            version = replace(version, version=news.version, revision=news.revision)
            goes_on = last and last.rest == news.rest and last.version <= news.version
            if last and goes_on and len(news.text) <= MOST_TEXT:
                told = Told(f"{last.version}.{last.revision}", news.text)
        for stream in self.streams.get(table_id, ()):
            if version is None or stream.place[1] not in version.devices:
                stream.end()
            elif not isinstance(stream, Events):
                stream.send(version, told)
            elif happened:
                stream.tell(version, happened)

    # Presence

    def _left(self, place: Place) -> None:
        if place in self.here and not self._is_connected(place):
            self.here.discard(place)
            self._mark([place])

    def _is_connected(self, place: Place) -> bool:
        return any(one.place == place for one in self.streams.get(place[0], ()))

    def _mark(self, places: Iterable[Place]) -> None:
        self._to_mark.update(places)
        if self._marking is None and not self.closed:
            self._marking = self._loop.create_task(self._mark_all())

    async def _mark_all(self) -> None:
        while self._to_mark and not self.closed:
            places = frozenset(self._to_mark)
            self._to_mark.clear()
            here = places & self.here
            try:
                await self._do(partial(self._written, places - here, here))
            except Exception:
                log.exception("Presence not written")
        self._marking = None

    def _written(self, gone: Collection[Place], here: Collection[Place]) -> None:
        now = timezone.now()
        for places, until in ((gone, now), (here, now + CONNECTED_FOR)):
            tables: dict[str, set[str]] = {}
            for table_id, device in places:
                if not kind_of(table_id):  # who looks at a night or a group is nowhere shown as connected
                    tables.setdefault(table_id, set()).add(device)
            if tables:
                self.mark_here(tables, until)

    # Tasks that run while a stream is open

    def _start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._worker = ThreadPoolExecutor(1, "bower-live")
        changes.subscribers.add(self.on_change)
        self.topics = changes.Topics()
        tasks = (self._beat(), self.listen(self.changed, self.topics))
        self._running = [self._loop.create_task(one) for one in tasks]

    async def _beat(self) -> None:
        while True:
            streams = list(self._all())
            parts = in_parts(streams, READ_AT_ONCE)
            for part in parts:
                await self._wake(part, HEARTBEAT / len(parts))
                await self._look_at(part)
            if not (self.streams or self.here or self._marking):
                return self._rest()

    async def _look_at(self, streams: list[Stream]) -> None:
        """Send these streams what they have missed, and mark their devices as here."""
        places = {stream.place for stream in streams}
        if not places:
            return
        if await asyncio.shield(self.refresh({table_id for table_id, _device in places})):
            self._mark({stream.place for stream in streams if not stream.over} & self.here)

    async def _wake(self, streams: list[Stream], seconds: float) -> None:
        """Wake these streams, a few at a time: with hundreds at once all requests would wait for them."""
        groups = in_parts(streams, AT_ONCE)
        for group in groups:
            await asyncio.sleep(seconds / len(groups))
            for stream in group:
                stream.wake.set()

    def _rest(self) -> None:
        changes.subscribers.discard(self.on_change)
        for task in self._running[1:]:
            task.cancel()
        self._running = []
        self._worker.shutdown(wait=False)

    def _all(self) -> Iterator[Stream]:
        return (stream for streams in tuple(self.streams.values()) for stream in tuple(streams))

    async def _do(self, job: Callable[[], T]) -> T:
        return await self._loop.run_in_executor(self._worker, self._in_worker, job)

    @staticmethod
    def _in_worker(job: Callable[[], T]) -> T:
        try:
            return job()
        finally:
            connection.close_if_unusable_or_obsolete()


def in_parts(streams: list[Stream], most: int) -> list[list[Stream]]:
    """The streams in parts of at most so many; one empty part without any."""
    return [streams[at : at + most] for at in range(0, len(streams), most)] or [[]]
