"""Databases, a pooler and a Redis of a test's own."""

import os
import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import redis

from tests import available
from tests.serving import PATIENCE, free_port, template

CONFIGURATION = """
[databases]
{name} = host={server.hostname} port={to_port} user={server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {size}
"""


class Postgres:
    """A database, and a connection to look at it from outside."""

    def __init__(self, migrated: bool) -> None:
        self.name = f"test_bower_{uuid.uuid4().hex[:12]}"
        self.server = psycopg.connect(available.postgres_url(), autocommit=True)
        copied = template(available.postgres_url(), migrated=migrated)
        self.server.execute(f'CREATE DATABASE "{self.name}" TEMPLATE "{copied}"'.encode())

    @property
    def url(self) -> str:
        return urlsplit(available.postgres_url())._replace(path=f"/{self.name}").geturl()

    def row(self, query: str, *values: Any) -> tuple[Any, ...]:
        found = self.server.execute(query.encode(), values).fetchone()
        assert found
        return found

    def listeners(self) -> list[int]:
        """Backends that wait for words, oldest first."""
        query = "SELECT pid FROM pg_stat_activity WHERE datname = %s AND query = 'LISTEN bower'"
        found = self.server.execute(query + " ORDER BY backend_start", [self.name])
        return [row[0] for row in found.fetchall()]

    def connections(self) -> int:
        return int(self.row("SELECT count(*) FROM pg_stat_activity WHERE datname = %s", self.name)[0])

    def cut(self, pid: int) -> None:
        assert self.row("SELECT pg_terminate_backend(%s)", pid) == (True,)

    def cut_all(self) -> None:
        """Cut every connection, as a restart of the server does."""
        query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
        self.server.execute(query, [self.name])

    def lets_in(self, anybody: bool) -> None:
        """Whether new connections are taken."""
        self.server.execute(f'ALTER DATABASE "{self.name}" ALLOW_CONNECTIONS {anybody}'.encode())

    def drop(self) -> None:
        self.server.execute(f'DROP DATABASE "{self.name}" WITH (FORCE)')
        self.server.close()


@contextmanager
def postgres(*, migrated: bool = False) -> Iterator[Postgres]:
    """A new database, with Bower's tables or without; dropped at the end."""
    made = Postgres(migrated)
    try:
        yield made
    finally:
        made.drop()


class Redis:
    """A Redis that can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir"]
        self.process = subprocess.Popen([*command, str(self.folder)], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def answers(self) -> bool:
        with self.client() as client:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False

    def client(self) -> redis.Redis:
        return redis.Redis(port=self.port)

    def listeners(self, topic: str = "") -> int:
        """How many processes listen; with a table's id: that hear of this table."""
        with self.client() as client:
            if topic:
                return int(client.pubsub_numsub(f"bower:{topic}")[0][1])
            return len(client.client_list(_type="pubsub"))

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(PATIENCE)


class PgBouncer:
    """A pooler in front of one database, with *size* connections to it."""

    def __init__(self, folder: Path, database: Postgres, size: int = 2) -> None:
        self.port = free_port()
        server = urlsplit(database.url)
        self.url = server._replace(netloc=f"{server.username}@127.0.0.1:{self.port}").geturl()
        file = folder / "pgbouncer.ini"
        file.write_text(
            CONFIGURATION.format(
                name=database.name, server=server, to_port=server.port or 5432, port=self.port, size=size
            )
        )
        account = ["--user", "nobody"] if os.geteuid() == 0 else []  # it refuses to run as root
        self.process = subprocess.Popen(["pgbouncer", *account, str(file)], stderr=subprocess.DEVNULL)

    def wait(self) -> None:
        """Wait until it answers."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with suppress(psycopg.OperationalError), closing(psycopg.connect(self.url)):
                return
            time.sleep(0.05)
        raise AssertionError("expected PgBouncer to come up")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)


def until(come: Any) -> None:
    """Wait for what is bound to come."""
    deadline = time.monotonic() + PATIENCE
    while not come():
        assert time.monotonic() < deadline, "expected it to come"
        time.sleep(0.02)
