"""``trick`` and ``follow`` against the simulator: every play and every trick of thousands of hands."""

import ast
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring import VARIANTS, cards
from scoring.asking import ask_follow, ask_trick
from tests import games
from tests.effort import examples
from tests.scoring.simulator.hands import Asked

HANDS_OF_A_GAME = 5_000  # in the profile `thorough`
PARTS = 2
HANDS_BY_COMMAND = 30
MOST_HANDS, OFTEN = 2_000, 5  # the rarer things happen so often in far fewer hands than the most


def hands(variant: str, seed: str, number: int) -> Iterator[Asked]:
    """Every question of so many hands, the same in every run."""
    rng = random.Random(seed)  # noqa: S311 not a secret
    for _ in range(number):
        yield from games.cardplay(variant).deal(rng)


def answered(asked: Asked) -> object:
    if asked.command == "trick":
        return ask_trick(asked.question)["winner"]
    return ask_follow(asked.question)["may_play"]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_library_agrees_with_the_simulator_in_every_play_and_trick(variant: str, part: int) -> None:
    for asked in hands(variant, f"{variant} {part}", examples(HANDS_OF_A_GAME) // PARTS):
        assert answered(asked) == asked.answer, asked


@pytest.mark.parametrize("command", ["trick", "follow"])
def test_the_command_line_agrees_line_by_line(command: str) -> None:
    asked = [one for variant in VARIANTS for one in hands(variant, "command", HANDS_BY_COMMAND)]
    asked = [one for one in asked if one.command == command]
    run = subprocess.run(
        [sys.executable, "-m", "scoring", command, "--json", "-"],
        input="".join(json.dumps(one.question) + "\n" for one in asked),
        capture_output=True,
        text=True,
        check=True,
    )
    field = "winner" if command == "trick" else "may_play"
    answers = [json.loads(line)[field] for line in run.stdout.splitlines()]
    assert answers == [one.answer for one in asked]
    assert len(answers) > 1_000


# What the hands must have in them for their number to mean anything


def situations(variant: str) -> Counter[str]:
    """How often the rarer things happened, until each has often enough."""
    seen: Counter[str] = Counter()
    for asked in hands(variant, f"{variant} 0", MOST_HANDS):
        question, answer = asked.question, asked.answer
        trick = question.get("cards") or question["trick"]
        seen["no trump"] += question["trump"] == "no-trump"
        seen["nobody’s trick"] += answer is None
        seen["two Jokers"] += asked.command == "trick" and trick.count("Joker") == 2
        seen["a Joker led"] += asked.command == "follow" and trick == ["Joker"]
        seen["had to follow"] += asked.command == "follow" and len(question["trick"]) > 0 and answer == ["9C"]
        if asked.command == "trick":
            seen[f"{len(trick)} play"] += 1
        if all(seen[thing] >= OFTEN for thing in games.cardplay(variant).RARE):
            break
    return seen


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_rare_things_happen(variant: str) -> None:
    seen = situations(variant)
    assert [thing for thing in games.cardplay(variant).RARE if seen[thing] < OFTEN] == []


def test_the_simulator_takes_nothing_from_the_library() -> None:
    sources = [
        (Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8") for name in ("rules", "hands")
    ]
    for source in [*sources, *(games.text(variant, "cardplay.py") for variant in VARIANTS)]:
        imported = [
            node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)
        ]
        assert imported
        assert [ast.unparse(node) for node in imported if "from scoring" in ast.unparse(node)] == []


# Each of these would be a defect of the library; the simulator has to notice it


def disagreements(variant: str) -> int:
    return sum(answered(asked) != asked.answer for asked in hands(variant, "defect", 50))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_forgotten_left_bower_is_noticed(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert disagreements(variant) == 0
    monkeypatch.setattr(cards, "_is_left_bower", lambda trump, card: False)
    assert disagreements(variant) > 0


def test_a_nine_of_clubs_that_stays_a_club_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    suit = cards.effective_suit
    forgets = lambda game, trump, card: card.suit if card.rank == "9" else suit(game, trump, card)  # noqa: E731
    monkeypatch.setattr(cards, "effective_suit", forgets)
    assert disagreements("three-handed") > 0


def test_a_joker_that_may_always_be_led_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "_joker_limit", lambda *told: "")
    assert disagreements("poker-points") > 0
