"""A database that another process holds."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest
from django.db import connection

from companion.server.admission import WRITING, Turns
from companion.store import changes


@contextmanager
def locked(monkeypatch: pytest.MonkeyPatch, patience: float) -> Iterator[sqlite3.Connection]:
    """The SQLite file while another connection writes to it; a write gives up after *patience* seconds.

    The test ends the other's transaction, or this does.
    """
    monkeypatch.setattr(changes, "TURNS", Turns(replace(WRITING, seconds=patience)))
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 20")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], check_same_thread=False)) as other:
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        yield other
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 1000")
