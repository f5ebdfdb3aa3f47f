"""The same request many times at once, against the database as it is served: done once, answered alike."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import connections

from companion import models
from tests.api.client import Program, owned, program
from tests.companion.factories import hand, record

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 6


def at_once(ask: Callable[[int], Any]) -> list[Any]:
    start = Barrier(AT_ONCE)

    def run(number: int) -> Any:
        start.wait()
        try:
            return ask(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(run, range(AT_ONCE)))


def test_the_same_entry_is_written_once() -> None:
    ann = program()
    made = owned(ann, variant="buck")
    path = f"tables/{made.id}/entries/"
    answers = at_once(lambda _number: Program(ann.token).ask("POST", path, hand("buck"), idempotency_key="k"))
    assert {(one.status_code, one.content) for one in answers} == {(201, answers[0].content)}
    assert models.Entry.objects.count() == 1


def test_the_same_game_is_started_once() -> None:
    key, body = str(uuid4()), record(variant="buck", entries=[hand("buck")])
    answers = at_once(lambda _number: Program().ask("POST", "tables/", body, idempotency_key=key))
    assert {(one.status_code, one.content) for one in answers} == {(201, answers[0].content)}
    assert (models.Game.objects.count(), models.Entry.objects.count()) == (1, 1)


def test_entries_of_many_programs_merge() -> None:
    ann = program()
    made = owned(ann, variant="buck")
    path = f"tables/{made.id}/entries/"
    answers = at_once(lambda number: Program(ann.token).ask("POST", path, hand("buck", number)))
    assert sorted(one.json()["number"] for one in answers) == [*range(1, AT_ONCE + 1)]


def test_of_corrections_meant_for_one_version_one_is_written() -> None:
    ann = program()
    made = owned(ann, variant="buck", entries=[hand("buck")])
    path = f"tables/{made.id}/entries/1/"
    answers = at_once(
        lambda number: Program(ann.token).ask(
            "PUT", path, {**hand("buck"), "note": f"{number}"}, if_match='"1"'
        )
    )
    assert sorted(one.status_code for one in answers) == [200] + [412] * (AT_ONCE - 1)


def test_a_link_that_is_followed_at_once_lets_in_once() -> None:
    ann = program()
    made = owned(ann, variant="buck")
    links = ann.ask("GET", f"tables/{made.id}/links/").json()["links"]
    token = links[0]["token"]
    answers = at_once(lambda _number: Program(token).ask("POST", "join/"))
    assert {one.status_code for one in answers} == {200}
    assert models.Access.objects.count() == 2
