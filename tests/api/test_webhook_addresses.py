"""Webhooks are never led to where they may not go."""

import socket
import threading
import time
from typing import Any
from uuid import UUID, uuid4

import pytest

from companion import models
from companion.api import delivery
from companion.store import webhooks as store_webhooks
from tests.api.client import owned, program
from tests.api.receiver import Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def due(nonce: UUID, url: str) -> store_webhooks.Due:
    """A message to an address."""
    told = store_webhooks.Told(store_webhooks.HAND, "A hand.", "", {})
    return store_webhooks.Due(1, nonce, url, "x", 1, 1, "entry", nonce, store_webhooks.BOWER, told)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https:///x",
        "https://example.org:8443/",
        "https://example.org:x/",
        "https://ann:secret@example.org/",
        "https://example.org/#x",
        "https://exa mple.org/",
        "https://exämple.org/",
        "https://example.org/\n",
        "https://" + "x" * 500,
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://10.0.0.1/",
        "https://192.168.1.1/",
        "https://169.254.169.254/latest",
        "https://0.0.0.0/",
        "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://[2001::1]/",
        "https://[::127.0.0.1]/",
        "https://[::ffff:0:7f00:1]/",
        "https://[64:ff9b:1::1]/",
        "https://[100::1]/",
        "https://[fec0::1]/",
        "https://[5f00::1]/",
        "https://[3fff::1]/",
        "https://192.0.0.192/",
        "https://192.88.99.1/",
        "https://198.18.0.1/",
        "https://240.0.0.1/",
        "https://[fe80::1]/",
        "https://224.0.0.1/",
        5,
        None,
    ],
)
def test_an_address_that_may_not_be_told_is_refused(url: Any) -> None:
    ann = program()
    answer = ann.ask("POST", f"tables/{owned(ann).id}/webhooks/", {"url": url})
    assert (answer.status_code, answer.json()["field"]) == (422, "url")


@pytest.mark.parametrize(
    "url", ["https://example.org/", "https://8.8.8.8/x?y=1", "https://[2606:4700::1]:443/"]
)
def test_a_public_address_is_taken(url: str) -> None:
    assert delivery.checked(url) == url


def soon() -> float:
    """Long enough for a test, by the monotonic clock."""
    return time.monotonic() + 30


def test_the_address_is_looked_at_again_when_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def leads_to(*addresses: str) -> None:
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in addresses]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_given, **_more: found)

    leads_to("8.8.8.8")
    assert delivery.resolved("example.org", 443, soon()) == "8.8.8.8"
    for private in (
        "127.0.0.1",
        "10.1.2.3",
        "169.254.169.254",
        "::1",
        "fd00::1",
        "fe80::1%eth0",
        "::ffff:127.0.0.1",
    ):
        leads_to("8.8.8.8", private)
        with pytest.raises(delivery.Unreachable, match="not public"):
            delivery.resolved("example.org", 443, soon())


def test_the_connection_goes_to_the_address_that_was_looked_at(
    monkeypatch: pytest.MonkeyPatch, receiver: Receiver
) -> None:
    asked = []

    def once(host: str, port: int, **_more: Any) -> Any:
        asked.append(host)
        assert len(asked) == 1, "expected one look-up only"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    def straight(place: tuple[str, int], timeout: float) -> socket.socket:
        made = socket.socket()
        made.settimeout(timeout)
        made.connect(place)
        return made

    monkeypatch.setattr(socket, "getaddrinfo", once)
    monkeypatch.setattr(socket, "create_connection", straight)
    made = models.Webhook(nonce=uuid4(), url=receiver.url.replace("127.0.0.1", "bower.example"))
    delivery.deliver(due(made.nonce, made.url))
    [(headers, _body)] = receiver.heard
    assert (asked, headers["host"].partition(":")[0]) == (["bower.example"], "bower.example")


def test_a_name_that_is_looked_up_for_ever_takes_no_longer_than_a_delivery_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    over = threading.Event()

    def endless(*_given: Any, **_more: Any) -> Any:
        over.wait(60)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", endless)
    monkeypatch.setattr(delivery, "IN_ALL", 0.05)
    sent = due(uuid4(), "https://bower.example/")
    try:
        assert delivery.attempt(sent) == "this name was not found in time"
        assert not over.is_set()
    finally:
        over.set()
