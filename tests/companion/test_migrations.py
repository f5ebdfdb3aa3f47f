"""Databases of earlier versions: what was in them is still there, with its owner."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE, AFTER = ("companion", "0002_bank"), ("companion", "0005_no_starters")


def migrated(to: tuple[str, str]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate([to])
    return MigrationExecutor(connection).loader.project_state([to]).apps


@pytest.fixture
def earlier() -> Any:
    yield migrated(BEFORE)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def test_who_had_started_a_game_owns_it_and_keeps_it_on_the_way_back(earlier: Any) -> None:
    game, access = earlier.get_model("companion", "Game"), earlier.get_model("companion", "Access")
    for number in range(3):
        made = game.objects.create(public_id=f"game{number}", key=uuid4(), header="{}")
        access.objects.create(game=made, device=f"{number:064}", role="scorekeeper")
    now = migrated(AFTER).get_model("companion", "Access").objects
    found = now.order_by("pk").values_list("phone__game__public_id", "phone__device", "role", "link")
    assert list(found) == [(f"game{number}", f"{number:064}", "owner", None) for number in range(3)]
    back = migrated(BEFORE).get_model("companion", "Access").objects.order_by("pk")
    kept = list(back.values_list("game__public_id", "device", "role"))
    assert kept == [(f"game{number}", f"{number:064}", "scorekeeper") for number in range(3)]
