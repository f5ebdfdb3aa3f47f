"""The word that a table has changed: only what is committed is said, and that never stands in the way."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from threading import Event
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction

from companion.access.shared import Shared
from companion.live.hub import Hub, Stream
from companion.store import changes
from companion.store.changes import ALL, PROCESS_ID, Topics, announce
from tests.companion.listeners import TABLE, Tables, in_a_loop, until
from tests.service.databases import Redis
from tests.serving import free_port

COMMITTING = pytest.mark.django_db(transaction=True)


@pytest.fixture
def heard() -> Iterator[list[str]]:
    words: list[str] = []
    changes.subscribers.add(words.append)
    yield words
    changes.subscribers.discard(words.append)


@COMMITTING
def test_a_word_is_said_when_it_is_committed(heard: list[str]) -> None:
    with transaction.atomic():
        announce(TABLE)
        assert heard == []
    assert heard == [TABLE]
    announce("another")  # outside of a transaction, at once
    assert heard == [TABLE, "another"]


@COMMITTING
def test_a_save_that_is_taken_back_is_not_said(heard: list[str]) -> None:
    with suppress(ZeroDivisionError), transaction.atomic():
        announce(TABLE)
        raise ZeroDivisionError
    assert heard == []


@COMMITTING
def test_a_listener_that_fails_harms_no_save(heard: list[str], caplog: pytest.LogCaptureFixture) -> None:
    def fails(table_id: str) -> None:
        raise ZeroDivisionError(table_id)

    changes.subscribers.add(fails)
    try:
        with transaction.atomic():
            announce(TABLE)
    finally:
        changes.subscribers.discard(fails)
    assert "ZeroDivisionError" in caplog.text
    assert heard in ([], [TABLE])  # whoever comes after it learns of it with the next heartbeat


@COMMITTING
@pytest.mark.postgres
def test_postgresql_tells_other_processes_on_commit_and_only_then() -> None:
    with psycopg.connect(changes.direct(), autocommit=True) as listener:
        listener.execute("LISTEN bower")
        with suppress(ZeroDivisionError), transaction.atomic():
            announce("taken-back")
            raise ZeroDivisionError
        with transaction.atomic():
            announce(TABLE)
            announce(TABLE)
            assert list(listener.notifies(timeout=0.2)) == []
        words = [notice.payload for notice in listener.notifies(timeout=5, stop_after=1)]
        assert words == [f"{PROCESS_ID} {TABLE}"]


@COMMITTING
@pytest.mark.postgres
@pytest.mark.parametrize("noticed", [True, False])
def test_postgresql_tells_them_while_redis_is_gone_noticed_or_not(
    noticed: bool, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    bus = Shared(settings.REDIS_URL)
    bus.is_lost = noticed
    monkeypatch.setattr(changes, "shared", lambda: bus)
    with psycopg.connect(changes.direct(), autocommit=True) as listener:
        listener.execute("LISTEN bower")
        with transaction.atomic():
            announce(TABLE)
        words = [notice.payload for notice in listener.notifies(timeout=5, stop_after=1)]
        assert words == [f"{PROCESS_ID} {TABLE}"]
    assert bus.is_lost


def test_a_process_does_not_hear_itself_by_the_bus() -> None:
    assert changes._foreign(f"{PROCESS_ID} {TABLE}") == ""
    assert changes._foreign(f"other {TABLE}") == TABLE


def test_a_bus_that_is_lost_is_tried_again_and_complained_about_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(changes, "FIRST_PAUSE", 0.001)
    outages = iter([False, True, True, False])

    async def words(_topics: Topics) -> AsyncIterator[str]:
        if next(outages, True):
            raise OSError("no route")
        yield ALL
        yield TABLE
        raise OSError("cut")

    monkeypatch.setattr(changes, "_changes", words)
    said: list[str] = []

    async def work() -> None:
        listening = asyncio.create_task(changes.listen(said.append, Topics()))
        await until(lambda: len(said) == 4)
        listening.cancel()

    in_a_loop(work)
    assert said == [ALL, TABLE, ALL, TABLE]
    assert len([one for one in caplog.messages if "not heard" in one]) <= 2


def test_a_commit_of_somebody_else_moves_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "other.sqlite3"
    monkeypatch.setitem(connection.settings_dict, "NAME", str(file))
    monkeypatch.setattr(changes, "POLL", 0.005)
    said: list[str] = []

    async def follow() -> None:
        nonlocal said
        async for word in changes._of_sqlite():
            said += [word]

    async def work() -> None:
        with closing(sqlite3.connect(file)) as other:
            other.execute("CREATE TABLE told (word)")
            following = asyncio.create_task(follow())
            await until(lambda: len(said) == 1)
            await asyncio.sleep(0.05)
            assert said == [ALL]
            other.execute("INSERT INTO told VALUES (1)")
            other.commit()
            await until(lambda: len(said) == 2)
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)

    in_a_loop(work)


def test_own_commits_are_not_looked_into_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "own.sqlite3"
    monkeypatch.setitem(connection.settings_dict, "NAME", str(file))
    monkeypatch.setattr(changes, "POLL", 0.001)
    said: list[str] = []

    async def follow() -> None:
        async for word in changes._of_sqlite():
            said.extend([word])

    async def work() -> None:
        with closing(sqlite3.connect(file)) as other:
            other.execute("CREATE TABLE told (word)")
            following = asyncio.create_task(follow())
            await until(lambda: len(said) == 1)
            for number in range(30):
                other.execute("INSERT INTO told VALUES (?)", [number])
                other.commit()
                changes.Own.changes += 1
                await asyncio.sleep(0)
            while_writing = len(said)
            await until(lambda: len(said) > 1)
            assert while_writing <= 2
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)

    in_a_loop(work)


def test_nobody_waits_for_redis(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    free, words = Event(), list[str]()

    def waits(_client: Any, table_id: str) -> int:
        assert free.wait(20)
        words.append(table_id)
        return 0

    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(changes, "shared", lambda: Shared(settings.REDIS_URL))
    monkeypatch.setattr(changes, "_tell", waits)
    for number in range(20):
        changes._committed(str(number), by_redis=True)
    assert words == []
    free.set()
    changes._publishing().submit(int).result(20)
    assert words == [str(number) for number in range(20)]


# A channel of Redis for each topic


@pytest.fixture
def redis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Redis]:
    made = Redis(tmp_path)
    made.start()
    settings.REDIS_URL = made.url
    monkeypatch.setattr(changes, "shared", lambda: Shared(made.url))
    yield made
    made.stop()


def says(redis: Redis, table_id: str, channel: str = "") -> int:
    """Another process says that this has changed; how many heard it."""
    with redis.client() as client:
        return int(client.publish(channel or f"bower:{table_id}", f"other {table_id}"))


@asynccontextmanager
async def listening(said: list[str], topics: Topics) -> AsyncIterator[None]:
    """Listen as a hub does, from the first ALL on."""
    task = asyncio.create_task(changes.listen(said.append, topics))
    await until(lambda: ALL in said)
    said.clear()
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.redis
def test_only_topics_that_somebody_follows_are_heard(redis: Redis) -> None:
    async def work() -> None:
        topics, said = Topics(), list[str]()
        topics.follow(TABLE)
        async with listening(said, topics):
            assert says(redis, "another") == 0
            assert says(redis, TABLE) == 1
            await until(lambda: said)
            topics.follow("another")
            await until(lambda: says(redis, "another"))
            await until(lambda: "another" in said)
        assert set(said) == {TABLE, "another"}

    in_a_loop(work)


@pytest.mark.redis
def test_a_topic_that_nobody_follows_any_more_is_left_after_a_while(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "KEPT", 0.3)

    async def work() -> None:
        topics, said = Topics(), list[str]()
        topics.follow(TABLE)
        topics.follow("left")
        async with listening(said, topics):
            topics.leave("left")
            topics.leave(TABLE)
            assert says(redis, "left") == 1  # a page that is loaded again finds it as it was
            topics.follow(TABLE)
            await until(lambda: not says(redis, "left"))
            assert says(redis, TABLE) == 1
            topics.follow("left")
            await until(lambda: says(redis, "left"))

    in_a_loop(work)


@pytest.mark.redis
def test_a_change_between_the_first_read_and_the_subscription_is_not_missed(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        slow, send = asyncio.Event(), changes._send

        async def waits(*what: Any) -> None:
            await slow.wait()
            await send(*what)

        tables = Tables("ann")
        tables.now["other"] = tables.now[TABLE]
        hub = Hub(tables.versions, tables.mark_here)
        assert await hub.open(Stream("other", "ann"))
        await until(lambda: redis.listeners("other"))
        monkeypatch.setattr(changes, "_send", waits)
        stream = Stream(TABLE, "ann")
        assert await hub.open(stream)
        assert b'"version": 0}' in await stream.next()
        tables.moves()
        assert says(redis, TABLE) == 0
        slow.set()
        assert b'"version": 1}' in await stream.next()
        tables.moves()
        assert says(redis, TABLE) == 1
        assert b'"version": 2}' in await stream.next()
        hub.close()

    in_a_loop(work)


@pytest.mark.redis
@pytest.mark.parametrize("how", ["cut", "not sent"])
def test_a_topic_that_could_not_be_subscribed_to_is_heard_after_the_next_connection(
    how: str, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = changes._send

    async def fails(*_what: Any) -> None:
        monkeypatch.setattr(changes, "_send", send)
        raise ZeroDivisionError

    async def work() -> None:
        topics, said = Topics(), list[str]()
        async with listening(said, topics):
            if how == "cut":
                with redis.client() as client:
                    client.client_kill_filter(_type="pubsub")
            else:
                monkeypatch.setattr(changes, "_send", fails)
            topics.follow(TABLE)
            await until(lambda: said[-1:] == [ALL])
            assert says(redis, TABLE) == 1

    in_a_loop(work)


@pytest.mark.redis
def test_an_earlier_bower_beside_this_one_hears_and_is_heard(redis: Redis) -> None:
    async def work() -> None:
        topics, said = Topics(), list[str]()
        topics.follow(TABLE)
        async with listening(said, topics):
            with redis.client() as client, client.pubsub(ignore_subscribe_messages=True) as all_that_is_said:
                all_that_is_said.psubscribe("bower*")
                await until(lambda: says(redis, TABLE, "bower") == 2)
                await until(lambda: said)
                changes._publish("alone")
                with client.pubsub() as earlier:
                    earlier.subscribe("bower")
                    await until(lambda: redis.listeners() == 3)
                    changes._publish("beside")
                own = [(b"bower:alone", b"alone"), (b"bower:beside", b"beside"), (b"bower", b"beside")]
                told = list[tuple[bytes, bytes]]()

                def told_last() -> tuple[bytes, bytes]:
                    if message := all_that_is_said.get_message():
                        told.append((message["channel"], message["data"].partition(b" ")[2]))
                    return told[-1] if told else (b"", b"")

                await until(lambda: told_last() == own[-1])
            assert [one for one in told if one[1] != TABLE.encode()] == own
            assert set(said) == {TABLE}

    in_a_loop(work)
