"""Bower as it is run tells programs: by its stream within a moment, by webhooks soon after."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from uuid import uuid4

import pytest

from tests.serving import Bower

pytestmark = [pytest.mark.service, pytest.mark.stored]

RECORD = {"format": "bower.game/1", "variant": "buck", "players": ["Ann", "Bo", "Cy", "Dee"]}
HAND = {"kind": "hand", "maker": "Ann", "tricks": {"Ann": 3, "Bo": 2}}
PATIENCE = 60
ORIGIN = "https://stream.example"


@pytest.fixture(scope="module")
def bower(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bower]:
    made = Bower(tmp_path_factory.mktemp("bower"), WEBHOOK_PRIVATE="on", CORS_ALLOWED_ORIGINS=ORIGIN)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def heard() -> Iterator[tuple[str, list[Any]]]:
    """An address that is told, and what it was told."""
    told: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        serving = threading.Thread(target=server.serve_forever, args=[0.01])
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}/", told
        server.shutdown()
        serving.join()


def post(bower: Bower, path: str, body: Any, token: str = "") -> Any:
    connection = HTTPConnection("127.0.0.1", bower.port, timeout=PATIENCE)
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection.request("POST", "/api/v1/" + path, json.dumps(body), headers)
    answer = connection.getresponse()
    said = json.load(answer)
    assert answer.status == 201, said
    connection.close()
    return said


def lines_until(stream: Any, word: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while word not in stream.readline().decode():
        assert time.monotonic() < deadline


def test_a_program_is_told_by_stream_and_by_webhook(bower: Bower, heard: tuple[str, list[Any]]) -> None:
    url, told = heard
    table = post(bower, "tables/", RECORD)
    place, token = f"tables/{table['id']}/", table["token"]
    post(bower, place + "webhooks/", {"url": url}, token)
    with socket.create_connection(("127.0.0.1", bower.port), timeout=PATIENCE) as opened:
        headers = f"Host: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n"
        opened.sendall(f"GET /games/{table['id']}/live HTTP/1.1\r\n{headers}".encode())
        stream = opened.makefile("rb")
        lines_until(stream, '"version": 0')
        post(bower, place + "entries/", HAND, token)
        lines_until(stream, '"version": 1')
    deadline = time.monotonic() + PATIENCE
    while not told:
        assert time.monotonic() < deadline, "expected to be told"
        time.sleep(0.05)
    [message] = told
    place_of = {"table": table["id"], "version": 1, "number": 1, "change": "entry"}
    assert {name: message[name] for name in place_of} == place_of
    assert (message["type"], sum(message["standing"].values()) > 0) == ("hand", True)
    assert token not in bower.told


def test_a_page_elsewhere_follows_a_table_by_a_ticket_and_a_program_a_group(bower: Bower) -> None:
    table = post(bower, "tables/", RECORD)
    place, token = f"tables/{table['id']}/", table["token"]
    ticket = post(bower, place + "tickets/", None, token)["ticket"]
    with socket.create_connection(("127.0.0.1", bower.port), timeout=PATIENCE) as opened:
        headers = f"Host: 127.0.0.1\r\nOrigin: {ORIGIN}\r\n\r\n"
        opened.sendall(f"GET /api/v1/{place}events/?ticket={ticket} HTTP/1.1\r\n{headers}".encode())
        stream = opened.makefile("rb")
        lines_until(stream, f"access-control-allow-origin: {ORIGIN}")
        lines_until(stream, '"type": "standing"')
        post(bower, place + "entries/", HAND, token)
        lines_until(stream, '"type": "hand"')
    group = post(bower, "groups/", {"title": "Thursday"})
    with socket.create_connection(("127.0.0.1", bower.port), timeout=PATIENCE) as opened:
        headers = f"Host: 127.0.0.1\r\nAuthorization: Bearer {group['token']}\r\n\r\n"
        opened.sendall(f"GET /api/v1/groups/{group['id']}/events/ HTTP/1.1\r\n{headers}".encode())
        stream = opened.makefile("rb")
        lines_until(stream, "retry: 1000")
        new = post(bower, f"tables/?group={group['id']}", RECORD, group["token"])
        post(bower, f"tables/{new['id']}/entries/", HAND, group["token"])
        lines_until(stream, f'"table": "{new["id"]}", "version": 1')
    assert ticket not in bower.told
