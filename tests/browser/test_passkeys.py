"""A lost phone: its passkey brings everything to the next one, through the browser's own dialog."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.evenings import EVENINGS
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

KEYCHAIN = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


def keychain(phone: Phone, **options: bool) -> tuple[Any, str]:
    """A keychain on this phone, which says yes by itself; how to reach it, and its number."""
    session = phone.context.new_cdp_session(phone.page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": KEYCHAIN | options})
    return session, made["authenticatorId"]


def test_the_next_phone_gets_everything_back(phones: Phones) -> None:
    old, new = phones(), phones()
    for phone in (old, new):
        phone.address = phone.address.replace("127.0.0.1", "localhost")
        phone.go("/")
    table = old.bring_in(EVENINGS["buck"])
    session, number = keychain(old)
    old.go("/pairing/")
    old.moves_on(".passkey .btn")
    expect(old.at("#passkeys ~ [role=status]")).to_have_text("This phone has 1 passkey.")
    [kept] = session.send("WebAuthn.getCredentials", {"authenticatorId": number})["credentials"]
    session, number = keychain(new)
    session.send("WebAuthn.addCredential", {"authenticatorId": number, "credential": kept})
    new.go("/join/")
    new.moves_on(".passkey .btn")
    expect(new.at("main")).to_contain_text("This phone has your game now.")
    new.go(table)
    expect(new.at(".bar summary")).to_have_text("More")


def test_a_keychain_that_says_no_changes_nothing_and_says_so(phones: Phones) -> None:
    phone = phones()
    phone.address = phone.address.replace("127.0.0.1", "localhost")
    phone.go("/")
    keychain(phone, isUserVerified=False)
    phone.bring_in(EVENINGS["buck"])
    phone.go("/pairing/")
    phone.tap(".passkey .btn")
    expect(phone.at(".passkey [role=status]")).to_be_visible()
    phone.go("/pairing/")
    expect(phone.at("#passkeys ~ [role=status]")).to_have_count(0)
