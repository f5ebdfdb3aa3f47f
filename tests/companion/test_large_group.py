"""A group of as many people as it takes: its pages ask as often as those of four, and show what fits."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion.models import Person
from companion.store import figures, group_games, people
from companion.store.groups import FoundGroup
from tests.companion.factories import Phone, group, table
from tests.companion.pages import page

pytestmark = pytest.mark.django_db

PEOPLE, MOST_QUERIES, MOST_BYTES = people.MOST - 4, 23, 60_000


@pytest.fixture
def crowd() -> FoundGroup:
    found = group()
    Person.objects.bulk_create(
        (
            Person(
                group_id=found.pk, public_id=f"p{number}", told=f"Guest {number}", compared=f"guest {number}"
            )
            for number in range(PEOPLE)
        ),
        batch_size=1_000,
    )
    table(group=found.pk, entries=[{"kind": "hand", "maker": "Ann", "tricks": {"Ann & Cy": 5}}])
    return found


def test_every_page_asks_little_and_shows_what_fits(crowd: FoundGroup) -> None:
    person = reverse("person_edit", args=[crowd.group_id, "p77"])
    addresses = [
        reverse(name, args=[crowd.group_id]) for name in ("group", "people", "group_evenings", "group_stats")
    ]
    for address in (*addresses, person, addresses[1] + "?page=99", addresses[1] + "?q=guest+77"):
        with CaptureQueriesContext(connection) as caught:
            response = Phone().get(address)
        assert response.status_code == 200, address
        assert (address, len(caught)) <= (address, MOST_QUERIES)
        assert (address, len(response.content) < MOST_BYTES) == (address, True)
    assert "Guest 77" in page(Phone().get(addresses[1] + "?q=guest+77")).text


def test_the_names_of_a_last_game_are_found_without_comparing_everybody(
    crowd: FoundGroup, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compared(name: str) -> str:
        raise AssertionError(f"expected {name} not to be compared")

    monkeypatch.setattr(people, "key", compared)
    assert Phone().get(reverse("group", args=[crowd.group_id])).status_code == 200


def test_another_spelling_of_a_last_game_is_found_too() -> None:
    found = group()
    table(group=found.pk)
    again = table(group=found.pk, players=["ANN", "Bo", "Cy", "Dee"])
    from_page = group_games.people_of(again, figures.people(found.pk))
    assert from_page["ANN"] == Person.objects.get(told="Ann").public_id
    assert len(from_page) == 4
