"""Hands told at random: what is offered is taken, what is off is refused, and the entry always scores."""

import random
import re

import pytest

from scoring import VARIANTS, Refusal, step
from scoring.phases.facts import HandFacts
from scoring.progress import DONE, FORM, Progress, progress
from tests.effort import examples
from tests.scoring.progress.tables import FOLLOWED, follow_of
from tests.scoring.progress.walks import Move, random_table, walk, with_chips

# So many tables are looked at for what is rare; any seed finds it in far fewer.
MOST_TABLES = 1_000

OLD_WORDS = re.compile(
    r"somebody|everybody|who takes|no-trump|passed-out|stick_the|\bpack\b|\b[A-Z]{2,3}-\d\d\b"
    r"|^Who (?!won|leads|should)"
)


def walks(variant: str, number: int) -> list[list[Progress]]:
    rng = random.Random(variant)  # noqa: S311 the same hands in every run
    tables = [random_table(rng, variant) for _ in range(number)]
    return [walk(rng, state) for state in tables if not state.over]


@pytest.mark.parametrize("variant", FOLLOWED)
def test_a_hand_of_offered_moves_ends_in_an_entry_that_scores(variant: str) -> None:
    rng = random.Random(variant)  # noqa: S311
    ended = 0
    for number in range(MOST_TABLES):
        if number >= examples(200) and (ended or VARIANTS[variant].bank):
            break
        state = random_table(rng, variant)
        last = walk(rng, state)[-1]
        assert last.phase == "done"
        assert last.step == step(state, last.entry)
        ended += last.step.state.over if last.step else 0
    assert ended or VARIANTS[variant].bank


@pytest.mark.parametrize("variant", FOLLOWED)
def test_every_move_that_is_off_is_refused_and_every_other_taken(variant: str) -> None:
    rng = random.Random(variant)  # noqa: S311
    off = 0
    for number in range(MOST_TABLES):
        if off and number >= examples(50):
            break
        state = random_table(rng, variant)
        made: list[Move] = []
        for _ in range(30):
            now = progress(state, made)
            for one in now.offers:
                assert taken(state, made, with_chips(rng, one)) is one.allowed, one
                off += not one.allowed
            if now.done or not now.allowed:
                break
            made.append(with_chips(rng, rng.choice(now.allowed)))
    assert off


def taken(state, made: list[Move], move: Move) -> bool:
    try:
        progress(state, [*made, move])
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("variant", FOLLOWED)
def test_who_is_to_act_is_one_of_those_who_can(variant: str) -> None:
    rng = random.Random(variant)  # noqa: S311
    phases = {FORM, DONE, *(phase.name for phase in follow_of(variant).phases)}
    expected = {follow_of(variant).phases[0].name, "play", "done"}
    seen: set[str] = set()
    for number in range(MOST_TABLES):
        if number >= examples(100) and expected < seen:
            break
        for now in walk(rng, random_table(rng, variant)):
            assert now.phase in phases
            seen.add(now.phase)
            assert now.to_act is None or now.to_act in now.dealt_in
            players = {
                one.move["player"] for one in now.allowed if one.move["move"] in ("pass", "stay", "check")
            }
            assert players <= {now.to_act}
            check_words(now)
            assert all(one.off is None or (one.off.rule and one.off.field == "move") for one in now.offers)
    assert expected < seen


def check_words(now: Progress) -> None:
    """Instructions are whole sentences of 20 words at most, without words that are no longer used."""
    for one in now.instructions:
        assert one.text.endswith(".")
        assert all(len(sentence.split()) <= 20 for sentence in re.split(r"[.?:] ", one.text))
    for text in (now.ask, *(one.text for one in now.instructions), *(one.words for one in now.offers)):
        assert not OLD_WORDS.search(text), text


def test_a_walk_that_would_not_score_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HandFacts, "tally", {})
    with pytest.raises(Refusal):
        walks("partnership", 5)
