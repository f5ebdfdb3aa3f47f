"""Redis stops and comes back: saves, live updates, joining, and the API go on, and limits hold."""

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest

from tests.service.databases import Redis, until
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
