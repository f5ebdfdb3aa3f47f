"""The next game stays in the group of the last one, and a game that is running is asked about."""

import json

import pytest
from django.urls import reverse

from companion import models, store
from companion.log import rights
from companion.log.table import Table
from companion.store import night_rounds
from companion.store.groups import FoundGroup
from tests.companion.factories import Phone, group, hand, let_in, let_in_group, table
from tests.companion.nights import night, start
from tests.companion.pages import Page, page
from tests.companion.test_group_tonight import button, form_of, ids, room

pytestmark = pytest.mark.django_db

VARIANT = "partnership"
PLAYERS = ("Ann", "Bo", "Cy", "Dee")
ASKED = (
    "Thursday Euchre is playing Euchre, hand 2, 1–0. Go to that game, or start a second one at another table?"
)


@pytest.fixture
def ann() -> Phone:
    return Phone("ann")


@pytest.fixture
def found() -> FoundGroup:
    return group("Thursday Euchre")


def over(found: FoundGroup) -> Table:
    return table(group=found.pk, options={"target": 1, "stick_the_dealer": False}, entries=[hand(VARIANT)])


def going(found: FoundGroup) -> Table:
    return table(group=found.pk, entries=[hand(VARIANT)])


def again(phone: Phone, made: Table, variant: str = VARIANT) -> Page:
    return page(phone.get(reverse("new", args=[variant]) + f"?again={made.id}"))


def group_of(phone: Phone, answer: object) -> tuple[models.Group, Table]:
    made = store.load(phone.device, answer.url.split("/")[2]).table  # type: ignore[attr-defined]
    at = models.Game.objects.select_related("group").get(public_id=made.id).group
    assert at
    return at, made


def test_the_next_game_stays_where_the_last_one_was(ann: Phone, found: FoundGroup) -> None:
    shown = again(ann, over(found))
    assert "Start game in Thursday Euchre" in shown.text
    at, made = group_of(ann, ann.post("/games/", shown.form("/games/").data()))
    assert at.pk == found.pk
    assert (made.header.players, made.header.dealer) == (PLAYERS, "Bo"), "the deal passes on"
    assert made.header.options["stick_the_dealer"] is False


def test_another_game_with_the_same_players_is_played_by_the_rules_of_the_group(
    ann: Phone, found: FoundGroup
) -> None:
    options = json.dumps({"start": 15})
    models.GroupRules.objects.create(group_id=found.pk, variant="buck", options=options)
    shown = again(ann, over(found), "buck")
    assert shown.form("/games/").fields["start"] == "15"
    at, made = group_of(ann, ann.post("/games/", shown.form("/games/").data()))
    assert (at.pk, made.header.options["start"]) == (found.pk, 15)


OFF = {"kind": "rules", "options": {"stick_the_dealer": False}}


def proposed(phone: Phone, found: FoundGroup) -> bool:
    """Whether the group's next game of Euchre is proposed with Stick the dealer."""
    form = page(phone.get(reverse("new", args=[VARIANT]) + f"?group={found.group_id}")).form("/games/")
    return bool(form.fields["stick_the_dealer"] == "on")


def test_house_rules_changed_in_mid_game_are_those_of_the_groups_next_game(
    ann: Phone, found: FoundGroup
) -> None:
    before, last = going(found), going(found)
    store.append(ann.device, before.id, store.new_key(), 1, OFF)
    assert proposed(ann, found), "that game isn’t the last one"
    store.append(ann.device, last.id, store.new_key(), 1, OFF)
    assert not proposed(ann, found)
    store.save(ann.device, last.id, store.new_key(), store.Change(2, 2, None))
    assert proposed(ann, found), "the change was undone"


def test_same_players_again_plays_by_the_rules_in_force_at_the_end_outside_a_group_too(ann: Phone) -> None:
    last = table(entries=[hand(VARIANT), OFF])
    _at, made = group_of(ann, ann.post("/games/", again(ann, last).form("/games/").data()))
    assert made.header.options["stick_the_dealer"] is False


def test_same_players_of_a_new_game_and_a_form_of_an_older_page_stay_too(
    ann: Phone, found: FoundGroup
) -> None:
    last = over(found)
    form = page(ann.get(reverse("new", args=[VARIANT]))).form("/games/")
    tapped = page(ann.post("/games/", form.data(same_players="1"))).form("/games/")
    assert group_of(ann, ann.post("/games/", tapped.data()))[0].pk == found.pk
    models.Game.objects.exclude(public_id=last.id).delete()
    old = again(ann, last).form("/games/").data()
    del old["group"]
    assert group_of(ann, ann.post("/games/", old))[0].pk == found.pk


@pytest.mark.parametrize("role", ["", rights.VIEWER, rights.PLAYER])
def test_whoever_may_start_nothing_there_starts_on_the_own_phone(found: FoundGroup, role: str) -> None:
    last = over(found)
    bo = let_in(last, "bo", "scorekeeper")
    if role:
        let_in_group(found, "bo", role)
    shown = again(bo, last)
    assert "Start game on this phone" in shown.text
    assert group_of(bo, bo.post("/games/", shown.form("/games/").data()))[0].personal


def test_a_game_after_a_nights_table_has_none_of_the_nights_rules(ann: Phone) -> None:
    view = start(night())
    first = view.night.playing[0]
    night_rounds.open_table(view, first.table_id)
    shown = again(ann, store.load(ann.device, first.table_id).table)
    assert shown.form("/games/").fields["target"] == "10"


def test_new_game_asks_while_the_group_plays_and_starts_one_more_if_told(
    ann: Phone, found: FoundGroup
) -> None:
    made = going(found)
    form = again(ann, made).form("/games/")
    answer = ann.post("/games/", form.data())
    asked = page(answer)
    assert (answer.status_code, ASKED in asked.text) == (409, True)
    assert f"/games/{made.id}/" in asked.links
    assert models.Game.objects.count() == 1
    both = [ann.post("/games/", asked.form("/games/").data()) for _tap in range(2)]
    assert both[0].url == both[1].url  # type: ignore[attr-defined]
    assert group_of(ann, both[0])[0].pk == found.pk
    assert models.Game.objects.count() == 2


def test_the_same_tap_twice_is_not_asked_about_its_own_game(ann: Phone, found: FoundGroup) -> None:
    form = again(ann, over(found)).form("/games/").data()
    first, second = (ann.post("/games/", form) for _tap in range(2))
    assert first.url == second.url  # type: ignore[attr-defined]


def test_the_page_of_a_group_shows_its_running_game_first_and_asks(ann: Phone, found: FoundGroup) -> None:
    made = going(found)
    shown = room(ann, found)
    assert "Playing now Euchre, hand 2, Bo deals Ann & Cy 1 Bo & Dee 0 Here tonight" in shown.text
    assert "Continue Euchre hand 2, 1–0" in shown.text
    here = ids(found, *PLAYERS)
    answer = ann.post(form_of(shown).action, form_of(shown).data(here=here))
    asked = page(answer)
    assert (answer.status_code, ASKED in asked.text, models.Game.objects.count()) == (409, True, 1)
    assert f"/games/{made.id}/" in asked.links
    done = ann.post(form_of(asked).action, form_of(asked).data(here=here, second="1"))
    assert group_of(ann, done)[0].pk == found.pk
    viewer = let_in_group(found, "bo", rights.VIEWER)
    assert "Follow Euchre" in room(viewer, found).text


@pytest.mark.parametrize(
    ("role", "word"),
    [(rights.SCOREKEEPER, "Follow"), (rights.VIEWER, "Follow"), (rights.PLAYER, ""), ("", "")],
)
def test_the_running_game_of_a_group_is_on_home_of_every_member(
    found: FoundGroup, role: str, word: str
) -> None:
    made, bo = going(found), let_in_group(found, "bo", role)
    shown = page(bo.get("/"))
    on_top = "Playing now Euchre, hand 2, Bo deals Ann & Cy 1 Bo & Dee 0"
    assert (on_top in shown.text, f"/games/{made.id}/" in shown.links) == (bool(word), bool(word))
    assert (f"{word} Euchre hand 2, 1–0" in shown.text) == bool(word)


def test_a_table_and_its_recap_lead_back_to_their_group_and_to_another_game(
    ann: Phone, found: FoundGroup
) -> None:
    made = over(found)
    home = f"/groups/{found.group_id}/"
    for place in ("", "recap/"):
        shown = page(ann.get(f"/games/{made.id}/{place}"))
        assert (home in shown.links, "/" in shown.links) == (True, False)
        assert "‹ Thursday" in shown.text.replace("\xa0", " ")
        assert f"/games/new/{VARIANT}/?again={made.id}" in shown.links
    dock = page(ann.get(f"/games/{made.id}/")).text
    assert dock.index("Another game same seats, Bo deals") < dock.index("Recap")
    bo = let_in(made, "bo", rights.VIEWER)
    shown = page(bo.get(f"/games/{made.id}/"))
    assert (home in shown.links, "/" in shown.links) == (False, True)
    assert shown.text.index("Recap the whole game") < shown.text.index("Another game")


def test_a_game_of_its_own_that_was_left_open_does_not_hide_the_groups(found: FoundGroup) -> None:
    bo = let_in_group(found, "bo", rights.SCOREKEEPER)
    table(device=bo.device, title="Old", played_on="2026-01-08")
    assert "Continue Old" in page(bo.get("/")).text
    going(found)
    assert "Follow Euchre hand 2" in page(bo.get("/")).text
    table(device=bo.device, title="New", entries=[hand(VARIANT)])
    assert "Continue New" in page(bo.get("/")).text


def test_a_game_that_nobody_goes_on_with_is_not_running(ann: Phone, found: FoundGroup) -> None:
    going(found)
    table(group=found.pk, played_on="2026-01-08", entries=[hand(VARIANT)])
    models.Entry.objects.update(at="2026-01-08T20:00:00Z")
    models.Game.objects.update(created_at="2026-01-08T20:00:00Z")
    shown = room(ann, found)
    assert "Playing now" not in shown.text
    assert button(shown).startswith("Start Euchre Ann & Cy")
