"""Neither a client that asks and never reads, nor many who read, hold the threads that others need."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.server.admission import PAGES, SAVES, TAPS
from companion.server.requests import in_threads

PATIENCE = 30
LIMITS = replace(PAGES, in_all=1), replace(TAPS, in_all=1), replace(SAVES, in_all=1)


def in_pieces(environ: Any, start_response: Any) -> Iterator[bytes]:
    start_response("200 OK", [])
    return iter([b"x"] * 100)


async def asked(
    pages: Any,
    send: Any,
    method: str = "GET",
    path: str = "/",
    headers: Sequence[tuple[bytes, bytes]] = (),
) -> None:
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "http_version": "1.1",
        "headers": headers,
    }

    async def receive() -> Any:
        return {"type": "http.request"}

    await pages(scope, receive, send)


def test_clients_that_do_not_read_leave_the_threads_to_others() -> None:
    pages = in_threads(in_pieces, *LIMITS)

    async def work() -> None:
        reads = asyncio.Event()

        async def stuck(message: Any) -> None:
            await reads.wait()

        async def sent(message: Any) -> None:
            pass

        strangers = [asyncio.create_task(asked(pages, stuck)) for _ in range(2)]
        await asyncio.sleep(0)
        try:
            await asyncio.wait_for(asked(pages, sent), PATIENCE)
        finally:
            reads.set()
            await asyncio.gather(*strangers)

    asyncio.run(work())


def test_however_many_read_a_save_has_a_thread() -> None:
    go_on = threading.Event()

    def slow_to_read(environ: Any, start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [])
        if environ["REQUEST_METHOD"] == "GET":
            go_on.wait(PATIENCE)
        return iter([b"x"])

    pages = in_threads(slow_to_read, *LIMITS)

    async def work() -> None:
        async def sent(message: Any) -> None:
            pass

        reading = [asyncio.create_task(asked(pages, sent)) for _ in range(4)]
        await asyncio.sleep(0)
        try:
            await asyncio.wait_for(asked(pages, sent, "POST"), PATIENCE / 2)
        finally:
            go_on.set()
            await asyncio.gather(*reading)

    asyncio.run(work())


@pytest.mark.parametrize(
    ("method", "path", "accept", "kind"),
    [
        ("GET", "/games/0123456789/", b"text/html,*/*", "text/html; charset=utf-8"),
        ("GET", "/games/0123456789/", b"*/*", "text/plain; charset=utf-8"),
        ("GET", "/api/v1/tables/0123456789/", b"*/*", "application/problem+json"),
        ("POST", "/games/0123456789/hands/", b"*/*", "text/plain; charset=utf-8"),
    ],
)
def test_beyond_what_can_be_done_pages_and_taps_go_and_a_save_stays(
    method: str, path: str, accept: bytes, kind: str
) -> None:
    go_on = threading.Event()

    def slow(environ: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        if environ["PATH_INFO"] != "/saved/":
            go_on.wait(PATIENCE)
        return [b"x"]

    pages, taps, saves = LIMITS
    app = in_threads(slow, replace(pages, seconds=0.01), replace(taps, seconds=0.01), saves)
    head = [(b"accept", accept), (b"hx-request", b"true")]

    async def work() -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = []

        async def sent(message: Any) -> None:
            told.append(message)

        running = asyncio.create_task(asked(app, sent, method, path, head))
        await asyncio.sleep(0)
        refused: list[dict[str, Any]] = []

        async def heard(message: Any) -> None:
            refused.append(message)

        try:
            await asked(app, heard, method, path, head)
            await asyncio.wait_for(asked(app, heard, "POST", "/saved/"), PATIENCE / 2)
        finally:
            go_on.set()
            await running
        assert [one["status"] for one in (*told, *refused) if "status" in one] == [200, 503, 200]
        return refused

    start, body, *_saved = asyncio.run(work())
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    assert (headers["content-type"], headers["retry-after"]) == (kind, "2")
    assert "Too many are at it just now. Try again in a moment." in body["body"].decode()
