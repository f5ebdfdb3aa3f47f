"""Adjustments: points put right by hand, with a reason."""

from typing import Any

import pytest

from companion import store
from companion.log.table import Table
from tests.companion.factories import Phone, hand, table
from tests.companion.pages import Page, page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def phone() -> Phone:
    return Phone()


def send(phone: Phone, game: Table, **typed: Any) -> Any:
    form = page(phone.get(f"/games/{game.id}/adjustments/")).form("adjustments/")
    return phone.post(form.action, form.data(**typed))


def refused(answer: Any) -> Page:
    found = page(answer)
    assert found.status == 422
    return found


@pytest.mark.parametrize(("typed", "points"), [("2", 2), ("+2", 2), ("-3", -3), ("−3", -3), (" 4 ", 4)])
def test_points_are_added_or_taken_off(phone: Phone, typed: str, points: int) -> None:
    game = table()
    answer = send(phone, game, player="Bo & Dee", points=typed, reason="miscounted")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game.id}/")
    assert store.load(phone.device, game.id).table.state.scores == {"Ann & Cy": 0, "Bo & Dee": points}


@pytest.mark.parametrize(
    ("typed", "field", "message"),
    [
        ({"points": "2", "reason": "x"}, "player", "Choose the player."),
        ({"player": "Ann", "reason": "x"}, "points", "Type points, not 0."),
        ({"player": "Ann", "points": "0", "reason": "x"}, "points", "Type points, not 0."),
        ({"player": "Ann", "points": "--2", "reason": "x"}, "points", "Type points, not 0."),
        ({"player": "Ann", "points": "2"}, "reason", "Type the reason."),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(
    phone: Phone, typed: dict[str, str], field: str, message: str
) -> None:
    game = table(variant="king-cutthroat")
    answer = refused(send(phone, game, **typed))
    assert message in answer.text
    assert f'id="adjust-{field}-wrong"' in answer.html
    assert store.load(phone.device, game.id).table.version == 0


def test_sent_twice_it_counts_once(phone: Phone) -> None:
    game = table()
    form = page(phone.get(f"/games/{game.id}/adjustments/")).form("adjustments/")
    sent = form.data(player="Bo & Dee", points="2", reason="x")
    assert [phone.post(form.action, sent).status_code for _tap in range(2)] == [303, 303]
    assert store.load(phone.device, game.id).table.version == 1


def test_when_another_phone_wrote_first_it_asks_again(phone: Phone) -> None:
    game = table()
    form = page(phone.get(f"/games/{game.id}/adjustments/")).form("adjustments/")
    store.append(phone.device, game.id, store.new_key(), 0, hand("partnership"))
    answer = page(phone.post(form.action, form.data(player="Bo & Dee", points="2", reason="x")))
    assert answer.status == 409
    assert "Hand 1: Ann called spades, 3 tricks, saved by this phone" in answer.text
    again = answer.form("adjustments/")
    assert (again.fields["player"], again.fields["points"]) == ("Bo & Dee", "2")
    assert phone.post(again.action, again.data()).status_code == 303


def test_after_the_end_nothing_is_put_right(phone: Phone) -> None:
    game = table(entries=[{"kind": "adjust", "player": "Ann & Cy", "points": 10, "reason": "x"}])
    answer = refused(send(phone, game, player="Bo & Dee", points="2", reason="x"))
    assert "The game is over." in answer.text


def test_with_chips_it_is_the_banks_affair(phone: Phone) -> None:
    game = table(variant="poker-chips")
    assert phone.get(f"/games/{game.id}/adjustments/").status_code == 404
