"""A table of a night in its own rooms: its round ends it, not points."""

import re

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from companion import store
from scoring import Refusal
from tests.companion.factories import Phone, device, let_in
from tests.companion.nights import finish, night, play, start
from tests.companion.pages import page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

NO_GOAL = re.compile(r"\b99[5-9]\b|to go\b")  # 999, and what is left of it
RECORDS = {"recap_json", "rows"}  # what a program replays has every option as it is


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
    assert "This round is over: 1 to 2. Your next table is on the page of the night." in over.text
    assert "Record hand" not in over.text
    assert "Track hand" not in over.text
    assert "Back to the night" in over.text
    assert Phone().get(reverse("hand", args=[table.table_id])).headers["Location"] == address


def test_after_the_last_round_nothing_is_said_to_come_next() -> None:
    view = start(night(4, hands=1, rounds=1))
    table = view.night.started[0].tables[0]
    zoe = let_in(store.load(device(), table.table_id).table, "zoe", "viewer")
    play(table, [1])
    for phone in (Phone(), zoe):
        text = page(phone.get(reverse("table", args=[table.table_id]))).text
        assert "This round is over: 1 to 0. It was the last one." in text
        assert "next table" not in text
        assert "starts the next one" not in text


def test_a_phone_that_came_by_the_code_of_a_table_is_not_sent_to_a_night_it_may_not_see() -> None:
    view = start(night(4))
    table = store.load(device(), view.night.started[0].tables[0].table_id).table
    answer = page(let_in(table, "zoe", "scorekeeper").get(reverse("table", args=[table.id])))
    assert "round 1, table 1: hand 1 of 8" in answer.text
    assert not [link for link in answer.links if "/nights/" in link]


def test_the_house_rules_of_one_table_stay_those_of_the_night() -> None:
    table = start(night(4)).night.started[0].tables[0].table_id
    changed = {"kind": "rules", "options": {"stick_the_dealer": False}}
    with pytest.raises(Refusal, match=r"House rules are the same at every table of a night\."):
        store.append(device(), table, store.new_key(), 0, changed)
    assert Phone().get(reverse("house_rules", args=[table])).status_code == 404


def rooms() -> list[str]:
    """The names of all rooms of a table."""

    def walk(found: list[URLPattern | URLResolver]) -> list[URLPattern]:
        each = (walk(one.url_patterns) if isinstance(one, URLResolver) else [one] for one in found)
        return [pattern for some in each for pattern in some]

    return [
        one.name
        for one in walk(get_resolver().url_patterns)
        if one.name and set(one.pattern.converters) == {"table_id"} and not one.name.startswith("api_")
    ]


@pytest.mark.parametrize("gains", [[1], [1, 1, 2]])
def test_no_room_of_a_table_speaks_of_a_goal(gains: list[int]) -> None:
    view = start(night(4, hands=3))
    table_id = view.night.playing[0].table_id
    play(view.night.playing[0], gains)
    looked = 0
    for name in rooms():
        answer = Phone().get(reverse(name, args=[table_id]))
        if (
            answer.status_code == 200
            and name not in RECORDS
            and not answer["Content-Type"].startswith("image")
        ):
            assert NO_GOAL.findall(answer.content.decode()) == [], name
            looked += 1
    assert looked > 8
    rules = page(Phone().get(reverse("rule", args=["partnership"]) + "?table=" + table_id))
    assert NO_GOAL.findall(rules.text) == []


def test_every_room_says_which_hand_of_the_round_it_is() -> None:
    view = start(night(4, hands=3))
    table_id = view.night.playing[0].table_id
    play(view.night.playing[0], [1])
    for room, says in (
        *(("hand", "Hand 2 of 3"), ("draft", "Hand 2 of 3"), ("board", "Hand 2 of 3")),
        *(("recap", "1 of 3 hands"), ("recap_text", "1 of 3 hands")),
    ):
        assert says in page(Phone().get(reverse(room, args=[table_id]))).text, room
    play(view.night.playing[0], [1, 1])
    over = page(Phone().get(reverse("board", args=[table_id])))
    assert "3 hands played" in over.text
    assert "won the table" in over.text
    assert ">played</text>" in over.html
    assert ">3 hands</text>" in over.html
    assert "deals" not in over.text
    story = Phone().get(reverse("recap_text", args=[table_id])).content.decode()
    assert " 3 hands, " in story
    assert " win: 3" in story


def test_another_game_after_a_table_is_without_its_ghosts() -> None:
    view = finish(start(night(5, sitting="ghosts")))
    for table in view.night.started[0].tables:
        form = page(Phone().get(f"/games/new/partnership/?again={table.table_id}")).form("/games/")
        names = [player.name for player in view.night.players if player.number in table.players]
        assert sorted(filter(None, form.fields["players"])) == sorted(names)


@pytest.mark.parametrize(("variant", "number"), [("partnership", 0), ("three-handed", 3)])
def test_a_ghost_is_not_offered_for_a_new_game(variant: str, number: int) -> None:
    finish(start(night(5, sitting="ghosts")))
    form = page(Phone().get(f"/games/new/{variant}/")).form("/games/")
    assert not [name for name in form.buttons if "Ghost" in name]
    tapped = page(Phone().post("/games/", form.data(same_players="1"))).form("/games/")
    seated = list(filter(None, tapped.fields.get("players", ())))
    assert len(seated) == number
    assert {*seated} <= {"Ann", "Bo", "Cy", "Dee", "Eli"}
