"""A request on its way to Django: its body is read as a whole, then it waits for a thread.

A slow upload then holds no thread, a cut connection can't be taken for a short form, and a chunked body gets
a Content-Length, so that the limit holds for it too.
"""

import asyncio
import contextvars
import json
import re
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from io import BytesIO
from typing import Any, NamedTuple

from a2wsgi.wsgi import build_environ
from django.conf import settings
from django.template.loader import get_template

from companion.access import limits
from companion.server.admission import LARGE_BODIES, Capacity, Limit, Turns, Unavailable
from companion.server.problems import MEDIA_TYPE, of_status, problem

Message = Any
Scope = Any
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

LENGTH = b"content-length"
API = "/api/"
SMALL = 16 * 1024  # bytes: what a body of this size holds is limited by the number of connections
LATER, SOON = "5", "2"  # seconds
BUSY = f"Too much is being sent at once. Nothing was saved. Try again in {LATER} seconds."
HOLDER = re.compile(r"/(?:games|tables|groups|nights)/([0-9a-z]{10,16})/")
FULL = "Too many are at it just now. Try again in a moment."
STOPPING = f"Bower is stopping. Try again in {LATER} seconds."  # whether it was saved is not known yet
# What a tap on a hand form sends: the form without Save, or items of the outbox that are no entries.
TAPPED = re.compile(r"/games/[0-9a-z]+/(?:hands|outbox)/")
SENT = re.compile(rb'"what":\s*"(\w+)"')
TOLD = frozenset((b"progress", b"aside", b"ticks"))


def whole_bodies(app: App, limit: int) -> App:
    """Middleware: read the whole body, up to limit bytes, before Django handles the request.

    A longer body is passed on unread; Django refuses it by its Content-Length. 503 if the large bodies that
    are held at once, of this address or of all, come to too many bytes.
    """
    room = Capacity(LARGE_BODIES)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or announced(scope) > limit:
            return await app(scope, receive, send)
        share = Share(room, sender(scope))
        try:
            body = await read(receive, limit, share)
            if body is None:
                return None
            headers = [pair for pair in scope["headers"] if pair[0] != LENGTH]
            headers.append((LENGTH, str(len(body)).encode()))
            messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

            async def replay() -> Message:
                return messages.pop() if messages else {"type": "http.disconnect"}

            return await app({**scope, "headers": headers}, replay, send)
        except Unavailable:
            return await refuse(scope, send, BUSY)
        except asyncio.CancelledError:  # the server stops, and the thread still waits for the database
            with suppress(RuntimeError):  # the response has begun
                await refuse(scope, send, STOPPING)
        finally:
            share.give()

    return application


class Share:
    """What one request holds of the room for large bodies. A small one holds nothing: it always gets in."""

    def __init__(self, room: Capacity, holder: str) -> None:
        self.room, self.holder, self.bytes = room, holder, 0

    def hold(self, size: int) -> None:
        """Hold this many bytes in all. Raises Unavailable."""
        more = size - self.bytes
        if size <= SMALL or not more:
            return
        if not self.room.take(self.holder, more):
            raise Unavailable
        self.bytes = size

    def give(self) -> None:
        """Give it all back."""
        if self.bytes:
            self.room.give(self.holder, self.bytes)


def sender(scope: Scope) -> str:
    """The client's address as it is counted."""
    found = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return limits.client_by(",".join(found), str((scope.get("client") or [""])[0]))


def announced(scope: Scope) -> int:
    """The Content-Length; 0 if there is none."""
    lengths = [value for name, value in scope["headers"] if name == LENGTH]
    return int(lengths[0]) if lengths and lengths[0].isdigit() else 0


async def read(receive: Receive, limit: int, share: Share) -> bytes | None:
    """The body, or its beginning if it is over limit; None if the client disconnected. Raises Unavailable."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        share.hold(len(body))
        if not message.get("more_body", False) or len(body) > limit:
            return bytes(body)


async def refuse(scope: Scope, send: Send, why: str, seconds: str = LATER) -> None:
    """503, for programs as a problem, and for whoever opens a page as one."""
    accept = dict(scope["headers"]).get(b"accept", b"")
    if scope["path"].startswith(API):
        kind, body = MEDIA_TYPE, json.dumps(problem(of_status(HTTPStatus.SERVICE_UNAVAILABLE), why)).encode()
    elif why == FULL and accept.startswith(b"text/html"):
        kind, body = "text/html; charset=utf-8", full_page()
    else:
        kind, body = "text/plain; charset=utf-8", why.encode()
    headers = {"content-type": kind, "retry-after": seconds, "content-length": str(len(body))}
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": 503, "headers": pairs})
    await send({"type": "http.response.body", "body": body})


@cache
def full_page() -> bytes:
    """The page that says that there is no room for a page now."""
    return get_template("503_full.html").render({"words": FULL}).encode()


class Response(NamedTuple):
    """A whole response, and the seconds of computing that it took."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    seconds: float


class Threads:
    """As many threads as a limit allows, and the line of those who wait for one."""

    def __init__(self, limit: Limit) -> None:
        self._pool = ThreadPoolExecutor(limit.in_all, f"bower-{limit.name}")
        self._turns = Turns(limit)

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


def in_threads(wsgi: Wsgi, pages: Limit, taps: Limit, saves: Limit) -> App:
    """An ASGI application that runs a WSGI application in threads: for pages, for taps, and for saves.

    A thread gets a whole request and gives back a whole response. a2wsgi's own middleware hands every part
    over to the loop, and the thread waits each time; under load that took a third of all threads' time. What
    it makes of a request's head is used here. 503 for a page and a tap that have waited too long.
    """
    readers, listeners, writers = Threads(pages), Threads(taps), Threads(saves)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        # Of a body that is too long, which is refused by its length, the rest is waited for and not kept; of
        # one whose client is gone, what has come is there.
        received, more = bytearray(), True
        while more:
            message = await receive()
            if len(received) <= settings.MAX_BODY_BYTES:
                received += message.get("body", b"")
            more = message.get("more_body", False)
        body = bytes(received)
        if scope["method"] in ("GET", "HEAD"):
            threads = readers
        else:
            threads = listeners if is_tap(scope, body) else writers
        try:
            found = await threads.respond(wsgi, scope, body)
        except Unavailable:
            return await refuse(scope, send, FULL, SOON)
        await send({"type": "http.response.start", "status": found.status, "headers": found.headers})
        await send({"type": "http.response.body", "body": found.body})

    return application


def is_tap(scope: Scope, body: bytes) -> bool:
    """Whether a request only tells what was tapped: the save has it again, or the phone sends it again."""
    if len(body) > SMALL or not TAPPED.fullmatch(scope["path"]):
        return False
    if scope["path"].endswith("/outbox/"):
        return TOLD.issuperset(SENT.findall(body) or (b"",))
    headers = dict(scope["headers"])
    return b"hx-request" in headers and not re.search(rb"(?:^|&)save=", body)


def holder(scope: Scope) -> str:
    """Whose turn a request takes: that of its table, group or night; else its address's."""
    found = HOLDER.search(scope["path"])
    return found[1] if found else sender(scope)


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
