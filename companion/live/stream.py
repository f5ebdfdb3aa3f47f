"""The stream of a table, night or group: `GET /games/<table>/live`, `/nights/…`, `/groups/…`, `/read/…`.

And their events, for programs: `GET /api/v1/tables/<table>/events/`, `/nights/…`, `/groups/…`, which read no
cookie.

The id of an event is "version.revision". It runs outside Django's request cycle, so that an open stream costs
one open file and little else.

`manage.py doctor` opens one through the proxy to see how a request is passed on. It tells whoever opens it
what Bower sees of the request, and is then silent for some seconds: only a proxy that passes streams on piece
by piece brings the one before the other. It needs no cookie and knows no table.
"""

import asyncio
import json
import re
from contextlib import suppress
from http import HTTPStatus
from urllib.parse import parse_qs

from django.conf import settings
from django.http.cookie import parse_cookie
from django.http.request import split_domain_port, validate_host

from companion.access import devices, limits
from companion.live.hub import Events, Hub, Stream
from companion.log.at_night import TOPIC
from companion.server import middleware as security
from companion.server import problems
from companion.server.admission import STREAMS_OF_ADDRESS, STREAMS_OF_PHONE, Capacity
from companion.server.errors import API
from companion.server.requests import Message, Receive, Scope, Send
from companion.store import groups, happening

DOCTOR = "/games/doctor/live"  # as of a table, so that a proxy treats it alike; ids of tables are longer
DOCTOR_SILENT = 6.0  # seconds
PATH = re.compile(r"/(games|nights|groups)/([0-9a-z]{1,16})/live")
READING = re.compile(r"/read/([0-9A-Z]{26})/(tables|groups)/([0-9a-z]{1,16})/live")  # with the right in it
EVENTS = re.compile(r"/api/v1/(tables|groups|nights)/([0-9a-z]{1,16})/events/?")
TOPICS = {"games": "", "nights": TOPIC, "groups": groups.TOPIC}
OF_PROGRAM = {"tables": "", "groups": happening.OF_GROUP, "nights": happening.OF_NIGHT}
SEEN = re.compile(r"[0-9]{1,9}\.[0-9]{1,9}")
WITH_ROWS = b"rows"  # the query of a phone that draws the table itself: pokes bring what is new
LATER = "3"  # seconds
HEADERS = {
    "content-type": "text/event-stream",
    "cache-control": "no-store, no-transform",
    "content-encoding": "identity",  # a proxy that compresses would delay events
    "x-accel-buffering": "no",
}
NOT_THERE = {"tables": problems.NO_TABLE, "groups": problems.NO_GROUP, "nights": problems.NO_NIGHT}
hub = Hub()
of_devices = Capacity(STREAMS_OF_PHONE)
of_addresses = Capacity(STREAMS_OF_ADDRESS)


def table_of(scope: Scope) -> str | None:
    """The topic of the table, night or group in the path of a stream; None for any other request."""
    if scope["type"] != "http":
        return None
    if found := PATH.fullmatch(scope["path"]):
        return TOPICS[found[1]] + found[2]
    if found := READING.fullmatch(scope["path"]):
        return OF_PROGRAM[found[2]] + found[3]
    asked = EVENTS.fullmatch(scope["path"])
    if asked and scope["method"] != "OPTIONS":  # what a browser asks first is Django's
        return OF_PROGRAM[asked[1]] + asked[2]
    return None


async def live(scope: Scope, receive: Receive, send: Send) -> None:
    """Send the stream of a table, night or group, or an error."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    for_program = scope["path"].startswith(API)
    reading = READING.fullmatch(scope["path"])
    if reading:
        device: str | None = devices.device_of_token(reading[1])
    else:
        device = device_of_program(scope, headers) if for_program else device_of_request(headers)
    send = security.with_headers(scope, send)
    unknown = ""
    if for_program:
        unknown = next((name for name in query_of(scope) if name != "ticket"), "")
        send = answering(send, headers.get("origin", ""), scope["path"].split("/")[3], unknown)
    if unknown or not allowed(headers.get("host", "")):
        return await refuse(send, HTTPStatus.BAD_REQUEST)
    if settings.OWN_HTTPS and not security.is_secure(scope):
        return await refuse(send, HTTPStatus.NOT_FOUND)
    if settings.SECURE_SSL_REDIRECT and not security.is_secure(scope):
        query = scope.get("query_string", b"").decode("latin-1")
        there = f"https://{headers['host']}{scope['path']}" + (f"?{query}" if query else "")
        return await refuse(send, HTTPStatus.MOVED_PERMANENTLY, location=there)
    if scope["method"] != "GET":
        return await refuse(send, HTTPStatus.METHOD_NOT_ALLOWED, allow="GET")
    is_probe = scope["path"] == DOCTOR
    if device is None and not is_probe:
        return await refuse(send, HTTPStatus.UNAUTHORIZED if for_program else HTTPStatus.NOT_FOUND)
    address = limits.client_by(headers.get("x-forwarded-for", ""), str((scope.get("client") or [""])[0]))
    if not of_addresses.take(address):
        return await refuse(send, HTTPStatus.TOO_MANY_REQUESTS, **{"retry-after": LATER})
    try:
        if is_probe:
            # Say how the request was passed on, and end when it is left, or after a while
            await start(send, HTTPStatus.OK, HEADERS)
            said = json.dumps({"address": address, "host": headers["host"]})
            event = f"event: asked\ndata: {said}\n\n".encode()
            await send({"type": "http.response.body", "body": event, "more_body": True})
            with suppress(TimeoutError):
                await asyncio.wait_for(until_disconnected(receive), DOCTOR_SILENT)
            await send({"type": "http.response.body", "body": b""})
        elif device is not None:
            await one_of_device(scope, device, headers.get("last-event-id", ""), receive, send)
    finally:
        of_addresses.give(address)


async def one_of_device(scope: Scope, device: str, seen: str, receive: Receive, send: Send) -> None:
    """Send the stream until the client or the stream ends it, unless the device has too many open already."""
    if not of_devices.take(device):
        return await refuse(send, HTTPStatus.TOO_MANY_REQUESTS, **{"retry-after": LATER})
    try:
        if hub.closed:
            return await refuse(send, HTTPStatus.SERVICE_UNAVAILABLE, **{"retry-after": LATER})
        topic, seen = table_of(scope) or "", seen if SEEN.fullmatch(seen) else ""
        if scope["path"].startswith(API):
            stream: Stream = Events(topic, device, seen)
        else:
            stream = Stream(topic, device, seen, brings_rows=scope.get("query_string") == WITH_ROWS)

        async def until_gone() -> None:
            await until_disconnected(receive)
            stream.end()

        leaving = asyncio.create_task(until_gone())
        try:
            was_read = await hub.open(stream)
            if not was_read:
                await refuse(send, HTTPStatus.SERVICE_UNAVAILABLE, **{"retry-after": LATER})
            elif stream.over:
                await refuse(send, HTTPStatus.NOT_FOUND)
            else:
                await start(send, HTTPStatus.OK, HEADERS)
                while piece := await stream.next():
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                await send({"type": "http.response.body", "body": b""})
        finally:
            leaving.cancel()
            hub.leave(stream)
    finally:
        of_devices.give(device)


def device_of_request(headers: dict[str, str]) -> str | None:
    """The device of a request: by its Bearer token, or else by its cookie; None if neither is valid."""
    header = headers.get("authorization")
    if header is None:
        return devices.device_of(devices.read_cookie(parse_cookie(headers.get("cookie", "")), devices.COOKIE))
    token = devices.bearer_token(header)
    return None if token is None else devices.device_of_token(token)


def device_of_program(scope: Scope, headers: dict[str, str]) -> str | None:
    """The device of a program: by its Bearer token, or without one by a ticket; None if it isn't valid."""
    if "authorization" in headers:
        return device_of_request(headers)
    return devices.device_of_ticket(query_of(scope).get("ticket", [""])[0], table_of(scope) or "")


def query_of(scope: Scope) -> dict[str, list[str]]:
    """The parameters of the query."""
    return parse_qs(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)


def answering(send: Send, origin: str, kind: str, unknown: str) -> Send:
    """A send function for the API: a refusal is a problem, and pages of allowed origins may read it.

    kind: "tables", "groups" or "nights". unknown: the name of a parameter that there isn't; "" for none.
    """
    causes = {HTTPStatus.UNAUTHORIZED: problems.UNKNOWN_TOKEN, HTTPStatus.NOT_FOUND: NOT_THERE[kind]}
    detail = f"Unknown query parameter: {unknown}." if unknown else ""
    shown = {"vary": "Origin"}
    if origin in settings.CORS_ALLOWED_ORIGINS:
        exposed = ", ".join(settings.CORS_EXPOSE_HEADERS)
        shown |= {"access-control-allow-origin": origin, "access-control-expose-headers": exposed}
    more = [(name.encode(), value.encode()) for name, value in shown.items()]
    body = b""

    async def send_on(message: Message) -> None:
        nonlocal body
        if message["type"] == "http.response.start":
            pairs, status = message["headers"], message["status"]
            if status == HTTPStatus.UNAUTHORIZED:
                pairs = [*pairs, (b"www-authenticate", b"Bearer")]
            if status >= HTTPStatus.BAD_REQUEST:
                cause = causes.get(status) or problems.of_status(status)
                body = json.dumps(problems.problem(cause, detail)).encode()
                replaced = {b"content-type": problems.MEDIA_TYPE, b"content-length": str(len(body))}
                pairs = [(name, replaced.get(name, value.decode()).encode()) for name, value in pairs]
            message = {**message, "headers": [*pairs, *more]}
        elif body:
            message = {**message, "body": body}
        await send(message)

    return send_on


def allowed(host: str) -> bool:
    """Whether this host is allowed."""
    name, _port = split_domain_port(host)
    return bool(name) and validate_host(name, settings.ALLOWED_HOSTS)


async def until_disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


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
