"""Neither a client that asks and never reads, nor many who read, hold the threads that others need."""

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.server.admission import PAGES, SAVES
from companion.server.requests import in_threads

PATIENCE = 30
LIMITS = replace(PAGES, in_all=1), replace(SAVES, in_all=1)


def in_pieces(environ: Any, start_response: Any) -> Iterator[bytes]:
    start_response("200 OK", [])
    return iter([b"x"] * 100)


async def asked(pages: Any, send: Any, method: str = "GET") -> None:
    scope = {
        "type": "http",
        "method": method,
        "path": "/",
        "query_string": b"",
        "http_version": "1.1",
        "headers": [],
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
