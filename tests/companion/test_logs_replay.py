"""The long sample games, entered entry by entry, end as they must."""

from typing import Any

import pytest

from companion import store
from scoring import VARIANTS, from_json
from tests.companion.factories import device
from tests.scoring.vectors import Vector, vectors

LONG = 3
ANN = device()


def longest() -> list[Vector]:
    """The longest games of each file that are scored to their end."""
    files: dict[str, list[Vector]] = {}
    for vector in vectors():
        if "error" not in vector.expect:
            files.setdefault(vector.place.split(":")[0], []).append(vector)
    return [
        vector
        for games in files.values()
        for vector in sorted(games, key=lambda one: len(one.record["entries"]))[-LONG:]
    ]


def test_every_game_has_a_long_one() -> None:
    lengths = {vector.record["variant"]: len(vector.record["entries"]) for vector in longest()}
    assert lengths.keys() == VARIANTS.keys()
    assert min(lengths.values()) >= LONG


@pytest.mark.django_db
@pytest.mark.parametrize("vector", longest(), ids=lambda vector: vector.place)
def test_a_game_entered_through_the_store_ends_in_its_expected_standing(vector: Vector) -> None:
    header = {name: value for name, value in vector.record.items() if name != "entries"}
    made = store.import_game(ANN, store.new_key(), from_json({**header, "entries": []}))
    for number, entry in enumerate(vector.record["entries"]):
        made = store.append(ANN, made.id, store.new_key(), number, entry).view.table
    assert made.standing == store.load(ANN, made.id).table.standing
    assert expected_of(made.standing.as_json(), vector.expect) == vector.expect


def expected_of(standing: dict[str, Any], expect: dict[str, Any]) -> dict[str, Any]:
    """As much of a standing as the sample game names."""
    hands = [{name: hand[name] for name in ("dealer", "change")} for hand in standing["hands"]]
    return {name: hands if name == "hands" else standing[name] for name in expect}
