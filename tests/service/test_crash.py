"""Killed in the middle of a save and started again: what was acknowledged is there, and nothing twice."""

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.effort import every_second
from tests.service.phone import SEE_OTHER, Answer, Form, Phone, new_table, next_hand
from tests.serving import Bower

pytestmark = [pytest.mark.service, pytest.mark.stored]

# Seconds from the moment a save is sent to the moment the power goes: before, within and after the answer.
MOMENTS = every_second(0.0, 0.003, 0.005, 0.008, 0.015)


@pytest.fixture
def bower(tmp_path: Path) -> Iterator[Bower]:
    served = Bower(tmp_path)
    served.start()
    yield served
    served.kill()


def send(phone: Phone, table: str, form: Form, answers: list[Answer]) -> None:
    with suppress(OSError, http.client.HTTPException):  # the power went before there was an answer
        answers.append(phone.ask(table + "hands/", form))


def cut_while_saving(bower: Bower, phone: Phone, table: str, form: Form, moment: float) -> list[Answer]:
    """Save, and kill Bower so many seconds later; the answer, if there was one."""
    answers: list[Answer] = []
    saving = threading.Thread(target=send, args=(phone, table, form, answers))
    saving.start()
    time.sleep(moment)
    bower.kill()
    saving.join()
    return answers


def test_what_was_acknowledged_survives_and_what_is_sent_again_counts_once(bower: Bower) -> None:
    phone = Phone(bower)
    table = new_table(phone)
    expected: list[str] = []
    for moment in MOMENTS:
        before = next_hand(phone, table, f"before {moment}")
        assert phone.ask(table + "hands/", before).status == SEE_OTHER
        form = next_hand(phone, table, f"cut at {moment}")
        answers = cut_while_saving(bower, phone, table, form, moment)
        bower.start()
        acknowledged = [answer for answer in answers if answer.status == SEE_OTHER]
        expected += [before["note"], form["note"]]
        kept = phone.notes(table)
        assert kept in ([expected] if acknowledged else [expected, expected[:-1]])
        assert phone.ask(table + "hands/", form).status == SEE_OTHER
        assert phone.notes(table) == expected
    assert phone.ask(table + "hands/", before).status == SEE_OTHER
    assert phone.notes(table) == expected
    assert phone.ask(table).status == 200
    assert Phone(bower).ask(table).status == 404
