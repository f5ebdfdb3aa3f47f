"""The rooms of a euchre night: what they say and do, for whom, and what they refuse."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, reverse

from companion import models, store
from companion.night.evening import NightView
from companion.store import group_links, groups, night_players, night_points, nights
from companion.views.night_urls import urlpatterns
from tests.companion.factories import Phone, device, let_in, let_in_group
from tests.companion.nights import finish, load, night, play, start
from tests.companion.pages import Page, page
from tests.companion.weight import first_load

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

HOSTILE = ("<b>Ann</b>", "=1+2", "נועה בן־יוסף", "A" * 40)
MOST_QUERIES = 15
ROLES = ("host", "scorekeeper", "player", "viewer", "outsider")
LOOK = {"nights", "night", "night_board", "night_me", "night_players", "night_round", "night_table"} | {
    *("night_results", "night_results_text", "night_results_csv"),
}
ORGANIZE = {"new_night", "night_early", "night_fixes", "night_codes"}
POSTS = {"night_rounds", "night_end", "night_reopen", "night_fix", "night_open"}


def see(view: NightView, room: str, *args: int, phone: Phone | None = None) -> Page:
    """A page of a night as the host's phone gets it, or another one."""
    return page((phone or Phone()).get(reverse(room, args=[view.night.id, *args])))


def post(view: NightView, room: str, *args: int, phone: Phone | None = None, **fields: Any) -> Page:
    """The answer to a form of a night; a redirect is followed."""
    data = {"key": store.new_key(), **fields}
    return page((phone or Phone()).post(reverse(room, args=[view.night.id, *args]), data, follow=True))


def player(view: NightView, name: str, number: int) -> Phone:
    """The phone of a player, who has said so."""
    phone = let_in_group(groups.find(device(), view.night.group), name, "player")
    phone.post(reverse("night_me", args=[view.night.id]), {"number": number})
    return phone


# A new night


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


def test_the_same_form_twice_makes_one_night() -> None:
    view, key = night(4), store.new_key()
    first, second = made(view, key=key), made(view, key=key)
    assert (first.status, second.status) == (200, 200)
    assert models.Night.objects.count() == 2


@pytest.mark.parametrize(
    ("fields", "says", "at"),
    [
        ({"here": ["Ann", "Bo", "Cy"]}, "That's 3 players; a round takes 4 at least.", "people-wrong"),
        ({"hands": "0"}, "Type a whole number, 1 or more.", "hands-wrong"),
        ({"hands": "21"}, "Type a number from 1 to 20.", "hands-wrong"),
        ({"rounds": "many"}, "Type a whole number, 1 or more.", "rounds-wrong"),
        ({"plan": "whist"}, "Choose one.", "plan-wrong"),
        ({"sitting": "stand"}, "Choose one.", "sitting-wrong"),
        ({"tie-1": "card", "tie-2": "card"}, "Choose one.", "ties-wrong"),
        ({"title": "A" * 61}, "That's 61 characters; 60 at most.", "title-wrong"),
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


def test_fixed_pairs_are_shown_before_the_night_is_made() -> None:
    view = night(4)
    asked = made(view, plan="pairs")
    assert "Who plays with whom" in asked.text
    assert models.Night.objects.count() == 1
    wrong = made(view, plan="pairs", order=["Ann", "Ann", "Bo", "Cy"])
    assert wrong.status == 200
    assert "Who plays with whom" in wrong.text
    made(view, plan="pairs", order=["Ann", "Dee", "Bo", "Cy"])
    there = load(models.Night.objects.latest("pk").public_id).night
    assert [(one.name, one.pair) for one in there.players] == [("Ann", 1), ("Dee", 1), ("Bo", 2), ("Cy", 2)]


# Tables, rounds, standings


def test_before_the_first_round_the_page_offers_it() -> None:
    answer = see(night(8), "night")
    assert "Nothing played yet" in answer.text
    assert "Start round 1" in answer.text


def test_the_next_round_waits_for_the_tables_and_says_for_which() -> None:
    view = start(night(8))
    first = view.night.started[0].tables[0]
    play(first, [1, 2, -1, 1, 1, 1, 1, 1])
    assert "Table 2 still has 8 hands to play" in see(view, "night").text
    play(view.night.started[0].tables[1], [1] * 5)
    answer = see(view, "night")
    assert "Table 1 done" in answer.text
    assert "Table 2 hand 6 of 8" in answer.text
    assert "Table 2 still has 3 hands to play" in answer.text
    refused = post(view, "night_rounds", round=2)
    assert (refused.status, len(load(view.night.id).night.started)) == (422, 1)
    assert "Table 2 still has 3 hands to play." in refused.text
    early = see(view, "night_early")
    assert "Table 2 still has 3 hands to play" in early.text
    post(view, "night_rounds", round=2, early=1)
    assert len(load(view.night.id).night.started) == 2


def test_a_round_started_by_two_organizers_is_started_once() -> None:
    view = night(8)
    other = let_in_group(groups.find(device(), view.night.group), "bo", "scorekeeper")
    form = see(view, "night").form("/rounds/").fields
    theirs = see(view, "night", phone=other).form("/rounds/").fields
    assert "Round 1 of 7" in post(view, "night_rounds", **form).text
    second = post(view, "night_rounds", phone=other, **theirs)
    assert "Another phone started this round first." in second.text
    assert models.NightRound.objects.count() == 1
    assert "Another phone" not in post(view, "night_rounds", **form).text  # the same tap again


def test_standings_add_up_the_rounds() -> None:
    view = start(night(4, rounds=2, hands=2))
    play(view.night.started[0].tables[0], [2, 1])
    view = start(load(view.night.id))
    answer = see(view, "night_players")
    best = view.night.started[0].tables[0].seats[0]
    name = view.night.players[best - 1].name
    assert f"1 {name} 3 0 3" in answer.text
    assert "after 2 of 2 rounds" in answer.text


def test_fixed_points_count_show_and_can_be_taken_back() -> None:
    view = finish(start(night(4, hands=1)))
    form: dict[str, Any] = {"points-0": "7", "points-1": "0", "reason": "counted <wrong>"}
    answer = post(view, "night_fix", 1, 1, **form)
    assert "7 instead of 1" in answer.text
    assert "“counted <wrong>”" in answer.text
    assert "corrected" in see(view, "night").text
    assert "* corrected by the organizer" in see(view, "night_players").text
    assert load(view.night.id).night.started[0].tables[0].points == (7, 0)
    post(view, "night_fix", 1, 1, unfix=0)
    assert load(view.night.id).night.started[0].tables[0].points == (1, 0)


@pytest.mark.parametrize(
    ("points", "says"), [("", "Type a whole number"), ("-3", "0 or more"), ("1000", "from 0 to 999")]
)
def test_points_that_cannot_be_are_refused_at_their_field(points: str, says: str) -> None:
    view = finish(start(night(4, hands=1)))
    form: dict[str, Any] = {"points-0": "1", "points-1": points, "reason": "x"}
    answer = post(view, "night_fix", 1, 1, **form)
    assert (answer.status, "fix-points-1-wrong" in answer.ids) == (422, True)
    assert says in answer.text


def test_players_come_late_and_leave() -> None:
    view = start(night(8))
    assert "plays from round 2" in post(view, "night_players", name="Zoe", arrive=1).text
    assert "left after round 1" in post(view, "night_players", leave=1).text
    assert "Plays again" in see(view, "night_players").text
    assert "left after round 1" not in post(view, "night_players", back=1).text
    wrong = post(view, "night_players", name="pot", arrive=1)
    assert (wrong.status, "name-wrong" in wrong.ids) == (422, True)


def test_the_sheet_of_seats_has_codes_for_organizers_only() -> None:
    view = start(night(8))
    phone = player(view, "bo", 2)
    assert see(view, "night_round", 1).text.count("Code") == 2
    assert "Code" not in see(view, "night_round", 1, phone=phone).text
    assert see(view, "night_codes", 1).html.count('class="qr"') == 2


# A player's own phone


def test_a_player_says_who_it_is_and_sees_the_table() -> None:
    view = start(night(4))
    phone = let_in_group(groups.find(device(), view.night.group), "bo", "player")
    assert "Which of these are you?" in see(view, "night_me", phone=phone).text
    answer = post(view, "night_me", phone=phone, number=2)
    table = view.night.started[0].tables[0]
    side = ("North", "East", "South", "West")[table.seats.index(2)]
    partner = view.night.players[table.partner_of(2) - 1].name
    assert "Round 1: Table 1" in answer.text
    assert f"You sit {side}. Your partner is {partner}. You play against" in answer.text
    assert "Record hand 1 Round 1, table 1, 8 hands to play" in answer.text
    taken = post(view, "night_me", number=2)
    assert (taken.status, "Another phone is Bo." in taken.text) == (422, True)
    assert "Which of these are you?" in post(view, "night_me", phone=phone, release=1).text


def test_recording_takes_one_tap_at_the_own_table_only() -> None:
    view = start(night(8))
    mine, other = view.night.started[0].tables
    phone = player(view, "bo", mine.seats[0])
    opened = phone.post(reverse("night_open", args=[view.night.id, 1, mine.number]))
    assert opened.headers["Location"] == reverse("hand", args=[mine.table_id])
    assert phone.get(opened.headers["Location"]).status_code == 200
    refused = phone.post(reverse("night_open", args=[view.night.id, 1, other.number]))
    assert refused.status_code == 403
    assert phone.get(reverse("table", args=[other.table_id])).status_code == 404


def test_points_and_place_of_a_player_say_with_whom_and_how_far() -> None:
    view = start(night(4, hands=1, rounds=2))
    play(view.night.started[0].tables[0], [2])
    loser = view.night.started[0].tables[0].seats[1]
    answer = see(view, "night_me", phone=player(view, "bo", loser))
    assert "3rd of 4" in answer.text
    assert "tied with" in answer.text
    assert "2 points behind" in answer.text
    assert "Round 2 comes next The organizer starts it" in answer.text


def test_sitting_out_and_ghosts_are_said_in_words() -> None:
    view = start(night(5))
    [out] = view.night.started[0].out
    assert "Round 1: you sit out" in see(view, "night_me", phone=player(view, "bo", out)).text
    with_ghosts = start(night(7, sitting="ghosts"))
    table = next(one for one in with_ghosts.night.started[0].tables if 0 in one.seats)
    alone = next(number for number in table.players if table.partner_of(number) == 0)
    against = table.opponents_of(alone)[0]
    phone = player(with_ghosts, "cy", alone)
    assert (
        ". Your partner is a ghost, whose cards stay face down. You play"
        in see(with_ghosts, "night_me", phone=phone).text
    )
    assert "and a ghost." in see(with_ghosts, "night_me", phone=player(with_ghosts, "dee", against)).text


# The table of a night


def test_a_table_of_a_night_says_where_it_is_and_leads_back() -> None:
    view = start(night(4, hands=2))
    table = view.night.started[0].tables[0]
    address = reverse("table", args=[table.table_id])
    answer = page(Phone().get(address))
    assert "Euchre night, round 1, table 1: hand 1 of 2" in answer.text
    assert reverse("night", args=[view.night.id]) in answer.links
    assert "to go" not in answer.text  # nobody wins a table by points
    play(table, [1, -2])
    over = page(Phone().get(address))
    assert "This round is over: 1 to 2." in over.text
    assert "Record hand" not in over.text
    assert "Track hand" not in over.text
    assert "Back to the night" in over.text
    assert Phone().get(reverse("hand", args=[table.table_id])).headers["Location"] == address


def test_a_phone_that_came_by_the_code_of_a_table_is_not_sent_to_a_night_it_may_not_see() -> None:
    view = start(night(4))
    table = store.load(device(), view.night.started[0].tables[0].table_id).table
    answer = page(let_in(table, "zoe", "scorekeeper").get(reverse("table", args=[table.id])))
    assert "round 1, table 1: hand 1 of 8" in answer.text
    assert not [link for link in answer.links if "/nights/" in link]


# Results and board


def test_results_say_who_won_and_how_ties_were_decided() -> None:
    view = finish(start(night(4, hands=1, rounds=1)))
    assert "End the night every round is played" in see(view, "night").text
    answer = post(view, "night_end", round=0)
    assert "1 round of 1 hand, 4 players" in answer.text
    assert "win" in answer.text
    assert "drew the" in answer.text
    story = Phone().get(reverse("night_results_text", args=[view.night.id])).content.decode()
    assert story.startswith("Euchre night\nProgressive, 1 round of 1 hand, 4 players\n")
    assert "1. " in story
    assert "drew the" in story
    board = see(view, "night_board")
    assert "Final standings" in board.text


def test_hostile_names_are_text_everywhere_and_no_formula_in_the_csv() -> None:
    view = finish(start(night(4, people=[*HOSTILE], hands=1)))
    for name in ("night", "night_board", "night_players", "night_results", "night_fixes"):
        answer = see(view, name)
        assert answer.status == 200
        assert "<b>Ann</b>" not in answer.html, name
        assert "&lt;b&gt;Ann" in answer.html, name
    lines = Phone().get(reverse("night_results_csv", args=[view.night.id])).content.decode().splitlines()
    assert lines[0] == "\ufeffplace,player,round 1,points,loners,tie decided by"
    assert any(line.split(",")[1] == "'=1+2" for line in lines[1:])


# Rights


def addresses(view: NightView) -> dict[str, str]:
    """Every address of the rooms of a night, by name."""
    given = {"group_id": view.night.group, "night_id": view.night.id, "round_number": 1, "number": 1}
    return {
        str(one.name): reverse(str(one.name), kwargs={name: given[name] for name in one.pattern.converters})
        for one in urlpatterns
        if isinstance(one, URLPattern)
    }


def phones(view: NightView) -> dict[str, Phone]:
    found = groups.find(device(), view.night.group)
    guests = {role: let_in_group(found, role, role) for role in ("scorekeeper", "player", "viewer")}
    return {"host": Phone(), **guests, "outsider": Phone("outsider")}


def test_every_address_is_named_in_a_set() -> None:
    assert {str(one.name) for one in urlpatterns} == LOOK | ORGANIZE | POSTS


def test_who_may_see_what() -> None:
    view = start(night(4))
    found = phones(view)
    for name, address in addresses(view).items():
        if name in POSTS:
            continue
        seen = {role: phone.get(address).status_code for role, phone in found.items()}
        may = 200 if name in LOOK else 403
        expected = dict(zip(ROLES, (200, 200, may, may, 404), strict=True))
        assert seen == expected, name


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("night_rounds", {"round": 2, "early": 1}),
        ("night_end", {"early": 1}),
        ("night_reopen", {}),
        ("night_fix", {"points-0": "1", "points-1": "2"}),
        ("night_open", {}),
        ("night_players", {"name": "Zoe"}),
    ],
)
def test_who_may_change_what(name: str, fields: dict[str, object]) -> None:
    view = start(night(4))
    address = addresses(view)[name]
    data = {"key": store.new_key(), **fields}
    for role, phone in phones(view).items():
        status = phone.post(address, data).status_code
        assert status == {"host": 303, "scorekeeper": 303, "outsider": 404}.get(role, 403), (name, role)


def test_a_viewer_may_not_be_a_player() -> None:
    view = night(4)
    phone = let_in_group(groups.find(device(), view.night.group), "bo", "viewer")
    assert phone.post(reverse("night_me", args=[view.night.id]), {"number": 1}).status_code == 403


def test_a_withdrawn_link_closes_the_night_to_its_phones() -> None:
    view = start(night(4))
    found = groups.find(device(), view.night.group)
    phone = let_in_group(found, "bo", "player")
    link = models.GroupLink.objects.get(group=found.pk, role="player")
    models.GroupPhone.objects.filter(device=phone.device).update(link=link)
    assert see(view, "night_me", phone=phone).status == 200
    group_links.withdraw(found, "player")
    for name in ("night_me", "night", "night_board"):
        assert see(view, name, phone=phone).status == 404
    assert post(view, "night_me", phone=phone, number=1).status == 404


# Many people


def test_sixty_four_people_fit_and_every_page_is_light() -> None:
    view = start(night(64))
    play(view.night.started[0].tables[0], [1, 2])
    answer = see(view, "night")
    assert "top 8 of 64" in answer.text
    assert "16 tables still have 126 hands to play" in answer.text
    assert see(view, "night_players").text.count("Player ") > 40
    for name, address in addresses(view).items():
        if name in POSTS or name in ("night_codes", "night_results_text", "night_results_csv"):
            continue
        sent = Phone().get(address, headers={"accept": "text/html", "accept-encoding": "gzip"})
        assert first_load(address, sent.content).too_much == [], name


@pytest.mark.parametrize("room", ["night", "night_me", "night_players", "night_board", "night_results"])
def test_a_page_asks_no_more_after_three_rounds_than_after_one(room: str) -> None:
    view = start(night(8, hands=1))
    night_players.claim(view, 1)
    counted = []
    for _round in range(3):
        with CaptureQueriesContext(connection) as caught:
            assert see(view, room).status == 200
        counted.append(len(caught))
        view = start(finish(load(view.night.id)))
    assert max(counted) == counted[0] <= MOST_QUERIES


def test_a_page_is_not_sent_again_while_nothing_changes() -> None:
    view = start(night(4))
    address = reverse("night", args=[view.night.id])
    tag = Phone().get(address).headers["ETag"]
    assert Phone().get(address, headers={"if-none-match": tag}).status_code == 304
    play(view.night.started[0].tables[0], [1])
    moved = Phone().get(address, headers={"if-none-match": tag})
    assert (moved.status_code, moved.headers["ETag"] != tag) == (200, True)
    night_points.fix(load(view.night.id), store.new_key(), view.night.started[0].tables[0].table_id, 0, 5)
    assert Phone().get(address, headers={"if-none-match": moved.headers["ETag"]}).status_code == 200
