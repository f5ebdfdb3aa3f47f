"""The word that a table has changed: in this process heard at once, in others by way of a bus."""

import asyncio
import logging
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, closing
from functools import cache
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection, transaction

CHANNEL = "bower"
ALL = ""  # instead of a table: words may have been missed, so any table may have changed
HERE = secrets.token_hex(4)  # signs the words of this process, which it has heard before the bus brings them

POLL = 0.2  # seconds between two looks at an SQLite file
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds before a lost bus is tried again, doubled from time to time
REDIS_TIMEOUT = 1.0
KEEPALIVE: dict[str, Any] = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "connect_timeout": 5,
}

Heard = Callable[[str], None]

log = logging.getLogger(__name__)
ears: set[Heard] = set()  # whoever listens in this process; called in the thread that has saved


def announce(table_id: str) -> None:
    """Say, once the transaction in progress is committed, that a table or what belongs to it has changed."""
    if not settings.REDIS_URL and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{HERE} {table_id}"])
    transaction.on_commit(lambda: _committed(table_id), robust=True)


def _committed(table_id: str) -> None:
    for ear in tuple(ears):
        ear(table_id)
    if settings.REDIS_URL:
        _publisher().say(table_id)


async def listen(heard: Heard) -> None:
    """Hear what other processes say, until cancelled; a bus that is lost is tried again and again.

    Whenever it is there (again), *heard* is called with ALL.
    """
    pause = FIRST_PAUSE
    while True:
        try:
            async with aclosing(_words()) as words:
                async for word in words:
                    heard(word)
                    pause = FIRST_PAUSE
        except Exception as error:
            if pause == FIRST_PAUSE:
                log.warning("Other processes are not heard, trying again: %s", type(error).__name__)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def _words() -> Any:
    """Tables as they are named by other processes; the first word is ALL."""
    if settings.REDIS_URL:
        return _of_redis()
    return _of_postgres() if connection.vendor == "postgresql" else _of_sqlite()


async def _of_postgres() -> AsyncIterator[str]:
    """By LISTEN, on a connection that is none of the pool's."""
    async with await psycopg.AsyncConnection.connect(_direct(), autocommit=True) as listener:
        await listener.execute(f"LISTEN {CHANNEL}")
        yield ALL
        async for notice in listener.notifies():
            if word := _foreign(notice.payload):
                yield word


def _direct() -> str:
    """Django's own database as a connection string."""
    parts = connection.get_connection_params()
    known = ("dbname", "user", "password", "host", "port", "service", "options", "passfile")
    given = {name: value for name, value in parts.items() if name in known or name.startswith("ssl")}
    return psycopg.conninfo.make_conninfo(**given, **KEEPALIVE)


async def _of_sqlite() -> AsyncIterator[str]:
    """By the file's own counter, which moves with every commit on another connection."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=0)) as file:
        known = None
        while True:
            version = file.execute("PRAGMA data_version").fetchone()
            if version != known:
                known = version
                yield ALL
            await asyncio.sleep(POLL)


async def _of_redis() -> AsyncIterator[str]:
    import redis.asyncio

    client = redis.asyncio.from_url(settings.REDIS_URL, retry=_never(), **_patience())
    async with client, client.pubsub(ignore_subscribe_messages=True) as channel:
        await channel.subscribe(CHANNEL)
        yield ALL
        async for message in channel.listen():
            if word := _foreign(message["data"].decode()):
                yield word


def _never() -> Any:
    """No reconnecting inside the library: it would not say that words were missed."""
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    return Retry(NoBackoff(), 0)


def _patience() -> dict[str, Any]:
    return {"socket_connect_timeout": REDIS_TIMEOUT, "socket_keepalive": True}


def _foreign(word: str) -> str:
    """The table in a word of another process."""
    sender, _space, table_id = word.partition(" ")
    return "" if sender == HERE else table_id


class Publisher:
    """Says words to Redis from a thread of its own, so that no save waits for it.

    When Redis does not answer, what is said within the next seconds is dropped: who listens asks for
    everything once it is back.
    """

    def __init__(self) -> None:
        import redis

        self.client = redis.from_url(settings.REDIS_URL, socket_timeout=REDIS_TIMEOUT, **_patience())
        self.lost: type[Exception] = redis.RedisError
        self.thread = ThreadPoolExecutor(1, "bower-words")
        self.silent_until = 0.0

    def say(self, table_id: str) -> None:
        self.thread.submit(self._say, f"{HERE} {table_id}")

    def _say(self, word: str) -> None:
        if time.monotonic() < self.silent_until:
            return
        try:
            self.client.publish(CHANNEL, word)
        except self.lost as error:
            if not self.silent_until:
                log.warning("Redis does not answer, other processes will be late: %s", type(error).__name__)
            self.silent_until = time.monotonic() + LONGEST_PAUSE
        else:
            self.silent_until = 0.0


@cache
def _publisher() -> Publisher:
    return Publisher()
