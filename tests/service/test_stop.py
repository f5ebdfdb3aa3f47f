"""Bower ends within seconds, whatever its phones, strangers, webhooks and database are about."""

import http.client
import json
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from tests.service.listener import Listener
from tests.service.phone import RECORD, Phone, new_table, next_hand
from tests.service.stopping import STOP_WITHIN, stopped
from tests.serving import PATIENCE, Bower

pytestmark = [pytest.mark.service, pytest.mark.alike]

LOCK_WAIT = 5.0  # seconds that SQLite waits for a lock
HAND = {"kind": "hand", "maker": "Ann", "trump": "spades", "tricks": {"Ann & Cy": 3, "Bo & Dee": 2}}


@pytest.fixture
def bower(tmp_path: Path) -> Iterator[Bower]:
    one = Bower(tmp_path, DATABASE_URL="", WEBHOOK_PRIVATE="on", TRUST_PROXY="on")  # whose connections stay
    one.start()
    yield one
    one.kill()


def program(bower: Bower, path: str, body: Any, token: str = "") -> Any:
    """What the API answers to a POST."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    with closing(http.client.HTTPConnection("127.0.0.1", bower.port, timeout=PATIENCE)) as connection:
        connection.request("POST", f"/api/v1/{path}", json.dumps(body), headers)
        return json.load(connection.getresponse())


def hanging_webhook(bower: Bower, opened: ExitStack) -> socket.socket:
    """The connection of a webhook that waits for an answer, which never comes."""
    receiver = opened.enter_context(socket.create_server(("127.0.0.1", 0)))
    receiver.settimeout(PATIENCE)
    made = program(bower, "tables/", RECORD)
    url = f"http://127.0.0.1:{receiver.getsockname()[1]}/"
    program(bower, f"tables/{made['id']}/webhooks/", {"url": url}, made["token"])
    program(bower, f"tables/{made['id']}/entries/", HAND, made["token"])
    waiting, _address = receiver.accept()
    return opened.enter_context(waiting)


def sent(bower: Bower, opened: ExitStack, request: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", bower.port), timeout=PATIENCE)
    opened.enter_context(connection).sendall(request)
    return connection


def test_it_stops_although_phones_listen_and_send_and_keep_connections(bower: Bower) -> None:
    phone = Phone(bower)
    table = new_table(phone)
    with ExitStack() as opened:
        hanging_webhook(bower, opened)
        for _number in range(20):
            listener = Listener(phone, table)
            opened.enter_context(listener.connection)
            listener.hears(0)
        for _number in range(3):
            kept = sent(bower, opened, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert kept.recv(4096).startswith(b"HTTP/1.1 200")
            sent(bower, opened, b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n1234")
            sent(bower, opened, b"POST / HTTP/1.1\r\nHos")
        assert stopped(bower) < STOP_WITHIN
    assert "Traceback" not in bower.told
    assert "ERROR" not in bower.told


def test_it_stops_although_a_save_waits_for_the_database(bower: Bower) -> None:
    phone = Phone(bower)
    table = new_table(phone)
    fields = {**next_hand(phone, table, "late"), "csrfmiddlewaretoken": phone.cookies["csrftoken"]}
    cookies = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
    body = urlencode(fields)
    save = (
        f"POST {table}hands/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    )
    with ExitStack() as opened:
        other = opened.enter_context(
            closing(sqlite3.connect(bower.folder / "bower.sqlite3", isolation_level=None))
        )
        other.execute("BEGIN IMMEDIATE")
        saving = sent(bower, opened, save.encode())
        assert bower.answers()  # and so the save, which came first, is being handled
        assert stopped(bower) < LOCK_WAIT - 1
        assert saving.recv(100).startswith(b"HTTP/1.1 503 ")
    assert "Stopped while something still waited" in bower.told
