"""While another process holds the database, a save says so, keeps what was entered, and may be sent again."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from companion import store
from companion.log.table import Table
from companion.models import Entry
from companion.server.admission import IMPORTS, LONG, Turns
from companion.store import entries
from tests.api.client import Program, owned, program
from tests.companion.busy import locked
from tests.companion.factories import Phone, group, hand, long_game, table
from tests.entering import hand_fields

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.alike]

A_MOMENT = 0.05
SAYS = "Bower can’t save right now. Nothing is lost. Save again."


def form(made: Table, **more: str) -> dict[str, str]:
    fields = hand_fields("partnership", hand("partnership"), made.state.players)
    return {**fields, "note": "as typed", "key": store.new_key(), "seen": "0", **more}


def test_a_hand_is_kept_on_the_page_and_saved_once_when_it_is_sent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, phone = table(), Phone()
    sent, path = form(made, save="1"), f"/games/{made.id}/hands/"
    with locked(monkeypatch, A_MOMENT):
        busy = phone.post(path, sent)
    assert (busy.status_code, busy["Retry-After"]) == (503, "2")
    shown = busy.content.decode()
    assert SAYS in shown
    assert "as typed" in shown
    assert f'name="key" value="{sent["key"]}"' in shown
    assert [phone.post(path, sent).status_code for _time in range(2)] == [303, 303]
    assert Entry.objects.count() == 1


def test_a_tap_is_kept_on_the_page_and_stored_when_it_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made, phone = table(), Phone()
    sent, path = form(made), f"/games/{made.id}/hands/"
    with locked(monkeypatch, A_MOMENT):
        busy = phone.post(path, sent)
    assert (busy.status_code, busy["Retry-After"]) == (503, "2")
    assert "as typed" in busy.content.decode()
    assert phone.post(path, sent).status_code == 200
    assert "as typed" in phone.get(path + "new/").content.decode()


def test_other_pages_say_so_too_and_pages_that_read_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    made, phone = table(), Phone()
    phone.raise_request_exception = False
    with locked(monkeypatch, A_MOMENT):
        busy = phone.post(f"/games/{made.id}/seats/", {"seat": "Ann"})
        read = phone.get(f"/games/{made.id}/")
    assert (busy.status_code, busy["Retry-After"], read.status_code) == (503, "2", 200)
    assert "Can’t save right now" in busy.content.decode()


def test_of_several_long_imports_one_is_worked_on_and_too_many_are_told_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = Turns(replace(IMPORTS, seconds=A_MOMENT))
    monkeypatch.setattr(entries, "IMPORTING", turns)
    phone, ann, long = Phone(), Program(), long_game("buck", LONG + 1)
    few = json.dumps(long_game("buck", 3))
    with turns.turn():
        page = phone.post("/games/imports/", {"key": store.new_key(), "text": json.dumps(long)})
        answer = ann.ask("POST", "tables/", long, idempotency_key=store.new_key())
        short = phone.post("/games/imports/", {"key": store.new_key(), "text": few})
    assert [(one.status_code, one["Retry-After"]) for one in (page, answer)] == [(503, "2")] * 2
    assert "Bower is busy with other imports. Try again in a moment." in page.content.decode()
    assert short.status_code == 303
    assert ann.ask("POST", "tables/", long, idempotency_key=store.new_key()).status_code == 201


@pytest.mark.alike
def test_large_files_are_read_one_at_a_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = Turns(replace(IMPORTS, seconds=A_MOMENT))
    monkeypatch.setattr(entries, "IMPORTING", turns)
    at_group, large = f"/groups/{group().group_id}/bring/", b'{"a":[' + b"1," * 20_000 + b"1]}"

    def sent() -> list[int]:
        answers = (
            Phone().post(at_group, {"files": SimpleUploadedFile("large.json", large)}),
            Phone().post("/games/imports/", {"file": SimpleUploadedFile("large.json", large)}),
            Phone().post("/games/imports/", {"text": large.decode()}),
        )
        return [answer.status_code for answer in answers]

    with turns.turn():
        assert sent() == [503] * 3
    assert sent() == [200, 422, 422]


def test_a_program_is_told_to_send_again_and_its_key_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = program()
    made = owned(ann, variant="buck")

    def send() -> Any:
        return ann.ask("POST", f"tables/{made.id}/entries/", hand("buck"), idempotency_key="k")

    with locked(monkeypatch, A_MOMENT):
        busy = send()
    assert (busy.status_code, busy["Retry-After"]) == (503, "2")
    assert busy.json()["type"].endswith("/unavailable/")
    assert [send().status_code for _time in range(2)] == [201, 201]
    assert Entry.objects.count() == 1
