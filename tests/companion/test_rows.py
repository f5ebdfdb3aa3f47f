"""The rows that a phone keeps: complete, only what it may see, and nothing twice."""

import json
from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion import models, store
from companion.forms.progress import adding
from companion.log.table import Row, Table
from companion.log.table import table as replayed
from companion.store import bank, disputes, games, group_games, phones, progress
from companion.store import rows as stored_rows
from companion.store.entries import CACHE
from scoring.tray import USUAL_CASE
from tests.companion.factories import Phone, device, group, hand, let_in, opening, table, view
from tests.companion.outbox import read, rows_of

pytestmark = pytest.mark.django_db


def busy_table() -> Table:
    """A game for chips with something of everything beside its rows."""
    made = table(variant="poker-chips", entries=[*opening("poker-chips"), hand("poker-chips")])
    seen = view(made)
    bank.save_case(seen, 0, USUAL_CASE)
    disputes.dispute(seen, store.new_key(), made.version, "Wrong maker.")
    progress.change(seen, adding(0, [{"move": "dealt"}]))
    bank.save_ticks(seen, {(made.version, "0123456789abcdef"): (frozenset([1]), frozenset())})
    phones.claim(seen, "Ann")
    return made


def test_the_table_can_be_replayed_from_the_document() -> None:
    made = busy_table()
    found = read(rows_of(Phone(), made))
    rows = [
        Row(seq, target, body, datetime.fromisoformat(at), author, role, restores)
        for seq, target, body, at, author, role, restores, _key in found["rows"]
    ]
    assert replayed(found["id"], found["header"], rows) == store.load(device(), made.id).table
    assert (found["format"], found["version"], found["after"]) == ("bower.rows/1", made.version, 0)
    keys = store.keys(made)
    assert [row[7] for row in found["rows"]] == [keys[seq] for seq in sorted(keys)]


def test_what_is_beside_the_rows_comes_as_it_is_stored() -> None:
    made = busy_table()
    found, author = read(rows_of(Phone(), made)), view(made).viewer.author
    assert found["viewer"] == {"author": author, "roles": ["owner"], "seats": {author: "Ann"}}
    assert found["revision"] == view(made).viewer.revision
    assert found["chip_set"]["version"] == 1
    assert json.loads(found["chip_set"]["colors"])[0][1] > 0
    assert found["ticks"] == [[made.version, "0123456789abcdef", 1]]
    [dispute] = found["disputes"]
    assert (dispute["seq"], dispute["words"], dispute["end"], dispute["device"]) == (
        made.version,
        "Wrong maker.",
        "",
        author,
    )
    assert dispute["key"] == str(models.Dispute.objects.get().key)
    assert (found["progress"]["rev"], found["progress"]["begun"]) == (1, made.version)
    assert found["hand_started"]["version"] == made.version
    assert found["title"] is None


def test_only_the_rows_after_a_version_come() -> None:
    made = table(entries=[hand("partnership"), hand("partnership", 1)])
    assert [row[0] for row in read(rows_of(Phone(), made, 1))["rows"]] == [2]
    assert read(rows_of(Phone(), made, 2))["rows"] == []


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "9" * 40])
def test_a_wrong_number_is_refused_in_words(after: str) -> None:
    answer = Phone().get(reverse("rows", args=[table().id]), {"after": after})
    assert (answer.status_code, read(answer)["code"]) == (422, "whole-number-up-to")


def test_a_version_that_is_yet_to_come_says_to_load_all() -> None:
    answer = rows_of(Phone(), table(entries=[hand("partnership")]), 7)
    assert answer.status_code == 409
    assert read(answer)["sentence"] == (
        "This table has fewer entries than that now. Load it again from the first."
    )


def test_nothing_new_is_304_in_the_queries_of_a_load() -> None:
    made, phone = busy_table(), Phone()
    tag = rows_of(phone, made).headers["ETag"]
    tag = rows_of(phone, made).headers["ETag"]
    CACHE.put(made.id, store.load(device(), made.id).table)
    with CaptureQueriesContext(connection) as queries:
        answer = rows_of(phone, made, **{"If-None-Match": tag})
    assert (answer.status_code, answer.content) == (304, b"")
    assert len(queries) == 2
    phones.claim(view(made), "Bo")
    assert rows_of(phone, made, **{"If-None-Match": tag}).status_code == 200


def test_all_of_it_takes_nine_queries_however_long_the_log_is() -> None:
    made = busy_table()
    store.load(device(), made.id)
    with CaptureQueriesContext(connection) as queries:
        rows_of(Phone(), made)
    assert len(queries) == 9


@pytest.mark.parametrize("role", ["viewer", "player", "banker"])
def test_every_role_gets_the_rows_with_its_own_roles(role: str) -> None:
    made = busy_table()
    found = read(rows_of(let_in(made, "bo", role), made))
    assert found["viewer"]["roles"] == [role]
    assert len(found["rows"]) == made.version


def test_nothing_secret_is_in_it() -> None:
    made = busy_table()
    text = rows_of(Phone(), made).text
    for phone in models.Phone.objects.all():
        assert phone.device not in text
    for link in models.Link.objects.all():
        assert link.token_hash not in text
        assert str(link.nonce) not in text


def test_the_token_in_it_opens_the_door_for_items() -> None:
    made, phone = table(), Phone(enforce_csrf_checks=True)
    token = read(rows_of(phone, made))["csrf"]
    address = reverse("outbox", args=[made.id])
    json_only = {"Accept": "application/json"}
    answer = phone.post(address, "{}", content_type="application/json", headers=json_only)
    assert (answer.status_code, read(answer)["code"]) == (403, "csrf")
    answer = phone.post(
        address, "{}", content_type="application/json", headers={**json_only, "X-CSRFToken": token}
    )
    assert (answer.status_code, read(answer)["code"]) == (422, "item-unreadable")


def test_whoever_may_not_see_the_table_is_told_why_and_whom_to_ask() -> None:
    made = table()
    bo = let_in(made, "bo", "player")
    found = read(rows_of(Client(), made))
    assert (found["status"], found["code"]) == (404, "table-unknown")
    phones.put_out(view(made), models.Phone.objects.get(device=bo.device).pk)
    assert (
        read(rows_of(bo, made))["sentence"] == "The host removed this phone. Ask the host to let it back in."
    )
    Phone().post(reverse("deletion", args=[made.id]), {"sure": "yes"})
    assert read(rows_of(Phone(), made))["code"] == "table-deleted"


def test_news_are_what_the_document_has_of_it_since_then() -> None:
    made = busy_table()
    since = made.version
    before = stored_rows.news(made.id, since)
    store.append(device(), made.id, store.new_key(), None, hand("poker-chips", 1))
    now = stored_rows.news(made.id, since)
    found, said = read(rows_of(Phone(), made, since)), json.loads(now.text)
    assert said.pop("last") == store.keys(made)[since]
    assert len(said["rows"]) == 1
    assert {name: found[name] for name in said} == said
    assert (now.version, now.revision, now.rest) == (found["version"], found["revision"], before.rest)


@pytest.mark.parametrize(
    "change",
    [
        lambda made: let_in(made, "bo", "viewer"),
        lambda made: phones.claim(view(made), "Bo"),
        lambda made: games.rename(view(made), "Friday"),
        lambda made: group_games.move(view(made), group().group_id),
    ],
)
def test_what_news_leave_out_makes_others_of_them(change: Callable[[Table], object]) -> None:
    made = table()
    before = stored_rows.news(made.id, 0)
    change(made)
    assert stored_rows.news(made.id, 0).rest != before.rest
