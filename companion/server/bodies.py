"""Request bodies at the door: a request enters Django only when its body is here, and never a half one.

A slow upload then holds no thread, a cut connection never looks like a short form, and a body without an
announced length (chunked) gets one, so that the limit holds for it too.
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
    """Reads up to `limit` bytes; what is longer goes on unread, its length saying so."""

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
    lengths = [value for name, value in scope["headers"] if name == LENGTH]
    return int(lengths[0]) if lengths and lengths[0].isdigit() else 0


async def read(receive: Receive, limit: int) -> bytes | None:
    """The body, or as much of it as shows it is over `limit`; None when the sender went away."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body", False) or len(body) > limit:
            return bytes(body)


def replay(body: bytes) -> Receive:
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return messages.pop() if messages else {"type": "http.disconnect"}

    return receive
