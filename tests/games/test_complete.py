"""Every game has all that the tests want to know of it."""

import pytest

from scoring import VARIANTS, read
from tests import games
from tests.bench import scored

LONG = 60


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_has_its_package(variant: str) -> None:
    for part in (games.facts, games.hands, games.cardplay, games.form, games.evening):
        assert part(variant)
    for file in ("cases.txt", "samples.jsonl"):
        assert games.text(variant, file)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_long_game_is_scored_and_goes_on(variant: str) -> None:
    assert len(read(scored.game(variant, LONG, 5)).entries) >= LONG


def test_what_a_game_lacks_is_named() -> None:
    with pytest.raises(AssertionError, match=r"^tests/games/bridge/hands\.py is missing: "):
        games.hands("bridge")
    with pytest.raises(
        AssertionError, match=r"^tests/games/buck/hands\.py: expected BEGUN, .* as Evening says"
    ):
        games.part("buck", "hands", games.Evening)
