"""Bower behind PgBouncer, which gives each transaction another of its connections to PostgreSQL."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.service.databases import PgBouncer, Redis, postgres
from tests.service.phone import SEE_OTHER, Phone, new_table, next_hand
from tests.serving import Bower

pytestmark = [pytest.mark.service, pytest.mark.postgres, pytest.mark.redis, pytest.mark.pgbouncer]

HANDS = 12  # of a table; psycopg prepares what a connection has asked five times


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
