"""How many groups, nights and rounds a phone and an address may start, by pages and by the API."""

import pytest
from django.core.cache import caches
from django.test import override_settings
from django.urls import reverse

from companion import store
from companion.access import limits
from companion.api import auth
from companion.models import Game, Night
from companion.night.evening import NightView
from companion.store import groups
from tests.api.client import Program, program
from tests.api.group import hosted
from tests.companion.factories import Phone, device
from tests.companion.nights import load, night, people
from tests.companion.pages import page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

TIES = {"tie-1": "loners", "tie-2": "head-to-head", "tie-3": "card"}
WORDS = "Too many games were started here. Try again in"


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    caches[limits.failed.cache].clear()
    caches[auth.counter.cache].clear()


def next_round(view: NightView) -> int:
    """Start the next round by its page; the status."""
    sent = {"key": store.new_key(), "round": load(view.night.id).night.next_round, "early": 1}
    answer = page(Phone().post(reverse("night_rounds", args=[view.night.id]), sent))
    assert answer.status != 429 or WORDS in answer.text
    return answer.status


@override_settings(PAGE_TABLES=24)
def test_rounds_count_by_their_tables() -> None:
    view = night(8)
    assert [next_round(view) for _round in range(7)] == [303] * 6 + [429]
    assert Game.objects.count() == 12
    assert load(view.night.id).night.next_round == 7


@override_settings(PAGE_TABLES=24)
def test_a_round_of_sixteen_tables_counts_as_five_games() -> None:
    view = night(64)
    assert [next_round(view) for _round in range(3)] == [303, 303, 429]
    assert Game.objects.count() == 32


@override_settings(PAGE_TABLES=8)
def test_nights_count_as_games() -> None:
    found = groups.find(device(), night().night.group)
    form = {"here": people(4), "plan": "progressive", "begin": "1", "rounds": "3", "hands": "8"}

    def made() -> int:
        return (
            Phone()
            .post(
                reverse("new_night", args=[found.group_id]),
                {**form, "key": store.new_key(), "sitting": "out", **TIES},
            )
            .status_code
        )

    assert [made() for _night in range(3)] == [303, 303, 429]
    assert Night.objects.count() == 3


def test_groups_nights_and_rounds_of_the_api_count_as_tables() -> None:
    with override_settings(API_TABLES=2):
        asked = [Program().ask("POST", "groups/", {"title": "Thursday"}).status_code for _time in range(3)]
    assert asked == [201, 201, 429]
    caches[auth.counter.cache].clear()
    ann = program()
    club = hosted(ann)
    with override_settings(API_TABLES=2):
        rounds = [
            ann.ask("POST", f"nights/{club.night}/rounds/", {"number": number, "early": True}).status_code
            for number in (2, 3, 4)
        ]
    assert rounds == [201, 201, 429]
