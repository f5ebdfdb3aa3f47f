"""A database that is full, damaged, read-only or gone: 503 in words, one line in the log, and not ready."""

import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, InterfaceError, InternalError, OperationalError, connection
from django.test import Client

from companion import store
from companion.server.database_trouble import InOneLine, trouble
from companion.server.request_log import Text
from companion.store import changes
from companion.views import health
from tests.companion.factories import Phone, hand


@pytest.fixture(autouse=True)
def nothing_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "readiness", health.Readiness())


@contextmanager
def without_room() -> Iterator[None]:
    """The SQLite file can't grow any more, as on a full disk."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        [used] = cursor.execute("PRAGMA page_count").fetchone()
        cursor.execute(f"PRAGMA max_page_count={used}")
        try:
            yield
        finally:
            cursor.execute("PRAGMA max_page_count=1000000000")


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The lines of Django's log as the server writes them."""
    lines = []
    for record in caplog.records:
        if record.name == "django.request" and InOneLine().filter(record):
            lines += Text().format(record).splitlines()
    return lines


@pytest.mark.alike
@pytest.mark.django_db(transaction=True)
def test_on_a_full_disk_nothing_is_saved_which_is_said_and_logged_in_a_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    phone = Phone("ann")
    phone.raise_request_exception = False
    record = {
        "format": "bower.game/1",
        "variant": "partnership",
        "players": ["Ann", "Bo", "Cy", "Dee"],
        "options": {"target": 10_000},
        "entries": [{**hand("partnership"), "note": "x" * 200}] * 200,
    }
    form = {"key": store.new_key(), "text": json.dumps(record)}
    with without_room(), caplog.at_level(logging.ERROR, "django.request"):
        answer = phone.post("/games/imports/", form)
        ready = phone.get("/readyz")
    assert (answer.status_code, "Can’t save right now" in answer.text) == (503, True), answer.text
    assert (ready.status_code, ready.json()["status"]) == (503, "the database has no space left")
    lines = logged(caplog)
    assert [line.partition(": ")[2].partition(" (")[0] for line in lines[:1]] == [
        "Service Unavailable: /games/imports/: the database has no space left"
    ]
    assert not any("Traceback" in line for line in lines)
    health.readiness = health.Readiness()
    assert phone.get("/readyz").status_code == 200


def raised(error: Exception, cause: BaseException) -> Exception:
    """The error as Django raises it for one of the database's driver."""
    error.__cause__ = cause
    return error


def of_sqlite(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("of SQLite")
    error.sqlite_errorcode = code
    return error


GONE = psycopg.OperationalError("connection refused")
CASES: list[tuple[Exception, str]] = [
    (raised(OperationalError(), of_sqlite(sqlite3.SQLITE_FULL)), "has no space left"),
    (raised(OperationalError(), of_sqlite(sqlite3.SQLITE_READONLY)), "is read-only"),
    (raised(OperationalError(), of_sqlite(sqlite3.SQLITE_IOERR_WRITE)), "can’t be read or written"),
    (raised(DatabaseError(), of_sqlite(sqlite3.SQLITE_CORRUPT)), "is damaged"),
    (raised(DatabaseError(), of_sqlite(sqlite3.SQLITE_NOTADB)), "is damaged"),
    (raised(OperationalError(), of_sqlite(sqlite3.SQLITE_BUSY)), "is busy"),
    (OperationalError("database is locked: other threads are writing"), "is busy"),
    (store.Unavailable("too many transactions that write"), "is busy"),
    (raised(OperationalError(), GONE), "does not answer"),
    (raised(InterfaceError(), psycopg.InterfaceError("the connection is closed")), "does not answer"),
    (raised(OperationalError(), psycopg.errors.DiskFull()), "has no space left"),
    (raised(InternalError(), psycopg.errors.ReadOnlySqlTransaction()), "is read-only"),
    (raised(OperationalError(), psycopg.errors.AdminShutdown()), "stops or starts"),
    # Mistakes of the program keep their traceback.
    (raised(OperationalError(), of_sqlite(sqlite3.SQLITE_ERROR)), ""),
    (raised(DatabaseError(), psycopg.errors.UndefinedColumn()), ""),
    (KeyError("x"), ""),
]


@pytest.mark.parametrize(("error", "words"), CASES, ids=lambda value: str(type(value).__name__))
def test_trouble_is_told_from_mistakes(error: Exception, words: str) -> None:
    assert trouble(error) == words


@pytest.mark.django_db
def test_ready_is_what_has_just_been_written(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Any] = []
    write = changes._write

    def counted() -> None:
        written.append(1)
        write()

    monkeypatch.setattr(changes, "_write", counted)
    answers = [client.get("/readyz") for _time in range(20)]
    assert {(one.status_code, one.json()["status"]) for one in answers} == {(200, "ok")}
    assert len(written) < 20
    assert "no-store" in answers[0].headers["Cache-Control"]


@pytest.mark.alike
@pytest.mark.django_db
def test_a_disk_that_is_nearly_full_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "LEAST_FREE", 1 << 60)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (503, "the database has hardly any space left")
