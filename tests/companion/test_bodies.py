"""Whole bodies or none, whether their length was announced or not."""

import asyncio
from typing import Any

from django.conf import settings

from companion.server.admission import LARGE_BODIES, PAGES, SAVES, TAPS
from companion.server.requests import SMALL, in_threads, whole_bodies

LIMIT, MEGABYTE = 10, 1_000_000
Messages = list[dict[str, Any]]


def handed_on(headers: list[tuple[bytes, bytes]], messages: Messages) -> tuple[Any, bytes, Messages] | None:
    """What the application behind gets of a request: its length, its body, and what was left unread."""
    waiting, seen = list(messages), []

    async def receive() -> Any:
        return waiting.pop(0)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        assert not message.get("more_body")
        seen.append((dict(scope["headers"]).get(b"content-length"), message.get("body", b"")))

    async def send(message: Any) -> None:
        raise AssertionError("expected no answer from here")

    asyncio.run(whole_bodies(app, LIMIT)({"type": "http", "headers": headers}, receive, send))
    return (*seen[0], waiting) if seen else None


def part(body: bytes, more: bool = True) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_in_pieces_arrives_in_one() -> None:
    headers = [(b"content-length", b"6")]
    assert handed_on(headers, [part(b"abc"), part(b"def", False)]) == (b"6", b"abcdef", [])


def test_a_body_without_a_length_gets_one() -> None:
    assert handed_on([], [part(b"abc"), part(b"de"), part(b"", False)]) == (b"5", b"abcde", [])


def test_reading_a_body_without_a_length_stops_past_the_limit() -> None:
    rest = [part(b"789"), part(b"0", False)]
    length, _, unread = handed_on([], [part(b"123456"), part(b"789012"), *rest]) or (None, None, None)
    assert (length, unread) == (b"12", rest)


def test_a_body_announced_as_too_long_is_not_read_here() -> None:
    messages = [part(b"12345678901", False)]
    assert handed_on([(b"content-length", b"11")], messages) == (b"11", b"12345678901", [])


def test_half_a_body_goes_nowhere() -> None:
    assert handed_on([(b"content-length", b"9")], [part(b"trick"), {"type": "http.disconnect"}]) is None


def test_after_the_body_the_sender_is_gone() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert [(await receive())["type"], (await receive())["type"]] == ["http.request", "http.disconnect"]

    async def receive() -> Any:
        return part(b"", False)

    async def send(message: Any) -> None:
        raise AssertionError("expected no answer from here")

    asyncio.run(whole_bodies(app, LIMIT)({"type": "http", "headers": []}, receive, send))


def test_large_bodies_of_one_address_leave_room_for_small_ones_and_for_others() -> None:
    statuses: list[int] = []
    full = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        statuses.append(200)

    async def send(message: Any) -> None:
        statuses.append(message.get("status", 0))

    async def sent(sender: str, body: bytes, whole: bool = True) -> None:
        messages = [part(body, more=not whole)]

        async def receive() -> Any:
            if not messages:
                await full.wait()
            return messages.pop() if messages else {"type": "http.disconnect"}

        scope = {"type": "http", "path": "/", "headers": [], "client": (sender, 5)}
        await bodies(scope, receive, send)

    async def whole() -> None:
        size = LARGE_BODIES.of_one // 2
        halves = [asyncio.create_task(sent("192.0.2.1", b"x" * size, whole=False)) for _ in range(2)]
        await asyncio.sleep(0)
        await sent("192.0.2.1", b"x" * (SMALL + 1))
        await sent("192.0.2.1", b"x" * SMALL)
        await sent("192.0.2.2", b"x" * (SMALL + 1))
        full.set()
        await asyncio.gather(*halves)
        await sent("192.0.2.1", b"x" * (SMALL + 1))

    bodies = whole_bodies(app, LARGE_BODIES.of_one // 2)
    asyncio.run(whole())
    assert statuses == [503, 0, 200, 200, 200]


def test_of_a_body_that_is_too_long_little_is_kept() -> None:
    messages, kept = [part(b"x" * MEGABYTE, number > 0) for number in range(10)], []

    def refusing(environ: Any, start_response: Any) -> list[bytes]:
        kept.append(len(environ["wsgi.input"].read()))
        start_response("413 Content Too Large", [])
        return []

    async def receive() -> Any:
        return messages.pop()

    async def send(message: Any) -> None:
        assert message.get("status", 413) == 413

    head = {"method": "POST", "path": "/", "query_string": b"", "http_version": "1.1"}
    scope = {"type": "http", "headers": [(b"content-length", b"%d" % (10 * MEGABYTE))], **head}
    app = in_threads(refusing, PAGES, TAPS, SAVES)
    asyncio.run(whole_bodies(app, settings.MAX_BODY_BYTES)(scope, receive, send))
    assert not messages
    assert kept[0] <= settings.MAX_BODY_BYTES + MEGABYTE
