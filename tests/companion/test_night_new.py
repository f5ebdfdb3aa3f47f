"""The form of a new euchre night."""

import re

import pytest
from django.urls import reverse

from companion import models, store
from companion.night.evening import NightView
from companion.store import groups, naming, night_players, nights
from companion.views import nights as views
from tests.companion.factories import Phone, device, group
from tests.companion.nights import load, night, start
from tests.companion.pages import Page, page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

HOSTILE = ("<b>Ann</b>", "=1+2", "נועה בן־יוסף", "A" * 40)
MOST_QUERIES = 15
ROLES = ("host", "scorekeeper", "player", "viewer", "outsider")
LOOK = {"nights", "night", "night_board", "night_me", "night_players", "night_round", "night_table"} | {
    *("night_results", "night_results_text", "night_results_csv"),
}
ORGANIZE = {"new_night", "night_early", "night_fixes", "night_codes"}
POSTS = {"night_rounds", "night_end", "night_reopen", "night_fix", "night_open"}


def new_form(**fields: object) -> dict[str, object]:
    chosen = {"here": ["Ann", "Bo", "Cy", "Dee"], "plan": "progressive", "rounds": "3", "hands": "8"}
    ties = {"tie-1": "loners", "tie-2": "head-to-head", "tie-3": "card"}
    return {"key": store.new_key(), "begin": "1", "sitting": "out", **chosen, **ties, **fields}


def made(view: NightView, **fields: object) -> Page:
    address = reverse("new_night", args=[view.night.group])
    return page(Phone().post(address, new_form(**fields), follow=True))


def test_a_night_is_made_from_the_form_and_listed() -> None:
    view = night(4)
    answer = made(view, title="Club night", hands="6", **{"tie-1": "card", "tie-2": "none"})
    [one, _other] = nights.of_group(groups.find(device(), view.night.group))
    assert "Start round 1" in answer.text
    there = load(one.id).night
    assert (there.title, there.hands, there.rounds, there.ties) == ("Club night", 6, 3, ("card",))
    assert [one.name for one in there.players] == ["Ann", "Bo", "Cy", "Dee"]
    listed = page(Phone().get(reverse("nights", args=[view.night.group])))
    assert "Club night" in listed.text
    assert "not begun" in listed.text


def test_nights_of_long_ago_are_on_further_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    view = night(4, title="The first")
    for number in range(2, 6):
        made(view, title=f"Night {number}")
    monkeypatch.setattr(views, "PAGE", 2)
    address, found = reverse("nights", args=[view.night.group]), []
    links = ["?page=1"]
    while links:
        shown = page(Phone().get(address + links[-1]))
        found.append([name for name in ("The first", "Night 2", "Night 5") if name in shown.text])
        links = [link for link in shown.links if link == f"?page={len(found) + 1}"]
    assert found == [["Night 5"], ["Night 2"], ["The first"]]
    assert "?page=2" in shown.links


def test_a_pasted_list_of_names_makes_as_many_players() -> None:
    made(night(4), here=[], name="Ann, Bo\r\nCy; Dee, Zoe")
    newest = models.Night.objects.order_by("-pk")[0].public_id
    assert [one.name for one in load(newest).night.players] == ["Ann", "Bo", "Cy", "Dee", "Zoe"]
    Phone().post(reverse("night_players", args=[newest]), {"arrive": "1", "name": "Max, Lou"})
    assert [one.name for one in load(newest).night.players][5:] == ["Max", "Lou"]


def test_the_same_form_twice_makes_one_night() -> None:
    view, key = night(4), store.new_key()
    first, second = made(view, key=key), made(view, key=key)
    assert (first.status, second.status) == (200, 200)
    assert models.Night.objects.count() == 2


@pytest.mark.parametrize(
    ("fields", "says", "at"),
    [
        ({"here": ["Ann", "Bo", "Cy"]}, "That’s 3 players; a round takes 4 at least.", "people-wrong"),
        ({"hands": "0"}, "Type a whole number, 1 or more.", "hands-wrong"),
        ({"hands": "21"}, "Type a number from 1 to 20.", "hands-wrong"),
        ({"rounds": "many"}, "Type a whole number, 1 or more.", "rounds-wrong"),
        ({"plan": "whist"}, "Choose one.", "plan-wrong"),
        ({"sitting": "stand"}, "Choose one.", "sitting-wrong"),
        ({"tie-1": "card", "tie-2": "card"}, "Choose one.", "ties-wrong"),
        ({"title": "A" * 61}, "That’s 61 characters; 60 at most.", "title-wrong"),
        ({"name": "ann"}, "Two players are called ann. Change one name.", "name-wrong"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(fields: dict[str, object], says: str, at: str) -> None:
    answer = made(night(4), **fields)
    assert answer.status == 422
    assert says in answer.text
    assert at in answer.ids
    assert models.Night.objects.count() == 1


def test_people_of_the_group_are_offered_and_new_ones_added() -> None:
    view = night(4)
    address = reverse("new_night", args=[view.night.group])
    offered = page(Phone().get(address))
    assert {value for _kind, name, value in offered.form(address).boxes if name == "here"} == {
        *("Ann", "Bo", "Cy", "Dee")
    }
    added = page(Phone().post(address, {**new_form(here=["Ann"]), "begin": [], "name": "Zoe", "add": "1"}))
    assert ("checkbox", "here", "Zoe") in added.form(address).boxes
    assert "2 players so far" in added.text


def test_of_many_people_the_first_are_offered_and_the_others_found() -> None:
    view = night(40)
    address = reverse("new_night", args=[view.night.group])
    offered = page(Phone().get(address))
    assert "16 more: find them by name." in offered.text
    found = page(Phone().post(address, {"here": ["Ann"], "wanted": "player 39", "find": "1"}))
    boxes = [value for _kind, name, value in found.form(address).boxes if name == "here"]
    assert sorted(boxes) == ["Ann", "Player 39"]


def test_who_was_there_last_time_is_chosen_with_one_tap() -> None:
    view = night(6)
    address = reverse("new_night", args=[view.night.group])
    assert "The same 6 as last time" in page(Phone().get(address)).text
    night_players.leave(start(view), 6)
    models.NightPlayer.objects.filter(number=5).update(came=False)
    form = {**new_form(here=["Zoe"]), "begin": [], "last": "1"}
    chosen = page(Phone().post(address, form))
    here = [
        f'value="{name}" checked' in chosen.html for name in ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Zoe")
    ]
    assert here == [True, True, True, True, False, False, True]
    assert "as last time" not in chosen.text
    assert "as last time" not in page(Phone().get(reverse("new_night", args=[group("New").group_id]))).text


def test_fixed_pairs_are_shown_before_the_night_is_made() -> None:
    view = night(4)
    asked = made(view, plan="pairs")
    assert "Who plays with whom" in asked.text
    assert models.Night.objects.count() == 1
    wrong = made(view, plan="pairs", order=["Ann", "Dee", "Bo", "Dee"])
    assert (wrong.status, "Dee is chosen twice." in wrong.text) == (422, True)
    assert chosen_pairs(wrong) == ["Ann", "Dee", "Bo", "Dee"]
    made(view, plan="pairs", order=["Ann", "Dee", "Bo", "Cy"])
    there = load(models.Night.objects.latest("pk").public_id).night
    assert [(one.name, one.pair) for one in there.players] == [("Ann", 1), ("Dee", 1), ("Bo", 2), ("Cy", 2)]


def test_two_spellings_of_one_person_are_not_two_players() -> None:
    view = night(5)
    found = groups.find(device(), view.night.group)
    ann, annie = (naming.add(found, name).public_id for name in ("Zoe", "Zoë"))
    naming.merge(found, ann, annie)
    said = "Zoe and Zoë are one person in this group."
    answer = made(view, here=["Zoe", "Bo", "Zoë", "Cy"])
    assert (answer.status, said in answer.text, "people-wrong" in answer.ids) == (422, True, True)
    late = page(Phone().post(reverse("night_players", args=[view.night.id]), {"name": "Zoe, Zoë"}))
    assert (late.status, said in late.text, "name-wrong" in late.ids) == (422, True, True)
    assert models.Night.objects.count() == 1


def chosen_pairs(shown: Page) -> list[str]:
    """Who is chosen in the fields of the pairs; where nothing is, the browser takes "comes later"."""
    fields = shown.html.split('<select name="order"')[1:]
    found = (re.search(r'value="([^"]*)" selected', one.split("</select>")[0]) for one in fields)
    return [one[1] if one else "" for one in found]


def test_pairs_that_were_chosen_stay_when_somebody_comes_or_goes() -> None:
    view, chosen = night(4), ["Ann", "Dee", "Bo", "Cy"]
    more = made(view, plan="pairs", begin=[], order=chosen, name="Zoe", add="1")
    assert chosen_pairs(more) == [*chosen, "Zoe", ""]
    gone = made(view, plan="pairs", here=["Ann", "Bo", "Cy", "Zoe"], order=chosen)
    assert chosen_pairs(gone) == ["Bo", "Cy", "Ann", "Zoe"]
    odd = made(view, plan="pairs", here=["Ann", "Bo", "Cy", "Dee", "Zoe"], order=[*chosen, "Zoe", "Bo"])
    assert "Bo is chosen twice." in odd.text
    assert odd.html.count("comes later") == 1
    assert models.Night.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"sitting": "out"}, "After 5 rounds all 5 players have sat out equally often."),
        ({"plan": "head-and-foot", "sitting": "ghosts"}, "Ghosts stay at the foot"),
        ({"plan": "pairs", "sitting": "ghosts"}, "with an odd number of pairs one sits out"),
    ],
)
def test_the_form_says_how_those_without_a_place_fare(fields: dict[str, object], says: str) -> None:
    address = reverse("new_night", args=[night(4).night.group])
    form = {**new_form(here=["Ann", "Bo", "Cy", "Dee", "Eli"]), "begin": [], **fields}
    assert says in page(Phone().post(address, form)).text
