"""The server's log: a line for each request, with its id and without its tokens, as text or JSON."""

import asyncio
import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import override_settings

from companion.access.limits import Failures, Rate
from companion.server import request_log
from companion.server.request_log import logged

Read = Callable[[], str]
HEADERS = [(b"x-request-id", b"from-the-proxy.1"), (b"x-forwarded-for", b"203.0.113.9, 198.51.100.7")]


@pytest.fixture(params=["text"])
def written(request: pytest.FixtureRequest) -> Iterator[Read]:
    """What the configured handler writes, as text unless the test asks for JSON."""
    [configured] = [one for one in logging.root.handlers if isinstance(one.formatter, request_log.Text)]
    handler = logging.StreamHandler(stream := io.StringIO())
    handler.setFormatter({"text": request_log.Text, "json": request_log.Json}[request.param]())
    handler.filters = configured.filters
    requests = logging.getLogger("companion.requests")
    logging.root.addHandler(handler)
    requests.setLevel(logging.INFO)
    yield stream.getvalue
    requests.setLevel(logging.NOTSET)
    logging.root.removeHandler(handler)


def ask(
    path: str,
    status: int = 200,
    headers: list[tuple[bytes, bytes]] = HEADERS,
    work: Callable[[], object] = lambda: None,
) -> dict[bytes, bytes]:
    """Send one request through the middleware, with some *work* in a thread; the headers of its response."""
    sent: dict[bytes, bytes] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        logging.getLogger("companion.store").warning("inside")
        await asyncio.to_thread(work)
        await send({"type": "http.response.start", "status": status, "headers": []})

    async def send(message: Any) -> None:
        sent.update(message["headers"])

    scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "client": ("192.0.2.1", 9)}
    asyncio.run(logged(app)(scope, lambda: asyncio.sleep(0), send))
    return sent


def test_a_request_has_one_line_without_its_tokens(written: Read) -> None:
    sent = ask("/games/abcdefghij/hands/")
    inside, line = written().splitlines()
    time, level, request_id, rest = line.split(" ", 3)
    ms = rest.split()[4]
    assert level == "INFO"
    assert time.endswith("Z")
    assert rest == f"companion.requests: GET /games/[...]/hands/ 200 {ms} ms 192.0.2.1"
    assert sent == {b"x-request-id": request_id.encode()}
    assert inside.split()[2] == request_id != "from-the-proxy.1", (
        "without TRUST_PROXY, a client can’t choose it"
    )


@override_settings(TRUST_PROXY=True)
@pytest.mark.parametrize("written", ["json"], indirect=True)
def test_behind_a_proxy_its_id_and_the_clients_address_count(written: Read) -> None:
    ask("/j/7ZK3QABCDEFGH/", 404)
    inside, line = (json.loads(one) for one in written().splitlines())
    assert inside["request"] == line["request"] == "from-the-proxy.1"
    assert (line["level"], line["status"], line["address"]) == ("info", 404, "198.51.100.7")
    assert (line["method"], line["path"]) == ("GET", "/j/[...]/")
    assert isinstance(line["ms"], float)


@override_settings(TRUST_PROXY=True)
@pytest.mark.parametrize("given", [b"short", b"a" * 65, b"with space", b'quo"te-quote', b"l\xefne-line"])
def test_an_id_that_is_none_is_replaced(given: bytes, written: Read) -> None:
    assert ask("/", headers=[(b"x-request-id", given)])[b"x-request-id"] != given


def test_a_path_cannot_write_a_line_of_its_own(written: Read) -> None:
    ask("/\n2026-11-22 INFO all is well 200")
    assert "GET /%0A2026-11-22%20INFO%20all%20is%20well%20200 200" in written()
    assert len(written().splitlines()) == 2


@pytest.mark.parametrize(
    ("path", "status", "level"),
    [("/", 404, "INFO"), ("/", 503, "WARNING"), ("/", 500, "ERROR"), ("/healthz", 500, "ERROR")],
)
def test_what_a_client_did_wrong_is_no_warning(path: str, status: int, level: str, written: Read) -> None:
    ask(path, status)
    assert written().splitlines()[-1].split()[1] == level


def test_a_probe_that_succeeds_has_no_line(written: Read) -> None:
    ask("/healthz")
    assert "GET" not in written()


def test_django_warns_of_no_client_error(written: Read, rf: Any) -> None:
    """Django itself records 4xx as warnings, and an unknown host as an error with a traceback."""
    asked = rf.get("/")
    logging.getLogger("django.request").warning("Not Found: /x", extra={"status_code": 404, "request": asked})
    security = logging.getLogger("django.security.DisallowedHost")
    security.error("Invalid host", exc_info=ValueError(), extra={"status_code": 400, "request": asked})
    logging.getLogger("django.request").error("Broken", extra={"status_code": 500, "request": asked})
    assert [line.split(" ", 1)[1] for line in written().splitlines()] == [
        "INFO - django.security.DisallowedHost: Invalid host",
        "ERROR - django.request: Broken",
    ]


def test_a_response_that_never_came_has_status_0(written: Read) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        return None

    scope: Any = {"type": "http", "method": "GET", "path": "/", "headers": [], "client": None}
    asyncio.run(logged(app)(scope, None, None))  # type: ignore[arg-type]
    assert " GET / 0 " in written()


@pytest.mark.parametrize(("status", "end"), [(429, " limit: tables 1 in 3600 s"), (200, " 192.0.2.1")])
def test_a_request_that_is_refused_names_its_limit(status: int, end: str, written: Read) -> None:
    tries = Failures("tables", f"log-{status}", Rate(1, 3600))
    tries.count(2)
    ask("/games/new/buck/", status, work=tries.seconds_left)
    assert written().splitlines()[-1].endswith(end)
