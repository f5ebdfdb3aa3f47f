"""Bower behind PgBouncer, which gives each transaction another of its connections to PostgreSQL."""

import os
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.service.databases import Postgres, Redis, postgres
from tests.service.phone import SEE_OTHER, Phone, new_table, next_hand
from tests.serving import PATIENCE, Bower, free_port

pytestmark = [pytest.mark.service, pytest.mark.postgres, pytest.mark.redis, pytest.mark.pgbouncer]

CONFIGURATION = """
[databases]
{name} = host={server.hostname} port={to_port} user={server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
"""
HANDS = 12  # of a table; psycopg prepares what a connection has asked five times


class PgBouncer:
    """A pooler in front of one database, with two connections to it."""

    def __init__(self, folder: Path, database: Postgres) -> None:
        self.port = free_port()
        server = urlsplit(database.url)
        self.url = server._replace(netloc=f"{server.username}@127.0.0.1:{self.port}").geturl()
        file = folder / "pgbouncer.ini"
        file.write_text(
            CONFIGURATION.format(
                name=database.name, server=server, to_port=server.port or 5432, port=self.port
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


@pytest.fixture(scope="module")
def pooler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PgBouncer]:
    with postgres(migrated=True) as database:
        made = PgBouncer(tmp_path_factory.mktemp("pooler"), database)
        try:
            made.wait()
            yield made
        finally:
            made.stop()


@pytest.fixture(scope="module")
def bower(tmp_path_factory: pytest.TempPathFactory, pooler: PgBouncer) -> Iterator[Bower]:
    folder = tmp_path_factory.mktemp("bower")
    bus = Redis(folder)
    bus.start()
    made = Bower(folder, DATABASE_URL=pooler.url, REDIS_URL=bus.url, TRANSACTION_POOLING="on")
    made.start()
    yield made
    made.kill()
    bus.stop()


def play(phone: Phone, name: str) -> list[str]:
    """Play an evening; the notes of its hands as the record has them."""
    table = new_table(phone)
    for number in range(HANDS):
        assert phone.ask(table + "hands/", next_hand(phone, table, f"{name} {number}")).status == SEE_OTHER
    return phone.notes(table)


def test_two_tables_play_on_two_connections_of_a_pooler(bower: Bower) -> None:
    with ThreadPoolExecutor(2) as pool:
        played = pool.map(play, [Phone(bower), Phone(bower)], ["one", "two"])
    assert [*played] == [[f"{name} {number}" for number in range(HANDS)] for name in ("one", "two")]
    assert "Traceback" not in bower.told


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["REDIS_URL", "TRANSACTION_POOLING"], "OK    PostgreSQL: behind a pooler"),
        ([], "set REDIS_URL and TRANSACTION_POOLING=on\n"),
    ],
)
def test_the_doctor_says_which_settings_a_pooler_needs(bower: Bower, given: list[str], said: str) -> None:
    asked = Bower(bower.folder, **{name: bower.settings[name] for name in ["DATABASE_URL", *given]})
    assert said in asked.manage("doctor").stdout
