"""Redis stops and comes back: saves, live updates, joining, and the API go on, and limits hold."""

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from uuid import uuid4

import pytest

from tests.service.databases import Redis, postgres, until
from tests.service.listener import Listener, save
from tests.service.phone import RECORD, SEE_OTHER, Phone, new_table
from tests.serving import PATIENCE, Bower

pytestmark = [pytest.mark.service, pytest.mark.redis]

CREATED, UNPROCESSABLE, TOO_MANY = 201, 422, 429


@pytest.fixture
def bus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    made = Redis(tmp_path_factory.mktemp("redis"))
    yield made
    made.stop()


@pytest.fixture
def bower(tmp_path: Path, bus: Redis) -> Iterator[Bower]:
    made = Bower(tmp_path, DATABASE_URL="", REDIS_URL=bus.url)
    made.start()
    yield made
    made.kill()


def started_by_api(bower: Bower) -> int:
    """The status of starting a table by the API."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
    connection = http.client.HTTPConnection("127.0.0.1", bower.port, timeout=PATIENCE)
    with closing(connection):
        connection.request("POST", "/api/v1/tables/", json.dumps(RECORD), headers)
        return connection.getresponse().status


def code_of(owner: Phone, table: str) -> str:
    found = re.search(r"<b>(\w{4}-\w{4})</b>", owner.ask(table + "share/?role=player").page)
    assert found
    return found[1]


def test_without_redis_all_goes_on_and_wrong_codes_are_counted(bower: Bower, bus: Redis) -> None:
    assert bower.told.count("does not answer") == 1  # said at the start already
    bus.start()
    until(lambda: "answers again" in bower.told)
    owner = Phone(bower)
    table = new_table(owner)
    page = Listener(owner, table)
    page.hears(0)
    until(bus.listeners)
    bus.stop()
    assert started_by_api(bower) == CREATED
    save(owner, table)
    page.hears(1)
    guest = Phone(bower)
    guest.ask("/join/")
    assert guest.ask("/join/", {"code": code_of(owner, table)}).status == SEE_OTHER
    wrong = [guest.ask("/join/", {"code": "0000-0000"}).status for _try in range(11)]
    assert wrong == [UNPROCESSABLE] * 10 + [TOO_MANY]
    bus.start()
    until(lambda: bower.told.count("answers again") == 2)
    until(bus.listeners)
    assert guest.ask("/join/", {"code": "0000-0000"}).status == TOO_MANY
    page.connection.close()
    place = f"Redis at 127.0.0.1:{bus.port} "
    told = [line.partition(place)[2] for line in bower.told.splitlines() if place in line]
    assert [line.partition(" (")[0] for line in told] == ["does not answer", "answers again"] * 2


@pytest.mark.postgres
def test_on_postgresql_other_processes_go_on_hearing_by_notify(tmp_path: Path, bus: Redis) -> None:
    bus.start()
    with ExitStack() as stack:
        database = stack.enter_context(postgres(migrated=True))
        bowers = [Bower(tmp_path, DATABASE_URL=database.url, REDIS_URL=bus.url) for _process in range(2)]
        for bower in bowers:
            bower.start()
            stack.callback(bower.kill)
        owner = Phone(bowers[0])
        table = new_table(owner)
        elsewhere = Phone(bowers[1])
        elsewhere.cookies = owner.cookies
        pages = [Listener(phone, table) for phone in (owner, elsewhere)]
        for page in pages:
            page.hears(0)
        until(lambda: bus.listeners() == len(bowers))
        bus.stop()
        until(lambda: len(database.listeners()) == len(bowers))
        for version in (1, 2):
            save(owner, table)
            for page in pages:
                page.hears(version)
        bus.start()
        until(lambda: (bus.listeners(), database.listeners()) == (len(bowers), []))
        save(owner, table)
        for page in pages:
            page.hears(3)
            page.connection.close()
        assert b"event: beat" not in b"".join(page.heard for page in pages)
