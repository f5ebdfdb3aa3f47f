"""The word that a table has changed: only what is committed is said, and that never stands in the way."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, suppress
from pathlib import Path
from threading import Event
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction

from companion.access.shared import Shared
from companion.store import announce as module
from companion.store.announce import ALL, PROCESS_ID, announce
from tests.companion.listeners import TABLE, in_a_loop, until
from tests.serving import free_port

COMMITTING = pytest.mark.django_db(transaction=True)


@pytest.fixture
def heard() -> Iterator[list[str]]:
    words: list[str] = []
    module.subscribers.add(words.append)
    yield words
    module.subscribers.discard(words.append)


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

    module.subscribers.add(fails)
    try:
        with transaction.atomic():
            announce(TABLE)
    finally:
        module.subscribers.discard(fails)
    assert "ZeroDivisionError" in caplog.text
    assert heard in ([], [TABLE])  # whoever comes after it learns of it with the next heartbeat


@COMMITTING
@pytest.mark.postgres
def test_postgresql_tells_other_processes_on_commit_and_only_then() -> None:
    with psycopg.connect(module.direct(), autocommit=True) as listener:
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
    monkeypatch.setattr(module, "shared", lambda: bus)
    with psycopg.connect(module.direct(), autocommit=True) as listener:
        listener.execute("LISTEN bower")
        with transaction.atomic():
            announce(TABLE)
        words = [notice.payload for notice in listener.notifies(timeout=5, stop_after=1)]
        assert words == [f"{PROCESS_ID} {TABLE}"]
    assert bus.is_lost


def test_a_process_does_not_hear_itself_by_the_bus() -> None:
    assert module._foreign(f"{PROCESS_ID} {TABLE}") == ""
    assert module._foreign(f"other {TABLE}") == TABLE


def test_a_bus_that_is_lost_is_tried_again_and_complained_about_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.001)
    outages = iter([False, True, True, False])

    async def words() -> AsyncIterator[str]:
        if next(outages, True):
            raise OSError("no route")
        yield ALL
        yield TABLE
        raise OSError("cut")

    monkeypatch.setattr(module, "_changes", words)
    said: list[str] = []

    async def work() -> None:
        listening = asyncio.create_task(module.listen(said.append))
        await until(lambda: len(said) == 4)
        listening.cancel()

    in_a_loop(work)
    assert said == [ALL, TABLE, ALL, TABLE]
    assert len([one for one in caplog.messages if "not heard" in one]) <= 2


def test_a_commit_of_somebody_else_moves_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "other.sqlite3"
    monkeypatch.setitem(connection.settings_dict, "NAME", str(file))
    monkeypatch.setattr(module, "POLL", 0.005)
    said: list[str] = []

    async def follow() -> None:
        nonlocal said
        async for word in module._of_sqlite():
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
    monkeypatch.setattr(module, "POLL", 0.001)
    said: list[str] = []

    async def follow() -> None:
        async for word in module._of_sqlite():
            said.extend([word])

    async def work() -> None:
        with closing(sqlite3.connect(file)) as other:
            other.execute("CREATE TABLE told (word)")
            following = asyncio.create_task(follow())
            await until(lambda: len(said) == 1)
            for number in range(30):
                other.execute("INSERT INTO told VALUES (?)", [number])
                other.commit()
                module.Own.changes += 1
                await asyncio.sleep(0)
            while_writing = len(said)
            await until(lambda: len(said) > 1)
            assert while_writing <= 2
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)

    in_a_loop(work)


def test_nobody_waits_for_redis(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    free, words = Event(), list[str]()

    class Client:
        """What stands in for Redis: it lets one wait."""

        def publish(self, _channel: str, word: str) -> None:
            assert free.wait(20)
            words.append(word)

    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    bus = Shared(settings.REDIS_URL)
    monkeypatch.setattr(bus, "client", Client())
    monkeypatch.setattr(module, "shared", lambda: bus)
    for number in range(20):
        module._committed(str(number), by_redis=True)
    assert words == []
    free.set()
    module._publishing().submit(int).result(20)
    assert words == [f"{PROCESS_ID} {number}" for number in range(20)]
