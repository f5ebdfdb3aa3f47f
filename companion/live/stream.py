"""The stream of a table, night or group: `GET /games/<table>/live`, `/nights/…`, `/groups/…`.

The id of an event is "version.revision". It runs outside Django's request cycle, so that an open stream costs
one open file and little else.
"""

import asyncio
import re
from http import HTTPStatus

from django.conf import settings
from django.http.cookie import parse_cookie
from django.http.request import split_domain_port, validate_host

from companion.access import cookies, devices, limits
from companion.live.hub import Hub, Stream
from companion.log.at_night import TOPIC
from companion.server import middleware as security
from companion.server.admission import STREAMS_OF_ADDRESS, STREAMS_OF_PHONE, Capacity
from companion.server.requests import Receive, Scope, Send
from companion.store import groups

PATH = re.compile(r"/(games|nights|groups)/([0-9a-z]{1,16})/live")
TOPICS = {"games": "", "nights": TOPIC, "groups": groups.TOPIC}
SEEN = re.compile(r"[0-9]{1,9}\.[0-9]{1,9}")
WITH_ROWS = b"rows"  # the query of a phone that draws the table itself: pokes bring what is new
LATER = "3"  # seconds

HEADERS = {
    "content-type": "text/event-stream",
    "cache-control": "no-store, no-transform",
    "content-encoding": "identity",  # a proxy that compresses would delay events
    "x-accel-buffering": "no",
}

hub = Hub()
of_devices = Capacity(STREAMS_OF_PHONE)
of_addresses = Capacity(STREAMS_OF_ADDRESS)


def table_of(scope: Scope) -> str | None:
    """The topic of the table, night or group in the path of a stream; None for any other request."""
    found = PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
    return TOPICS[found[1]] + found[2] if found else None


async def live(scope: Scope, receive: Receive, send: Send) -> None:
    """Send the stream of a table, night or group, or an error."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    device = device_of_request(headers)
    send = security.with_headers(scope, send)
    if not allowed(headers.get("host", "")):
        return await refuse(send, HTTPStatus.BAD_REQUEST)
    if settings.OWN_HTTPS and not security.is_secure(scope):
        return await refuse(send, HTTPStatus.NOT_FOUND)
    if settings.SECURE_SSL_REDIRECT and not security.is_secure(scope):
        return await refuse(send, HTTPStatus.MOVED_PERMANENTLY, location=by_https(scope, headers["host"]))
    if scope["method"] != "GET":
        return await refuse(send, HTTPStatus.METHOD_NOT_ALLOWED, allow="GET")
    if device is None:
        return await refuse(send, HTTPStatus.NOT_FOUND)
    address = limits.client_by(headers.get("x-forwarded-for", ""), str((scope.get("client") or [""])[0]))
    if not of_addresses.take(address):
        return await refuse(send, HTTPStatus.TOO_MANY_REQUESTS, **{"retry-after": LATER})
    try:
        await one_of_device(scope, device, headers.get("last-event-id", ""), receive, send)
    finally:
        of_addresses.give(address)


async def one_of_device(scope: Scope, device: str, seen: str, receive: Receive, send: Send) -> None:
    """Send the stream, unless the device has too many open already."""
    if not of_devices.take(device):
        return await refuse(send, HTTPStatus.TOO_MANY_REQUESTS, **{"retry-after": LATER})
    try:
        brings_rows = scope.get("query_string") == WITH_ROWS
        stream = Stream(
            table_of(scope) or "", device, seen if SEEN.fullmatch(seen) else "", brings_rows=brings_rows
        )
        await follow(stream, receive, send)
    finally:
        of_devices.give(device)


def by_https(scope: Scope, host: str) -> str:
    """The address of the same stream by HTTPS."""
    query = scope.get("query_string", b"").decode("latin-1")
    return f"https://{host}{scope['path']}" + (f"?{query}" if query else "")


def device_of_request(headers: dict[str, str]) -> str | None:
    """The device of a request: by its Bearer token, or else by its cookie; None if neither is valid."""
    header = headers.get("authorization")
    if header is None:
        return devices.device_of(cookies.read(parse_cookie(headers.get("cookie", "")), cookies.DEVICE))
    token = devices.bearer_token(header)
    return None if token is None else devices.device_of_token(token)


def allowed(host: str) -> bool:
    """Whether this host is allowed."""
    name, _port = split_domain_port(host)
    return bool(name) and validate_host(name, settings.ALLOWED_HOSTS)


async def follow(stream: Stream, receive: Receive, send: Send) -> None:
    """Keep the stream in the hub until the client disconnects or the stream ends."""
    if hub.closed:
        return await refuse(send, HTTPStatus.SERVICE_UNAVAILABLE, **{"retry-after": LATER})
    leaving = asyncio.create_task(until_gone(receive, stream))
    try:
        was_read = await hub.open(stream)
        if not was_read:
            await refuse(send, HTTPStatus.SERVICE_UNAVAILABLE, **{"retry-after": LATER})
        elif stream.over:
            await refuse(send, HTTPStatus.NOT_FOUND)
        else:
            await forward(stream, send)
    finally:
        leaving.cancel()
        hub.leave(stream)


async def until_gone(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


async def forward(stream: Stream, send: Send) -> None:
    await start(send, HTTPStatus.OK, HEADERS)
    while piece := await stream.next():
        await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def refuse(send: Send, status: HTTPStatus, **headers: str) -> None:
    text = status.phrase.encode()
    length = {
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "no-store",
        "content-length": str(len(text)),
    }
    await start(send, status, {**length, **headers})
    await send({"type": "http.response.body", "body": text})


async def start(send: Send, status: HTTPStatus, headers: dict[str, str]) -> None:
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": int(status), "headers": pairs})
