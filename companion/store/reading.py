"""Statistics are read from a standby of PostgreSQL that has all that is committed; else from the primary.

A page is never older than what anybody has been told: before it is drawn the standby is asked whether it has
replayed what the primary has written, and has PATIENCE to do so. Then all reads of the page go there.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import local
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, cast

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection, connections
from django.http import HttpRequest, HttpResponseBase

if TYPE_CHECKING:
    from django.db.backends.postgresql.base import DatabaseWrapper

P = ParamSpec("P")
STANDBY = "standby"
PATIENCE = 0.05  # seconds
STEP = 0.002
RETRY = 30.0  # seconds after a standby could not be read


class Here(local):
    """Which database this thread reads from."""

    alias = DEFAULT_DB_ALIAS


class Standby:
    """When the standby is asked next."""

    not_before = 0.0


HERE = Here()


class Router:
    """Django's queries read from where the page is read from, and write to the primary."""

    def db_for_read(self, *_model: Any, **_hints: Any) -> str:
        return HERE.alias

    def db_for_write(self, *_model: Any, **_hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, *_rows: Any, **_hints: Any) -> bool:
        return True

    def allow_migrate(self, alias: str, *_labels: Any, **_hints: Any) -> bool:
        return alias == DEFAULT_DB_ALIAS


def from_standby(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """A view that writes nothing, with its reads from the standby if there is one that has everything."""

    @wraps(view)
    def read(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if STANDBY in settings.DATABASES and _has_everything():
            try:
                with _reading(STANDBY):
                    return view(request, *args, **kwargs)
            except OperationalError:  # gone, or a query was in the way of what it replays
                Standby.not_before = time.monotonic() + RETRY
        return view(request, *args, **kwargs)

    return read  # type: ignore[return-value]  # named as in the view or not


@contextmanager
def _reading(alias: str) -> Iterator[None]:
    HERE.alias = alias
    try:
        yield
    finally:
        HERE.alias = DEFAULT_DB_ALIAS


def _has_everything() -> bool:
    """Whether the standby has replayed, within PATIENCE, all that the primary has written by now."""
    if time.monotonic() < Standby.not_before:
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn()::text")
        [written] = cursor.fetchone()
    until = time.monotonic() + PATIENCE
    replayed = "SELECT pg_is_in_recovery(), pg_last_wal_replay_lsn() >= %s::text::pg_lsn"
    standby = cast("DatabaseWrapper", connections[STANDBY])
    try:
        while True:
            with standby.cursor() as cursor:
                cursor.execute(replayed, [written])
                follows, has = cursor.fetchone()
            if not follows:  # it was promoted
                standby.close()
                standby.close_pool()
                break
            if has or time.monotonic() > until:
                return bool(has)
            time.sleep(STEP)
    except OperationalError:  # it is gone
        pass
    Standby.not_before = time.monotonic() + RETRY
    return False
