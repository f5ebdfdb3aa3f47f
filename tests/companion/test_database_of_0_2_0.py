"""A database of Bower 0.2.0 opens: games, groups and nights come to the same, who was let in still is.

``stored/bower-0.2.0.sql.gz`` holds sample games of all seven games, half of them in a group with a merged
person, with corrections, links, phones, disputes and recovery sheets, and a night of three rounds, two of
them played and one score fixed. ``stored/bower-0.2.0.json.gz`` is what 0.2.0 itself read out of it.
"""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction

from companion.models import Game, Group
from companion.store import entries, facts_check, recovery
from tests.companion.factories import device
from tests.companion.stored_databases import POSTGRES, SQLITE, Stored
from tests.companion.stored_games import of_group, of_night, of_table

BEFORE = Stored("0.2.0", "0025_group_recovery")
EXPECTED = BEFORE.expected


@pytest.fixture(scope="module", params=[SQLITE, POSTGRES])
def migrated(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any
) -> Iterator[None]:
    """The database of 0.2.0, brought up to date: SQLite's own file, and the same rows in PostgreSQL."""
    with (
        django_db_blocker.unblock(),
        BEFORE.migrated(request.param, tmp_path_factory.mktemp("stored")),
    ):
        yield


@pytest.fixture(autouse=True)
def old_key(settings: Any, migrated: None) -> Iterator[None]:
    """The key of 0.2.0; what a test writes is rolled back, since tests come in any order."""
    settings.SECRET_KEY = "bower-0.2.0"
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("table_id", EXPECTED["tables"])
def test_every_game_comes_to_what_it_did_with_all_that_is_beside_it(table_id: str) -> None:
    game = Game.objects.get(public_id=table_id)
    assert of_table(game) == EXPECTED["tables"][table_id]
    assert not facts_check.differ(game.pk, entries.of_games([game])[0])


@pytest.mark.parametrize("group_id", EXPECTED["groups"])
def test_every_group_has_the_figures_that_it_had(group_id: str) -> None:
    assert of_group(Group.objects.get(public_id=group_id)) == EXPECTED["groups"][group_id]


@pytest.mark.parametrize("night_id", EXPECTED["nights"])
def test_every_night_has_its_places(night_id: str) -> None:
    assert of_night(night_id) == EXPECTED["nights"][night_id]


def test_a_sheet_that_was_printed_still_makes_a_host() -> None:
    assert recovery.use(device("new"), "0" * 24).table_id in EXPECTED["tables"]


def test_replay_finds_nothing_else() -> None:
    out = StringIO()
    call_command("replay", stdout=out)
    assert f"{len(EXPECTED['tables'])} games" in out.getvalue()
