"""What Bower says about a hand, word for word."""

from tests.scoring.words import FILE, words


def test_every_sentence_reads_as_it_was_agreed() -> None:
    """After a change of words: ``python -m tests.scoring.words > tests/scoring/words.txt``, and read it."""
    assert words().splitlines() == FILE.read_text(encoding="utf-8").splitlines()
