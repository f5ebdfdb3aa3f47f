"""Cookies keep a phone's tables: when the secret key changes, and when Bower moves to HTTPS."""

import re

import pytest
from django.conf import settings
from django.core import signing
from django.test import Client
from django.urls import reverse

from companion import models, store
from companion.access import devices
from companion.live import stream
from companion.log.table import Table
from companion.store import links
from tests.companion.factories import Phone, device, table

pytestmark = pytest.mark.django_db

OTHER = "the key of an earlier evening"
HOST = "__Host-bower-device"


def address(name: str, made: Table) -> str:
    return reverse(name, args=[made.id])


def signed(name: str = "ann", key: str | None = None) -> str:
    return signing.dumps(name, key=key, salt=devices.SALT)


def phone_of(cookie: str, name: str = devices.COOKIE) -> Client:
    phone = Client()
    phone.cookies[name] = cookie
    return phone


def link(made: Table, role: str = "player") -> links.Invitation:
    return links.invitations(store.load(device(), made.id))[role]


def test_reading_never_overwrites_a_cookie_of_another_key() -> None:
    made, phone = table(), phone_of(signed(key=OTHER))
    home, there = phone.get("/"), phone.get(address("table", made))
    assert (home.status_code, there.status_code) == (200, 404)
    assert devices.COOKIE not in home.cookies
    assert devices.COOKIE not in there.cookies
    assert "Phone not recognized" in home.text
    assert "Phone not recognized" not in Phone().get("/").text


def test_a_phone_of_another_key_joins_and_starts_nothing_until_it_gives_up_its_games() -> None:
    made, phone = table(), phone_of(signed("bo", key=OTHER))
    start = {"variant": "buck", "players": ["Ann", "Bo", "Cy", "Dee"], "key": store.new_key(), "dealer": "1"}
    for response in (
        phone.get(f"/J/{link(made).token}"),
        phone.post("/join/", {"code": link(made).code}),
        phone.post("/games/", start),
        phone.post("/look/", {"look": "day"}),
    ):
        assert response.status_code in (403, 303)
        assert devices.COOKIE not in response.cookies
    assert models.Phone.objects.count() == 1
    assert phone.post("/afresh/").status_code == 303
    assert phone.get(f"/J/{link(made).token}").headers["Location"] == address("table", made)


def test_giving_up_does_nothing_to_a_phone_that_is_recognized() -> None:
    made, phone = table(), Phone()
    phone.post("/afresh/")
    assert phone.get(address("table", made)).status_code == 200


def test_an_earlier_key_still_opens_tables_and_the_cookie_is_signed_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, old_link = table(), link(table())
    phone = Phone()
    monkeypatch.setattr(settings, "SECRET_KEY_FALLBACKS", [settings.SECRET_KEY])
    monkeypatch.setattr(settings, "SECRET_KEY", "a new key")
    response = phone.get(address("table", made))
    assert response.status_code == 200
    assert signing.loads(response.cookies[devices.COOKIE].value, salt=devices.SALT, fallback_keys=[]) == "ann"
    assert devices.COOKIE not in phone.get("/").cookies
    assert phone_of(signed("bo")).get(f"/J/{old_link.token}").status_code == 303
    assert phone_of(signed("cy")).post("/join/", {"code": old_link.code}).status_code == 303


def test_links_of_an_earlier_key_are_shown_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table()
    before = link(made)
    monkeypatch.setattr(settings, "SECRET_KEY_FALLBACKS", ["older still", settings.SECRET_KEY])
    monkeypatch.setattr(settings, "SECRET_KEY", "a new key")
    assert link(made) == before
    monkeypatch.setattr(settings, "SECRET_KEY_FALLBACKS", [])
    assert not link(made).works


@pytest.fixture
def https(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "HTTPS", True)
    monkeypatch.setattr(settings, "CSRF_COOKIE_NAME", "__Host-csrftoken")
    monkeypatch.setattr(settings, "CSRF_COOKIE_SECURE", True)


@pytest.mark.usefixtures("https")
def test_under_https_only_this_host_can_set_the_cookies() -> None:
    response = Client().get("/")
    assert set(response.cookies) == {HOST, "__Host-csrftoken"}
    for cookie in response.cookies.values():
        assert (cookie["secure"], cookie["httponly"], cookie["path"]) == (True, True, "/")
        assert (cookie["domain"], cookie["samesite"]) == ("", "Lax")


@pytest.mark.usefixtures("https")
def test_a_phone_keeps_its_tables_and_its_open_form_when_bower_moves_to_https() -> None:
    made, phone = table(), Client(enforce_csrf_checks=True)
    phone.cookies.load({devices.COOKIE: signed(), "csrftoken": "a" * 32, "look": "night"})
    form = {"csrfmiddlewaretoken": "a" * 32, "seat": "Ann"}
    response = phone.post(address("seats", made), form)
    assert (response.status_code, response.headers["Location"]) == (303, address("share", made))
    assert {name: morsel.value for name, morsel in response.cookies.items() if not morsel["max-age"]} == {
        devices.COOKIE: "",
        "csrftoken": "",
        "look": "",
    }
    for name in list(phone.cookies):
        if not name.startswith("__Host-"):
            del phone.cookies[name]
    page = phone.get(address("share", made))
    assert page.status_code == 200
    assert re.search('data-look="night"', page.text)


@pytest.mark.usefixtures("https")
def test_a_planted_cookie_without_the_prefix_is_nothing_beside_the_real_one() -> None:
    made, phone = table(), phone_of(signed(), HOST)
    phone.cookies[devices.COOKIE] = signed("attacker")
    assert phone.get(address("table", made)).status_code == 200


@pytest.mark.usefixtures("https")
@pytest.mark.parametrize("name", [HOST, devices.COOKIE])
def test_the_stream_reads_the_cookie_by_both_names(name: str) -> None:
    assert stream.device_of_request({"cookie": f"{name}={signed()}"}) == device()
