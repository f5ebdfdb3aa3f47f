"""Middleware that reads request bodies before Django handles a request.

A slow upload then holds no thread, a cut connection can't be taken for a short form, and a chunked body gets
a Content-Length, so that the limit holds for it too.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from companion.access import limits
from companion.server.capacity import Capacity
from companion.server.problems import MEDIA_TYPE, of_status, problem

Message = Any
Scope = Any
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]

LENGTH = b"content-length"
API = "/api/"
MEGABYTE = 1024 * 1024
SMALL = 16 * 1024  # bytes: what a body of this size holds is limited by the number of connections
OF_ONE = 16 * MEGABYTE  # bytes of larger bodies that one address may send at once
ADDRESSES = 4  # that may do so at once
LATER = "5"  # seconds
BUSY = f"Too much is being sent at once. Nothing was saved. Try again in {LATER} seconds."
STOPPING = f"Bower is stopping. Try again in {LATER} seconds."  # whether it was saved is not known yet


def whole_bodies(app: App, limit: int) -> App:
    """Middleware: read the whole body, up to limit bytes, before Django handles the request.

    A longer body is passed on unread; Django refuses it by its Content-Length. 503 if the large bodies that
    are held at once, of this address or of all, come to too many bytes.
    """
    of_one = max(OF_ONE, 2 * limit)
    room = Capacity("Too many large requests at once", of_one, ADDRESSES * of_one)

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
            return await app({**scope, "headers": headers}, replay(body), send)
        except NoRoom:
            return await refuse(scope, send, BUSY)
        except asyncio.CancelledError:  # the server stops, and the thread still waits for the database
            with suppress(RuntimeError):  # the response has begun
                await refuse(scope, send, STOPPING)
        finally:
            share.give()

    return application


class NoRoom(Exception):
    """Too many large bodies are held already."""


class Share:
    """What one request holds of the room for large bodies. A small one holds nothing: it always gets in."""

    def __init__(self, room: Capacity, holder: str) -> None:
        self.room, self.holder, self.bytes = room, holder, 0

    def hold(self, size: int) -> None:
        """Hold this many bytes in all. Raises NoRoom."""
        more = size - self.bytes
        if size <= SMALL or not more:
            return
        if not self.room.take(self.holder, more):
            raise NoRoom
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
    """The body, or its beginning if it is over limit; None if the client disconnected. Raises NoRoom."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        share.hold(len(body))
        if not message.get("more_body", False) or len(body) > limit:
            return bytes(body)


async def refuse(scope: Scope, send: Send, why: str) -> None:
    """503, for programs as a problem."""
    if scope["path"].startswith(API):
        kind, body = MEDIA_TYPE, json.dumps(problem(of_status(HTTPStatus.SERVICE_UNAVAILABLE), why)).encode()
    else:
        kind, body = "text/plain; charset=utf-8", why.encode()
    headers = {"content-type": kind, "retry-after": LATER, "content-length": str(len(body))}
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": 503, "headers": pairs})
    await send({"type": "http.response.body", "body": body})


def replay(body: bytes) -> Receive:
    """A receive function that returns this body, then a disconnect."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return messages.pop() if messages else {"type": "http.disconnect"}

    return receive
