"""Reading pages has a limit by what it costs; people don't notice it."""

import json
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from companion import store
from companion.access.limits import Rate
from companion.server import rates
from tests.companion.factories import Phone, RecordFactory, group, let_in, long_game, table

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture(autouse=True)
def limited(settings: Any) -> None:
    settings.PAGE_SECONDS = 1
    caches[rates.spent.cache].clear()


@pytest.fixture
def cost(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that each page takes from now on."""
    now, each = [0.0], [0.0]

    def thread_time() -> float:
        now[0] += each[0]
        return now[0]

    monkeypatch.setattr("companion.server.rates.time.thread_time", thread_time)
    return each


def test_a_phone_that_reads_costly_pages_is_asked_to_wait(cost: list[float]) -> None:
    made = table(**long_game("poker-chips", 2))
    phone = let_in(made, "reader", "viewer")
    cost[0] = 0.6
    answers = [phone.get(f"/games/{made.id}/bank/", REMOTE_ADDR="192.0.2.71") for _time in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 0 < int(answers[2].headers["Retry-After"]) <= 12
    assert "Wait a few seconds, then reload." in answers[2].text
    other = Phone().get(f"/games/{made.id}/bank/", REMOTE_ADDR="192.0.2.71")
    assert other.status_code == 200, "another phone of that address goes on"


def test_an_address_has_a_limit_too_whatever_cookies_it_sends(cost: list[float]) -> None:
    made = table(**long_game("poker-chips", 2))
    phones = [let_in(made, f"one of many {number}", "viewer") for number in range(6)]
    cost[0] = 0.6
    found = [one.get(f"/games/{made.id}/bank/", REMOTE_ADDR="192.0.2.72").status_code for one in phones]
    assert found == [200] * 5 + [429]
    assert Phone().get(f"/games/{made.id}/", REMOTE_ADDR="192.0.2.73").status_code == 200


def test_saves_are_not_counted(cost: list[float]) -> None:
    made = table(**long_game("buck", 1))
    phone = let_in(made, "busy writer", "scorekeeper")
    cost[0] = 9
    for _time in range(3):
        answer = phone.post(f"/games/{made.id}/hands/", {}, REMOTE_ADDR="192.0.2.74")
        assert answer.status_code == 422


@pytest.mark.parametrize("name", ["group", "bring", "new_night"])
def test_forms_that_ask_before_they_save_count_as_pages(name: str, cost: list[float]) -> None:
    phone = Phone(f"opens {name}")
    address = reverse(name, args=[group(name=f"opens {name}").group_id])
    cost[0] = 0.6
    answers = [phone.post(address, {"here": "x"}, REMOTE_ADDR="192.0.2.78") for _time in range(3)]
    assert [answer.status_code == 429 for answer in answers] == [False, False, True]
    assert phone.get(address, REMOTE_ADDR="192.0.2.78").status_code == 429


def test_imports_that_are_refused_cost_too(cost: list[float]) -> None:
    cost[0] = 0.6
    sent = [
        Phone("importer").post("/games/imports/", {"text": "[]"}, REMOTE_ADDR="192.0.2.79") for _ in "abc"
    ]
    assert [answer.status_code for answer in sent] == [422, 422, 429]


def test_whoever_brought_in_a_long_game_sees_it_at_once(cost: list[float]) -> None:
    cost[0] = 9
    phone, form = Phone("long importer"), {"text": json.dumps(RecordFactory.build()), "key": store.new_key()}
    sent = phone.post("/games/imports/", form, REMOTE_ADDR="192.0.2.81")
    assert sent.status_code == 303
    assert phone.get(sent.headers["Location"], REMOTE_ADDR="192.0.2.81").status_code == 200


def test_programs_of_an_address_have_a_limit_of_their_own(cost: list[float]) -> None:
    cost[0] = 0.9
    here = {"REMOTE_ADDR": "192.0.2.80"}
    answers = [Client().get("/api/v1/variants/", **here) for _time in range(5)]  # type: ignore[arg-type]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429]
    assert answers[-1].json()["status"] == 429
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 12
    assert Phone("beside it").get("/rules/", **here).status_code == 200  # type: ignore[arg-type]


def test_twelve_phones_behind_one_address_never_notice(settings: Any, cost: list[float]) -> None:
    settings.PAGE_SECONDS = 2
    cost[0] = 0.02
    made = table(**long_game("king-cutthroat", 2))
    phones = [let_in(made, f"at the table {number}", "player") for number in range(12)]
    found = {
        phone.get(f"/games/{made.id}/", REMOTE_ADDR="192.0.2.75").status_code
        for _news in range(10)
        for phone in phones
    }
    assert found == {200}
    most = Rate(round(2 / rates.UNIT) * rates.DEVICES_OF_AN_ADDRESS, rates.PERIOD)
    assert rates.spent.use("pages-address:192.0.2.75", most).left > most.most * 0.5


def test_nought_is_no_limit(settings: Any, cost: list[float]) -> None:
    settings.PAGE_SECONDS = 0
    cost[0] = 9
    phone = Phone("long reader")
    found = [phone.get("/rules/", REMOTE_ADDR="192.0.2.76").status_code for _time in range(3)]
    assert found == [200] * 3


def test_a_new_phone_counts_for_its_address_only(monkeypatch: pytest.MonkeyPatch, cost: list[float]) -> None:
    counted: list[str] = []
    monkeypatch.setattr(rates.spent, "add", lambda key, *_more: counted.append(key.partition(":")[0]))
    for phone in (Client(), Phone("known")):
        assert phone.get("/", REMOTE_ADDR="192.0.2.77").status_code == 200
    assert counted == ["pages-address", "pages-address", "pages-device"]
