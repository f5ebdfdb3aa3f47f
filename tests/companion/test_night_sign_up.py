"""Signing up from a poster, checking in, and substitutes."""

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from companion.log import rights
from companion.models import GroupLink, Person
from companion.night import plans
from companion.night.evening import NightView
from companion.night.plans import Draw
from companion.night.standings import standings
from companion.store import groups, links, night_players, nights
from companion.store import people as of_group
from companion.store.changes import writing
from companion.wording.refusal import AppRefusal
from tests.companion.factories import Phone, device, let_in_group
from tests.companion.nights import finish, load, night, people, player, post, see, start
from tests.companion.pages import Form, Page, page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def opened(number: int = 4, **given: str) -> NightView:
    """A night that takes sign-ups, in a group that also knows Kim."""
    view = night(number, **given)
    with writing():
        of_group.of(groups.find(device(), view.night.group).pk, ["Kim"])
    post(view, "night_poster", open=1)
    return load(view.night.id)


def scanned(view: NightView, name: str) -> tuple[Phone, Page]:
    """A phone that scans the poster, and where it comes to."""
    link = links.of_group(groups.find(device(), view.night.group).pk, rights.PLAYER)
    assert link
    phone = Phone(name)
    return phone, page(phone.get(reverse("group_link", args=[link.token]), follow=True))


def signed_up(view: NightView, name: str) -> NightView:
    """The night as the phone of somebody sees it who signed up, but isn't here."""
    let_in_group(groups.find(device(), view.night.group), name, rights.PLAYER)
    night_players.sign_up(load(view.night.id, name), name, sure=True)
    return load(view.night.id, name)


def form_with(shown: Page, button: str) -> Form:
    """The form that has this button."""
    return next(form for form in shown.forms if button in form.buttons)


# The poster


def test_the_poster_leads_to_the_page_of_its_night_while_sign_up_is_open() -> None:
    view = night(4)
    poster = see(view, "night_poster")
    assert poster.html.count('class="qr"') == 1
    assert "Euchre night" in poster.text
    assert "Sign-up is closed" in poster.text
    phone, came_to = scanned(view, "kim")
    assert "Euchre nights" in came_to.text
    assert "names of the group’s people" in post(view, "night_poster", open=1).text
    _phone, came_to = scanned(view, "kim")
    assert "Which of these are you?" in came_to.text
    assert "Poster" in see(view, "night").text
    assert "Poster" in see(view, "night_players").text
    by_code = links.of_group(groups.find(device(), view.night.group).pk, rights.PLAYER)
    assert by_code
    typed = phone.post(reverse("join"), {"code": by_code.code}, follow=True)
    assert "Which of these are you?" in page(typed).text


def test_the_poster_makes_the_link_for_players_if_there_is_none() -> None:
    view = night(4)
    GroupLink.objects.filter(role=rights.PLAYER).delete()
    helper = let_in_group(groups.find(device(), view.night.group), "bo", "scorekeeper")
    assert "A host can make one" in see(view, "night_poster", phone=helper).text
    assert post(view, "night_poster", phone=helper, open=1).status == 403
    assert 'class="qr"' in post(view, "night_poster", open=1).html


# Signing up


def test_a_phone_signs_up_under_a_new_name_and_is_on_the_list() -> None:
    view = opened()
    phone, came_to = scanned(view, "lou")
    assert "Played here before? Tap your name" in came_to.text
    assert ("known", "Kim") in form_with(came_to, "Kim").buttons.values()
    for _twice in range(2):
        answer = post(view, "night_me", phone=phone, name="Lou")
        assert (answer.status, "You’re in, Lou" in answer.text) == (200, True)
    assert [one.name for one in load(view.night.id).night.players] == [*people(4), "Lou"]
    assert load(view.night.id).night.players[-1].claimed
    assert "This phone is Lou already." in post(view, "night_me", phone=phone, name="Max").text
    for room in ("night", "night_players"):
        assert "5 on the list, 4 here" in see(view, room).text


def test_a_person_of_the_group_is_asked_whether_the_name_is_theirs() -> None:
    view = opened()
    phone, _came_to = scanned(view, "kim")
    asked = post(view, "night_me", phone=phone, name="kim")
    assert (asked.status, "Kim has played here before. Is this you?" in asked.text) == (422, True)
    assert "No, another name" in asked.text
    form = form_with(asked, "Yes, I’m Kim")
    name, value = form.buttons["Yes, I’m Kim"]
    assert "You’re in, Kim" in page(phone.post(form.action, {name: value}, follow=True)).text
    assert Person.objects.filter(compared="kim").count() == 1


def test_a_name_that_has_a_phone_is_refused_and_one_without_is_asked() -> None:
    view = opened()
    phone, _came_to = scanned(view, "lou")
    asked = post(view, "night_me", phone=phone, name="Ann")
    assert "Ann is on the list already. Is this you?" in asked.text
    player(view, "ann’s", 1)
    for field in ("name", "known"):
        taken = post(view, "night_me", phone=phone, **{field: "Ann"})
        assert (taken.status, "name-wrong" in taken.ids) == (422, True)
        assert "Another phone is Ann. Add something to tell you apart, like Ann L." in taken.text


def test_nobody_signs_up_while_it_is_closed_or_the_night_is_over() -> None:
    view = night(4)
    phone, _came_to = scanned(view, "lou")
    assert "Or a new name" not in see(view, "night_me", phone=phone).html.partition("hidden>")[0]
    assert "Kim" not in see(view, "night_me", phone=phone).text
    for name in ("name", "known"):
        closed = post(view, "night_me", phone=phone, **{name: "Lou"})
        assert (closed.status, "Sign-up is closed. Ask the organizer to add you." in closed.text) == (
            422,
            True,
        )
    post(view, "night_poster", open=1)
    nights.end(load(view.night.id))
    assert post(view, "night_me", phone=phone, name="Lou").status == 422
    assert post(view, "night_poster", open=1).status == 422
    let_in_group(groups.find(device(), view.night.group), "dee", rights.VIEWER)
    with pytest.raises(PermissionDenied):
        night_players.sign_up(load(view.night.id, "dee"), "Dee")
    assert len(load(view.night.id).night.players) == 4


def test_a_phone_that_signs_up_again_and_again_has_to_wait() -> None:
    view = opened()
    phone, _came_to = scanned(view, "lou")
    for number in range(6):
        post(view, "night_me", phone=phone, name=f"Lou {number}")
        post(view, "night_me", phone=phone, release=1)
    assert len(load(view.night.id).night.players) == 4  # taken off the list again
    assert post(view, "night_me", phone=phone, name="Lou 7").status == 429


# Being here


@pytest.mark.parametrize("by", ["the player", "the desk"])
def test_who_signed_up_has_a_seat_from_the_next_round_after_being_checked_in(by: str) -> None:
    view = opened()
    phone, _came_to = scanned(view, "lou")
    post(view, "night_me", phone=phone, name="Lou")
    assert "no seat for Lou: signed up, not here" in see(view, "night").text
    view = start(view)
    assert "You’re in, Lou" in see(view, "night_me", phone=phone).text
    assert 5 not in (*view.night.started[0].tables[0].seats, *view.night.started[0].out)
    assert "of 5" not in see(view, "night_players").text
    if by == "the desk":
        assert "Lou signed up, not here yet" in see(view, "night_players").text
        post(view, "night_players", here=5)
    else:
        post(view, "night_me", phone=phone, here=1)
        post(view, "night_me", phone=phone, here=1)
    assert "You play from round 2 on." in see(view, "night_me", phone=phone).text
    view = start(load(view.night.id), early=True)
    assert 5 in (*view.night.started[1].tables[0].seats, *view.night.started[1].out)


def test_a_player_checks_in_nobody_else() -> None:
    view = signed_up(opened(), "lou")
    signed_up(view, "max")
    with pytest.raises(PermissionDenied):
        night_players.check_in(view, 6)
    night_players.check_in(view, 5)
    assert [one.came for one in load(view.night.id).night.players[4:]] == [True, False]
    as_max = load(view.night.id, "max")
    night_players.release(load(view.night.id), 6)  # the desk forgets the phone
    with pytest.raises(PermissionDenied):
        night_players.check_in(as_max, 6)


def test_who_never_came_is_removed_and_has_no_place() -> None:
    view = start(opened(rounds=1, hands=1))  # type: ignore[arg-type]
    signed_up(view, "lou")
    signed_up(view, "max")
    assert "Remove" in see(view, "night_players").text
    post(view, "night_players", leave=5)
    assert len(load(view.night.id).night.players) == 5
    view = finish(load(view.night.id))
    nights.end(view)
    results = see(view, "night_results").text
    assert "4 players" in results
    assert "max" not in results
    assert see(load(view.night.id), "night_me", phone=Phone("max")).status == 200


def test_in_fixed_pairs_partners_are_those_who_check_in_one_after_the_other() -> None:
    view = opened(8, plan=plans.PAIRS)
    for name in ("lou", "max", "ned"):
        signed_up(view, name)
    for number in (9, 11):
        night_players.check_in(load(view.night.id), number)
    assert [one.pair for one in load(view.night.id).night.players[8:]] == [5, None, 5]
    night_players.arrive(load(view.night.id), ["max"])
    assert [one.pair for one in load(view.night.id).night.players[8:]] == [5, 6, 5]


# Substitutes


@pytest.mark.parametrize("plan", plans.PLANS)
@pytest.mark.parametrize("number", [8, 10, 16])
def test_a_substitute_stands_where_the_leaver_would_have_stood(plan: str, number: int) -> None:
    view = night(number, plan=plan, hands=1)
    for _round in range(2):
        view = finish(start(view))
    before, new = plans.drawn(view.night), number + 1
    for _twice in range(2):
        night_players.substitute(load(view.night.id), 3, "Zoe")
    view = load(view.night.id)
    assert plans.drawn(view.night) == swapped(before, 3, new)
    assert (len(view.night.players), view.night.players[2].last) == (new, 2)
    night_players.substitute(view, new, "Yul")  # before Zoe has played a round
    view = load(view.night.id)
    assert plans.drawn(view.night) == swapped(before, 3, view.night.players[-1].number)
    view = finish(start(view))
    before = plans.drawn(view.night)
    last = view.night.players[-1].number
    night_players.substitute(view, last, "Cy")  # comes back, in the own place
    assert plans.drawn(load(view.night.id).night) == swapped(before, last, 3)


def swapped(draw: Draw, one: int, other: int) -> Draw:
    """A draw in which *other* has the place of *one*."""
    tables = tuple(
        plans.Place(tuple(other if seat == one else seat for seat in place.seats), place.dealer)  # type: ignore[arg-type]
        for place in draw.tables
    )
    return Draw(tables, tuple(other if number == one else number for number in draw.out))


def test_a_substitute_who_played_the_same_round_does_not_sit_there_twice() -> None:
    view = finish(start(night(9, plan=plans.HEAD_AND_FOOT, hands=1)))
    gone, leaver = view.night.started[0].tables[0].seats[:2]
    night_players.leave(view, gone)
    view = load(view.night.id)
    night_players.substitute(view, leaver, view.night.players[gone - 1].name)
    draw = plans.drawn(load(view.night.id).night)
    seated = [number for place in draw.tables for number in place.seats]
    assert sorted([*seated, *draw.out]) == sorted({*range(1, 10)} - {leaver})


def test_before_the_first_round_a_substitute_takes_the_place_at_once() -> None:
    view = night(8, plan=plans.PAIRS)
    night_players.substitute(view, 8, "Zoe")
    night_players.substitute(view, 8, "Zoe")
    there = load(view.night.id).night.players
    assert [(one.name, one.pair) for one in there[-2:]] == [("Gus", 4), ("Zoe", 4)]
    with pytest.raises(AppRefusal, match="That player isn’t at this night"):
        night_players.substitute(view, 8, "Yul")


def test_points_of_the_round_that_is_played_stay_with_the_leaver() -> None:
    view = start(night(4, hands=1))
    assert "This round counts for the player who leaves." in see(view, "night_players").text
    answer = post(view, "night_players", substitute=2, instead="Zoe")
    assert "left after round 1" in answer.text
    assert "Zoe plays from round 2" in answer.text
    view = finish(load(view.night.id))
    side = view.night.started[0].tables[0].side_of(2)
    points = {place.number: place.points for place in standings(view.night)}
    assert (points[2], points[5]) == (1 - side, 0)


def test_a_substitute_who_plays_already_is_refused_at_the_field() -> None:
    view = start(night(4))
    answer = post(view, "night_players", substitute=2, instead="Ann")
    assert (answer.status, "instead-wrong" in answer.ids) == (422, True)
    assert "Ann plays already. Choose someone else." in answer.text
    assert not any(one.left for one in load(view.night.id).night.players)
