"""Facts beside words: what a standing and a recap say, for programs that don't parse English."""

import json
import re
from typing import Any

import pytest

from companion.api import readings, serializers
from scoring import from_json, outcomes, replay
from tests.api.client import owned, program
from tests.companion.evenings import evening_of
from tests.companion.factories import hand
from tests.scoring.vectors import vectors

GOOD = [one.record for one in vectors() if "error" not in one.expect]
FIXED = re.compile(
    r"\(PC-20\)|at 0|\d+(st|nd|rd|th) time|all \d+|set by 1"
)  # what isn't a value as it stands
FIGURE = re.compile(r"[0-9]")


def assert_facts(said: dict[str, Any]) -> None:
    """What it says has an outcome, and its words are its sentence with its values."""
    assert said["outcome"] in outcomes.OUTCOMES
    values = {
        name: str(one).replace("-", "−") for name, one in said["values"].items() if isinstance(one, int)
    }
    assert said["text"] == said["sentence"].format(**{**said["values"], **values})
    assert not FIGURE.search(FIXED.sub("", said["sentence"]))


def test_every_line_of_the_sample_games_has_its_outcome_and_the_values_of_its_sentence() -> None:
    lines = [
        line
        for record in GOOD
        for scored in serializers.with_facts(replay(from_json(record)))["hands"]
        for line in scored["lines"]
    ]
    for line in lines:
        assert_facts(line)
    assert len({line["outcome"] for line in lines}) > 20


def test_the_standing_of_the_library_is_as_it_was() -> None:
    for record in GOOD[::3]:
        standing = replay(from_json(record))
        said = serializers.with_facts(standing)
        for line in (line for scored in said["hands"] for line in scored["lines"]):
            for name in ("outcome", "values", "sentence"):
                del line[name]
        assert json.dumps(said) == json.dumps(standing.as_json())


def test_every_moment_of_the_sample_games_has_its_outcome_and_the_values_of_its_sentence() -> None:
    found = []
    for record in GOOD[::3]:
        header = {name: one for name, one in record.items() if name not in ("format", "variant", "entries")}
        header.setdefault("options", {})
        shown = evening_of(record["variant"], *record["entries"], **header)
        found += [vars(one) for one in readings.recap(shown).moments]
    for one in found:
        assert_facts(one)
    assert len({one["outcome"] for one in found}) > 10


@pytest.mark.django_db
@pytest.mark.alike
def test_the_recap_says_who_came_back_and_what_stands_out() -> None:
    ann = program()
    march = hand("partnership", tricks={"Bo & Dee": 5})
    ours = [hand("partnership", tricks={"Ann & Cy": 5})] * 3
    made = owned(ann, entries=[march, march, *ours], options={"target": 6})
    said = ann.ask("GET", f"tables/{made.id}/recap/").json()
    assert (said["over"], said["winners"], said["places"]) == (True, ["Ann & Cy"], ["Ann & Cy", "Bo & Dee"])
    assert said["totals"] == {"Ann & Cy": 6, "Bo & Dee": 4}
    assert said["comeback"] == {"winner": "Ann & Cy", "hand": 2, "behind": 4}
    standing, record = (f"tables/{made.id}/{name}/" for name in ("standing", "record"))
    game = ann.ask("GET", record).json()
    plain = replay(from_json(game))
    told = json.loads(json.dumps(serializers.with_facts(plain)))
    assert ann.ask("GET", standing + "?facts=true").json() == told
    assert ann.ask("POST", "score/?facts=true", game).json() == told
    assert ann.ask("GET", standing).json() == plain.as_json()
    first = said["moments"][0]
    assert (first["hand"], first["outcome"], first["player"]) == (1, outcomes.MARCH_AGAINST, "Bo & Dee")
    assert (first["points"], first["values"]["maker"], first["values"]["tricks"]) == (2, "Ann", 5)
