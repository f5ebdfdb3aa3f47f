"""A change of the database: written in one transaction, then told to this process and the others.

SQLite lets one connection write at a time, and threads that wait for its lock sleep and starve each other.
Here they wait for their turn in the order in which they came, before BEGIN. Work that needs no row belongs
before the transaction: everybody else waits for what is inside. Whether a save would succeed now is found out
by a write of its own.

Told are callbacks here, and other processes by Redis, NOTIFY or polling. Redis has a channel for each topic,
and a process hears the topics of its own streams. NOTIFY has one channel for all: PostgreSQL wakes every
listener anyway. It also stands in for a Redis that is gone.
"""

import asyncio
import logging
import secrets
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, aclosing, closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import local
from typing import Any

import psycopg
from django.conf import settings
from django.db import Error, OperationalError, connection, transaction
from django.utils import timezone

from companion.access.limits import exceeded
from companion.access.shared import Shared, shared
from companion.models import WriteCheck
from companion.server import database_trouble, metrics
from companion.server.admission import WRITING, Turns, Unavailable

LOCKED = ("locked", "busy")
FILLING = "." * 5000  # more than a page of either database: on a full disk it does not fit
LEAST_FREE = 32 * 1024 * 1024  # bytes

CHANNEL = "bower"  # of NOTIFY; of Redis ":" and a topic follow, and without them it is what Bower 0.2 knows
TELLS = ("message", "pmessage")  # what Redis says that somebody published
ALL = ""  # instead of a table's id: changes may have been missed, so any table may have changed
PROCESS_ID = secrets.token_hex(4)  # sent with each change, so that a process skips its own

POLL = 0.2  # seconds between two reads of an SQLite file's counter
OWN_PAUSE = 2.0  # seconds between two ALL while this process writes: its own writes move the counter too
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds before a lost connection is tried again; it doubles
REDIS_TIMEOUT = 1.0
LOOK = 0.5  # seconds between two looks whether Redis is back, while NOTIFY stands in for it
KEPT = 5.0  # seconds at most that Redis is listened to for a topic which nobody follows any more
ATTRIBUTES = "target_session_attrs"  # which of several servers is meant: the one that writes
KEEPALIVE: dict[str, Any] = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "connect_timeout": 5,
}


class Here(local):
    """Whether this thread is inside a transaction that writes."""

    inside = False


TURNS = Turns(WRITING)
HERE = Here()


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that writes; inside another one, a part of it.

    Raises Unavailable if the database stays locked for as long as WRITING says: nothing is written then.
    """
    if HERE.inside:
        yield
        return
    asked = time.monotonic()
    if connection.vendor != "sqlite":
        with _inside(), transaction.atomic():
            metrics.database_waited(time.monotonic() - asked)
            yield
        return
    with TURNS.turn(), ExitStack() as begun, _inside():
        while True:  # until it has begun: another process may hold the file
            try:
                begun.enter_context(transaction.atomic())
                break
            except OperationalError as error:
                if not any(word in str(error) for word in LOCKED):
                    raise
                if time.monotonic() > asked + TURNS.limit.seconds:
                    exceeded(str(error))
                    raise Unavailable(str(error)) from error
        metrics.database_waited(time.monotonic() - asked)
        yield


@contextmanager
def _inside() -> Iterator[None]:
    HERE.inside = True
    try:
        yield
    finally:
        HERE.inside = False


def why_not() -> str:
    """What keeps the database from saving, as the end of a sentence; empty if it saves.

    A disk that is nearly full counts: SQLite could save a little longer, but not for long.
    """
    try:
        _write()
    except Error as error:
        return database_trouble.trouble(error) or "can’t be written"
    if connection.vendor != "sqlite":  # elsewhere the server of the database knows what is free
        return ""
    free = shutil.disk_usage(Path(str(connection.settings_dict["NAME"])).parent).free
    return "has hardly any space left" if free < LEAST_FREE else ""


def _write() -> None:
    """A row in a page of its own is committed, and the one of last time removed."""
    with writing():
        made = WriteCheck.objects.create(at=timezone.now(), filling=FILLING)
        WriteCheck.objects.exclude(pk=made.pk).delete()


# Telling others of a change.

Callback = Callable[[str], None]

log = logging.getLogger(__name__)
subscribers: set[Callback] = set()  # of this process; called in the thread that has saved


class Topics:
    """What the streams of this process follow: tables, nights and groups. Call in the loop."""

    def __init__(self) -> None:
        self.followed: set[str] = set()
        self.came = asyncio.Event()

    def follow(self, topic: str) -> None:
        """Hear of this topic; *listen* calls back with it once other processes are heard."""
        if topic not in self.followed:
            self.followed.add(topic)
            self.came.set()

    def leave(self, topic: str) -> None:
        """Hear of it no longer, soon."""
        self.followed.discard(topic)


class Own:
    """What this process announced and committed: how many changes."""

    changes = 0


def announce(table_id: str) -> None:
    """Notify subscribers that a table changed, after the transaction commits."""
    bus = shared()
    by_redis = bus is not None and not bus.is_lost
    if not by_redis:
        _notify(table_id)
    transaction.on_commit(lambda: _committed(table_id, by_redis=by_redis), robust=True)


def _notify(table_id: str) -> None:
    """Tell other processes by NOTIFY, on PostgreSQL; within a transaction, once it commits."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{PROCESS_ID} {table_id}"])


def _committed(table_id: str, *, by_redis: bool) -> None:
    Own.changes += 1
    for callback in tuple(subscribers):
        callback(table_id)
    if by_redis:
        _publishing().submit(_publish, table_id)


async def listen(callback: Callback, topics: Topics) -> None:
    """Call back with each of these topics that other processes change, and maybe others, until cancelled.

    What changed before *callback* got a topic for the first time may have been missed. A lost connection is
    tried again until it is back; after each connection *callback* gets ALL.
    """
    pause = FIRST_PAUSE
    while True:
        try:
            async with aclosing(_changes(topics)) as changes:
                async for change in changes:
                    callback(change)
                    pause = FIRST_PAUSE
        except Exception as error:
            if bus := shared():
                bus.lost(error)
            elif pause == FIRST_PAUSE:
                log.warning("Other processes are not heard, trying again: %s", type(error).__name__)
                database_trouble.refresh()
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def _changes(topics: Topics) -> Any:
    """The topics that other processes change; ALL first.

    On PostgreSQL without its Redis: by NOTIFY, until Redis is back.
    """
    bus = shared()
    hears_postgres = connection.vendor == "postgresql" and (
        settings.LISTEN_URL or not settings.TRANSACTION_POOLING
    )
    if bus and not (bus.is_lost and hears_postgres):
        return _of_redis(topics)
    return _of_postgres(bus) if connection.vendor == "postgresql" else _of_sqlite()


async def _of_postgres(bus: Shared | None) -> AsyncIterator[str]:
    """LISTEN, on a connection outside the pool; instead of a Redis that is lost, as long as it is."""
    async with await psycopg.AsyncConnection.connect(direct(), autocommit=True) as listener:
        await listener.execute(f"LISTEN {CHANNEL}")
        yield ALL
        while bus is None or bus.is_lost:
            async for notice in listener.notifies(timeout=LOOK if bus else None):
                if change := _foreign(notice.payload):
                    yield change


def direct() -> str:
    """Connection string of PostgreSQL itself: LISTEN_URL, else Django's own database."""
    if settings.LISTEN_URL:
        return psycopg.conninfo.make_conninfo(settings.LISTEN_URL, **KEEPALIVE)
    parts = connection.get_connection_params()
    known = ("dbname", "user", "password", "host", "port", "service", "options", "passfile", ATTRIBUTES)
    given = {name: value for name, value in parts.items() if name in known or name.startswith("ssl")}
    return psycopg.conninfo.make_conninfo(**given, **KEEPALIVE)


async def _of_sqlite() -> AsyncIterator[str]:
    """Poll the file's counter, which moves with every commit on another connection, of this process too."""
    loop = asyncio.get_running_loop()
    with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=0)) as file:
        known, own, told = None, 0, -OWN_PAUSE
        while True:
            version = file.execute("PRAGMA data_version").fetchone()
            was_own, own = own, Own.changes
            if version != known and (own == was_own or loop.time() - told >= OWN_PAUSE):
                known, told = version, loop.time()
                yield ALL
            await asyncio.sleep(POLL)


async def _of_redis(topics: Topics) -> AsyncIterator[str]:
    """These topics, as they come and go. One that comes is told once it is heard: read it again then."""
    import redis.asyncio
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    # Without the library's own reconnecting: it would not report missed changes.
    client = redis.asyncio.from_url(
        settings.REDIS_URL,
        retry=Retry(NoBackoff(), 0),
        socket_connect_timeout=REDIS_TIMEOUT,
        socket_keepalive=True,
    )
    async with client, client.pubsub() as channels:
        heard: set[str] = set()
        await channels.connect()
        await _come(channels, heard, topics)
        await channels.psubscribe(CHANNEL)  # as a pattern, so that _tell counts those of Bower 0.2 alone
        following = asyncio.create_task(_follow(channels, heard, topics))
        try:
            async for message in channels.listen():
                kind = message["type"]
                if kind == "subscribe":  # this topic is heard from now on
                    yield message["channel"].decode().removeprefix(_channel(""))
                elif kind == "psubscribe":
                    yield ALL
                elif kind in TELLS and (change := _foreign(message["data"].decode())):
                    yield change
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)


async def _follow(channels: Any, heard: set[str], topics: Topics) -> None:
    """Subscribe to topics as they come, and unsubscribe every KEPT seconds from those that are gone."""
    loop = asyncio.get_running_loop()
    swept = loop.time()
    try:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(swept + KEPT):
                    await topics.came.wait()
            await _come(channels, heard, topics)
            if loop.time() - swept >= KEPT:
                swept = loop.time()
                gone = heard - topics.followed
                heard -= gone
                await _send(channels, "UNSUBSCRIBE", gone)
    finally:
        await channels.aclose()  # whoever reads from it gets an error, and all begins anew


async def _come(channels: Any, heard: set[str], topics: Topics) -> None:
    topics.came.clear()
    came = topics.followed - heard
    heard |= came
    await _send(channels, "SUBSCRIBE", came)


async def _send(channels: Any, command: str, topics: set[str]) -> None:
    """Without the library's reconnecting, since another task reads. Raises ConnectionError."""
    if topics and not channels.connection.is_connected:
        raise ConnectionError
    if topics:
        await channels.connection.send_command(command, *map(_channel, topics))


def _channel(topic: str) -> str:
    return f"{CHANNEL}:{topic}"


def _foreign(message: str) -> str:
    """The table in a message of another process; empty for one of this process."""
    sender, _space, table_id = message.partition(" ")
    return "" if sender == PROCESS_ID else table_id


@cache
def _publishing() -> ThreadPoolExecutor:
    """The thread that publishes to Redis, so that no save waits for it."""
    return ThreadPoolExecutor(1, "bower-changes")


def _publish(table_id: str) -> None:
    """Tell other processes by Redis; by NOTIFY if it is lost just now."""
    bus = shared()
    if bus and bus.ask(lambda client: _tell(client, table_id)) is None:
        try:
            _notify(table_id)
        finally:
            connection.close()


def _tell(client: Any, table_id: str) -> int:
    """Publish on the channel of the topic; on that for all, too, while a Bower 0.2 listens there.

    One that begins to listen after it was looked for reads every table then.
    """
    message = f"{PROCESS_ID} {table_id}"
    with client.pipeline(transaction=False) as both:
        both.publish(_channel(table_id), message).pubsub_numsub(CHANNEL)
        told, [(_name, earlier)] = both.execute()
    return int(client.publish(CHANNEL, message) if earlier else told)
