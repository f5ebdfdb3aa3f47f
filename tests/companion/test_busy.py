"""While another process holds the database, a save says so, keeps what was entered, and may be sent again."""

from typing import Any

import pytest

from companion import store
from companion.log.table import Table
from companion.models import Entry
from tests.api.client import owned, program
from tests.companion.busy import locked
from tests.companion.factories import Phone, hand, table
from tests.entering import hand_fields

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.alike]

A_MOMENT = 0.05
SAYS = "Bower can&#x27;t save right now. Nothing is lost. Save again."


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
    assert "Can't save right now" in busy.content.decode()


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
