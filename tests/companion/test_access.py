"""Who may open a table: the phone that made it, and nobody else, at any address."""

import time
from unittest.mock import patch

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse

from companion import models, store
from companion.access import devices
from companion.log.table import Table
from companion.models import Entry
from tests.companion.factories import Phone, device, hand, let_in, table

pytestmark = pytest.mark.django_db

POINTS = "buck"


def address(name: str, made: Table) -> str:
    return reverse(name, args=[made.id])


def played(variant: str) -> Table:
    """A table of Ann's phone where something has been entered."""
    return table(variant=variant, entries=[hand(variant)])


def test_a_new_game_with_the_same_people_is_the_owners_too() -> None:
    made = played(POINTS)
    again = reverse("new", args=[POINTS]) + f"?again={made.id}"
    assert Phone("ann").get(again).status_code == 200
    assert Phone("bo").get(again).status_code == 404
    assert Phone("ann").get(reverse("new", args=[POINTS]) + "?again=%00").status_code == 404


def test_home_lists_the_tables_of_this_phone_only() -> None:
    table(title="Ann’s Thursday")
    assert "Ann’s Thursday" in Phone("ann").get("/").text
    assert "Thursday" not in Phone("bo").get("/").text


def test_a_phone_without_a_cookie_is_given_one_that_scripts_cannot_read() -> None:
    response = Client().get("/")
    cookie = response.cookies[devices.COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", devices.MAX_AGE)
    assert signing.loads(cookie.value, salt=devices.SALT)


def test_reading_leaves_the_cookie_alone_and_saving_renews_an_old_one() -> None:
    phone = Phone("ann")
    assert devices.COOKIE not in phone.get("/").cookies
    assert devices.COOKIE not in phone.post("/look/", {"look": "day"}).cookies, "it may be replaced right now"
    phone.cookies[devices.COOKIE] = aged("ann", devices.RENEWED_AFTER + 60)
    assert devices.COOKIE not in phone.get("/").cookies
    renewed = phone.post("/look/", {"look": "day"}).cookies[devices.COOKIE]
    assert signing.loads(renewed.value, salt=devices.SALT, max_age=60) == "ann"


def test_only_a_digest_of_the_cookie_is_stored() -> None:
    phone = Client()
    phone.get("/")
    form = {"variant": "buck", "players": ["Ann", "Bo", "Cy", "Dee"], "key": store.new_key(), "dealer": "1"}
    phone.post("/games/", form)
    token = signing.loads(phone.cookies[devices.COOKIE].value, salt=devices.SALT)
    [stored] = models.Phone.objects.values_list("device", flat=True)
    assert stored == device(token)
    assert token not in stored


def aged(token: str, seconds: float) -> str:
    with patch("django.core.signing.time.time", return_value=time.time() - seconds):
        return signing.dumps(token, salt=devices.SALT)


FORGED = {
    "none": "",
    "no signature": "ann",
    "not a token": signing.dumps({"ann": 1}, key="another key", salt=devices.SALT),
    "too old": aged("ann", devices.MAX_AGE + 60),
    "changed": signing.dumps("bo", salt=devices.SALT).replace(":", "x:", 1),
    "odd characters": '"; \\ é : :',
    "very long": "x" * 5000,
}


@pytest.mark.parametrize("value", FORGED.values(), ids=list(FORGED))
def test_a_forged_or_old_cookie_opens_nothing_and_is_replaced(value: str) -> None:
    made, phone = played(POINTS), Client()
    phone.cookies[devices.COOKIE] = value
    response = phone.get(address("table", made))
    assert response.status_code == 404
    token = signing.loads(response.cookies[devices.COOKIE].value, salt=devices.SALT)
    assert device(token) != device()


def test_a_cookie_of_almost_that_age_still_opens() -> None:
    made, phone = played(POINTS), Phone("ann")
    with patch("django.core.signing.time.time", return_value=time.time() + devices.MAX_AGE - 60):
        assert phone.get(address("table", made)).status_code == 200


def test_two_phones_that_post_at_once_write_once_and_the_second_is_told() -> None:
    made = table(variant="buck")
    let_in(made, "bo", "scorekeeper")
    form = {"player": "Ann", "points": "-2", "reason": "miscounted", "seen": "0"}
    first = Phone("ann").post(address("adjustments", made), {**form, "key": store.new_key()})
    mine = {**form, "reason": "a trick too many", "key": store.new_key()}
    second = Phone("bo").post(address("adjustments", made), mine)
    assert (first.status_code, second.status_code) == (303, 409)
    assert "another phone" in second.text
    assert "miscounted" in second.text
    assert "a trick too many" in second.text, "what was typed is kept"
    again = Phone("bo").post(address("adjustments", made), {**mine, "seen": "1"})
    assert (again.status_code, Entry.objects.count()) == (303, 2)


def test_a_form_sent_twice_writes_once_and_answers_the_same() -> None:
    made, phone = table(variant="buck"), Phone("ann")
    form = {"player": "Ann", "points": "-2", "reason": "miscounted", "seen": "0", "key": store.new_key()}
    responses = [phone.post(address("adjustments", made), form) for _tap in range(2)]
    assert [(one.status_code, one.headers["Location"]) for one in responses] == [
        (303, address("table", made)),
        (303, address("table", made)),
    ]
    assert Entry.objects.count() == 1
