"""A table that the server lost, going back to an older copy: put back once, by a host's phone, as it was."""

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from companion import models, store
from companion.access import devices
from companion.bank import payouts
from companion.forgetting.phones import forget_phone
from companion.log.table import Table
from companion.server.cache import Cache
from companion.store import bank, disputes, links, phones, removing
from companion.store import entries as entries_store
from companion.store import games as store_games
from companion.store.deleted import delete
from companion.store.entries import MOST_BYTES, size
from scoring.tray import USUAL_CASE
from tests.companion.factories import Phone, hand, let_in, opening, table, view
from tests.companion.outbox import read, rows_of, send

pytestmark = pytest.mark.django_db

VARIANT = "poker-chips"
NOT_KNOWN = (404, "table-unknown")


def evening() -> Table:
    """Three hands: one corrected, one removed and brought back, one removed; and all that is beside them."""
    made = table(variant=VARIANT, entries=[*opening(VARIANT), *(hand(VARIANT, one) for one in range(3))])
    first, second, third = range(made.version - 2, made.version + 1)
    for target, entry, restores in (
        (first, hand(VARIANT, 1), False),
        (second, None, False),
        (second, None, True),
        (third, None, False),
    ):
        change = store.Change(view(made).table.version, target, entry, restores)
        store.save(view(made).viewer.device, made.id, store.new_key(), change)
    bank.save_case(view(made), 0, USUAL_CASE[1:])
    bank.save_count(view(made), 1, {color.name: 1 for color in USUAL_CASE[1:]})
    [paid] = [one for one in view(made).table.entries if one.seq == first]
    bank.save_ticks(view(made), {(first, payouts.digest(paid)): (frozenset((0,)), frozenset())})
    disputes.dispute(view(made), str(uuid4()), second, "Eleven tricks?")
    disputes.answer(view(made), disputes.of_table(made)[0].number, "Counted again.")
    store_games.rename(view(made), "Cellar")
    models.Entry.objects.update(at=timezone.now() - timedelta(days=45))
    models.Game.objects.update(created_at=timezone.now() - timedelta(days=46))
    entries_store.CACHE = Cache(MOST_BYTES, size)
    return view(made).table


def lost() -> None:
    """The server is restored from a backup that was made before its tables were begun."""
    models.Game.objects.all().delete()
    entries_store.CACHE = Cache(MOST_BYTES, size)


def kept(phone: Client, made: Table) -> dict[str, Any]:
    """The rows document, as a phone keeps it."""
    return read(rows_of(phone, made))


def put_back(phone: Client, document: Mapping[str, Any], **given: Any) -> Any:
    """Send a whole table."""
    sent = {"id": 1, "table": document["id"], "what": "game", "key": str(uuid4()), "base": 0, **given}
    return send(phone, {"body": {"kept": document}, **sent}, "/outbox/")


def said(answer: Any) -> tuple[int, str]:
    return answer.status_code, read(answer)["code"]


OF_VISIT = ("csrf", "put_back", "revision", "group")


def lasting(document: Mapping[str, Any]) -> dict[str, Any]:
    """What of a rows document says the same of the same table."""
    found = {name: value for name, value in document.items() if name not in OF_VISIT}
    return {**found, "disputes": [{**one, "number": 0} for one in document["disputes"]]}


def test_a_lost_table_is_put_back_as_it_was_under_its_own_id_and_keys() -> None:
    made = evening()
    before, ann = kept(Phone(), made), Phone()
    assert len({row[7] for row in before["rows"]}) == made.version
    lost()
    assert said(rows_of(ann, made)) == NOT_KNOWN
    answer = put_back(ann, before)
    assert (answer.status_code, read(answer)["table"]) == (200, made.id)
    after = kept(ann, made)
    assert lasting(after) == lasting(before)
    assert after["revision"] > before["revision"]
    assert all((before["ticks"], before["disputes"], before["chip_set"]["counted"], before["title"]))
    now = store.load(ann.device, made.id).table
    assert (now.state, now.entries) == (made.state, made.entries)


def test_the_same_table_sent_twice_or_by_another_host_is_one_table_with_both_as_hosts() -> None:
    made, ann = evening(), Phone()
    bo = let_in(made, "bo", "owner")
    of_ann, of_bo = kept(ann, made), kept(bo, made)
    lost()
    assert [put_back(ann, of_ann).status_code for _time in range(2)] == [200, 200]
    assert [put_back(bo, {**of_bo, "rows": of_bo["rows"][:-1]}).status_code for _time in range(2)] == [
        200,
        200,
    ]
    assert models.Game.objects.count() == 1
    assert lasting(kept(ann, made)) == lasting(of_ann)
    assert kept(bo, made)["viewer"]["roles"] == ["owner"]
    assert [row[7] for row in kept(bo, made)["rows"]] == [row[7] for row in of_ann["rows"]]


def test_only_a_host_has_the_proof_and_without_it_nobody_learns_whether_there_is_a_table() -> None:
    made = evening()
    bo = let_in(made, "bo", "scorekeeper")
    mine, theirs = kept(Phone(), made), kept(bo, made)
    assert theirs["put_back"] is None
    proof = mine["put_back"]["proof"]
    wrong = [
        theirs,
        {**mine, "put_back": None},
        {**mine, "put_back": {"proof": proof[:-1] + "_"}},
        {},
        {"put_back": 1},
    ]
    for there in (True, False):
        for document in wrong:
            assert said(put_back(bo, {**document, "id": made.id})) == NOT_KNOWN
        assert said(put_back(bo, {**mine, "id": "0a1b2c3d4e"})) == NOT_KNOWN, "of another table"
        if there:
            lost()
    assert models.Game.objects.count() == 0


def test_a_proof_is_good_for_as_long_as_a_deleted_table_is_kept() -> None:
    made = evening()
    document = kept(Phone(), made)
    until = timezone.now() + removing.KEPT_FOR
    assert abs(datetime.fromisoformat(document["put_back"]["until"]) - until) < timedelta(minutes=1)
    lost()
    with pytest.MonkeyPatch.context() as late:
        late.setattr("time.time", (until + timedelta(hours=1)).timestamp)
        assert said(put_back(Phone(), document)) == NOT_KNOWN


def test_a_deleted_table_stays_deleted_also_when_it_was_removed_for_good() -> None:
    made = evening()
    document = kept(Phone(), made)
    delete(view(made))
    assert said(put_back(Phone(), document)) == (404, "table-deleted")
    models.Game.objects.update(deleted_at=timezone.now() - removing.KEPT_FOR - timedelta(hours=1))
    assert removing.remove_expired(timezone.now()) == 1
    answer = put_back(Phone(), document)
    assert said(answer) == (404, "table-removed")
    assert read(answer)["sentence"] == "This table was deleted for good, and can’t be put back."
    assert models.Game.objects.count() == 0


def test_a_host_that_was_removed_gets_in_by_no_proof_of_before() -> None:
    made = evening()
    bo = let_in(made, "bo", "owner")
    document = kept(bo, made)
    number = models.Phone.objects.get(device=bo.device).pk
    phones.put_out(view(made), number)
    assert said(put_back(bo, document)) == (404, "phone-removed")
    assert said(put_back(Phone("bo with another cookie"), document)) == NOT_KNOWN
    phones.let_back(view(made), number)
    assert said(put_back(bo, document)) == NOT_KNOWN, "it may join again by a link"
    assert models.Access.objects.count() == 1


def test_a_host_that_was_forgotten_gets_in_by_no_proof_of_before() -> None:
    made = evening()
    bo = let_in(made, "bo", "owner")
    document = kept(bo, made)
    forget_phone(models.Phone.objects.get(device=bo.device).pk)
    assert said(put_back(bo, document)) == NOT_KNOWN
    assert models.Access.objects.count() == 1


def test_who_is_no_host_any_more_is_none_by_its_proof_once_everyone_is_out() -> None:
    made = evening()
    bo = let_in(made, "bo", "owner")
    document = kept(bo, made)
    phones.take_back(view(made), "owner", models.Phone.objects.get(device=bo.device).pk)
    links.renew_all(view(made))
    assert said(put_back(bo, document)) == NOT_KNOWN
    assert said(put_back(Phone("bo with another cookie"), document)) == NOT_KNOWN
    assert models.Access.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"rows": 1},
        {"rows": [1]},
        {"rows": [[2, None, "{}", "2026-11-22T20:41:07+00:00", "a" * 32, "owner", False, str(uuid4())]]},
        {"rows": [[1, 1, "", "2026-11-22T20:41:07+00:00", "a" * 32, "owner", False, str(uuid4())]]},
        {"header": "[]"},
        {"chip_set": {"version": 1, "colors": "[1]", "counted": ""}},
        {"chip_set": {"version": 1, "colors": "[]", "counted": "[]"}},
        {"ticks": [[1, "x", 0]]},
        {"ticks": 1},
        {"disputes": [{}]},
        {"disputes": [1]},
        {"disputes": 1},
        {"created_at": 1, "zone": 1},
        {"title": 1},
        {"title": "x" * 99},
        {"revision": "x"},
        *(
            {"rows": (place, value)}
            for place, value in enumerate([7, "1", "{}", "soon", "<b>", "king", 1, "x"])
        ),
    ],
)
def test_what_no_phone_keeps_is_refused(wrong: dict[str, Any]) -> None:
    made = evening()
    document = kept(Phone(), made)
    given = wrong.get("rows")
    if isinstance(given, tuple):
        place, value = given
        row = list(document["rows"][-1])
        row[place] = value
        wrong = {"rows": [*document["rows"][:-1], row]}
    lost()
    assert put_back(Phone(), {**document, **wrong}).status_code == 422
    assert models.Game.objects.count() == 0


def test_a_hand_that_cannot_be_is_refused_with_its_reason() -> None:
    made = evening()
    document = kept(Phone(), made)
    row = document["rows"][made.version - 5]
    wrong = {**json.loads(row[2]), "dealer": "Nobody"}
    lost()
    rows = [[*one[:2], json.dumps(wrong), *one[3:]] if one is row else one for one in document["rows"]]
    assert put_back(Phone(), {**document, "rows": rows}).status_code == 422
    assert models.Game.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_two_hosts_that_put_a_table_back_at_once_have_one() -> None:
    made = evening()
    bo = let_in(made, "bo", "owner")
    sent = [(name, kept(phone, made)) for name, phone in (("ann", Phone("ann")), ("bo", bo), ("bo", bo))]
    cookies = {"ann": Phone("ann").cookies[devices.COOKIE].value, "bo": bo.cookies[devices.COOKIE].value}
    lost()
    start = Barrier(len(sent))

    def sends(one: tuple[str, dict[str, Any]]) -> int:
        phone = Phone(one[0])
        phone.cookies[devices.COOKIE] = cookies[one[0]]
        start.wait()
        try:
            return int(put_back(phone, one[1]).status_code)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(sent)) as pool:
        assert list(pool.map(sends, sent)) == [200] * len(sent)
    assert models.Game.objects.count() == 1
    assert models.Access.objects.filter(role="owner").count() == 2
    assert models.Entry.objects.count() == made.version
