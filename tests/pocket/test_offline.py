"""An evening with and without a network: rooms of the kit, doors of the server, another phone in between."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from companion import models, store
from companion.forms.new_game import RANDOM
from companion.log.table import Table
from companion.store import bank as bank_store
from companion.store import disputes, groups, phones, progress
from scoring import VARIANTS
from tests.companion.factories import (
    NAMES,
    SEATS,
    Phone,
    device,
    group,
    hand,
    let_in,
    let_in_group,
    opening,
    table,
    view,
)
from tests.companion.outbox import item, send
from tests.companion.pages import Page
from tests.companion.test_plain_words import faults
from tests.pocket.offline import NOW, Kit, Worker

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

VARIANT = "partnership"
PLAYERS = NAMES[: SEATS[VARIANT]]
TRICKS = [{"Ann & Cy": tricks, "Bo & Dee": 5 - tricks} for tricks in (3, 4, 5)]


@pytest.fixture(scope="module")
def kit() -> Iterator[Kit]:
    started = Kit()
    yield started
    started.close()


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
    assert page.html.index("btn main") > page.html.index("It is the next hand")
    done = press(worker, page, "Same hand – set mine aside")
    assert "1 hand waiting" in done.text
    assert worker.flushes() == [200]
    table_now = now_of(made)
    assert (table_now.version, table_now.state.hands) == (3, 3)
    assert [bool(one["aside"]) for one in worker.items] == [True]


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
    assert page.html.index("btn main") < page.html.index("It is the next hand")
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
    store.correct(bo.device, made.id, store.new_key(), 1, 1, hand(VARIANT, 1))
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
    assert "Cy made diamonds, 3 tricks, removed" in shown[0].text
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
    assert "The host removed this phone. Ask the host to let it back in." in worker.ask(waiting(made)).text
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


def test_the_theme_that_was_chosen_without_a_network_is_kept(kit: Kit) -> None:
    worker = Worker(kit, Phone())
    assert 'data-look="night"' not in worker.ask("/").html
    assert 'data-look="night"' in worker.ask(reverse("look"), {"look": "night"}).html
    worker.boot()
    assert 'data-look="night"' in worker.ask("/").html


def kept_groups(phone: Phone) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = phone.get("/groups/kept/").json()["groups"]
    return found


def test_a_new_game_without_a_network_has_the_groups_people_to_tap_and_belongs_to_it(kit: Kit) -> None:
    found, phone = group(), Phone()
    table(group=found.pk, players=["Ida", "Jo", "Kit", "Lou"])
    worker = Worker(kit, phone)
    worker.kept["settings"]["groups"] = kept_groups(phone)
    worker.boot()
    assert {"Ida", "Jo", "Kit", "Lou"} <= set(worker.ask("/games/new/partnership/").text.split())
    started = worker.ask(f"/games/new/partnership/?group={found.group_id}&player=Ida")
    assert "A game of Thursday." in started.text
    fields = {**started.form("/games/").fields, "players": ["Ida", "Jo", "Kit", "Lou"], "dealer": "1"}
    worker.ask("/games/", fields)
    worker.flushes()
    assert list(models.Game.objects.values_list("group", flat=True)) == [found.pk] * 2


def test_a_game_of_a_group_that_the_phone_lost_meanwhile_becomes_its_own(kit: Kit) -> None:
    found, bo = group(), let_in_group(group("Friday"), "bo", "scorekeeper")
    [friday] = groups.of_device(bo.device)
    worker = Worker(kit, bo)
    worker.kept["settings"]["groups"] = kept_groups(bo)
    worker.boot()
    started = worker.ask(f"/games/new/partnership/?group={friday.group_id}")
    fields = {**started.form("/games/").fields, "players": list(PLAYERS), "dealer": "1"}
    worker.ask("/games/", fields)
    models.GroupPhone.objects.filter(device=bo.device).update(role="")
    worker.flushes()
    own = groups.personal_of(bo.device)
    assert own
    assert own.pk not in {found.pk, friday.pk}
    assert models.Game.objects.get().group_id == own.pk


def test_a_viewer_keeps_no_group_since_it_starts_no_game() -> None:
    bo = let_in_group(group(), "bo", "viewer")
    assert kept_groups(bo) == []
