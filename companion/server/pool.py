"""The pool of PostgreSQL connections after the server has cut some."""

from threading import Lock, Thread

from django.db import connection

_checking = Lock()


def refresh() -> None:
    """Replace the idle connections that the server has cut, in a thread of its own.

    Call after an error of the database. Without it every one of them fails another request. Nothing happens
    on SQLite, and while another thread is at it.
    """
    pool = getattr(connection, "pool", None)
    if pool is not None and _checking.acquire(blocking=False):
        Thread(target=_check, args=(pool,), name="bower-pool", daemon=True).start()


def _check(pool: object) -> None:
    try:
        pool.check()  # type: ignore[attr-defined]  # psycopg_pool.ConnectionPool
    finally:
        _checking.release()
