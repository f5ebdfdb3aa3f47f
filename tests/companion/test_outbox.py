"""The door for what a phone recorded without a network: each item once, in order, by the same rules."""

import json
from datetime import timedelta
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from companion import models, store
from companion.bank import payouts
from companion.forms.progress import adding
from companion.log.table import Table
from companion.store import bank, disputes, phones, progress
from companion.store.deleted import delete
from companion.store.rows import moment
from scoring.tray import USUAL_CASE
from tests.companion.factories import Phone, device, hand, let_in, opening, record, table, view
from tests.companion.outbox import item, read, send

pytestmark = pytest.mark.django_db

NOW = timezone.now


def bank_table(hands: int = 1) -> Table:
    return table(
        variant="poker-chips",
        entries=[*opening("poker-chips"), *(hand("poker-chips", number) for number in range(hands))],
    )


def now_of(made: Table) -> Table:
    return store.load(device(), made.id).table


def test_three_hands_sent_three_times_each_are_three_rows_in_order() -> None:
    made, phone = table(), Phone()
    queue = [item(made, seen=number, entry=hand("partnership", number)) for number in range(3)]
    for sent in queue:
        said = [read(send(phone, sent)) for _time in range(3)]
        assert said[0] == said[1] == said[2]
        assert (said[0]["seq"], said[0]["row"][7]) == (sent["seen"] + 1, sent["key"])
    again = [read(send(phone, sent))["seq"] for sent in queue]
    assert again == [1, 2, 3]
    rows = now_of(made).rows
    assert [json.loads(row.body)["maker"] for row in rows] == [one["entry"]["maker"] for one in queue]


def several(made: Table, *items: dict[str, Any], after: int = 0, last: str = "") -> dict[str, Any]:
    """Items of a table as a phone sends them together."""
    return {"table": made.id, "items": [*items], "after": after, "last": last, "sent_at": moment(NOW())}


def test_many_items_in_one_request_are_saved_in_order_up_to_the_first_that_is_refused() -> None:
    made, phone = table(), Phone()
    queue = [item(made, seen=number, entry=hand("partnership", number)) for number in range(4)]
    queue[2]["entry"] = {**queue[2]["entry"], "tricks": {"Ann & Cy": 9}}
    said = read(send(phone, several(made, *queue)))
    assert [(one["key"], one["status"]) for one in said["answers"]] == [
        (queue[0]["key"], 200),
        (queue[1]["key"], 200),
        (queue[2]["key"], 422),
    ]
    assert said["answers"][2]["code"] == "tricks-total"
    assert [row[7] for row in said["rows"]["rows"]] == [one["key"] for one in queue[:2]]
    assert read(send(phone, several(made, *queue[:2])))["rows"]["version"] == 2


def test_a_phone_with_other_rows_than_the_server_saves_nothing_and_gets_all_rows() -> None:
    made = table(entries=[hand("partnership"), hand("partnership", 1)])
    phone, late = Phone(), item(made, entry=hand("partnership", 2))
    for version in (3, 2):
        key = store.new_key()
        answer = send(phone, several(made, late, after=version, last=key))
        assert (answer.status_code, read(answer)["code"]) == (409, "rows-beyond")
        assert [row[0] for row in read(answer)["rows"]["rows"]] == [1, 2]
        where = f"{reverse('rows', args=[made.id])}?after={version}&last={key}"
        assert phone.get(where).status_code == 409
    last = read(phone.get(reverse("rows", args=[made.id])))["rows"][-1][7]
    assert read(send(phone, several(made, late, after=2, last=last)))["rows"]["version"] == 3


def test_one_key_says_one_thing() -> None:
    made, phone = table(), Phone()
    sent = item(made, entry=hand("partnership"))
    assert send(phone, sent).status_code == 200
    other = send(phone, {**sent, "entry": hand("partnership", 1)})
    assert (other.status_code, read(other)["code"]) == (422, "key-reused")
    assert send(phone, {**sent, "seen": 7, "base": 7}).status_code == 200


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=9)
    | st.sampled_from(["entry"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=9,
)
WHATS = ("entry", "game", "ticks", "chips", "counts", "dispute", "answer", "progress", "aside")


@pytest.mark.parametrize("what", WHATS)
@given(data=st.data())
def test_nothing_that_is_sent_to_a_door_is_an_error_of_the_server(what: str, data: st.DataObject) -> None:
    made, phone = bank_table(), Phone()
    fields = {
        "ticks": ["ticks"],
        "chips": ["colors"],
        "counts": ["left", "version"],
        "dispute": ["seq", "words"],
        "answer": ["of", "end", "words"],
        "progress": ["rev", "begun", "players", "moves", "form"],
        "game": ["header", "bodies", "chips_of", "group"],
    }.get(what, ["x"])
    body = data.draw(JUNK | st.fixed_dictionaries(dict.fromkeys(fields, JUNK)))
    sent = item(made, what=what, body=body)
    for name in data.draw(st.sets(st.sampled_from(["key", "seen", "target", "entry", "told_at", "table"]))):
        sent[name] = data.draw(JUNK)
    doors = ["/outbox/", reverse("outbox", args=[made.id])]
    for door, said in product(doors, (sent, several(made, sent), data.draw(JUNK))):
        answer = send(phone, json.dumps(said), door)
        assert answer.status_code < 500
        assert read(answer)["status"] == answer.status_code


def test_ticks_of_nothing_are_refused() -> None:
    made = bank_table()
    assert send(Phone(), item(made, what="ticks", body={"ticks": [[1, [], [], []]]})).status_code == 422


def test_who_tries_ids_of_tables_runs_out_of_tries() -> None:
    made, stranger = table(), Phone("stranger")
    header = json.dumps({name: value for name, value in record().items() if name != "entries"})
    sent = {**item(made, what="game", body={"header": header, "bodies": [], "chips_of": None})}
    with override_settings(PAGE_TABLES=12):
        answers = [send(stranger, {**sent, "key": str(uuid4())}, "/outbox/") for _try in range(4)]
    assert [one.status_code for one in answers] == [409, 409, 409, 429]


def test_every_answer_of_a_door_has_bowers_mark() -> None:
    made, phone = table(), Phone()
    sent = item(made, entry=hand("partnership"))
    outsider, nowhere = Phone("outsider"), reverse("outbox", args=["0000000000"])
    answers = [
        send(phone, sent),
        send(phone, several(made, sent)),
        send(phone, {**sent, "key": "none"}),
        send(outsider, sent),
        send(phone, sent, nowhere),
        phone.get("/outbox/"),
        phone.get("/groups/kept/"),
        phone.get(reverse("rows", args=[made.id])),
    ]
    assert all(one.headers["Bower"] and read(one)["format"].startswith("bower.") for one in answers)


def test_the_row_in_the_answer_is_the_one_that_the_rows_have() -> None:
    made, phone = table(), Phone()
    said = read(send(phone, item(made, entry=hand("partnership"), told_at=NOW() - timedelta(hours=2))))
    rows = read(phone.get(reverse("rows", args=[made.id])))
    assert rows["rows"] == [said["row"]]
    assert (rows["version"], rows["revision"]) == (said["version"], said["revision"])


def test_of_two_phones_with_the_same_hand_the_second_gets_the_rows_of_the_first() -> None:
    made = table(entries=[hand("partnership")])
    bo = let_in(made, "bo", "scorekeeper")
    send(bo, item(made, entry=hand("partnership", 1)))
    late = send(Phone(), item(made, entry=hand("partnership", 1)))
    assert (late.status_code, read(late)["code"]) == (409, "conflict")
    assert read(late)["sentence"] == "Another phone saved first. Check, then save again."
    assert [row[0] for row in read(late)["rows"]["rows"]] == [2]
    assert now_of(made).version == 2


def test_a_correction_of_a_hand_that_was_corrected_elsewhere_is_a_conflict() -> None:
    made = table(entries=[hand("partnership")])
    store.save(device(), made.id, store.new_key(), store.Change(1, 1, hand("partnership", 1)))
    late = item(made, target=1, entry=hand("partnership", 2))
    assert send(Phone(), late).status_code == 409
    assert read(send(Phone(), {**late, "seen": 2}))["seq"] == 3


def test_corrections_removals_and_restorations_are_sent_like_entries() -> None:
    made, phone = table(entries=[hand("partnership")]), Phone()
    changes: list[dict[str, Any]] = [
        {"entry": hand("partnership", 1)},
        {},
        {"restores": True},
        {"entry": hand("partnership", 2)},
    ]
    for version, change in enumerate(changes, 1):
        sent = item(made, seen=version, target=1, **change)
        assert [read(send(phone, sent))["seq"] for _time in range(2)] == [version + 1] * 2
    assert [row.kind for row in now_of(made).rows[1:]] == ["correction", "strike", "restore", "correction"]


def test_an_entry_as_text_keeps_the_order_of_its_names() -> None:
    made, phone = table(), Phone()
    entry = {**hand("partnership"), "tricks": {"Bo & Dee": 2, "Ann & Cy": 3}}
    assert send(phone, item(made, entry=json.dumps(entry))).status_code == 200
    [row] = now_of(made).rows
    assert list(json.loads(row.body)["tricks"]) == ["Bo & Dee", "Ann & Cy"]
    unreadable = send(phone, item(made, seen=1, entry="[1]"))
    assert (unreadable.status_code, read(unreadable)["code"]) == (422, "item-unreadable")


def test_the_time_of_a_row_is_when_it_was_told() -> None:
    made, phone, now = table(), Phone(), NOW()
    told = [now - timedelta(minutes=minutes) for minutes in (50, 40, 45)]
    for number, at in enumerate(told):
        send(phone, item(made, seen=number, entry=hand("partnership", number), told_at=at))
    assert [row.at for row in now_of(made).rows] == [told[0], told[1], told[1]]


@pytest.mark.parametrize("days", [-400, -1, 1, 400])
def test_a_wrong_clock_does_no_harm(days: int) -> None:
    made, phone, wrong = table(), Phone(), timedelta(days=days)
    for number, minutes in enumerate((30, 20)):
        told = NOW() - timedelta(minutes=minutes) + wrong
        sent = item(made, seen=number, entry=hand("partnership", number), told_at=told)
        assert send(phone, {**sent, "sent_at": moment(NOW() + wrong)}).status_code == 200
    first, second = (row.at for row in now_of(made).rows)
    assert timedelta(minutes=9) < second - first < timedelta(minutes=11)
    assert first < NOW() - timedelta(minutes=29)


@pytest.mark.parametrize("told", [None, "yesterday", "2026-11-22T20:00:00", "0001-01-01T00:00:00Z", 7, {}])
def test_a_time_that_cannot_be_read_is_now(told: object) -> None:
    made, before = table(), NOW()
    sent = {**item(made, entry=hand("partnership")), "told_at": told, "sent_at": "9999-12-31T00:00:00Z"}
    assert send(Phone(), sent).status_code == 200
    assert before <= now_of(made).rows[0].at <= NOW()


@pytest.mark.parametrize(("role", "status"), [("viewer", 403), ("player", 403), ("banker", 403)])
def test_a_role_that_is_gone_is_said_with_whom_to_ask(role: str, status: int) -> None:
    made = table()
    answer = send(let_in(made, "bo", role), item(made, entry=hand("partnership")))
    assert (answer.status_code, read(answer)["code"]) == (status, "role-lost")
    assert read(answer)["sentence"] == (
        "This phone may no longer do that. Ask the host to make it scorekeeper again."
    )
    assert now_of(made).version == 0


def test_a_phone_that_was_removed_and_a_table_that_was_deleted_say_so() -> None:
    made = table()
    bo = let_in(made, "bo", "scorekeeper")
    phones.put_out(view(made), models.Phone.objects.get(device=bo.device).pk)
    sent = item(made, entry=hand("partnership"))
    assert read(send(bo, sent))["code"] == "phone-removed"
    assert read(send(Phone("eve"), sent))["sentence"] == (
        "Bower doesn’t know this phone at this table. Ask the host for a new link."
    )
    delete(view(made))
    assert read(send(Phone(), sent))["sentence"] == (
        "The host deleted this table. A host can put it back for 30 days."
    )


def test_what_the_rules_refuse_is_refused_with_its_field_and_sentence() -> None:
    made = table()
    answer = send(Phone(), item(made, entry=hand("partnership", tricks={"Ann & Cy": 9})))
    found = read(answer)
    assert (answer.status_code, found["code"], found["field"]) == (422, "tricks-total", "tricks")
    assert found["sentence"] == "That’s 9 tricks; a hand has 5."


def hostile(made: Table) -> list[Any]:
    good = item(made, entry=hand("partnership"))
    deep = "[" * 5000 + "]" * 5000
    texts = ["", "null", "[]", "nothing", deep, '{"table": 1}', json.dumps(good)[:-5]]
    wrong: list[dict[str, Any]] = [
        {"key": "x"},
        {"key": 7},
        {"table": "0000000000"},
        {"what": "dance"},
        {"what": None},
        {"what": "game"},
        {"seen": True},
        {"seen": -1},
        {"seen": None},
        {"seen": 10**30},
        {"base": "0"},
        {"target": 1.5},
        {"target": [1]},
        {"entry": None},
        {"entry": []},
        {"entry": {}},
        {"entry": {"kind": ["hand"]}},
        {"entry": {**hand("partnership"), "note": "\ud800"}},
        {"entry": {**hand("partnership"), "tricks": {"Ann & Cy": 10**12}}},
        {"restores": True},
        {"body": [1]},
    ]
    return [*texts, *({**good, **one} for one in wrong)]


def test_what_no_phone_sends_is_refused_and_changes_nothing() -> None:
    made, phone = table(), Phone()
    unreadable = send(phone, "[]", reverse("outbox", args=[made.id]))
    assert read(unreadable)["sentence"] == "Bower can’t read what this phone sent. Reload Bower on it."
    for sent in hostile(made):
        answer = send(phone, sent, reverse("outbox", args=[made.id]))
        assert answer.status_code == 422, (sent, answer.status_code)
        assert read(answer)["sentence"].endswith(".")
    assert now_of(made).version == 0


def test_a_body_that_is_too_large_is_413() -> None:
    made = table()
    with override_settings(MAX_BODY_BYTES=1000):
        sent = item(made, entry={**hand("partnership"), "note": "x" * 1000})
        assert send(Phone(), sent).status_code == 413


def test_only_posts_with_the_phones_cookie_are_taken() -> None:
    made = table()
    assert Phone().get(reverse("outbox", args=[made.id])).status_code == 405
    assert send(Client(), item(made, entry=hand("partnership"))).status_code == 404


def test_ticks_are_saved_once_and_not_for_payouts_that_have_changed() -> None:
    made, phone = bank_table(), Phone()
    paid = made.entries[-1]
    digest = payouts.digest(paid)
    sent = item(made, "ticks", body={"ticks": [[paid.seq, digest, [0], []]]})
    for _time in range(2):
        assert send(phone, sent).status_code == 200
    assert bank.state(made, [paid.seq]).ticks == {(paid.seq, digest, 0)}
    unticked = item(made, "ticks", body={"ticks": [[paid.seq, digest, [], [0]]]})
    assert send(phone, unticked).status_code == 200
    assert send(phone, sent).status_code == 200
    assert bank.state(made, [paid.seq]).ticks == set()
    for wrong in ([[paid.seq, "0" * 16, [0], []]], [[paid.seq, digest, [99], []]], [[999, digest, [0], []]]):
        late = send(phone, item(made, "ticks", body={"ticks": wrong}))
        assert (late.status_code, read(late)["code"]) == (409, "payouts-changed")
        assert read(late)["sentence"] == "Not ticked: the payouts changed."


def test_chips_and_counts_are_saved_once_and_not_over_another_phones() -> None:
    made, phone = bank_table(), Phone()
    colors = json.dumps([[one.name, one.value, one.number] for one in USUAL_CASE[1:]])
    sent = item(made, "chips", seen=0, body={"colors": colors})
    assert [send(phone, sent).status_code for _time in range(2)] == [200, 200]
    assert bank.case(made) == USUAL_CASE[1:]
    left = {one.name: 1 for one in USUAL_CASE[1:]}
    count = item(made, "counts", seen=1, body={"version": 3, "left": left})
    assert [send(phone, count).status_code for _time in range(2)] == [200, 200]
    counted = bank.state(made).counted
    assert counted is not None
    assert (counted.version, dict(counted.left)) == (3, left)
    late = send(phone, item(made, "chips", seen=0, body={"colors": json.dumps([["white", 1, 9]])}))
    assert (late.status_code, read(late)["code"]) == (409, "chips-changed")
    assert read(late)["sentence"] == "Another phone changed the chips first. Check them, then save again."


def test_a_dispute_and_its_answer_are_saved_once_at_their_times() -> None:
    made = table(entries=[hand("partnership")])
    bo = let_in(made, "bo", "player")
    told = NOW()
    raised = item(made, "dispute", body={"seq": 1, "words": "It was Cy."}, told_at=told)
    assert [send(bo, raised).status_code for _time in range(2)] == [200, 200]
    [found] = disputes.of_table(made)
    assert (found.words, found.at) == ("It was Cy.", told)
    answered = item(made, "answer", body={"of": raised["key"], "end": "answered", "words": "It was."})
    assert [send(Phone(), answered).status_code for _time in range(2)] == [200, 200]
    assert [(one.end, one.answer) for one in disputes.of_table(made)] == [("answered", "It was.")]
    late = send(bo, item(made, "answer", body={"of": raised["key"], "end": "taken back", "words": ""}))
    assert (late.status_code, read(late)["code"]) == (422, "dispute-ended")


def test_a_dispute_of_a_hand_that_is_gone_is_refused_and_stays_saved_if_it_was() -> None:
    made = table(entries=[hand("partnership")])
    raised = item(made, "dispute", body={"seq": 1, "words": "No."})
    send(Phone(), raised)
    store.save(device(), made.id, store.new_key(), store.Change(1, 1, None))
    assert send(Phone(), raised).status_code == 200
    late = send(Phone(), item(made, "dispute", body={"seq": 1, "words": "No."}))
    assert (late.status_code, read(late)["code"]) == (422, "hand-removed")
    assert read(late)["sentence"] == "That hand was removed. Restore it on the score sheet, then dispute it."
    other = send(Phone(), item(made, "dispute", body={"seq": 9, "words": "No."}))
    assert (other.status_code, read(other)["code"]) == (422, "no-entry")


def kept_hand(rev: int, *moves: dict[str, Any], begun: int = 0, form: Any = None) -> dict[str, Any]:
    return {
        "rev": rev,
        "begun": begun,
        "players": json.dumps(["Ann", "Bo", "Cy", "Dee"]),
        "moves": json.dumps(list(moves)),
        "form": json.dumps(form) if form else "",
        "started": None,
    }


def test_a_hand_in_progress_is_saved_as_the_phone_has_it() -> None:
    made, phone = table(), Phone()
    turned = {"move": "turned", "card": "hearts"}
    form = {"texts": {"maker": "0"}, "press": "", "base": 3, "tap": 5, "rev": 7}
    sent = item(made, "progress", seen=0, body=kept_hand(7, turned, form=form))
    assert [send(phone, sent).status_code for _time in range(2)] == [200, 200]
    found = progress.of_table(made)
    assert (found.rev, found.moves, found.on_form) == (7, (turned,), True)
    ended = item(made, "progress", seen=7, body=kept_hand(9))
    assert send(phone, ended).status_code == 200
    assert not progress.of_table(made).there


def test_a_hand_in_progress_of_another_phone_is_not_overwritten() -> None:
    made = table()
    bo = let_in(made, "bo", "scorekeeper")
    progress.change(view(made), adding(0, [{"move": "dealer", "player": "Bo"}]))
    late = send(bo, item(made, "progress", seen=0, body=kept_hand(4)))
    assert (late.status_code, read(late)["code"]) == (409, "hand-changed")
    assert read(late)["sentence"] == "Another phone went on with this hand."
    assert read(late)["rows"]["progress"]["rev"] == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {**kept_hand(4), "moves": "{}"},
        {**kept_hand(4), "moves": "[[1]]"},
        {**kept_hand(4), "players": "[1]"},
        {**kept_hand(4), "rev": 10**20},
        {**kept_hand(4), "form": "{}"},
        kept_hand(4, form={"texts": {"maker": 0}, "press": "", "base": 0, "tap": 0, "rev": 4}),
        kept_hand(4, form={"texts": {"note": "x" * 9000}, "press": "", "base": 0, "tap": 0, "rev": 4}),
        kept_hand(4, {"move": "no such"}),
        kept_hand(4, form={"texts": {"note": "\ud800"}, "press": "", "base": 0, "tap": 0, "rev": 4}),
        kept_hand(4, *[{"move": "dealer", "player": "Bo"}] * 401),
    ],
)
def test_a_hand_in_progress_that_cannot_be_is_refused(body: dict[str, Any]) -> None:
    made = table()
    assert send(Phone(), item(made, "progress", seen=0, body=body)).status_code == 422
    assert not progress.of_table(made).there


@pytest.mark.alike
@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("ticks", {}),
        ("ticks", {"ticks": [[1, "x", [0], []]]}),
        ("ticks", {"ticks": [[1, "0" * 16, [True], []]]}),
        ("ticks", {"ticks": [1]}),
        ("chips", {"colors": "[1]"}),
        ("chips", {"colors": '[["mauve", 1, 1]]'}),
        ("chips", {"colors": "[]"}),
        ("counts", {"version": 1, "left": {}}),
        ("counts", {"version": 1, "left": {one.name: 10**6 for one in USUAL_CASE}}),
        ("dispute", {"seq": "1", "words": "x"}),
        ("dispute", {"seq": 1, "words": ""}),
        ("dispute", {"seq": 5, "words": "\ud800"}),
        ("dispute", {"seq": 5, "words": "\0"}),
        ("answer", {"of": "x", "end": "answered", "words": "x"}),
        ("answer", {"of": str(uuid4()), "end": "never", "words": "x"}),
        ("answer", {"of": str(uuid4()), "end": "taken back", "words": ""}),
    ],
)
def test_what_is_beside_the_log_is_checked(what: str, body: dict[str, Any]) -> None:
    made = bank_table()
    answer = send(Phone(), item(made, what, body=body))
    assert answer.status_code == 422, answer.text


@pytest.mark.parametrize("what", ["ticks", "chips", "counts", "answer", "progress", "aside"])
def test_what_is_beside_the_log_takes_its_role(what: str) -> None:
    made = bank_table()
    player = let_in(made, "bo", "player")
    words = {"of": str(uuid4()), "end": "answered", "words": "x", **kept_hand(1)}
    colors = json.dumps([["white", 1, 9]])
    body = {**words, "ticks": [], "colors": colors, "version": 0, "left": {one.name: 0 for one in USUAL_CASE}}
    answer = send(player, item(made, what, body=body))
    assert (answer.status_code, read(answer)["code"]) == (403, "role-lost")


def test_the_same_key_with_something_else_in_it_is_refused() -> None:
    made, phone = bank_table(), Phone()
    sent = item(made, "aside", body={})
    assert send(phone, sent).status_code == 200
    other = send(phone, {**sent, "what": "chips", "body": {"colors": "[]"}})
    assert (other.status_code, read(other)["code"]) == (422, "key-reused")
    assert read(other)["sentence"] == "This was sent before with something else in it."
