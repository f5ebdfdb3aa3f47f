"""A euchre night whose server is killed: a round is there as a whole or not at all, and no hand is lost."""

import csv
import json
import re
import threading
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.effort import every_second
from tests.service.phone import SEE_OTHER, Answer, Form, Phone, field, next_hand
from tests.service.stopping import cut
from tests.serving import Bower

pytestmark = [pytest.mark.service, pytest.mark.stored, pytest.mark.long]

PEOPLE = [f"Player {number}" for number in range(32)]
TABLES = len(PEOPLE) // 4
# Seconds from the moment a round is asked for to the moment the power goes: before, within and after it.
MOMENTS = every_second(0.01, 0.03, 0.06, 0.12, 0.25)
SAVED = 2 * TABLES  # hands that the tables have saved, together, when the power goes


@pytest.fixture
def bower(tmp_path: Path) -> Iterator[Bower]:
    served = Bower(tmp_path)
    served.start()
    yield served
    served.kill()


def new_night(phone: Phone) -> str:
    """A night in a new group; its address."""
    group = phone.ask("/groups/", {"key": field(phone.ask("/groups/").page, "key"), "title": "Club"}).location
    address = f"{group}nights/new/"
    form = [("key", field(phone.ask(address).page, "key")), ("begin", "1"), ("hands", "20"), ("rounds", "40")]
    answer = phone.ask(address, [*form, *(("here", name) for name in PEOPLE)])
    assert answer.status == SEE_OTHER, answer.page
    return answer.location


def codes(phone: Phone, night: str, number: int) -> list[str]:
    """The code of each table of a round that is there; [] for a round that isn't."""
    answer = phone.ask(f"{night}rounds/{number}/")
    assert answer.status in (200, 404)
    found = re.findall(r"<b>([0-9A-Z]{4}-[0-9A-Z]{4})</b>", answer.page)
    assert len(found) == (TABLES if answer.status == 200 else 0)
    return found


def test_a_round_is_there_as_a_whole_or_not_at_all(bower: Bower) -> None:
    phone = Phone(bower)
    night = new_night(phone)
    for number, moment in enumerate(MOMENTS, 1):
        key = field(phone.ask(f"{night}early/").page, "key")
        form = {"key": key, "round": str(number), "early": "1"}
        answers: list[Answer] = []

        def start(form: Form = form, answers: list[Answer] = answers) -> None:
            answers.append(phone.ask(f"{night}rounds/", form))

        cut(bower, [start], moment)
        bower.start()
        there = codes(phone, night, number)
        assert there or not answers
        again = phone.ask(f"{night}rounds/", form)
        assert (again.status, again.location) == (SEE_OTHER, night)
        assert len(codes(phone, night, number)) == TABLES
        assert not there or codes(phone, night, number) == there
        assert not codes(phone, night, number + 1)


def test_hands_that_tables_save_while_the_server_is_killed_count_once(bower: Bower) -> None:
    phone = Phone(bower)
    night = new_night(phone)
    started = {"key": field(phone.ask(f"{night}early/").page, "key"), "round": "1"}
    assert phone.ask(f"{night}rounds/", started).status == SEE_OTHER
    tables = [opened(phone, night, number) for number in range(1, TABLES + 1)]
    kept: dict[str, list[str]] = {table: [] for table in tables}
    enough = threading.Event()

    def play(table: str) -> None:
        while True:
            form = next_hand(phone, table, f"{table} {len(kept[table])}")
            if phone.ask(f"{table}hands/", form).status == SEE_OTHER:
                kept[table].append(form["note"])
            if sum(map(len, kept.values())) >= SAVED:
                enough.set()

    cut(bower, [partial(play, table) for table in tables], enough)
    bower.start()
    points: Counter[str] = Counter(dict.fromkeys(PEOPLE, 0))
    for table in tables:
        notes = phone.notes(table)
        assert notes[: len(kept[table])] == kept[table]
        assert len(notes) - len(kept[table]) in (0, 1)  # one may have lost its answer only
        seated = json.loads(phone.ask(f"{table}recap.json").page)["players"]
        points.update(dict.fromkeys(seated[0::2], len(notes)))  # the makers' three tricks: a point each time
    assert sum(points.values()) >= 2 * SAVED
    rows = list(csv.DictReader(phone.ask(f"{night}results.csv").page.splitlines()))
    assert {row["player"]: int(row["points"]) for row in rows} == points


def opened(phone: Phone, night: str, number: int) -> str:
    """The address of a table's game, at which the organizer's phone now keeps the score."""
    answer = phone.ask(f"{night}rounds/1/tables/{number}/open/", {})
    assert answer.status == SEE_OTHER
    return answer.location.removesuffix("hands/new/")
