"""New games of a group that begin without a network."""

import json
from datetime import UTC, datetime
from typing import Any
from unittest import mock

import pytest
from django.urls import reverse
from django.utils import timezone

from companion import models
from companion.store import groups
from companion.wording.dates import here
from tests.companion.factories import NAMES, SEATS, Phone, group, hand, let_in_group, table
from tests.companion.pages import page
from tests.pocket.offline import NOW, Kit, Worker

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

VARIANT = "partnership"
PLAYERS = NAMES[: SEATS[VARIANT]]


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


def test_a_new_game_without_a_network_has_the_day_and_the_money_of_its_group(kit: Kit) -> None:
    """On Kiritimati a day is over when it begins in Honolulu, where the phone is."""
    found, phone = group(), Phone()
    models.Group.objects.update(zone="Pacific/Kiritimati", currency="£")
    worker = Worker(kit, phone, NOW)
    worker.zone = "Pacific/Honolulu"
    worker.kept["settings"] |= {"groups": kept_groups(phone), "currency": "$"}
    worker.boot()
    own = worker.ask("/games/new/poker-chips/").form("/games/").fields
    form = worker.ask(f"/games/new/poker-chips/?group={found.group_id}").form("/games/")
    assert (own["currency"], form.fields["currency"]) == ("$", "£")
    assert own["played_on"] < form.fields["played_on"]
    fields = {**form.fields, "players": list(PLAYERS), "dealer": "1", "buy_in": "on", "currency": "kr"}
    shown = worker.ask("/games/", {**fields, "chip_value_cents": "10"})
    bank = next(link for link in shown.links if link.endswith("/bank/"))
    assert "kr" in worker.ask(bank).text
    again = worker.ask(f"/games/new/poker-chips/?group={found.group_id}").form("/games/").fields
    assert again["currency"] == "kr"
    with mock.patch(
        "django.utils.timezone.now", return_value=worker.at
    ):  # the same evening, whenever this runs
        worker.flushes()
    game = models.Game.objects.get()
    assert (game.zone, game.currency, game.day_follows) == ("Pacific/Kiritimati", "kr", True)
    assert json.loads(game.header)["played_on"] == form.fields["played_on"]
    assert models.Group.objects.get(pk=found.pk).currency == "kr"


def test_house_rules_changed_without_a_network_are_those_of_the_groups_next_game(kit: Kit) -> None:
    found, phone = group(), Phone()
    worker = Worker(kit, phone)
    worker.kept["settings"]["groups"] = kept_groups(phone)
    worker.boot()
    new = f"/games/new/partnership/?group={found.group_id}"
    fields = worker.ask(new).form("/games/").fields
    assert fields["stick_the_dealer"] == "on"
    worker.ask("/games/", {**fields, "players": list(PLAYERS), "dealer": "1"})
    [made] = {item["table"] for item in worker.items}
    form = worker.ask(f"/games/{made}/house-rules/").form("/house-rules/")
    worker.ask(form.action, {**form.fields, "rule-stick_the_dealer": "off"})
    assert worker.ask(new).form("/games/").fields["stick_the_dealer"] == "off"
    worker.flushes()
    assert json.loads(models.GroupRules.objects.get(group=found.pk).options)["stick_the_dealer"] is False


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


def test_the_next_game_without_a_network_stays_in_the_group_and_asks_while_one_runs(kit: Kit) -> None:
    found, phone = group("Friday"), Phone()
    over = table(group=found.pk, options={"target": 1}, entries=[hand(VARIANT)])
    worker = Worker(kit, phone, NOW)
    worker.kept["settings"]["groups"] = kept_groups(phone)
    worker.fetches(over)
    worker.boot()
    address = f"/games/new/{VARIANT}/?again={over.id}"
    shown = worker.ask(address)
    assert "Start game in Friday" in shown.text
    [form] = [one for one in shown.forms if one.action == "/games/"]
    assert (form.fields["group"], form.fields["dealer"]) == (found.group_id, "2")
    worker.ask(form.action, form.data())
    asked = worker.ask(form.action, worker.ask(address).form("/games/").data())
    assert "Friday is playing Euchre, hand 1, 0–0." in asked.text
    worker.ask(form.action, asked.form("/games/").data())
    assert set(worker.flushes()) == {200}
    assert list(models.Game.objects.values_list("group", flat=True)) == [found.pk] * 3


def test_games_of_an_evening_count_on_the_phone_that_plays_on_without_a_network(kit: Kit) -> None:
    now = timezone.now()  # the third game begins after those of the server, however late this test is run
    worker = Worker(kit, Phone(), now)
    tonight = {
        "played_on": here().evening(now).isoformat(),
        "options": {"target": 1},
        "entries": [hand(VARIANT)],
    }
    first, second = table(**tonight), table(**tonight)
    for made in (first, second):
        worker.fetches(made)
    assert "Tonight 2–0" in worker.ask(reverse("table", args=[second.id])).text
    again = worker.ask(f"/games/new/{VARIANT}/?again={second.id}").form("/games/")
    assert "Tonight 2–0" in worker.ask(again.action, again.data()).text
    assert set(worker.flushes()) == {200}
    third = models.Game.objects.latest("pk").public_id
    assert "Tonight 2–0" in page(worker.phone.get(reverse("table", args=[third]))).text


def test_it_is_tonight_on_the_phone_until_the_evening_of_the_group_ends(kit: Kit) -> None:
    found, now = group("Friday"), datetime(2026, 11, 20, 5, 30, tzinfo=UTC)  # half past six in Berlin
    groups.set_clock(found, "Europe/Berlin", 8)
    told: dict[str, Any] = {"played_on": "2026-11-19", "options": {"target": 1}, "group": found.pk}
    worker = Worker(kit, Phone(), now)
    for _game in range(2):
        made = table(entries=[hand(VARIANT)], **told)
        worker.fetches(made)
    assert "Tonight 2–0" in worker.ask(reverse("table", args=[made.id])).text


def test_a_viewer_keeps_no_group_since_it_starts_no_game() -> None:
    bo = let_in_group(group(), "bo", "viewer")
    assert kept_groups(bo) == []
