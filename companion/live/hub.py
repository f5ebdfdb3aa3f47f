"""Who listens at which table in this process, and what there is to tell them.

Streams are tasks of the server's loop. What they need from the database is asked for all of them together,
in one thread that holds no connection between two questions.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from django.db import connection
from django.utils import timezone

from companion.store import announce, people
from companion.store.people import Pulse

HEARTBEAT = 15.0  # seconds
HERE_FOR = timedelta(seconds=40)
LINGER = 2.0  # seconds in which a phone that went from page to page is back
ONCE_MORE = 1.0  # seconds until a database that did not answer is asked again

COMMENT = b":\n\n"
BEAT = b":\nevent: beat\ndata:\n\n"

Place = tuple[str, str]  # a table and a device at it
T = TypeVar("T")

log = logging.getLogger(__name__)


class Stream:
    """One page that listens. Whatever happens while its phone is slow, only the newest is kept for it."""

    def __init__(self, table_id: str, device: str, seen: str = "") -> None:
        self.place: Place = (table_id, device)
        self.sent = seen
        self.now = ""
        self.over = False
        self.begun = False
        self.wake = asyncio.Event()

    def tell(self, pulse: Pulse) -> None:
        """How far the table is."""
        now = f"{pulse.version}.{pulse.stir}"
        if now != self.now:
            self.now = now
            self.wake.set()

    def end(self) -> None:
        self.over = True
        self.wake.set()

    async def next(self) -> bytes:
        """What is to be sent next, as soon as there is something; nothing at the end."""
        await self.wake.wait()
        self.wake.clear()
        if self.over:
            return b""
        is_news, self.sent = self.now != self.sent, self.now
        start, self.begun = b"" if self.begun else b"retry: 1000\n", True
        if is_news:
            return start + self._poke()
        return start + COMMENT if start else BEAT

    def _poke(self) -> bytes:
        data = f'{{"table": "{self.place[0]}", "version": {self.now.partition(".")[0]}}}'
        return f"id: {self.now}\nevent: poke\ndata: {data}\n\n".encode()


class Hub:
    """The streams of one process by table. Everything but ``hear`` is called in the loop."""

    def __init__(
        self,
        pulse: Callable[[Collection[str]], Mapping[str, Pulse]] = people.pulse,
        mark_here: Callable[[Mapping[str, Collection[str]], datetime], None] = people.mark_here,
        listen: Callable[[announce.Heard], Coroutine[Any, Any, None]] = announce.listen,
    ) -> None:
        self.pulse, self.mark_here, self.listen = pulse, mark_here, listen
        self.streams: dict[str, set[Stream]] = {}
        self.here: set[Place] = set()
        self.closed = False
        self._running: list[asyncio.Task[None]] = []
        self._asking: asyncio.Task[None] | None = None
        self._answer: asyncio.Future[bool] | None = None
        self._wanted: set[str] = set()
        self._unknown = False
        self._marking: asyncio.Task[None] | None = None
        self._to_mark: set[Place] = set()

    # Streams

    async def open(self, stream: Stream) -> bool:
        """Take a stream in; it is over already if its device has no business here.

        False when the database does not answer.
        """
        if not self._running:
            self._start()
        self.streams.setdefault(stream.place[0], set()).add(stream)
        if not await asyncio.shield(self.ask(stream.place[:1])):
            return False
        if not stream.over and stream.place not in self.here:
            self.here.add(stream.place)
            self._mark([stream.place])
        return True

    def leave(self, stream: Stream) -> None:
        table_id = stream.place[0]
        self.streams[table_id].discard(stream)
        if not self.streams[table_id]:
            del self.streams[table_id]
        if not self.closed:
            self._loop.call_later(LINGER, self._left, stream.place)

    def close(self) -> None:
        """The server is stopping: every stream ends now."""
        self.closed = True
        announce.ears.discard(self.hear)
        for stream in self._all():
            stream.end()
        for task in self._running:
            task.cancel()
        if self._running:
            self._worker.submit(self._in_worker, partial(self._written, self.here, ()))
            self._worker.shutdown(wait=False)

    # Words

    def hear(self, table_id: str) -> None:
        """A table has changed; called from any thread."""
        if table_id in self.streams:
            with contextlib.suppress(RuntimeError):  # the loop is closed already
                self._loop.call_soon_threadsafe(self.word, table_id)

    def word(self, table_id: str) -> None:
        """A table, or ALL, has changed."""
        tables = list(self.streams) if table_id == announce.ALL else {table_id} & self.streams.keys()
        if tables and not self.closed:
            self.ask(tables)

    def ask(self, tables: Iterable[str]) -> asyncio.Future[bool]:
        """Find out how far these tables are and tell it to their streams.

        What is asked while a question is under way goes into the next, all at once.
        """
        self._wanted.update(tables)
        if self._answer is None:
            self._answer = self._loop.create_future()
        if self._asking is None:
            self._asking = self._loop.create_task(self._ask())
        return self._answer

    async def _ask(self) -> None:
        while self._answer is not None:
            tables, answer = frozenset(self._wanted), self._answer
            self._wanted.clear()
            self._answer = None
            answer.set_result(await self._asked(tables))
        self._asking = None

    async def _asked(self, tables: frozenset[str]) -> bool:
        if self.closed:
            return False
        try:
            found = await self._do(partial(self.pulse, tables))
        except Exception:
            if not self._unknown:
                log.exception("Not known how far %s tables are, asking again", len(tables))
            self._unknown = True
            self._loop.call_later(ONCE_MORE, self._word_of_all, tables)
            return False
        self._unknown = False
        for table_id in tables:
            self._tell(table_id, found.get(table_id))
        return True

    def _word_of_all(self, tables: Iterable[str]) -> None:
        for table_id in tables:
            self.word(table_id)

    def _tell(self, table_id: str, pulse: Pulse | None) -> None:
        for stream in self.streams.get(table_id, ()):
            if pulse is None or stream.place[1] not in pulse.devices:
                stream.end()
            else:
                stream.tell(pulse)

    # Who is here

    def _left(self, place: Place) -> None:
        if place in self.here and not self._is_here(place):
            self.here.discard(place)
            self._mark([place])

    def _is_here(self, place: Place) -> bool:
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
                log.exception("Not written who is here")
        self._marking = None

    def _written(self, gone: Collection[Place], here: Collection[Place]) -> None:
        now = timezone.now()
        for places, until in ((gone, now), (here, now + HERE_FOR)):
            if places:
                self.mark_here(by_table(places), until)

    # What runs while anybody listens

    def _start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._worker = ThreadPoolExecutor(1, "bower-live")
        announce.ears.add(self.hear)
        self._running = [self._loop.create_task(one) for one in (self._beat(), self.listen(self.word))]

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            if not (self.streams or self.here or self._marking):
                return self._rest()
            for stream in self._all():
                stream.wake.set()
            if await asyncio.shield(self.ask(self.streams)):
                self._mark({stream.place for stream in self._all() if not stream.over})

    def _rest(self) -> None:
        announce.ears.discard(self.hear)
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
            connection.close()


def by_table(places: Iterable[Place]) -> dict[str, set[str]]:
    """Devices by table."""
    tables: dict[str, set[str]] = {}
    for table_id, device in places:
        tables.setdefault(table_id, set()).add(device)
    return tables
