"""A whole evening that a phone began without a network: one game, once, under the id that the phone chose."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.core import signing
from django.core.cache import caches
from django.db import connections
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from companion import models, store
from companion.access import devices, limits
from companion.log.rights import drafted
from companion.store import bank, changes, groups, webhooks
from companion.store.rows import moment
from scoring import from_json
from scoring.tray import USUAL_CASE
from tests.companion.factories import Phone, hand, opening, record, table, view
from tests.companion.outbox import JSON, item, read, send

pytestmark = pytest.mark.django_db

DOOR = "/outbox/"
ID = "0a1b2c3d4e"
KEY, ENTRY = str(uuid4()), hand("partnership")


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    caches[limits.failed.cache].clear()


def began(variant: str = "partnership", table_id: str = ID, **given: Any) -> dict[str, Any]:
    """A game as the phone keeps it: its header and first entries as they are stored."""
    draft = drafted(from_json(record(variant=variant, entries=opening(variant))), 100)
    body = {"header": draft.header, "bodies": list(draft.bodies), "chips_of": None}
    told = moment(timezone.now() - timedelta(hours=3))
    return {
        "id": 1,
        "table": table_id,
        "what": "game",
        "key": str(uuid4()),
        "base": 0,
        "told_at": told,
        "body": body,
        **given,
    }


def post(phone: Client, sent: object) -> Any:
    return send(phone, sent, DOOR)


def test_an_evening_is_there_once_under_the_phones_id_with_its_hands() -> None:
    phone, sent = Phone(), began()
    assert [read(post(phone, sent))["table"] for _time in range(3)] == [ID] * 3
    assert models.Game.objects.count() == 1
    made = view_of(phone)
    for number in range(3):
        told = timezone.now() - timedelta(minutes=90 - number)
        entry = hand("partnership", number)
        assert send(phone, item(made, seen=number, entry=entry, told_at=told)).status_code == 200
    rows = view_of(phone).rows
    assert [row.role for row in rows] == ["owner"] * 3
    assert [round((timezone.now() - row.at).seconds / 60) for row in rows] == [90, 89, 88]


def view_of(phone: Phone) -> Any:
    return store.load(phone.device, ID).table


def test_the_first_entries_of_a_game_have_the_time_at_which_it_began() -> None:
    phone = Phone()
    assert read(post(phone, began("poker-chips")))["version"] == 4
    made = view_of(phone)
    assert {timezone.now() - row.at > timedelta(hours=2) for row in made.rows} == {True}


def test_the_phone_gets_a_new_token_and_a_lost_answer_does_no_harm() -> None:
    phone, sent = Phone(), began()
    old = phone.cookies[devices.COOKIE].value
    post(phone, sent)
    new = phone.cookies[devices.COOKIE].value
    assert signing.loads(old, salt=devices.SALT) != signing.loads(new, salt=devices.SALT)
    phone.cookies[devices.COOKIE] = old  # the answer was lost
    assert read(post(phone, sent))["table"] == ID
    assert phone.cookies[devices.COOKIE].value != old
    assert view_of(phone).id == ID


def test_a_game_whose_form_was_answered_is_the_phones_where_its_own_answer_is_lost() -> None:
    phone, there = Phone(), began(table_id="9" * 10)
    post(phone, there)  # as by a form whose answer came without its page
    kept = {name: one.value for name, one in phone.cookies.items()}
    for _time in range(2):
        assert read(post(phone, {**there, "table": ID}))["table"] == ID
        phone.cookies.clear()
        phone.cookies.load(kept)  # this answer was lost
        assert read(phone.get(f"/games/{ID}/rows/"))["viewer"]["roles"] == ["owner"]


def test_a_phone_whose_cookie_and_answer_are_lost_has_its_game_and_its_tables() -> None:
    older, phone, there = table(), Phone(), began()
    rows = reverse("rows", args=[older.id])
    proof = {"Proof": phone.get(rows).headers["Proof"]}
    post(phone, there)  # this answer was lost, and the cookie
    phone.cookies = Phone("another").cookies
    assert phone.post(DOOR, json.dumps(there), JSON, headers=proof).status_code == 200
    assert store.load(phone.device, ID).viewer.roles == {"owner"}
    proof = {"Proof": phone.get(rows).headers["Proof"]}
    phone.cookies = Phone("a third").cookies
    phone.post(DOOR, json.dumps(began(table_id="9" * 10)), JSON, headers=proof)
    phone.cookies = Phone("a fourth").cookies  # this one too
    assert phone.get(rows, headers=proof).status_code == 200
    assert store.load(phone.device, older.id).viewer.roles == {"owner"}


def test_an_id_of_another_table_is_refused_and_another_one_taken() -> None:
    made, phone = table(), Phone("bo")
    sent = began(table_id=made.id)
    answer = post(phone, sent)
    assert (answer.status_code, read(answer)["code"]) == (409, "id-taken")
    assert read(answer)["sentence"] == "Another table has this address. Choose another one."
    assert read(post(phone, {**sent, "table": ID}))["table"] == ID


@pytest.mark.parametrize("id_of", [ID, "another table"])
def test_the_key_of_a_game_with_something_else_in_it_is_refused(id_of: str) -> None:
    phone, sent = Phone(), began()
    post(phone, sent)
    other = {**sent, "table": {"another table": table().id}.get(id_of, ID)}
    if id_of == ID:
        other["body"] = began("buck")["body"]
    answer = post(phone, other)
    assert (answer.status_code, read(answer)["code"]) == (422, "key-reused")
    assert read(post(phone, sent))["table"] == ID


@pytest.mark.parametrize("variant", ["partnership", "poker-chips"])
def test_a_game_that_the_server_has_started_and_the_phone_too_is_one_unless_something_happened_there(
    variant: str,
) -> None:
    phone, there = Phone(), began(variant, table_id="9" * 10)
    post(phone, there)  # as by a form whose answer was lost
    assert read(post(phone, {**there, "table": ID}))["table"] == ID
    assert [one.public_id for one in models.Game.objects.all()] == [ID]
    made = view_of(phone)
    send(phone, item(made, seen=made.version, entry=hand(variant)))
    for _time in range(2):
        found = read(post(phone, there))
        assert found.get("table") == there["table"], found
    assert {one.public_id for one in models.Game.objects.all()} == {ID, there["table"]}
    assert len(view_of(phone).rows) == made.version + 1


def test_the_key_of_somebody_elses_game_opens_nothing() -> None:
    sent = began()
    post(Phone("ann"), sent)
    answer = post(Phone("eve"), sent)
    assert (answer.status_code, read(answer)["code"]) == (404, "table-unknown")
    assert ID not in answer.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"table": "0A1B2C3D4E"},
        {"table": "0a1b2c3d4"},
        {"table": "new"},
        {"what": "entry"},
        {"key": "x"},
        {"body": None},
        {"body": {"header": "{}", "bodies": []}},
        {"body": {"header": "[]", "bodies": []}},
        {"body": {"header": json.dumps(record()), "bodies": [1]}},
        {"body": {"header": json.dumps(record()), "bodies": ["{}"]}},
        {"body": {"header": json.dumps(record(title="x" * 99)), "bodies": []}},
    ],
)
def test_what_is_no_game_is_refused(wrong: dict[str, Any]) -> None:
    assert post(Phone(), {**began(), **wrong}).status_code == 422
    assert models.Game.objects.count() == 0


@override_settings(PAGE_TABLES=4)
def test_beyond_the_limit_of_games_it_says_when_and_repeats_are_free() -> None:
    phone, first = Phone(), began()
    assert [post(phone, first).status_code for _time in range(3)] == [200] * 3
    late = post(phone, began(table_id="0000000000"))
    assert (late.status_code, read(late)["code"]) == (429, "too-many-games")
    assert int(late.headers["Retry-After"]) > 0
    made = view_of(phone)
    assert send(phone, item(made, entry=hand("partnership"))).status_code == 200


def test_the_chips_of_an_earlier_table_come_along_if_the_phone_may_see_it() -> None:
    earlier = table(variant="poker-chips")
    bank.save_case(view(earlier), 0, USUAL_CASE[1:])
    sent = began("poker-chips")
    phone = Phone()
    post(phone, {**sent, "body": {**sent["body"], "chips_of": earlier.id}})
    assert bank.case(view_of(phone)) == USUAL_CASE[1:]
    eve, other = Phone("eve"), began("poker-chips", "0000000000")
    assert post(eve, {**other, "body": {**other["body"], "chips_of": earlier.id}}).status_code == 200
    assert bank.case(store.load(eve.device, "0000000000").table) == USUAL_CASE


def test_the_token_for_forms_can_be_fetched_without_a_table() -> None:
    phone = Client(enforce_csrf_checks=True)
    token = read(phone.get(DOOR))["csrf"]
    headers = {"Accept": "application/json", "X-CSRFToken": token}
    answer = phone.post(DOOR, json.dumps(began()), content_type="application/json", headers=headers)
    assert (answer.status_code, read(answer)["table"]) == (200, ID)


def test_a_cookie_of_another_key_is_told_so() -> None:
    phone = Phone()
    with override_settings(SECRET_KEY="another" * 9, SECRET_KEY_FALLBACKS=[]):
        foreign = signing.dumps("ann", salt=devices.SALT)
    phone.cookies[devices.COOKIE] = foreign
    answer = post(phone, began())
    assert (answer.status_code, read(answer)["code"]) == (403, "other-key")
    assert read(answer)["sentence"] == "Bower’s secret key changed. Ask whoever runs Bower for the old one."
    assert reverse("start_kept") == DOOR


@pytest.mark.django_db(transaction=True)
def test_other_phones_and_programs_are_told_of_what_is_sent() -> None:
    made = table()
    heard: list[str] = []
    webhooks.add(view(made), "https://example.org/")
    changes.subscribers.add(heard.append)
    try:
        send(Phone(), item(made, entry=hand("partnership")))
        send(Phone(), item(made, "aside", body={}))
    finally:
        changes.subscribers.discard(heard.append)
    group = models.Game.objects.values_list("group__public_id", flat=True).get(public_id=made.id)
    assert heard == [made.id, groups.TOPIC + group]
    assert [one.version for one in webhooks.take_due(timezone.now(), 9, "new")] == [1]


@pytest.mark.django_db(transaction=True)
def test_the_same_evening_sent_four_times_at_once_is_there_once() -> None:
    cookie = Phone().cookies[devices.COOKIE].value
    game, start = began(), Barrier(4)

    def sends(_time: int) -> list[int]:
        phone = Phone()
        phone.cookies[devices.COOKIE] = cookie
        start.wait()
        try:
            first = post(phone, game).status_code
            entry = {**game, "what": "entry", "base": 0, "seen": 0, "entry": ENTRY, "key": KEY, "body": None}
            return [first, send(phone, entry).status_code]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(sends, range(4))) == [[200, 200]] * 4
    assert models.Game.objects.count() == models.Phone.objects.count() == models.Entry.objects.count() == 1
