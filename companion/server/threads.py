"""Django as WSGI in threads: a thread gets a whole request and gives back a whole response.

a2wsgi's own middleware hands every part of a request and a response over to the loop, and the thread waits
each time; under load that took a third of all threads' time. What it makes of a request's head is used here.
"""

import asyncio
import contextvars
import re
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, NamedTuple

from a2wsgi.wsgi import build_environ

from companion.server.bodies import App, Receive, Scope, Send, sender
from companion.server.turns import Turns

READING = 0.3  # of all threads
HOLDER = re.compile(r"/(?:games|tables|groups|nights)/([0-9a-z]{10,16})/")

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Response(NamedTuple):
    """A whole response, and the seconds of computing that it took."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    seconds: float


class Threads:
    """So many threads, *of_one* of them for one table at most, and the line of those who wait."""

    def __init__(self, name: str, number: int, of_one: int) -> None:
        self._pool = ThreadPoolExecutor(number, name)
        self._turns = Turns(number, of_one)

    async def respond(self, wsgi: Wsgi, scope: Scope, body: bytes) -> Response:
        """The response, made in a thread when it is its turn."""
        found: list[Response] = []

        async def work() -> float:
            run = contextvars.copy_context().run
            loop = asyncio.get_running_loop()
            found.append(await loop.run_in_executor(self._pool, run, _respond, wsgi, scope, body))
            return found[0].seconds

        await self._turns.run(holder(scope), work)
        return found[0]


def in_threads(wsgi: Wsgi, workers: int) -> App:
    """An ASGI application that runs a WSGI application in so many threads, at least two.

    A part of them reads. Threads that compute share the interpreter, so that a save takes as many times
    longer as there are pages being made; and those who ask for many pages leave threads to the saves. Saves
    of one table may wait for the database in half of theirs.
    """
    reading = max(1, round(workers * READING))
    writing = max(1, workers - reading)
    readers = Threads("bower-pages", reading, 1)
    writers = Threads("bower-saves", writing, (writing + 1) // 2)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        body = await _whole(receive)
        threads = readers if scope["method"] in ("GET", "HEAD") else writers
        found = await threads.respond(wsgi, scope, body)
        await send({"type": "http.response.start", "status": found.status, "headers": found.headers})
        await send({"type": "http.response.body", "body": found.body})

    return application


def holder(scope: Scope) -> str:
    """Whose turn a request takes: that of its table, group or night; else its address's."""
    found = HOLDER.search(scope["path"])
    return found[1] if found else sender(scope)


async def _whole(receive: Receive) -> bytes:
    """The body of a request; what has come of it if the client is gone."""
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body", False):
            return bytes(body)


def _respond(wsgi: Wsgi, scope: Scope, body: bytes) -> Response:
    begun = time.thread_time()
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
    return Response(*started[-1], whole, time.thread_time() - begun)
