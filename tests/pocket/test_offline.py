"""An evening with and without a network: rooms of the kit, doors of the server, another phone in between."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from companion import models, store
from companion.forms.new_game import RANDOM
from companion.log.table import Table
from companion.server.cache import Cache
from companion.store import bank as bank_store
from companion.store import disputes, phones, progress, removing
from companion.store import entries as entries_store
from companion.store.entries import MOST_BYTES, size
from scoring import VARIANTS
from tests.companion.factories import (
    NAMES,
    SEATS,
    Phone,
    device,
    hand,
    let_in,
    opening,
    table,
    view,
)
from tests.companion.outbox import item, read, rows_of, send
from tests.companion.pages import Page
from tests.companion.test_outbox import kept_hand
from tests.companion.test_plain_words import faults
from tests.pocket.offline import NOW, Kit, Worker

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

VARIANT = "partnership"
PLAYERS = NAMES[: SEATS[VARIANT]]
TRICKS = [{"Ann & Cy": tricks, "Bo & Dee": 5 - tricks} for tricks in (3, 4, 5)]


def now_of(made: Table) -> Table:
    return store.load(device(), made.id).table


def offline(kit: Kit, made: Table, *hands: dict[str, Any], phone: Phone | None = None) -> Worker:
    """A phone that has the table and records these hands without a network."""
    worker = Worker(kit, phone or Phone())
    worker.fetches(made)
    for entry in hands:
        saved = worker.saves(made.id, VARIANT, entry, PLAYERS)
        assert saved.status == 200, saved.text
    return worker


def test_a_table_of_rules_that_this_kit_lacks_is_left_to_the_server_and_stops_no_other(kit: Kit) -> None:
    made, other = table(entries=[hand(VARIANT)]), table(entries=[hand(VARIANT)])
    worker = offline(kit, made, hand(VARIANT, 1))
    worker.fetches(other)
    rows = read(rows_of(worker.phone, made))
    worker.keep(kit.call("take", {**rows, "header": rows["header"].replace(VARIANT, "newer-euchre")}))
    for _booted in range(2):
        asked = ["/", *(reverse("table", args=[one.id]) for one in (other, made))]
        assert [worker.ask(path).status for path in asked] == [200, 200, 503]
        worker.boot()
    assert worker.flushes() == [200]
    assert now_of(made).version == 2


def waiting(made: Table) -> str:
    return reverse("waiting", args=[made.id])


def press(worker: Worker, page: Page, label: str) -> Page:
    """Press the button of a page that says so."""
    [(form, name, value)] = [
        (form, *form.buttons[said]) for form in page.forms for said in form.buttons if said.startswith(label)
    ]
    return worker.ask(form.action, {**form.fields, name: value})


def test_hands_recorded_offline_are_on_the_server_once_in_order_though_every_answer_gets_lost(
    kit: Kit,
) -> None:
    made = table(entries=[hand(VARIANT)])
    models.Entry.objects.update(at=NOW - timedelta(hours=2))
    worker = offline(kit, made, *(hand(VARIANT, number) for number in (1, 2, 3)))
    shown = worker.ask(waiting(made))
    assert "3 hands waiting" in shown.text
    assert "Sent in this order once this phone is online." in shown.text
    worker.boot()
    assert worker.ask(waiting(made)).text == shown.text
    assert worker.flushes(lost=2) == [200, 200, 200]
    assert worker.items == []
    rows = now_of(made).rows
    assert [json.loads(row.body) for row in rows[1:]] == [hand(VARIANT, number) for number in (1, 2, 3)]
    assert rows[1].at < rows[2].at < rows[3].at
    assert "nothing waiting" in worker.ask(waiting(made)).text


def test_what_was_sent_is_kept_until_the_rows_that_the_server_sends_hold_it(kit: Kit) -> None:
    made = table()
    worker = offline(kit, made, hand(VARIANT, 0), hand(VARIANT, 1))
    waits = worker.items
    said = [{"key": one["key"], "status": 200} for one in waits]
    none = read(rows_of(worker.phone, made))
    worker.keep(kit.call("taken", {"table": made.id, "answers": said, "rows": none}))
    assert [one["key"] for one in worker.items] == [one["key"] for one in waits]
    send(worker.phone, waits[0])
    first = read(rows_of(worker.phone, made))
    worker.keep(kit.call("taken", {"table": made.id, "answers": said, "rows": first}))
    assert [one["key"] for one in worker.items] == [waits[1]["key"]]
    worker.boot()
    assert worker.flushes() == [200]
    assert [json.loads(row.body) for row in now_of(made).rows] == [hand(VARIANT, 0), hand(VARIANT, 1)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_is_scored_as_if_there_had_been_a_network(kit: Kit, variant: str) -> None:
    made = table(variant=variant, entries=opening(variant))
    hands = [hand(variant, number) for number in range(4)]
    worker = offline(kit, made)
    for entry in hands:
        worker.saves(made.id, variant, entry, NAMES[: SEATS[variant]])
    assert worker.flushes(rows_first=True) == [200] * 4
    assert now_of(made).state == table(variant=variant, entries=[*opening(variant), *hands]).state


def test_two_phones_with_one_hand_are_asked_and_it_is_counted_once(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    bo = let_in(made, "bo", "scorekeeper")
    worker = offline(kit, made, hand(VARIANT, 1), hand(VARIANT, 2))
    send(bo, item(made, entry=hand(VARIANT, 1)))
    assert worker.flushes() == [409]
    assert worker.flushes() == []
    assert "Another phone saved first" in worker.ask(waiting(made)).text
    assert worker.ask(reverse("hand", args=[made.id])).text == worker.ask(waiting(made)).text
    page = worker.ask(reverse("conflict", args=[made.id]))
    assert "Two phones recorded hand 2" in page.text
    assert page.html.index("btn main") > page.html.index("It’s the next hand")
    done = press(worker, page, "Same hand – set mine aside")
    assert "1 hand waiting" in done.text
    assert worker.flushes() == [200]
    table_now = now_of(made)
    assert (table_now.version, table_now.state.hands) == (3, 3)
    assert [bool(one["aside"]) for one in worker.items] == [True]


def goes_back(made: Table, version: int) -> None:
    """The server is restored from a backup that has this many rows of a table."""
    models.Entry.objects.filter(game__public_id=made.id, seq__gt=version).delete()
    entries_store.CACHE = Cache(MOST_BYTES, size)


def test_a_server_that_went_back_to_a_backup_gets_what_it_lost_once_and_in_order(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    viewer = let_in(made, "eve", "viewer")
    worker = offline(kit, made, hand(VARIANT, 1), hand(VARIANT, 2))
    assert worker.flushes() == [200, 200]
    for number in (3, 0):
        assert worker.saves(made.id, VARIANT, hand(VARIANT, number), PLAYERS).status == 200
    goes_back(made, 1)
    assert worker.flushes() == [409]
    shown = worker.ask(waiting(made))
    assert "The server lost hands 2 and 3" in shown.text
    assert "2 hands waiting" in shown.text
    assert worker.flushes() == [], "what waits behind stays until somebody chooses"
    worker.boot()
    done = press(worker, worker.ask(waiting(made)), "Send it back")
    assert "4 hands waiting" in done.text
    assert "lost" not in done.text
    assert worker.flushes(lost=1) == [200] * 4
    told = [json.loads(row.body) for row in now_of(made).rows]
    assert told == [hand(VARIANT, number) for number in (0, 1, 2, 3, 0)]
    onlooker = Worker(kit, viewer)
    onlooker.fetches(made)
    goes_back(made, 4)
    onlooker.fetches(made)
    assert "The host or a scorekeeper can send it back" in onlooker.ask(waiting(made)).text


def test_of_two_phones_that_have_what_the_server_lost_the_second_sends_nothing_twice(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    ann = offline(kit, made, hand(VARIANT, 1), hand(VARIANT, 2))
    ann.flushes()
    goes_back(made, 1)
    ann.fetches(made)
    press(ann, ann.ask(waiting(made)), "Send it back")
    bo = Worker(kit, let_in(made, "bo", "scorekeeper"))
    bo.kept["tables"] = {made.id: {**ann.kept["tables"][made.id], "rows": [*ann_rows(made, ann)]}}
    bo.boot()
    bo.fetches(made)
    press(bo, bo.ask(waiting(made)), "Send it back")
    ann.boot()
    assert ann.flushes() == [200, 200]
    bo.boot()
    assert bo.flushes() in ([200, 200], [409], [])
    assert now_of(made).version == 3


def ann_rows(made: Table, ann: Worker) -> list[Any]:
    """The rows as they were before the server lost some: the saved ones, and those that wait to go back."""
    rows = list(ann.kept["tables"][made.id]["rows"])
    for number, one in enumerate(ann.items, len(rows) + 1):
        rows.append([number, None, one["entry"], one["told_at"], "somebody", "owner", False, one["key"]])
    return rows


def test_what_the_server_lost_may_be_left_out(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    worker = offline(kit, made, hand(VARIANT, 1))
    worker.flushes()
    goes_back(made, 1)
    worker.fetches(made)
    done = press(worker, worker.ask(waiting(made)), "Leave it out")
    assert "Set aside" in done.text
    assert worker.flushes() == []
    assert now_of(made).version == 1


def loses(made: Table) -> None:
    """The server is restored from a backup that was made before a table was begun."""
    models.Game.objects.filter(public_id=made.id).delete()
    entries_store.CACHE = Cache(MOST_BYTES, size)


def test_a_table_begun_after_the_backup_is_offered_and_put_back_with_what_waits_behind(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    worker = offline(kit, made, hand(VARIANT, 1), hand(VARIANT, 2))
    worker.flushes()
    keys = [row[7] for row in worker.kept["tables"][made.id]["rows"]]
    worker.saves(made.id, VARIANT, hand(VARIANT, 3), PLAYERS)
    loses(made)
    assert worker.flushes() == [404]
    shown = worker.ask(waiting(made))
    assert "The server doesn’t know this table any more" in shown.text
    assert "This phone has it: 3 hands." in shown.text
    assert not faults(shown.text)
    assert worker.flushes() == [], "what waits behind stays until somebody chooses"
    worker.gone(made)
    worker.boot()
    done = press(worker, worker.ask(waiting(made)), "Put it back")
    assert "1 hand waiting" in done.text
    assert "any more" not in done.text
    worker.gone(made)
    assert "any more" not in worker.ask(waiting(made)).text, "it is asked once"
    worker.boot()
    assert worker.flushes(lost=2) == [200, 200]
    worker.fetches(made)
    now = now_of(made)
    assert [json.loads(row.body) for row in now.rows] == [hand(VARIANT, number) for number in range(4)]
    assert [row[7] for row in worker.kept["tables"][made.id]["rows"]][:3] == keys
    assert worker.items == []


def test_a_table_that_another_host_has_put_back_gets_what_only_this_phone_has(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    ann, bo = offline(kit, made), Worker(kit, let_in(made, "bo", "owner"))
    for number in (1, 2):
        send(Phone(), item(now_of(made), entry=hand(VARIANT, number)))
    bo.fetches(made)
    loses(made)
    for one, hands in ((ann, 1), (bo, 3)):
        one.boot()
        one.gone(made)
        page = one.ask(waiting(made))
        assert f"This phone has it: {hands} hand" in page.text
        press(one, page, "Put it back")
        assert one.flushes() == [200]
        one.fetches(made)
    page = bo.ask(waiting(made))
    assert "The server lost hands 2 and 3" in page.text
    press(bo, page, "Send it back")
    assert bo.flushes() == [200, 200]
    assert [json.loads(row.body) for row in now_of(made).rows] == [
        hand(VARIANT, number) for number in range(3)
    ]


def test_taps_of_a_table_that_is_put_back_are_there_too_and_go_on(kit: Kit) -> None:
    made = table()
    worker = offline(kit, made)
    send(Phone(), item(made, "progress", seen=0, body=kept_hand(3, {"move": "turned", "card": "hearts"})))
    worker.fetches(made)
    loses(made)
    worker.gone(made)
    press(worker, worker.ask(waiting(made)), "Put it back")
    shown = worker.ask(reverse("hand", args=[made.id]))
    assert worker.flushes() == [200, 200]
    worker.fetches(made)
    stored = progress.stored(made)
    assert (stored.rev, [one["card"] for one in stored.moves]) == (3, ["hearts"])
    assert worker.ask(reverse("hand", args=[made.id])).text == shown.text


def test_a_server_that_lost_hands_and_then_the_whole_table_gets_both_back_in_order(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    worker = offline(kit, made, hand(VARIANT, 1))
    worker.flushes()
    goes_back(made, 1)
    worker.fetches(made)
    loses(made)
    worker.gone(made)
    page = press(worker, worker.ask(waiting(made)), "Put it back")
    assert "The server lost hand 2" in page.text
    assert worker.flushes() == []
    press(worker, page, "Send it back")
    assert worker.flushes() == [200, 200]
    assert [json.loads(row.body) for row in now_of(made).rows] == [hand(VARIANT), hand(VARIANT, 1)]


def test_a_table_that_is_left_out_stays_on_the_phone_and_asks_no_more(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    worker = offline(kit, made, hand(VARIANT, 1))
    loses(made)
    worker.gone(made)
    done = press(worker, worker.ask(waiting(made)), "Leave it out")
    assert "Set aside" in done.text
    assert worker.kept["lost"][made.id]["gone"] == "left"
    worker.gone(made)
    assert worker.flushes() == []
    assert models.Game.objects.count() == 0
    press(worker, worker.ask(waiting(made)), "Put it back")
    assert worker.flushes() == [200]
    assert now_of(made).version == 1


@pytest.mark.parametrize("role", ["scorekeeper", "viewer"])
def test_only_a_host_is_asked_about_a_table_that_the_server_does_not_know(kit: Kit, role: str) -> None:
    made = table(entries=[hand(VARIANT)])
    worker = offline(kit, made, phone=let_in(made, "bo", role))
    loses(made)
    worker.gone(made)
    assert "any more" not in worker.ask(waiting(made)).text


def test_a_host_that_was_removed_is_not_asked_about_the_table_when_the_server_loses_it_later(
    kit: Kit,
) -> None:
    made = table(entries=[hand(VARIANT)])
    bo = let_in(made, "bo", "owner")
    worker = offline(kit, made, hand(VARIANT, 1), phone=bo)
    phones.put_out(view(made), models.Phone.objects.get(device=bo.device).pk)
    assert worker.flushes() == [404]
    loses(made)
    worker.gone(made)
    shown = worker.ask(waiting(made))
    assert "Put it back" not in shown.text
    assert "Save it to a file" in shown.text


def test_a_table_that_was_removed_for_good_says_so_and_keeps_what_waits(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    worker = offline(kit, made, hand(VARIANT, 1))
    models.Game.objects.update(deleted_at=NOW - timedelta(days=40))
    removing.remove_expired(NOW)
    assert worker.flushes() == [404]
    press(worker, worker.ask(waiting(made)), "Put it back")
    assert worker.flushes() == [404]
    shown = worker.ask(waiting(made))
    assert "This table was deleted for good, and can’t be put back." in shown.text
    assert "Save it to a file" in shown.text
    assert json.loads(worker.ask(waiting(made) + "?file").text)["entries"] == [
        hand(VARIANT),
        hand(VARIANT, 1),
    ]
    assert models.Game.objects.count() == 0


def test_taps_of_a_saved_hand_that_another_phone_tapped_too_ask_about_the_hand_itself(kit: Kit) -> None:
    made = table()
    bo = let_in(made, "bo", "scorekeeper")
    worker = offline(kit, made)
    form = worker.ask(reverse("hand", args=[made.id])).form(reverse("hands", args=[made.id]))
    fields = {**form.fields, "maker": "0", "tap": "1"}
    assert worker.ask(form.action, fields).status == 200
    worker.saves(made.id, VARIANT, hand(VARIANT), PLAYERS)
    assert [one["what"] for one in worker.items] == ["progress", "entry"]
    theirs = bo.get(reverse("hand", args=[made.id]))
    seen = {"seen": "0", "opened": "0", "rev": "0", "tap": "1", "key": str(uuid4())}
    assert theirs.status_code == 200
    assert bo.post(reverse("hands", args=[made.id]), {**seen, "maker": "1"}).status_code == 200
    send(bo, item(made, entry=hand(VARIANT, 1)))
    assert worker.flushes() == [409]
    assert [one["what"] for one in worker.items] == ["entry"]
    assert worker.flushes() == []
    assert "Two phones recorded hand 1" in worker.ask(reverse("conflict", args=[made.id])).text


def test_the_next_hand_takes_those_behind_it_along_and_is_previewed(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    bo = let_in(made, "bo", "scorekeeper")
    worker = offline(kit, made, hand(VARIANT, 1, tricks=TRICKS[0]), hand(VARIANT, 2))
    send(bo, item(made, entry=hand(VARIANT, 3, tricks=TRICKS[2])))
    assert worker.flushes() == [409]
    page = worker.ask(reverse("conflict", args=[made.id]))
    assert "If yours is the next hand" in page.text
    assert "Cy deals it then, not Bo." in page.text
    assert page.html.index("btn main") < page.html.index("It’s the next hand")
    worker.ask(page.forms[-1].action, {**page.forms[-1].fields, "next": "1"})
    assert worker.flushes() == [200, 200]
    assert now_of(made).state.hands == 4


def test_a_late_answer_to_the_question_changes_nothing(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    bo = let_in(made, "bo", "scorekeeper")
    worker = offline(kit, made, hand(VARIANT, 1))
    send(bo, item(made, entry=hand(VARIANT, 1)))
    worker.flushes()
    page = worker.ask(reverse("conflict", args=[made.id]))
    send(bo, item(now_of(made), entry=hand(VARIANT, 2)))
    worker.fetches(made)
    late = worker.ask(page.forms[-1].action, {**page.forms[-1].fields, "next": "1"})
    assert late.status == 409
    assert "This page was out of date" in late.text
    assert now_of(made).version == 3
    assert len(worker.items) == 1


def test_an_undo_offline_of_a_hand_that_was_corrected_online_asks(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    worker = offline(kit, made)
    shown = worker.ask(reverse("table", args=[made.id]))
    press(worker, shown, "Undo hand 1")
    bo = let_in(made, "bo", "scorekeeper")
    store.save(bo.device, made.id, store.new_key(), store.Change(1, 1, hand(VARIANT, 1)))
    assert worker.flushes() == [409]
    page = worker.ask(reverse("conflict", args=[made.id]))
    assert "You recorded while this phone was offline: Hand 1, removed." in page.text
    press(worker, page, "Save mine too")
    assert worker.flushes() == [200]
    assert [row.kind for row in now_of(made).rows] == ["entry", "correction", "strike"]


def test_what_is_set_aside_can_be_looked_at_and_sent_after_all(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    worker = offline(kit, made, hand(VARIANT, 1))
    [number] = [one["id"] for one in worker.items]
    page = worker.ask(f"{waiting(made)}{number}/")
    assert "Maker Bo" in page.text
    aside = press(worker, page, "Set it aside")
    assert "Set aside" in aside.text
    assert worker.flushes() == []
    back = press(worker, worker.ask(f"{waiting(made)}{number}/"), "Send it after all")
    assert "1 hand waiting" in back.text
    assert worker.flushes() == [200]
    assert now_of(made).state.hands == 2


def test_the_rooms_are_in_plain_words(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    bo = let_in(made, "bo", "scorekeeper")
    worker = offline(kit, made, hand(VARIANT, 1), hand(VARIANT, 2))
    press(worker, worker.ask(reverse("table", args=[made.id])), "Undo hand 3")
    shown = [worker.ask(waiting(made))]
    assert "Cy called diamonds, 3 tricks, removed" in shown[0].text
    shown += [worker.ask(f"{waiting(made)}{one['id']}/") for one in worker.items]
    send(bo, item(made, entry=hand(VARIANT, 1)))
    worker.flushes()
    shown += [worker.ask(waiting(made)), worker.ask(reverse("conflict", args=[made.id]))]
    assert [fault for page in shown for fault in faults(page.text)] == []


def test_a_lost_role_keeps_the_hand_and_it_goes_once_the_role_is_back(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    bo = let_in(made, "bo", "scorekeeper")
    worker = offline(kit, made, hand(VARIANT, 1), phone=bo)
    number = models.Phone.objects.get(device=bo.device).pk
    phones.take_back(view(made), "scorekeeper", number)
    assert worker.flushes() == [403]
    shown = worker.ask(waiting(made))
    assert "This phone may no longer do that. Ask the host to make it scorekeeper again." in shown.text
    worker.fetches(made)
    assert worker.flushes() == []
    saved = json.loads(worker.ask(waiting(made) + "?file").text)
    assert saved["entries"] == [hand(VARIANT), hand(VARIANT, 1)]
    phones.hand_on(view(made), "scorekeeper", number)
    worker.fetches(made)
    assert worker.flushes() == [200]


def test_a_phone_that_was_removed_keeps_its_hands_until_it_is_let_back(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    bo = let_in(made, "bo", "scorekeeper")
    worker = offline(kit, made, hand(VARIANT, 1), phone=bo)
    number = models.Phone.objects.get(device=bo.device).pk
    phones.put_out(view(made), number)
    assert worker.flushes() == [404]
    shown = worker.ask(waiting(made))
    assert "The host removed this phone. Ask the host to let it back in." in shown.text
    assert "new link" not in shown.text, "by which a phone that was removed doesn't come back"
    assert "Save it to a file" in shown.text
    saved = json.loads(worker.ask(waiting(made) + "?file").text)
    assert saved["entries"] == [hand(VARIANT), hand(VARIANT, 1)]
    phones.let_back(view(made), number)
    models.Access.objects.create(phone_id=number, role="scorekeeper")
    worker.fetches(made)
    assert worker.flushes() == [200]


def test_a_whole_evening_begins_without_a_server_under_another_id_if_it_has_to(kit: Kit) -> None:
    worker = Worker(kit, Phone())
    started = worker.ask("/games/new/partnership/")
    fields = {**started.form("/games/").fields, "players": list(PLAYERS), "dealer": RANDOM}
    fields = {name: value for name, value in fields.items() if not name.startswith("tap")}
    worker.ask("/games/", fields)
    [game] = worker.items
    taken = table()
    models.Game.objects.filter(public_id=taken.id).update(public_id=game["table"])
    worker.saves(game["table"], VARIANT, hand(VARIANT, 1), PLAYERS)
    assert worker.flushes() == [409]
    other = worker.items[0]["table"]
    assert {one["table"] for one in worker.items} == {other} != {game["table"]}
    assert "2" in worker.ask(f"/games/{other}/waiting/").text
    assert worker.flushes() == [200, 200]
    assert store.load(worker.phone.device, other).table.state.hands == 1  # type: ignore[attr-defined]


def test_the_server_says_that_nothing_waits_there() -> None:
    made = table()
    page = Phone().get(waiting(made))
    assert "Nothing waits here. What this phone records is saved at once." in page.text


@pytest.mark.parametrize("rows_first", [False, True])
def test_a_bankers_evening_offline_is_the_same_on_the_server(kit: Kit, rows_first: bool) -> None:
    """Bank entries, ticks, chips, a count, a dispute and its answer, and a hand in progress."""
    made = table(variant="poker-chips", entries=[*opening("poker-chips"), hand("poker-chips")])
    bo = let_in(made, "bo", "scorekeeper")
    worker = offline(kit, made)
    at = f"/games/{made.id}/"

    def posts(room: str, **fields: Any) -> Page:
        shown = worker.ask(at + {"chips/": "chips/", "counts/": "chips/?count"}.get(room, "bank/"))
        form = next((one for one in shown.forms if one.action.endswith(room)), None)
        sent = worker.ask(at + room, {**(form.fields if form else {}), **fields})
        assert sent.status == 200, sent.text
        return sent

    posts("buy-ins/", player="Bo", chips="10", between="on")
    bank = worker.ask(at + "bank/")
    ticks = [value for form in bank.forms for kind, name, value in form.boxes if name == "paid"]
    bought = [value for value in ticks if value.startswith(f"{made.version + 1}-")]
    worker.ask(at + "payouts/", {"paid": bought})
    posts("chips/")
    posts("counts/")
    worker.ask(at + f"disputes/{made.version}/")
    worker.ask(at + "disputes/", {"key": str(uuid4()), "seq": made.version, "words": "Not Ann."})
    worker.ask(at + "answers/", {"seq": made.version, "dispute": "1", "answer": "Ann it was."})
    worker.ask(at + "draft/", {"rev": "0", "move": json.dumps({"move": "dealt"})})
    assert [one["what"] for one in worker.items] == [
        *("entry", "ticks", "chips", "counts", "dispute", "answer", "progress"),
    ]
    send(bo, item(made, entry=hand("poker-chips", 1)))
    assert worker.flushes(rows_first=rows_first)[0] == 409
    assert set(worker.flushes(rows_first=rows_first)) == {200}
    assert worker.items == []
    now = now_of(made)
    assert [json.loads(row.body)["kind"] for row in now.rows[made.version :]] == ["hand", "buy-in"]
    kept = bank_store.state(now, [now.version])
    assert {seq for seq, _digest, _item in kept.ticks} == {now.version}
    assert (kept.version, kept.counted and kept.counted.version) == (2, now.version)
    assert [(one.end, one.answer) for one in disputes.of_table(now)] == [("answered", "Ann it was.")]
    assert progress.stored(now).rev == 1


def test_a_room_of_the_server_needs_a_network(kit: Kit) -> None:
    made = table(variant=VARIANT)
    worker = offline(kit, made)
    room = worker.ask(reverse("share", args=[made.id]))
    assert (room.status, reverse("table", args=[made.id]) in room.links) == (503, True)
    elsewhere = worker.ask(reverse("table", args=["0" * 10]))
    assert (elsewhere.status, elsewhere.links) == (503, ("/",))
    form = worker.ask(reverse("restorations", args=[made.id]))
    assert (form.status, form.links) == (405, (reverse("table", args=[made.id]), "/"))


def test_the_theme_that_was_chosen_without_a_network_is_kept(kit: Kit) -> None:
    worker = Worker(kit, Phone())
    assert 'data-look="night"' not in worker.ask("/").html
    assert 'data-look="night"' in worker.ask(reverse("look"), {"look": "night"}).html
    worker.boot()
    assert 'data-look="night"' in worker.ask("/").html
