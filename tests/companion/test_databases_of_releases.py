"""The database of every release opens: games, groups and nights come to the same, who was let in still is.

Each ``stored/bower-<version>.sql.gz`` holds sample games of all seven games, half of them in a group with a
merged person, with corrections, links, phones, disputes and recovery sheets, and a night of three rounds, two
of them played and one score fixed. ``stored/bower-<version>.json.gz`` is what that version read out of it.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from copy import deepcopy
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import dj_database_url
import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader

from companion.models import Game, Group
from companion.operating import databases
from companion.store import entries, pairing, rebuilding
from tests.companion.factories import device
from tests.companion.stored_databases import POSTGRES, SQLITE, Stored, opened
from tests.companion.stored_games import of_group, of_night, of_table

EARLIER = Stored("0.2.0.dev0", "0001_squashed_0025_group_recovery")  # 0.2.0 as many had it before its release
RELEASES = [
    EARLIER,
    Stored("0.2.0", "0028_kings_showdowns"),
]


@pytest.fixture(scope="module", params=[SQLITE, POSTGRES])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=RELEASES, ids=lambda release: release.version)
def release(
    request: pytest.FixtureRequest,
    engine: str,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_blocker: Any,
) -> Iterator[Stored]:
    """A release whose database is brought up to date: SQLite's own file, and the same rows in PostgreSQL."""
    found: Stored = request.param
    with django_db_blocker.unblock(), found.migrated(engine, tmp_path_factory.mktemp("stored")):
        rebuilding.fill()  # as a start does after its migrations
        yield found


@pytest.fixture(autouse=True)
def old_key(settings: Any, release: Stored) -> Iterator[None]:
    """The key of then; what a test writes is rolled back, since tests come in any order."""
    settings.SECRET_KEY = "bower-0.2.0"
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("engine", [SQLITE], indirect=True)
def test_its_migrations_make_its_tables(release: Stored, tmp_path: Path) -> None:
    """So a database of then in PostgreSQL, of which there is no dump, was what the tests start from."""
    file = tmp_path / "bower.sqlite3"
    with opened(dj_database_url.parse(f"sqlite:///{file}")):
        release.make_tables()
    with closing(sqlite3.connect(file)) as made, closing(sqlite3.connect(":memory:")) as stored:
        stored.executescript(release.dump)
        assert schema(made) == schema(stored)


def schema(database: sqlite3.Connection) -> dict[str, str]:
    """The tables and indexes of an SQLite database, as SQL."""
    return dict(database.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def test_the_next_start_finds_nothing_to_do() -> None:
    applied = databases.applied_to(databases.configured())
    databases.targets(applied)
    assert databases.pending(applied) == 0
    loader = MigrationLoader(connection)
    assert set(loader.graph.nodes) <= set(loader.applied_migrations)


def test_every_game_comes_to_what_it_did_with_all_that_is_beside_it(release: Stored) -> None:
    tables = release.expected["tables"]
    for table_id, expected in tables.items():
        game = Game.objects.get(public_id=table_id)
        assert not rebuilding.differ(game.pk, entries.of_games([game])[0])
        if release is EARLIER and game.day_follows:  # a day ended at midnight then
            evening, day = (str((game.created_at - timedelta(hours=ends)).date()) for ends in (5, 0))
            game.header = game.header.replace(f'"played_on":"{evening}"', f'"played_on":"{day}"')
        assert of_table(game) == expected, table_id
    assert len(tables) == Game.objects.count()


def test_groups_and_nights_have_the_figures_that_they_had(release: Stored) -> None:
    groups, nights = deepcopy(release.expected["groups"]), release.expected["nights"]
    [personal] = [found["people"] for found in groups.values() if not found["title"] and found["people"]]
    personal["Kit"]["poker-points"][-1] += 1  # a call in a playoff was neither made nor euchred then
    assert groups == {one.public_id: of_group(one) for one in Group.objects.all()}
    assert nights
    assert nights == {night_id: of_night(night_id) for night_id in nights}


def test_a_sheet_that_was_printed_still_makes_a_host(release: Stored) -> None:
    assert pairing.use_sheet(device("new"), "0" * 24).table_id in release.expected["tables"]


def test_replay_finds_nothing_else(release: Stored) -> None:
    out = StringIO()
    call_command("replay", stdout=out)
    assert f"{len(release.expected['tables'])} games" in out.getvalue()
