"""A game that is not followed card by card: no page offers that, and those that would do it say so."""

import dataclasses

import pytest

from companion.rules import rulebook
from scoring import VARIANTS
from tests.companion.factories import Phone, table
from tests.companion.pages import page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

GAME = next(iter(VARIANTS))
PAGE = rulebook.page_of_variant(VARIANTS[GAME])
SENTENCE = f"{VARIANTS[GAME].title} is not followed card by card. Enter each hand on its form."


@pytest.fixture
def declined(monkeypatch: pytest.MonkeyPatch) -> str:
    """A table of a game that declines to be followed."""
    monkeypatch.setitem(VARIANTS, GAME, dataclasses.replace(VARIANTS[GAME], follow=None))
    return table(variant=GAME).id


def test_a_game_that_is_followed_offers_it() -> None:
    made, phone = table(variant=GAME), Phone()
    assert f"/games/{made.id}/draft/" in page(phone.get(f"/games/{made.id}/")).links
    assert f"/rules/{PAGE}/trick/" in page(phone.get(f"/rules/{PAGE}/")).links


def test_no_page_leads_to_following(declined: str) -> None:
    phone = Phone()
    at_table = [f"/games/{declined}/", f"/games/{declined}/hands/new/"]
    for address in [*at_table, f"/rules/{PAGE}/", f"/rules/{PAGE}/?table={declined}"]:
        found = page(phone.get(address))
        assert found.status == 200
        assert not [link for link in found.links if link.endswith(("/draft/", "/trick/", "/follow/"))]


@pytest.mark.parametrize("room", ["draft", "trick", "follow"])
def test_the_rooms_of_a_table_say_so(declined: str, room: str) -> None:
    found = page(Phone().get(f"/games/{declined}/{room}/"))
    assert found.status == 404
    assert SENTENCE in found.text


@pytest.mark.parametrize("room", ["trick", "follow"])
def test_the_rooms_of_the_rulebook_say_so(declined: str, room: str) -> None:
    found = page(Phone().get(f"/rules/{PAGE}/{room}/"))
    assert found.status == 404
    assert SENTENCE in found.text
    assert f"/rules/{PAGE}/" in found.links


def test_a_move_is_not_taken(declined: str) -> None:
    found = page(Phone().post(f"/games/{declined}/draft/", {"rev": "0", "move": '{"move":"dealt"}'}))
    assert found.status == 404


def test_what_beats_what_and_the_charts_are_still_there(declined: str) -> None:
    for room in ("cards", "charts"):
        assert page(Phone().get(f"/rules/{PAGE}/{room}/")).status == 200
