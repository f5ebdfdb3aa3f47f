"""PostgreSQL gone and back: 503 in words at once, pages without a database go on, and the next saves work."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.service.databases import Postgres, postgres, until
from tests.service.phone import SEE_OTHER, Phone, new_table, next_hand
from tests.serving import Bower

pytestmark = [pytest.mark.service, pytest.mark.postgres]

PHONES = 24
SOON = 15  # seconds; it took 20 for a page and 25 for the first save


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres(migrated=True) as made:
        yield made


@pytest.fixture(scope="module")
def bower(tmp_path_factory: pytest.TempPathFactory, database: Postgres) -> Iterator[Bower]:
    served = Bower(tmp_path_factory.mktemp("bower"), DATABASE_URL=database.url)
    served.start()
    yield served
    served.kill()


def test_while_postgresql_is_gone_nobody_waits_for_it_and_saves_go_on_when_it_is_back(
    bower: Bower, database: Postgres
) -> None:
    phone = Phone(bower)
    table = new_table(phone)
    form = next_hand(phone, table, "kept")
    database.lets_in(False)
    database.cut_all()
    with ThreadPoolExecutor(PHONES) as pool:
        begun = time.monotonic()
        loads = [pool.submit(Phone.ask, phone.at(bower), table) for _load in range(PHONES)]
        assert Phone(bower).ask("/rules/").status == 200
        gone = phone.ask(table + "hands/", form)
        assert {load.result().status for load in loads} == {503}
        assert time.monotonic() - begun < SOON
    assert gone.status == 503
    assert "Can’t save right now" in gone.page
    database.lets_in(True)
    begun = time.monotonic()
    until(lambda: phone.ask(table + "hands/", form).status == SEE_OTHER)
    assert time.monotonic() - begun < SOON
    assert phone.notes(table) == ["kept"]


def test_of_all_connections_cut_while_idle_one_fails_a_request(bower: Bower, database: Postgres) -> None:
    phone = Phone(bower)
    table = new_table(phone)
    form = next_hand(phone, table, "kept")
    with ThreadPoolExecutor(PHONES) as pool:
        assert {answer.status for answer in pool.map(phone.ask, [table] * PHONES)} == {200}
    idle = database.connections()
    database.cut_all()
    assert phone.ask(table + "hands/", form).status == 503
    until(lambda: database.connections() >= idle // 2)
    assert phone.ask(table + "hands/", form).status == SEE_OTHER
