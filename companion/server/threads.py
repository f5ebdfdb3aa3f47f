"""Django as WSGI in threads: a thread gets a whole request and gives back a whole response.

a2wsgi's own middleware hands every part of a request and a response over to the loop, and the thread waits
each time; under load that took a third of all threads' time. What it makes of a request's head is used here.
"""

import asyncio
import contextvars
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, NamedTuple

from a2wsgi.wsgi import build_environ

from companion.server.bodies import App, Receive, Scope, Send

READING = 0.3  # of all threads

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Response(NamedTuple):
    """A whole response."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


def in_threads(wsgi: Wsgi, workers: int) -> App:
    """An ASGI application that runs a WSGI application in so many threads, at least two.

    A part of them reads. Threads that compute take the interpreter in turns, so that a save takes as many
    times longer as there are pages being made; and those who ask for many pages leave threads to the saves.
    """
    reading = max(1, round(workers * READING))
    readers = ThreadPoolExecutor(reading, "bower-pages")
    writers = ThreadPoolExecutor(max(1, workers - reading), "bower-saves")

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        body = await _whole(receive)
        threads = readers if scope["method"] in ("GET", "HEAD") else writers
        run = contextvars.copy_context().run
        found = await asyncio.get_running_loop().run_in_executor(threads, run, _respond, wsgi, scope, body)
        await send({"type": "http.response.start", "status": found.status, "headers": found.headers})
        await send({"type": "http.response.body", "body": found.body})

    return application


async def _whole(receive: Receive) -> bytes:
    """The body of a request; what has come of it if the client is gone."""
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body", False):
            return bytes(body)


def _respond(wsgi: Wsgi, scope: Scope, body: bytes) -> Response:
    started: list[tuple[int, list[tuple[bytes, bytes]]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
        pairs = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        started.append((int(status.partition(" ")[0]), pairs))

    given: Any = build_environ(scope, BytesIO(body))  # type: ignore[arg-type]
    pieces = wsgi(given, start_response)
    try:
        whole = b"".join(pieces)
    finally:
        getattr(pieces, "close", lambda: None)()
    return Response(*started[-1], whole)
