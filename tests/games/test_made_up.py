"""A game unlike the others, of any name and at any place of the menu, passes the tests of all games.

The games of ``tests/made_up`` and one written by ``tests.new_game`` are planted in a copy of the repository.
A normal run takes a third of their sample games; `make thorough` all of them.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.log.in_words import what
from companion.stats.counted import DEFENDER, MAKER, MARCH, PARTNER, call_result, parts
from scoring import State, step
from tests.effort import ALL
from tests.made_up import GAMES, planted
from tests.made_up.call_ace.variant import VARIANT

COPIED, LIKE = "zz-9-any", "partnership"
NAMES = [*(game.replace("_", "-") for game in GAMES), COPIED]
# What tells whether a copied game is there as a whole: all else about it is tested of the game it is like.
OF_COPY = (
    "test_cases",
    "test_vectors",
    "test_variant",
    "test_form_law",
    "test_hand_room",
    "test_plain_words",
)
# Tests that go through all games by themselves; the others are chosen by the game that their name ends with.
WHOLE = (
    *("test_games", "every_game_stands_there", "test_replay", "test_rule_coverage", "test_complete"),
    "test_the_document_has_no_fault",
)
# Their files; nothing in these says that they go through all games.
OF_WHOLE = ("tests/house/test_games.py", "tests/api/test_lint.py")
FOLDERS = ("scoring", "games", "companion", "api")
# Tests of what is sent, of an exported file or of other tests, which are the same for every game of a form.
UNCONCERNED = (
    "test_what_a_form_refuses_is_in_plain_words",
    "test_sample_games_survive_the_models_unchanged",
    "test_whatever_the_lines_are_there_is_an_answer_to_each",
    "test_no_field_given_twice_slips_through",
    "test_the_rare_things_happen",
    "test_generated_client",
)
# What a module of tests has in it that goes through all games.
OF_ALL = re.compile(r"\b(VARIANTS|SEATS|FOLLOWED|EVENINGS|each_game|vectors\(|cases\()")
APART = "not browser and not service and not postgres"
THIRD = 3


def run(root: Path, *command: str) -> str:
    """What a command in the copy prints."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=root, env=outside, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    return done.stdout


def test_partners_of_one_hand_are_known_from_its_entry() -> None:
    players = ("Ann", "Bo", "Cy", "Dee", "Eli")
    state = State(VARIANT, VARIANT.standard_options, players, dict.fromkeys(players, 10), "Ann")
    entry = {"kind": "hand", "maker": "Bo", "partner": "Dee", "tricks": {"Bo": 1, "Dee": 4}}
    done = step(state, entry)
    assert done.hand
    assert [(part.role, part.tricks, part.gain) for part in parts(state, entry, done.hand)] == [
        (DEFENDER, 0, 0),
        (MAKER, 5, 2),
        (DEFENDER, 0, 0),
        (PARTNER, 5, 2),
        (DEFENDER, 0, 0),
    ]
    assert call_result(state, entry, done.hand.lines) == MARCH
    entry |= {"tricks": {"Ann": 2, "Bo": 1, "Dee": 2}}
    assert "3 tricks" in what(entry, state, step(state, entry).hand)


@pytest.mark.long
def test_games_that_no_menu_shows_pass_the_tests_of_all_games(tmp_path: Path) -> None:
    root = planted(tmp_path / "bower")
    (root / "tests" / "games" / Path(__file__).name).unlink()  # it would plant copies without end
    run(root, "tests.new_game", COPIED, "--like", LIKE, "--prefix", "ZZ")
    for game in GAMES:
        run(root, "tests.samples", game.replace("_", "-"))
    for name in () if ALL else NAMES:
        samples = root / "tests" / "games" / name.replace("-", "_") / "samples.jsonl"
        lines = samples.read_text(encoding="utf-8").splitlines(keepends=True)
        refused = [line for line in lines if "error" in json.loads(line)["expect"]]
        samples.write_text("".join([*[line for line in lines if line not in refused][::THIRD], *refused]))
    for made in ("tests.entry_types", "tests.record_schema", "tests.scoring.words"):
        run(root, made)
    chosen = " or ".join([*NAMES, *GAMES, *WHOLE])
    if not ALL:
        chosen = f"({chosen}) and not ({' or '.join(UNCONCERNED)})"
        chosen += f" and not ({COPIED} and not ({' or '.join(OF_COPY)}))"
    files = [file for folder in FOLDERS for file in (root / "tests" / folder).rglob("test_*.py")]
    of_all = [str(file) for file in files if OF_ALL.search(file.read_text(encoding="utf-8"))]
    told = run(root, "pytest", "-q", "-n", "0", "-k", chosen, "-m", APART, *of_all, *OF_WHOLE)
    assert " passed" in told.splitlines()[-1]
