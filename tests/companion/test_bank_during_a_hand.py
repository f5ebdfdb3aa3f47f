"""The bank in the middle of a hand: nothing goes through it until the hand is saved or taken back."""

from typing import Any

import pytest

from companion import store
from companion.log.table import Table
from companion.store import bank
from tests.companion.factories import Phone, device
from tests.companion.pages import page
from tests.companion.test_payouts import EUCHRED, evening, shown

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def phone() -> Phone:
    return Phone()


@pytest.fixture
def game() -> Table:
    return evening(EUCHRED)


def begin(phone: Phone, game: Table, **said: str) -> Any:
    form = page(phone.get(f"/games/{game.id}/hands/new/")).form("hands/")
    return phone.post(form.action, form.data(press="bet check", telling="", **said))


@pytest.mark.parametrize(
    ("address", "typed"),
    [
        ("buy-ins/", {"player": "Bo", "chips": "40"}),
        ("cash-outs/", {"player": "Bo"}),
        ("joins/", {"player": "Gus", "left_of": "Bo"}),
        ("ends/", {}),
    ],
)
def test_in_the_middle_of_a_hand_nothing_goes_through_the_bank(
    phone: Phone, game: Table, address: str, typed: dict[str, str]
) -> None:
    assert begin(phone, game).status_code == 200
    form = shown(phone, game).form(address)
    refused = page(phone.post(form.action, form.data(**typed)))
    assert refused.status == 422
    assert "Finish hand 2 first: it was started at" in refused.text
    assert store.load(device(), game.id).table.version == game.version
    again = refused.form(address)
    assert phone.post(again.action, again.data(between="on", **typed)).status_code == 303
    assert store.load(device(), game.id).table.version == game.version + 1
    assert bank.state(store.load(device(), game.id).table).started is None


def test_an_entry_that_was_saved_before_the_hand_began_is_not_refused_when_it_is_sent_again(
    phone: Phone, game: Table
) -> None:
    form = shown(phone, game).form("buy-ins/")
    sent = form.data(player="Bo", chips="40")
    assert phone.post(form.action, sent).status_code == 303
    assert begin(phone, game).status_code == 200
    assert phone.post(form.action, sent).status_code == 303
    assert store.load(device(), game.id).table.version == game.version + 1


def test_a_hand_taken_back_is_in_nobodys_way(phone: Phone, game: Table) -> None:
    begun = page(begin(phone, game)).form("hands/")
    assert bank.state(game).started is not None
    assert phone.post(begun.action, begun.data(press="bet back")).status_code == 200
    assert bank.state(game).started is None


def test_looking_at_the_form_is_not_beginning_a_hand(phone: Phone, game: Table) -> None:
    form = page(phone.get(f"/games/{game.id}/hands/new/")).form("hands/")
    phone.post(form.action, form.data(press="show", **{"away-0": "on"}))
    assert bank.state(game).started is None
