"""The rooms of a euchre night: who may see and change what, and how much a page takes with many people."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, reverse

from companion import models, store
from companion.forgetting import people as forgetting
from companion.night.evening import NightView
from companion.store import groups, links, naming, night_players, night_rounds, people
from companion.views import urls
from tests.companion.factories import Phone, device, let_in_group
from tests.companion.nights import finish, load, night, play, post, see, start
from tests.companion.weight import first_load

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

OF_NIGHTS = [one for one in urls.urlpatterns if isinstance(one, URLPattern) and "night" in (one.name or "")]
HOSTILE = ("<b>Ann</b>", "=1+2", "נועה בן־יוסף", "A" * 40)
MOST_QUERIES = 15
ROLES = ("host", "scorekeeper", "player", "viewer", "outsider")
LOOK = {"nights", "night", "night_board", "night_me", "night_players", "night_round", "night_table"} | {
    *("night_results", "night_results_text", "night_results_csv"),
}
ORGANIZE = {"new_night", "night_early", "night_fixes", "night_codes", "night_poster"}
POSTS = {"night_rounds", "night_end", "night_reopen", "night_plan", "night_fix", "night_open"} | {
    *("night_announcement", "night_clock"),
}


def addresses(view: NightView) -> dict[str, str]:
    """Every address of the rooms of a night, by name."""
    given = {"group_id": view.night.group, "night_id": view.night.id, "round_number": 1, "number": 1}
    return {
        str(one.name): reverse(str(one.name), kwargs={name: given[name] for name in one.pattern.converters})
        for one in OF_NIGHTS
    }


def phones(view: NightView) -> dict[str, Phone]:
    found = groups.find(device(), view.night.group)
    guests = {role: let_in_group(found, role, role) for role in ("scorekeeper", "player", "viewer")}
    return {"host": Phone(), **guests, "outsider": Phone("outsider")}


def test_every_address_is_named_in_a_set() -> None:
    assert {str(one.name) for one in OF_NIGHTS} == LOOK | ORGANIZE | POSTS


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
        ("night_plan", {"rounds": "9", "title": "Mine"}),
        ("night_announcement", {"announcement": "Pizza for me."}),
        ("night_clock", {"minutes": "1", "at_bell": "stop"}),
        ("night_fix", {"points-0": "1", "points-1": "2"}),
        ("night_open", {}),
        ("night_players", {"name": "Zoe"}),
        ("night_players", {"here": 1}),
        ("night_players", {"substitute": 1, "instead": "Zoe"}),
        ("night_poster", {"open": 1}),
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
    links.withdraw(found, "player")
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
    night_rounds.fix_points(
        load(view.night.id), store.new_key(), view.night.started[0].tables[0].table_id, 0, 5
    )
    assert Phone().get(address, headers={"if-none-match": moved.headers["ETag"]}).status_code == 200


def test_the_wall_names_all_of_many_players_one_part_after_the_other() -> None:
    view = start(night(24))
    text = see(view, "night_board").text
    assert "turns1" in see(view, "night_board").html
    view = start(night(64))
    wall = see(view, "night_board")
    assert "turns2" in wall.html
    assert "Part 1 of 2, 64 players" in wall.text
    standings = wall.html[wall.html.index("turns2") :]
    assert [standings.count(f"<bdi>{player.name}</bdi>") for player in view.night.players] == [1] * 64
    assert "Part 1" not in text


def test_a_page_is_sent_again_when_a_player_has_another_name() -> None:
    view = start(night(4))
    group, address = groups.find(device(), view.night.group), reverse("night_results", args=[view.night.id])
    changes: tuple[Callable[[str], object], ...] = (
        lambda bo: naming.rename(group, bo, "Robert"),
        lambda bo: naming.merge(group, naming.add(group, "Bobby").public_id, bo),
        lambda bo: naming.unmerge(group, people.find(group.pk, bo).public_id, bo),
        lambda bo: forgetting.forget(group, bo),
    )
    for change in changes:
        tag = Phone().get(address).headers["ETag"]
        assert Phone().get(address, headers={"if-none-match": tag}).status_code == 304
        change(people.of_name(group.pk, "Bo") or "")
        assert Phone().get(address, headers={"if-none-match": tag}).status_code == 200
