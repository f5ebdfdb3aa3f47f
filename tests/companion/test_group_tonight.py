"""The next game of a group in three taps: who is here, which game, Start."""

from typing import Any

import pytest
from django.urls import reverse

from companion import models, store
from companion.log import rights
from companion.log.table import Table
from companion.pages import tonight
from companion.pages.tonight import Last
from companion.store import figures, group_games, groups, naming
from companion.store.groups import FoundGroup
from companion.wording.refusal import AppRefusal
from scoring import VARIANTS, Variant
from tests.companion.factories import Phone, device, group, hand, let_in_group, table
from tests.companion.nights import finish, night, start
from tests.companion.pages import Form, Page, page

pytestmark = pytest.mark.django_db

EUCHRE, BUCK = VARIANTS["partnership"], VARIANTS["buck"]
CHECK = "Who is here or what is played changed. Check the seats, then tap Start again."


def played(found: FoundGroup, **given: Any) -> Table:
    """A game of a group."""
    return table(group=found.pk, **given)


def ids(found: FoundGroup, *names: str) -> list[str]:
    by_name = dict(models.Person.objects.filter(group=found.pk).values_list("told", "public_id"))
    return [by_name[name] for name in names]


def room(phone: Phone, found: FoundGroup) -> Page:
    return page(phone.get(reverse("group", args=[found.group_id])))


def form_of(shown: Page) -> Form:
    return shown.form("/start/")


def sent(shown: Page, found: FoundGroup, *names: str, **typed: str) -> dict[str, Any]:
    """What Start sends, where a game that is running doesn't matter."""
    return form_of(shown).data(here=ids(found, *names), **{"second": "1", **typed})


def taps(phone: Phone, shown: Page, found: FoundGroup, *names: str, **typed: str) -> Page:
    """The page after a tap on who is here or on a game."""
    return page(phone.post(reverse("group", args=[found.group_id]), sent(shown, found, *names, **typed)))


def button(shown: Page) -> str:
    return next(text for text in form_of(shown).buttons if text.startswith("Start "))


def test_three_taps_start_the_game_of_last_time_and_the_deal_passes_on() -> None:
    found, ann = group(), Phone("ann")
    played(found, options={"target": 1}, entries=[hand("partnership")], title="first")
    shown = room(ann, found)
    assert "Here tonight: 4. The same as last time" in shown.text
    assert button(shown).startswith("Start Euchre Ann & Cy against Bo & Dee, Bo deals")
    done = ann.post(form_of(shown).action, sent(shown, found, "Ann", "Bo", "Cy", "Dee"))
    assert done.status_code == 303
    made = store.load(ann.device, done.url.split("/")[2]).table  # type: ignore[attr-defined]
    assert (made.header.players, made.state.next_dealer) == (("Ann", "Bo", "Cy", "Dee"), "Bo")
    assert models.Game.objects.get(public_id=made.id).group_id == found.pk


def test_a_double_tap_on_start_makes_one_game() -> None:
    found, ann = group(), Phone("ann")
    played(found)
    shown = room(ann, found)
    form = sent(shown, found, "Ann", "Bo", "Cy", "Dee")
    answers = [ann.post(form_of(shown).action, form) for _tap in range(2)]
    assert [one.status_code for one in answers] == [303, 303]
    assert answers[0].url == answers[1].url  # type: ignore[attr-defined]
    assert models.Game.objects.count() == 2


def test_a_game_whose_answer_is_lost_is_its_phones_once_start_is_tapped_again() -> None:
    found = group()
    bo = let_in_group(found, "bo", rights.SCOREKEEPER)
    played(found)
    shown = room(bo, found)
    form = sent(shown, found, "Ann", "Bo", "Cy", "Dee")
    assert Phone("bo").post(form_of(shown).action, form).status_code == 303
    place = bo.post(form_of(shown).action, form).headers["Location"]
    assert store.load(bo.device, place.split("/")[2]).viewer.roles == {rights.OWNER}


def test_two_tabs_start_one_game_and_the_second_is_told() -> None:
    found, ann = group(), Phone("ann")
    bo = let_in_group(found, "bo", rights.SCOREKEEPER)
    played(found)
    first, second = (room(phone, found) for phone in (ann, bo))
    assert ann.post(form_of(first).action, sent(first, found, "Ann", "Bo", "Cy", "Dee")).status_code == 303
    answer = bo.post(form_of(second).action, sent(second, found, "Ann", "Bo", "Cy", "Dee"))
    assert (answer.status_code, CHECK in page(answer).text) == (422, True)
    assert models.Game.objects.count() == 2


def test_a_game_that_another_phone_starts_at_this_very_moment_stays_the_only_one() -> None:
    found, ann = group(), Phone("ann")
    record = store.load(ann.device, played(found).id).table.record
    with pytest.raises(AppRefusal) as caught:
        group_games.start(found, ann.device, store.new_key(), record, after="")
    said = "Another phone just started a game in this group. Check Games before you start one more."
    assert (str(caught.value), models.Game.objects.count()) == (said, 1)


def test_what_the_button_did_not_say_is_not_started() -> None:
    found, ann = group(), Phone("ann")
    played(found)
    shown = room(ann, found)
    answer = ann.post(form_of(shown).action, sent(shown, found, "Ann", "Bo", "Cy"))
    assert (answer.status_code, CHECK in page(answer).text) == (422, True)
    nobody = ann.post(form_of(shown).action, sent(shown, found))
    assert "Tap the names of those who are here." in page(nobody).text
    assert models.Game.objects.count() == 1


def test_games_that_do_not_fit_are_off_and_say_why() -> None:
    found, ann = group(), Phone("ann")
    played(found)
    played(found, variant="buck", title="Buck")
    three = taps(ann, room(ann, found), found, "Ann", "Bo", "Cy")
    assert "for 4 players" in three.text
    assert not button(three).startswith("Start Euchre")
    four = taps(ann, three, found, "Ann", "Bo", "Cy", "Dee")
    assert "Here tonight: 4. The same as last time" in four.text


def test_a_tapped_game_is_kept_while_it_fits() -> None:
    found, ann = group(), Phone("ann")
    played(found)
    shown = taps(ann, room(ann, found), found, "Ann", "Bo", "Cy", "Dee", game="buck")
    assert button(shown).startswith("Start Buck")
    done = ann.post(form_of(shown).action, sent(shown, found, "Ann", "Bo", "Cy", "Dee"))
    assert store.load(ann.device, done.url.split("/")[2]).table.variant is BUCK  # type: ignore[attr-defined]


def test_house_rules_of_the_group_are_those_of_its_last_game_of_this_kind() -> None:
    found, ann = group(), Phone("ann")
    first = played(found, options={"target": 5})
    group_games.keep(found.pk, first.id, first.record)
    shown = room(ann, found)
    done = ann.post(form_of(shown).action, sent(shown, found, "Ann", "Bo", "Cy", "Dee"))
    made = store.load(ann.device, done.url.split("/")[2]).table  # type: ignore[attr-defined]
    assert made.header.options["target"] == 5


def test_change_seats_opens_new_game_with_who_is_here() -> None:
    found, ann = group(), Phone("ann")
    played(found)
    shown = room(ann, found)
    answer = ann.post(
        reverse("group_seats", args=[found.group_id]), sent(shown, found, "Cy", "Ann", "Bo", "Dee")
    )
    assert answer.status_code == 303
    new_game = page(ann.get(answer.url))  # type: ignore[attr-defined]
    assert new_game.form("/games/").fields["players"] == ["Ann", "Bo", "Cy", "Dee"]
    assert new_game.form("/games/").fields["group"] == found.group_id


def test_a_group_without_people_starts_with_names_that_are_typed() -> None:
    found, ann = group(), Phone("ann")
    shown = room(ann, found)
    assert "First game" in shown.text
    answer = ann.post(reverse("group_seats", args=[found.group_id]), form_of(shown).data(game="buck"))
    assert answer.url == reverse("new", args=["buck"]) + f"?group={found.group_id}"  # type: ignore[attr-defined]


def test_a_viewer_sees_no_way_to_start() -> None:
    found = group()
    played(found)
    shown = room(let_in_group(found, "bo", rights.VIEWER), found)
    assert shown.status == 200
    assert [form for form in shown.forms if form.action.endswith("/start/")] == []


LAST = Last("t", EUCHRE, ("ann", "bo", "cy", "dee"), 1, "2026-11-19")


@pytest.mark.parametrize(
    ("here", "people", "dealer"),
    [
        (("ann", "bo", "cy", "dee"), ("ann", "bo", "cy", "dee"), 2),
        (("dee", "cy", "bo", "ann"), ("ann", "bo", "cy", "dee"), 2),
        (("ann", "cy", "dee", "eli"), ("ann", "eli", "cy", "dee"), 3),
        (("ann", "cy", "dee"), ("ann", "cy", "dee"), 2),
        (("ann", "bo", "cy", "dee", "eli"), ("ann", "bo", "cy", "dee", "eli"), 2),
        (("eli", "fay", "gus", "hal"), ("eli", "fay", "gus", "hal"), 0),
    ],
)
def test_who_stays_keeps_the_seat_and_the_deal_passes_on(
    here: tuple[str, ...], people: tuple[str, ...], dealer: int
) -> None:
    planned = tonight.plan(LAST, EUCHRE, here)
    assert (planned.people, planned.dealer) == (people, dealer)


def alone(players: int) -> Variant:
    """A game for so many in which everyone plays alone."""
    return next(one for one in VARIANTS.values() if not one.teams and players in one.seats)


def test_the_seats_in_words() -> None:
    names = {"a": "Ann", "b": "Bo", "c": "Cy"}
    assert tonight.in_words(tonight.plan(None, alone(3), ("a", "b", "c")), names) == (
        "Ann, Bo and Cy; the dealer is drawn"
    )
    many = {str(number): f"P{number}" for number in range(8)}
    planned = tonight.plan(None, alone(8), tuple(many))
    assert tonight.in_words(planned, many) == "8 players, the dealer is drawn"


@pytest.mark.parametrize(("variant", "here", "why"), [(EUCHRE, 4, ""), (EUCHRE, 3, "for 4 players")])
def test_why_a_game_does_not_fit(variant: Any, here: int, why: str) -> None:
    assert tonight.off(variant, here) == why


def test_ten_thousand_people_are_offered_a_few_at_a_time() -> None:
    found, ann = group(), Phone("ann")
    played(found)
    models.Person.objects.bulk_create(
        models.Person(
            group_id=found.pk, public_id=f"p{number:09}", told=f"Zed {number}", compared=f"zed {number}"
        )
        for number in range(10_000)
    )
    shown = room(ann, found)
    assert len([box for box in form_of(shown).boxes if box[1] == "here"]) == group_games.OFFERED
    looked = taps(ann, shown, found, "Ann", search="zed 4711")
    names = [box[2] for box in form_of(looked).boxes if box[1] == "here"]
    assert sorted(names) == sorted([*ids(found, "Ann"), "p000004711"])
    naming.merge(found, ids(found, "Ann")[0], "p000004711")
    looked = taps(ann, shown, found, "Bo", search="zed 4711")
    names = [box[2] for box in form_of(looked).boxes if box[1] == "here"]
    assert sorted(names) == sorted(ids(found, "Ann", "Bo")), "found by any of the names"


def test_a_ghost_of_a_night_is_not_here_and_no_best_player_of_an_evening() -> None:
    view = finish(start(night(5, sitting="ghosts")))
    found = groups.find(device(), view.night.group)
    group_page = page(Phone().get(reverse("group", args=[found.group_id]))).text
    assert "Ghost" not in group_page
    evenings = Phone().get(reverse("group_evenings", args=[found.group_id]))
    evening = group_games.latest(found.pk, 1, figures.people(found.pk))[0]
    assert sorted(evening.people) == ["Ann", "Bo", "Cy", "Dee", "Eli"]
    assert "Ghost" not in evening.best
    assert "Ghost" not in page(evenings).text
