"""Every outcome that a score line may have is worded, or known to need no words."""

from companion.recap import moments
from companion.wording import outcomes as wording
from scoring.outcomes import CONCEDED, FAILED, OUTCOMES


def test_every_outcome_has_words_in_a_hand_or_goes_without_saying() -> None:
    assert wording.IN_A_HAND.keys() | wording.UNSAID == OUTCOMES
    assert not wording.IN_A_HAND.keys() & wording.UNSAID


def test_only_outcomes_are_worded_for_the_banker() -> None:
    assert wording.PAID.keys() <= OUTCOMES


def test_every_outcome_is_told_in_the_recap_or_known_not_to_be() -> None:
    told = (moments.BY_OUTCOME.keys(), moments.ELSEWHERE, moments.NO_HIGHLIGHT)
    assert sorted(name for names in told for name in names) == sorted(OUTCOMES)


def test_only_outcomes_are_felt() -> None:
    assert wording.FELT.keys() <= OUTCOMES
    assert not (FAILED - wording.FELT.keys()) - {CONCEDED}, "who drops a hand isn’t euchred"
