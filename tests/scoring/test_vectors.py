"""Sample games made by an independent reading of the rules: their standings, refusals, lines and books."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scoring import VARIANTS, Refusal, from_json, read, replay, write
from scoring.ledger import balances
from tests.scoring.vectors import Vector, rules_changed, vectors

ALL = [*vectors(), *rules_changed()]
PLAYED = [vector for vector in ALL if "error" not in vector.expect]
REFUSED = [vector for vector in ALL if "error" in vector.expect]
ROOT = Path(__file__).resolve().parents[2]


by_game = pytest.mark.parametrize("game", VARIANTS)


def played(game: str) -> list[Vector]:
    """The samples of a game that are scored, each with its place."""
    found = [vector for vector in PLAYED if vector.record["variant"] == game]
    assert found
    return found


def as_expected(answer: Any) -> dict[str, Any]:
    """What a sample says of a standing or an error: no rule texts, no ledger, no messages."""
    if "error" in answer:
        return {"error": {field: answer["error"][field] for field in ("entry", "field")}}
    hands = [{"dealer": hand["dealer"], "change": hand["change"]} for hand in answer["hands"]]
    kept = {key: value for key, value in answer.items() if key not in ("format", "hands", "ledger")}
    return {**kept, "hands": hands}


def test_every_game_has_samples_that_are_scored_and_some_that_are_refused() -> None:
    for some in (PLAYED, REFUSED):
        assert {vector.place.split(":")[0] for vector in some} == set(VARIANTS)
    assert {vector.record["variant"] for vector in PLAYED} == set(VARIANTS)


@by_game
def test_a_game_comes_to_the_expected_standing(game: str) -> None:
    for place, record, expect in played(game):
        answer = as_expected(replay(from_json(record)).as_json())
        assert answer == expect, place
        # Dictionaries are equal in any order; the standing is in seat order.
        order = list(answer.get("scores") or answer["net"])
        assert order == list(expect.get("scores") or expect["net"]), place


@by_game
def test_a_broken_record_is_refused_at_the_expected_field(game: str) -> None:
    for place, record, expect in (one for one in REFUSED if one.place.startswith(f"{game}:")):
        with pytest.raises(Refusal) as refused:
            replay(from_json(record))
        assert as_expected(refused.value.as_json()) == expect, place


@by_game
def test_the_lines_of_a_hand_add_up_to_its_change(game: str) -> None:
    for place, record, _expect in played(game):
        for hand in replay(from_json(record)).hands:
            moved: Counter[str] = Counter()
            for line in hand.lines:
                moved[line.player] += line.points
            assert {player: points for player, points in moved.items() if points} == hand.change, place


@pytest.mark.parametrize("game", [name for name, variant in VARIANTS.items() if variant.has_bank])
def test_the_ledger_of_a_game_balances(game: str) -> None:
    for place, record, _expect in played(game):
        standing = replay(from_json(record))
        accounts = {"bank": 0, "pot": 0, **dict.fromkeys(standing.state.net, 0)}
        accounts |= balances(standing.postings)
        assert sum(accounts.values()) == 0, place
        assert accounts.pop("bank") == standing.state.bank, place
        assert accounts.pop("pot") == standing.state.pot, place
        held = {name: chips for name, chips in accounts.items() if name in standing.scores}
        assert held == standing.scores, place
        assert all(chips == 0 for name, chips in accounts.items() if name not in standing.scores), place


@by_game
def test_a_record_written_and_read_again_is_the_same(game: str) -> None:
    for place, told, _expect in played(game):
        record = from_json(told)
        again = read(write(record))
        assert again == record, place
        assert again.as_json() == told, place
        assert replay(again) == replay(record), place


def test_the_command_answers_every_sample_in_order() -> None:
    lines = "".join(json.dumps(vector.record) + "\n" for vector in ALL)
    done = subprocess.run(
        [sys.executable, "-m", "scoring", "--json", "-"],
        input=lines.encode(),
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    answers = [as_expected(json.loads(line)) for line in done.stdout.decode().splitlines()]
    assert (done.returncode, done.stderr) == (2, b"")
    assert answers == [vector.expect for vector in ALL]
