"""Every game has all that the tests want to know of it."""

from pathlib import Path

import pytest

from scoring import VARIANTS
from tests import games


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_has_its_package(variant: str) -> None:
    for part in (games.hands, games.cardplay, games.form, games.evening):
        assert part(variant)
    for file in ("cases.txt", "samples.jsonl"):
        assert games.text(variant, file)


def test_what_a_game_lacks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AssertionError, match=r"^tests/games/bridge/hands\.py is missing: "):
        games.hands("bridge")
    with pytest.raises(
        AssertionError, match=r"^tests/games/buck/hands\.py: expected BEGUN, .* as Evening says"
    ):
        games.part("buck", "hands", games.Evening)
