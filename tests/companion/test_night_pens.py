"""A phone keeps the score at the tables of the player that it is, and nowhere else at a night."""

from typing import Any

import pytest
from django.http import Http404

from companion import store
from companion.log import rights
from companion.night.evening import NightView
from companion.store import groups, night_players, night_rounds
from tests.companion.factories import device, let_in_group
from tests.companion.nights import hand, load, night, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def view() -> NightView:
    """A night of eight at two tables, with the phone "bo" as one of its players."""
    found = start(night(8))
    let_in_group(groups.find(device(), found.night.group), "bo", rights.PLAYER)
    return found


def sit(view: NightView, at: int) -> str:
    """Let "bo" be a player of the table with this index, and open it; its id."""
    table = view.night.started[0].tables[at]
    night_players.claim(load(view.night.id, "bo"), table.seats[0])
    night_rounds.open_table(load(view.night.id, "bo"), table.table_id)
    return table.table_id


def append(table_id: str, name: str = "bo") -> Any:
    found = store.load(device(name), table_id)
    return store.append(device(name), table_id, store.new_key(), found.table.version, hand(found.table, 1))


def test_who_becomes_another_player_leaves_the_table_of_the_one_before(view: NightView) -> None:
    first = sit(view, 0)
    append(first)
    second = sit(view, 1)
    append(second)
    with pytest.raises(Http404):
        append(first)


def test_another_player_of_the_same_table_goes_on_there(view: NightView) -> None:
    first = sit(view, 0)
    night_players.claim(load(view.night.id, "bo"), view.night.started[0].tables[0].seats[1])
    append(first)


@pytest.mark.parametrize("by", ["bo", "ann"])
def test_who_is_let_go_keeps_no_table(view: NightView, by: str) -> None:
    first = sit(view, 0)
    night_players.release(load(view.night.id, by), view.night.started[0].tables[0].seats[0])
    with pytest.raises(Http404):
        append(first)


def test_an_organizer_goes_on_at_all_tables(view: NightView) -> None:
    let_in_group(groups.find(device(), view.night.group), "cy", rights.SCOREKEEPER)
    for table in view.night.started[0].tables:
        night_players.claim(load(view.night.id, "cy"), table.seats[0])
        night_rounds.open_table(load(view.night.id, "cy"), table.table_id)
    for table in view.night.started[0].tables:
        append(table.table_id, "cy")
    night_players.release(load(view.night.id, "cy"), load(view.night.id, "cy").viewer.number)
    append(view.night.started[0].tables[0].table_id, "cy")
