"""The recovery sheet: on paper, shown once, and by it another phone becomes the host."""

import re
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client

from companion import models, store
from companion.access.links import token_hash
from companion.log.table import Table
from companion.store import phones
from companion.store.deleted import delete
from tests.api.client import Program, owned, program
from tests.companion.factories import Phone, let_in, table, view
from tests.companion.pages import page
from tests.companion.test_share import may_look, place, roles_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_has_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    caches["failures"].clear()
    monkeypatch.setattr("companion.access.limits.time.time", lambda: 1_800_000_030.0)


def printed(made: Table, by: Phone | None = None) -> str:
    """The code of a new sheet, as it is printed."""
    host = by or Phone("ann")
    room = page(host.get(place("recovery", made)))
    answer = host.post(place("recovery", made), room.form("/recovery/").data())
    found = re.search(r"<b>((?:[0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4})</b>", answer.text)
    assert (answer.status_code, "no-store" in answer.headers["Cache-Control"]) == (200, True)
    assert found, answer.text
    return found[1]


@pytest.mark.parametrize("spelled", [str, str.lower, lambda code: code.replace("-", " ").replace("0", "o")])
def test_a_phone_that_types_the_code_is_a_host_and_is_offered_to_remove_the_lost_one(spelled: Any) -> None:
    made, new = table(), Phone("new")
    code = printed(made)
    answer = new.post("/join/", {"code": spelled(code)}, follow=True)
    assert answer.redirect_chain == [(place("recovery", made) + "?used", 303)]
    shown = page(answer)
    assert "This phone is a host now." in shown.text
    assert "Phone 1" in shown.text
    assert roles_of(new, made) == {"owner"}
    assert new.post(place("recovery", made), {"others": "1"}).status_code == 303
    assert (may_look(Phone("ann"), made), may_look(new, made)) == (False, True)


def test_the_square_asks_before_the_sheet_is_used() -> None:
    made, new = table(), Phone("new")
    path = "/R/" + printed(made).replace("-", "")
    asked = page(Client().get(path))
    assert "This sheet works" not in asked.text
    assert (
        "With this sheet, this phone becomes a host of the table or group that it was made for." in asked.text
    )
    assert models.Recovery.objects.get().used_at is None
    assert new.post("/join/", asked.form("/join/").data()).status_code == 303
    assert roles_of(new, made) == {"owner"}


def test_a_sheet_works_once_and_a_lost_answer_can_be_had_again() -> None:
    made, new = table(), Phone("new")
    again, code = Phone("new"), printed(made)
    for phone in (new, again):  # the second has the cookie from before the first answer
        assert phone.post("/join/", {"code": code}).status_code == 303
    late = Phone("eve").post("/join/", {"code": code})
    assert late.status_code == 422
    assert "This recovery sheet has been used. Ask a host for a new one." in late.text
    assert models.Phone.objects.count() == 2


def test_a_new_sheet_voids_the_one_before_and_only_its_hash_is_stored() -> None:
    made, ann = table(), Phone("ann")
    old, new = printed(made), printed(made)
    assert Phone("eve").post("/join/", {"code": old}).status_code == 422
    stored = models.Recovery.objects.get()
    assert stored.code_hash == token_hash(new)
    assert new.replace("-", "") not in str(vars(stored))
    shown = page(ann.get(place("recovery", made))).text
    assert "not used yet. A new sheet replaces it" in shown
    assert new not in shown


@pytest.mark.parametrize("new_key", ["", "another key of this server".ljust(50, "x")])
def test_the_same_form_sent_again_shows_the_same_sheet_and_revives_none(new_key: str, settings: Any) -> None:
    made, ann = table(), Phone("ann")
    form = page(ann.get(place("recovery", made))).form("/recovery/").data()
    first = page(ann.post(place("recovery", made), form)).text
    if new_key:
        settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], new_key
    again = page(ann.post(place("recovery", made), form)).text
    made_at = r"Made \w+ \d+, \d+, [:\d]+"  # a minute may end between the two
    assert re.search(made_at, first), "as a date is written in the reader’s English"
    assert re.sub(made_at, "", first) == re.sub(made_at, "", again)
    code = re.search(r"(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}", again)
    assert code
    assert Phone("new").post("/join/", {"code": code[0]}).status_code == 303
    for key in (form["key"], "x"):
        stale = ann.post(place("recovery", made), {"key": key})
        assert (stale.status_code, "This page is out of date." in stale.text) == (422, True)
    assert Phone("eve").post("/join/", {"code": code[0]}).status_code == 422


def test_no_form_sent_again_revives_a_sheet_that_was_replaced_or_ended() -> None:
    made, ann, thief = table(), Phone("ann"), Phone("thief")
    old, new = ({"key": store.new_key()} for _sheet in range(2))
    code_of = re.compile(r"(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}")
    found = code_of.search(page(ann.post(place("recovery", made), old)).text)
    assert found
    assert thief.post("/join/", {"code": found[0]}).status_code == 303
    ann.post(place("recovery", made), {"others": "1"})
    assert ann.post(place("recovery", made), old).status_code == 422, "it ended with the host"
    assert code_of.search(page(ann.post(place("recovery", made), new)).text)
    assert ann.post(place("recovery", made), old).status_code == 422, "another one replaced it"
    assert code_of.search(page(ann.post(place("recovery", made), new)).text), "which still works"
    assert thief.post("/join/", {"code": found[0]}).status_code == 422


def test_a_sheet_works_after_the_secret_key_is_lost_at_a_full_table_and_for_who_was_removed(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = table()
    lost = let_in(made, "lost", "player")
    code = printed(made)
    phones.put_out(view(made), models.Phone.objects.get(device=lost.device).pk)
    monkeypatch.setattr("companion.store.phones.MOST", 1)
    settings.SECRET_KEY = "another"
    lost = Phone("lost")
    assert lost.post("/join/", {"code": code}).status_code == 303
    assert (may_look(lost, made), roles_of(lost, made)) == (True, {"owner"})


def test_a_sheet_opens_a_deleted_table_for_its_host() -> None:
    made, new = table(), Phone("new")
    code = printed(made)
    delete(view(made))
    answer = new.post("/join/", {"code": code})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/#deleted")
    assert roles_of(new, made) == {"owner"}


def test_wrong_codes_of_sheets_are_counted_with_the_others() -> None:
    code = printed(table())
    for _try in range(10):
        wrong = Phone("eve").post("/join/", {"code": "0" * 24})
        assert (wrong.status_code, "No table or group has this code." in wrong.text) == (422, True)
    assert Phone("eve").post("/join/", {"code": code}).status_code == 429
    guesses = [Program().ask("POST", "recover/", {"code": "0" * 24}).status_code for _try in range(10)]
    assert 429 not in guesses
    assert Program().ask("POST", "recover/", {"code": code}).status_code == 429


def test_share_offers_a_sheet_to_hosts_only() -> None:
    made, ann = table(), Phone("ann")
    advice = "With a recovery sheet on paper the table is yours even if this phone is lost."
    assert advice in page(ann.get(place("share", made))).text
    assert "ecovery" not in let_in(made, "bo", "scorekeeper").get(place("share", made)).text
    printed(made)
    shown = page(ann.get(place("share", made)))
    assert advice not in shown.text
    assert place("recovery", made) in shown.links


def test_a_program_makes_a_sheet_and_another_becomes_an_owner_with_it() -> None:
    ann = program()
    made = owned(ann)
    at = f"tables/{made.id}/recovery/"
    assert ann.ask("GET", at).json() == {"made_at": None, "used_at": None}
    first, again = (ann.ask("POST", at, idempotency_key="k") for _try in "ab")
    assert (first.status_code, first.content, first["Cache-Control"]) == (201, again.content, "no-store")
    sheet = first.json()
    assert sheet["address"].endswith("/R/" + sheet["code"])
    key = store.new_key()
    told, repeated = (
        Program().ask("POST", "recover/", {"code": sheet["code"]}, idempotency_key=key) for _try in "ab"
    )
    assert (told.status_code, told.content) == (200, repeated.content)
    new = Program(told.json()["token"])
    assert told.json() == {"table": made.id, "group": None, "deleted": False, "token": new.token}
    assert new.ask("GET", f"tables/{made.id}/").json()["roles"] == ["host"]
    assert ann.ask("GET", at).json()["used_at"]
    late = Program().ask("POST", "recover/", {"code": sheet["code"]})
    assert (late.status_code, late.json()["code"]) == (422, "sheet-used")
    wrong = Program().ask("POST", "recover/", {"code": "0" * 24})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "unknown-code")
