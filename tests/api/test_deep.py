"""JSON that is nested deeper than anything a game needs is refused in words, wherever it comes in."""

import io
import json
from typing import Any

import pytest

from scoring.command_line import main
from scoring.record import MOST_NESTED
from tests.api.client import owned, program
from tests.companion.factories import Phone, hand

pytestmark = pytest.mark.django_db

DEPTHS = (MOST_NESTED + 1, 500, *range(850, 1_000, 9), 100_000)


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def titled(depth: int) -> str:
    return '{"title": ' + nested(depth) + "}"


def test_no_depth_of_a_body_breaks_an_operation() -> None:
    ann = program()
    made = owned(ann, variant="buck", entries=[hand("buck")])
    place = f"tables/{made.id}/"
    entry = json.dumps(hand("buck"))[:-1]
    bodies = {
        "score/": '{"format": %s}',
        "tables/": '{"format": "bower.game/1", "entries": [%s]}',
        place + "entries/": entry + ', "note": %s}',
        place + "webhooks/": '{"url": %s}',
    }
    for path, body in bodies.items():
        for depth in DEPTHS:
            sent = (body % nested(depth)).encode()
            answer: Any = ann.raw("POST", path, sent, idempotency_key="0" * 32)
            assert (path, depth, answer.status_code) == (path, depth, 400)
            assert answer.json()["detail"] == "Brackets are nested too deep."


def test_no_depth_breaks_a_page() -> None:
    ann = Phone("ann")
    for depth in DEPTHS:
        answer = ann.post("/games/imports/", {"key": "k", "text": titled(depth)})
        assert (depth, answer.status_code) == (depth, 422)
        assert "Brackets are nested too deep." in answer.text


@pytest.mark.parametrize("command", [["-"], ["--json", "-"], ["trick", "--json", "-"]])
def test_no_depth_breaks_the_command(command: list[str]) -> None:
    for depth in DEPTHS:
        output, errors = io.StringIO(), io.StringIO()
        status = main(command, io.StringIO(titled(depth)), output, errors)
        told = output.getvalue() + errors.getvalue()
        assert (depth, "nested" in told, "Traceback" in told) == (depth, True, False)
        assert status in {0, 2}
