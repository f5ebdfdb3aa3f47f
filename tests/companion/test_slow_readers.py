"""A client that asks and never reads holds no thread."""

import asyncio
from collections.abc import Iterator
from typing import Any

from companion.server.threads import in_threads

PATIENCE = 30
THREADS = 2


def in_pieces(environ: Any, start_response: Any) -> Iterator[bytes]:
    start_response("200 OK", [])
    return iter([b"x"] * 100)


async def asked(pages: Any, send: Any) -> None:
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "http_version": "1.1"}

    async def receive() -> Any:
        return {"type": "http.request"}

    await pages(scope, receive, send)


def test_clients_that_do_not_read_leave_the_threads_to_others() -> None:
    pages = in_threads(in_pieces, THREADS)

    async def work() -> None:
        reads = asyncio.Event()

        async def stuck(message: Any) -> None:
            await reads.wait()

        async def sent(message: Any) -> None:
            pass

        strangers = [asyncio.create_task(asked(pages, stuck)) for _ in range(THREADS)]
        await asyncio.sleep(0)
        try:
            await asyncio.wait_for(asked(pages, sent), PATIENCE)
        finally:
            reads.set()
            await asyncio.gather(*strangers)

    asyncio.run(work())
