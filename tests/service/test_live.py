"""Streams of real servers: what many of them cost, how they end, how a save reaches those of another."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.service.databases import Postgres, Redis, postgres, until
from tests.service.listener import Listener, save
from tests.service.phone import Phone, new_table
from tests.service.stopping import STOP_WITHIN, stopped
from tests.serving import Bower

pytestmark = pytest.mark.service

MANY = 200
OF_A_DEVICE = 20
MEGABYTE = 1024 * 1024
SQLITE = {"DATABASE_URL": ""}  # the file in the folder that they share

Serve = Callable[..., Bower]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts Bowers that share one folder, and so a secret key and, unless told otherwise, a database."""
    served: list[Bower] = []

    def one(**settings: str) -> Bower:
        served.append(Bower(tmp_path, **settings))
        served[-1].start()
        return served[-1]

    yield one
    for bower in served:
        bower.kill()


@pytest.fixture
def database() -> Iterator[Postgres]:
    with postgres(migrated=True) as made:
        yield made


class Process:
    """What a process holds, as the system counts it."""

    def __init__(self, bower: Bower) -> None:
        assert bower.process
        self.folder = Path("/proc") / str(bower.process.pid)

    @property
    def files(self) -> int:
        return len(list((self.folder / "fd").iterdir()))

    @property
    def threads(self) -> int:
        return len(list((self.folder / "task").iterdir()))

    @property
    def memory(self) -> int:
        """Bytes."""
        lines = (self.folder / "status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:"))


def many_streams(bower: Bower, connections: Callable[[], int]) -> None:
    phone = Phone(bower)
    table = new_table(phone)
    save(phone, table)
    watching = [Phone(bower) for _number in range(MANY // OF_A_DEVICE)]
    for one in watching:
        one.join(phone.link(table, "viewer"))
    with ExitStack() as streams:
        first = Listener(phone, table)
        streams.enter_context(first.connection)
        first.hears(1)
        save(phone, table)
        first.hears(2)
        time.sleep(1)  # what the first stream set going has come to rest
        process = Process(bower)
        files, threads, memory, held = process.files, process.threads, process.memory, connections()
        listeners = [Listener(one, table) for one in watching for _number in range(OF_A_DEVICE)]
        for listener in listeners:
            streams.enter_context(listener.connection)
            listener.hears(2)
        until(lambda: process.files == files + MANY)
        assert process.threads == threads
        assert connections() == held
        more = process.memory - memory
        save(phone, table)
        for listener in listeners:
            listener.hears(3)
        took = stopped(bower)
        for listener in (first, *listeners):
            listener.ends()
    print(f"{MANY} streams: {more / MEGABYTE:.1f} MB more, stopped in {took:.2f} s")
    assert more <= 30 * MEGABYTE
    assert took < STOP_WITHIN
    assert "Traceback" not in bower.told


@pytest.mark.postgres
def test_many_streams_on_postgresql_hold_no_connection(serve: Serve, database: Postgres) -> None:
    many_streams(serve(DATABASE_URL=database.url), database.connections)


def test_a_withdrawn_phone_s_stream_ends_at_once_and_the_owner_s_goes_on(bower: Bower) -> None:
    owner = Phone(bower)
    table = new_table(owner)
    player = Phone(bower)
    player.join(owner.link(table, "player"))
    theirs, own = Listener(player, table), Listener(owner, table)
    theirs.hears(0)
    own.hears(0)
    owner.ask(table + "links/", {"role": "player", "withdraw": "1"})
    theirs.ends()
    again = Listener(player, table)
    assert again.status() == 404
    save(owner, table)
    own.hears(1)
    for one in (theirs, own, again):
        one.connection.close()


def each_hears_the_other(one: Bower, other: Bower) -> None:
    here = Phone(one)
    table = new_table(here)
    there = here.at(other)
    pages = [Listener(here, table), Listener(there, table)]
    for page in pages:
        page.hears(0)
    for version, phone in enumerate((here, there, here, there), 1):
        save(phone, table)
        for page in pages:
            page.hears(version)
    for page in pages:
        page.connection.close()


def test_two_processes_on_one_sqlite_file_notice_each_other_and_a_stream_costs_a_file(serve: Serve) -> None:
    here, there = serve(**SQLITE), serve(**SQLITE)
    each_hears_the_other(here, there)
    there.stop()
    many_streams(here, lambda: 0)


@pytest.mark.postgres
def test_two_processes_serve_one_table_and_a_cut_listener_catches_up(
    serve: Serve, database: Postgres
) -> None:
    here, there = serve(DATABASE_URL=database.url), serve(DATABASE_URL=database.url)
    phone = Phone(here)
    table = new_table(phone)
    writer = phone.at(there)
    page = Listener(phone, table)
    page.hears(0)
    until(database.listeners)
    [first] = database.listeners()
    save(writer, table)
    page.hears(1)
    database.lets_in(False)
    database.cut(first)
    until(lambda: not database.listeners())
    save(writer, table)  # said to nobody
    database.lets_in(True)
    page.hears(2)
    until(database.listeners)
    assert database.listeners() != [first]
    save(writer, table)
    page.hears(3)
    page.connection.close()
    assert here.told.count("Other processes are not heard") == 1
    each_hears_the_other(here, there)


@pytest.fixture
def bus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    made = Redis(tmp_path_factory.mktemp("redis"))
    made.start()
    yield made
    made.stop()


@pytest.mark.redis
def test_two_processes_are_told_by_redis_whose_end_holds_up_no_save(serve: Serve, bus: Redis) -> None:
    here, there = serve(**SQLITE, REDIS_URL=bus.url), serve(**SQLITE, REDIS_URL=bus.url)
    each_hears_the_other(here, there)
    phone = Phone(here)
    table = new_table(phone)
    writer = phone.at(there)
    page = Listener(phone, table)
    page.hears(0)
    until(bus.listeners)
    bus.stop()
    for version in (1, 2, 3):
        save(phone, table)  # heard in the same process all the same
        page.hears(version)
    save(writer, table)
    save(writer, table)
    until(lambda: here.told.count("does not answer") == 2)  # both say it, in one log, and once
    bus.start()
    page.hears(5)
    until(bus.listeners)
    until(lambda: here.told.count("answers again") == 2)
    page.connection.close()
    assert here.told.count("does not answer") == 2
