"""Passkeys: the next phone gets what the lost one had, by what its keychain has kept."""

import html
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.test import RequestFactory
from django.utils import timezone

from companion import models
from companion.access import passkeys
from companion.forgetting.phones import forget_phone
from companion.log.table import Table
from companion.store import groups, links
from companion.store.phones import Joiner, give, mark_here
from tests.companion.factories import Phone, device, group, table, view
from tests.companion.keychain import Keychain
from tests.companion.pages import page
from tests.companion.test_share import roles_of

pytestmark = pytest.mark.django_db

MAKE, USE, JOIN = "/pairing/passkey/", "/join/passkey/", "/join/"
WRONG = "That passkey didn’t work. Try again."


class Secure(Phone):
    """A phone that reaches Bower by HTTPS."""

    def generic(self, *given: Any, **more: Any) -> Any:
        return super().generic(*given, **{**more, "secure": True})


@pytest.fixture(autouse=True)
def nobody_has_tried() -> None:
    caches["failures"].clear()


@pytest.fixture
def keychain() -> Keychain:
    return Keychain()


@pytest.fixture
def old() -> Phone:
    return Secure("old")


@pytest.fixture(autouse=True)
def mine(old: Phone) -> Table:
    """A table of the old phone."""
    return table(device=old.device)


def asked(phone: Phone, room: str) -> tuple[dict[str, str], dict[str, Any]]:
    """The hidden fields of the room's form, and what the keychain is asked for."""
    found = re.search(
        r'data-options="([^"]+)".*?name="token" value="([^"]+)"', phone.get(room).text, re.DOTALL
    )
    assert found
    return {"token": found[2]}, json.loads(html.unescape(found[1]))


def makes(phone: Phone, keychain: Keychain) -> Any:
    fields, options = asked(phone, "/pairing/")
    return phone.post(MAKE, {**fields, "credential": keychain.makes(options)})


def shows(phone: Phone, keychain: Keychain, **changed: str) -> tuple[int, str]:
    """Status and words of the answer to a passkey."""
    fields, options = asked(phone, JOIN)
    answer = phone.post(USE, {**fields, "credential": keychain.shows(options), **changed})
    return answer.status_code, page(answer).text


def test_the_next_phones_get_all_that_the_lost_one_had(old: Phone, mine: Table, keychain: Keychain) -> None:
    assert makes(old, keychain).status_code == 303
    assert "This phone has 1 passkey." in page(old.get("/pairing/")).text
    for name in ("next", "after that"):
        phone = Secure(name)
        status, words = shows(phone, keychain)
        assert (status, "This phone has your game now." in words) == (200, True)
        assert roles_of(phone, mine) == {"owner"}
    assert roles_of(old, mine) == {"owner"}


def test_a_passkey_goes_along_when_its_phone_gets_a_new_token(old: Phone, keychain: Keychain) -> None:
    makes(old, keychain)
    found = group("Thursday", "host")
    with groups.changing(found) as row:
        give(row, Joiner(old.device, "f" * 64, program=False), "host")
    phone = Secure("next")
    assert "1 game and" not in shows(phone, keychain)[1]
    assert models.Passkey.objects.get().device == "f" * 64
    assert models.GroupPhone.objects.filter(group=found.pk, device=phone.device, role="host").exists()


def test_a_passkey_made_before_the_answer_of_a_gain_comes_is_of_what_the_phone_became(
    old: Phone, mine: Table, keychain: Keychain
) -> None:
    tab = Secure("old")
    link = links.invitations(view(table(device=device("host")), "host"))["player"]
    place = tab.post(JOIN, {"code": link.code}).headers["Location"]
    assert makes(old, keychain).status_code == 303, "still with the token before"
    assert "This phone has 1 passkey." in page(old.get("/pairing/")).text
    old.cookies.update(tab.cookies)
    assert "This phone has 1 passkey." in page(old.get("/pairing/")).text
    mark_here({mine.id: [old.device]}, timezone.now())
    phone = Secure("next")
    assert shows(phone, keychain)[0] == 200
    assert roles_of(phone, mine) == {"owner"}
    assert phone.get(place).status_code == 200
    assert Secure("old").post(MAKE, {"remove": "1"}).status_code == 303
    assert models.Passkey.objects.exists(), "the token before is nobody’s now"


def test_passkeys_are_removed_before_the_answer_of_a_gain_comes(old: Phone, keychain: Keychain) -> None:
    makes(old, keychain)
    link = links.invitations(view(table(device=device("host")), "host"))["player"]
    assert Secure("old").post(JOIN, {"code": link.code}).status_code == 303
    assert old.post(MAKE, {"remove": "1"}).status_code == 303
    assert not models.Passkey.objects.exists()


def test_a_host_with_a_passkey_is_not_asked_for_a_second_one(keychain: Keychain) -> None:
    host = Secure("host")
    found = group("Thursday", "host")
    assert groups.asks_for_host(found)
    makes(host, keychain)
    assert not groups.asks_for_host(found)
    assert "only host" not in page(host.get("/")).text
    host.post(MAKE, {"remove": "1"})
    assert groups.asks_for_host(found)


def test_what_was_not_signed_by_the_passkey_gives_nothing(old: Phone, keychain: Keychain) -> None:
    makes(old, keychain)
    thief, other = Secure("thief"), Keychain()
    status, words = shows(thief, other)
    assert (status, WRONG in words) == (422, True)
    elsewhere = Keychain("https://evil.example")
    elsewhere.key = keychain.key
    assert WRONG in shows(thief, elsewhere)[1]
    _fields, options = asked(thief, JOIN)
    answer = keychain.shows(options)
    assert WRONG in shows(thief, keychain, credential=answer)[1], "it was asked something else"
    assert WRONG in shows(thief, keychain, credential=answer.replace('"type"', '"kind"'))[1]
    other.id = b"another"
    assert "This Bower doesn’t know that passkey. It may have been removed." in shows(thief, other)[1]
    for nothing in ("", "{}", "[]", "x", "[" * 100_000):
        caches["failures"].clear()
        assert "This Bower doesn’t know that passkey." in shows(thief, keychain, credential=nothing)[1]
    fields, _options = asked(old, "/pairing/")
    deep = old.post(MAKE, {**fields, "credential": "[" * 100_000})
    assert (deep.status_code, WRONG in page(deep).text) == (422, True)
    assert not models.Phone.objects.filter(device=thief.device).exists()


def test_a_page_that_is_old_or_of_something_else_asks_again(
    old: Phone, keychain: Keychain, monkeypatch: pytest.MonkeyPatch
) -> None:
    makes(old, keychain)
    phone = Secure("next")
    token = asked(old, "/pairing/")[0]["token"]
    for wrong in (token, "", "x"):
        assert shows(phone, keychain, token=wrong)[0] == 422
    fields, options = asked(phone, JOIN)
    later = (timezone.now() + timedelta(seconds=passkeys.LASTS + 1)).timestamp()
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    assert phone.post(USE, {**fields, "credential": keychain.shows(options)}).status_code == 422


def test_guessing_is_counted_with_codes(old: Phone, keychain: Keychain) -> None:
    phone = Secure("next")
    assert [shows(phone, keychain)[0] for _try in range(11)] == [422] * 10 + [429]


def test_who_has_nothing_makes_none_and_ten_are_enough(old: Phone, keychain: Keychain) -> None:
    nobody = Secure("nobody")
    assert makes(nobody, keychain).status_code == 422
    for number in range(10):
        keychain.id = str(number).encode()
        assert makes(old, keychain).status_code == 303
    keychain.id = b"0"
    assert makes(old, keychain).status_code == 303, "the same again"
    keychain.id = b"one more"
    assert "A phone can have 10 passkeys. Remove them first." in page(makes(old, keychain)).text
    assert "This phone made that passkey. Use it on your other phone." in shows(old, _with(keychain, b"0"))[1]


def _with(keychain: Keychain, number: bytes) -> Keychain:
    keychain.id = number
    return keychain


def test_a_forgotten_phone_has_no_passkey(old: Phone, mine: Table, keychain: Keychain) -> None:
    makes(old, keychain)
    models.Access.objects.create(
        phone=models.Phone.objects.create(game=models.Game.objects.get(public_id=mine.id), device="e" * 64),
        role="owner",
    )
    forget_phone(models.Phone.objects.get(device=old.device).pk)
    assert not models.Passkey.objects.exists()


@pytest.mark.parametrize(
    ("host", "scheme", "expected"),
    [
        ("bower.example.org", "https", True),
        ("bower.example.org:8443", "https", True),
        ("bower.example.org", "http", False),
        ("localhost:8000", "http", True),
        ("192.0.2.7:8443", "https", False),
        ("[2001:db8::1]:8443", "https", False),
    ],
)
def test_passkeys_are_offered_where_browsers_have_them(
    host: str, scheme: str, expected: bool, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    request = RequestFactory().get("/", secure=scheme == "https", HTTP_HOST=host)
    assert passkeys.possible(request) is expected
