"""Middleware that reads request bodies before Django handles a request.

A slow upload then holds no thread, a cut connection can't be taken for a short form, and a chunked body gets
a Content-Length, so that the limit holds for it too.
"""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

Message = Any
Scope = Any
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]

LENGTH = b"content-length"


def whole_bodies(app: App, limit: int) -> App:
    """Middleware: read the whole body, up to limit bytes, before Django handles the request.

    A longer body is passed on unread; Django refuses it by its Content-Length.
    """

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or announced(scope) > limit:
            return await app(scope, receive, send)
        body = await read(receive, limit)
        if body is None:
            return None
        headers = [pair for pair in scope["headers"] if pair[0] != LENGTH]
        headers.append((LENGTH, str(len(body)).encode()))
        return await app({**scope, "headers": headers}, replay(body), send)

    return application


def announced(scope: Scope) -> int:
    """The Content-Length; 0 if there is none."""
    lengths = [value for name, value in scope["headers"] if name == LENGTH]
    return int(lengths[0]) if lengths and lengths[0].isdigit() else 0


async def read(receive: Receive, limit: int) -> bytes | None:
    """The body, or its beginning if it is over limit; None if the client disconnected."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body", False) or len(body) > limit:
            return bytes(body)


def replay(body: bytes) -> Receive:
    """A receive function that returns this body, then a disconnect."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return messages.pop() if messages else {"type": "http.disconnect"}

    return receive
