"""A client that asks and never reads holds no thread."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

PATIENCE = 30


def in_pieces(environ: Any, start_response: Any) -> Iterator[bytes]:
    start_response("200 OK", [])
    return iter([b"x"] * 100)


async def asked(django: Any, send: Any) -> None:
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "http_version": "1.1"}

    async def receive() -> Any:
        return {"type": "http.request"}

    await django(scope, receive, send)


@pytest.mark.filterwarnings("ignore:No directory at")  # of static files: none are asked for here
def test_clients_that_do_not_read_leave_the_threads_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion import asgi

    monkeypatch.setattr(asgi.django, "app", in_pieces)

    async def work() -> None:
        reads = asyncio.Event()

        async def stuck(message: Any) -> None:
            await reads.wait()

        async def sent(message: Any) -> None:
            pass

        strangers = [asyncio.create_task(asked(asgi.django, stuck)) for _ in range(settings.WORKER_THREADS)]
        await asyncio.sleep(0)
        try:
            await asyncio.wait_for(asked(asgi.django, sent), PATIENCE)
        finally:
            reads.set()
            await asyncio.gather(*strangers)

    asyncio.run(work())
