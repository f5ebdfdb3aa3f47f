"""How many games a phone and an address may start and import by pages."""

import json

import pytest
from django.core.cache import caches
from django.test import override_settings

from companion import store
from companion.access import limits
from companion.models import Game
from tests.companion.factories import NAMES, Phone, long_game

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

WORDS = "Too many games were started here. Try again in"


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    caches[limits.failed.cache].clear()


def bring(phone: Phone, hands: int = 1) -> int:
    sent = {"key": store.new_key(), "text": json.dumps(long_game("buck", hands))}
    response = phone.post("/games/imports/", sent)
    if response.status_code == 429:
        assert int(response["Retry-After"]) > 0
        assert WORDS in response.content.decode()
    return response.status_code


@override_settings(PAGE_TABLES=8)
def test_a_phone_has_a_quarter_of_what_its_address_has() -> None:
    assert [bring(Phone("ann")) for _game in range(3)] == [303, 303, 429]
    others = [bring(Phone(name)) for name in ("bo", "cy", "dee") for _game in range(2)]
    assert others == [303] * 6
    assert bring(Phone("eli")) == 429
    assert Game.objects.count() == 8


@override_settings(PAGE_TABLES=16)
def test_a_long_import_counts_as_several_games() -> None:
    assert [bring(Phone("ann"), 1500), bring(Phone("ann"))] == [303, 429]


@override_settings(PAGE_TABLES=4)
def test_a_new_game_by_its_form_counts_too() -> None:
    phone = Phone("ann")
    assert bring(phone) == 303
    sent = {"variant": "buck", "players": list(NAMES[:4]), "key": store.new_key()}
    refused = phone.post("/games/", sent)
    assert refused.status_code == 429
    assert WORDS in refused.content.decode()


@override_settings(PAGE_TABLES=8)
@pytest.mark.parametrize("path", ["/games/", "/games/imports/"])
def test_the_same_tap_again_leads_to_its_game_and_counts_once(path: str) -> None:
    phone, key = Phone("ann"), store.new_key()
    form = {
        "variant": "buck",
        "players": list(NAMES[:4]),
        "text": json.dumps(long_game("buck", 1)),
        "key": key,
    }
    first = phone.post(path, form)
    assert first.status_code == 303
    assert bring(phone) == 303
    for _time in range(3):
        assert phone.post(path, form)["Location"] == first["Location"]
    assert bring(phone) == 429
    assert phone.post(path, form)["Location"] == first["Location"]
    assert Game.objects.count() == 2
