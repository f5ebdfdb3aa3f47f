"""What Bower says about a hand, word for word."""

import pytest

from scoring import VARIANTS
from tests.scoring.words import file, words


@pytest.mark.parametrize("game", VARIANTS)
def test_every_sentence_reads_as_it_was_agreed(game: str) -> None:
    """After a change of words: ``make generated``, and read what has changed."""
    assert words(game).splitlines() == file(game).read_text(encoding="utf-8").splitlines()
