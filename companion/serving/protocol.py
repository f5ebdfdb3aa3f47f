"""One connection: HTTP as uvicorn does it, with limits on bytes and seconds, and TLS before it.

uvicorn has no public place for these limits: tests/companion/test_protocol.py names the versions of uvicorn
with which its private one was tried.
"""

import asyncio
import ssl
from asyncio.sslproto import SSLProtocol
from collections.abc import MutableSet
from enum import Enum
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from companion.access.limits import client_of
from companion.server import metrics
from companion.server.admission import Door, Verdict

HEAD_BYTES = 64 * 1024  # of request line and headers; also of chunk sizes, their extensions, and trailers
OF_A_BYTE = 8  # bytes of chunk sizes for each byte of a chunked body, beside HEAD_BYTES
PIECE = 16 * 1024  # bytes: the parser gets no more before a limit is looked at
PIPELINED = 16  # requests that wait on one connection for the answer to an earlier one

HANDSHAKE_SECONDS = 10
GOODBYE_SECONDS = 1.0  # for the other side's end of TLS, once Bower has ended it
HEAD_SECONDS = 10.0  # for the whole head
BODY_SECONDS = 30.0  # for the whole body
READ_SECONDS = 30.0  # for LEAST_READ bytes of a long answer
LEAST_READ = 32 * 1024
WORDS = {
    HTTPStatus.REQUEST_URI_TOO_LONG: "That address is too long.",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "These headers are too long. Use at most 64 KB.",
}
LINGER_SECONDS = 2.0  # that a refused client may go on sending, so that it gets to read its answer


class Part(Enum):
    """What of a request is being received."""

    HEAD = "head"
    BODY = "body"
    NOTHING = "nothing"  # the last one is there as a whole, and the next one has not begun


class Protocol(HttpToolsProtocol):
    """uvicorn's protocol with limits. Headers with "_" in their names are dropped.

    WSGI gives X_Forwarded_For and X-Forwarded-For the same name, so that one could be sent for the other.
    """

    def __init__(self, door: Door, verdict: Verdict | None = None, **given: Any) -> None:
        """*verdict*: of a connection that the door has counted already."""
        super().__init__(**given)
        self.door = door
        self.verdict = verdict
        self.address = ""
        self.part = Part.HEAD
        self.url = b""
        self.piece = 0  # bytes that the parser has just got
        self.framing = 0  # bytes of this request that are not its body
        self.of_body = 0  # bytes
        self.deadline: asyncio.TimerHandle | None = None
        self.reading: asyncio.TimerHandle | None = None
        self.unread = 0  # bytes that the door counts for this connection
        self.lingering = False
        self.unanswered: list[RequestResponseCycle] = []

    # Connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in, or refuse it."""
        super().connection_made(transport)
        self.address = client_of(self.client[0]) if self.client else ""
        verdict = self.verdict
        if verdict is None:
            verdict = self.door.enter(self.address, transport.get_extra_info("socket").fileno())
        if verdict is Verdict.IN:
            self._expect(HEAD_SECONDS)
        elif verdict is Verdict.REFUSED:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection; what is still to be answered has nobody to go to."""
        for cycle in self.unanswered:
            cycle.disconnected = True
            cycle.message_event.set()
        self._expect(None)
        self._forget_unread()
        self.door.leave(self.address)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Close; first end the answer that is on its way. A half request gets none."""
        if self.lingering or (self.part is Part.BODY and not self._answering()):
            self.transport.abort()
        else:
            super().shutdown()

    # Receiving

    def data_received(self, data: bytes) -> None:
        """Parse what has come, piece by piece: bytes over a limit never reach the parser."""
        if self.lingering:
            return
        start = 0
        while start < len(data):
            room = HEAD_BYTES - self.framing if self.part is Part.HEAD else PIECE
            if room <= 0:  # before the end of the head: then the application would answer, too
                return self._refuse_long()
            piece = data[start : start + min(PIECE, room)]
            start += len(piece)
            self.piece = len(piece)
            self.framing += self.piece
            super().data_received(piece)
            if self.transport.is_closing():
                return
            if self.framing > HEAD_BYTES + OF_A_BYTE * self.of_body:
                return self._refuse_long()
        if self.part is Part.NOTHING and self.cycle.response_complete:
            self.part = Part.HEAD  # of empty lines so far
        if self.part is not Part.NOTHING and self.deadline is None:
            self._expect(HEAD_SECONDS if self.part is Part.HEAD else BODY_SECONDS)

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        self.part, self.framing, self.of_body = Part.HEAD, self.piece, 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header unless WSGI could take it for another."""
        if b"_" not in name:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin the body."""
        super().on_headers_complete()
        self._expect(None)
        self.part = Part.BODY
        self.unanswered = [one for one in self.unanswered if not one.response_complete] + [self.cycle]
        if len(self.pipeline) > PIPELINED:
            self.transport.abort()

    def on_body(self, body: bytes) -> None:
        """Keep a part of the body."""
        self.framing -= len(body)
        self.of_body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """End the request."""
        super().on_message_complete()
        self._expect(None)
        self.part = Part.NOTHING

    def on_response_complete(self) -> None:
        """End a request that was answered before it was there as a whole: the rest is not waited for."""
        super().on_response_complete()
        if self.part is Part.BODY and self.cycle.response_complete and not self.transport.is_closing():
            self._linger()

    # Sending

    def pause_writing(self) -> None:
        """Begin to wait for a client to read; close the connection if too much waits already."""
        super().pause_writing()
        unread = self.transport.get_write_buffer_size()
        if not self.door.unread.take(self.address, unread):
            self.transport.abort()
            return
        self.unread = unread
        self._expect_reading(unread)

    def resume_writing(self) -> None:
        """The client has read nearly all."""
        super().resume_writing()
        self._forget_unread()

    def _expect_reading(self, left: int) -> None:
        """Close the connection unless LEAST_READ of the bytes *left* is read by the deadline, then again."""

        def look() -> None:
            now = self.transport.get_write_buffer_size()
            if left - now < LEAST_READ:
                self.transport.abort()
            else:
                self._expect_reading(now)

        self.reading = self.loop.call_later(READ_SECONDS, look)

    def _forget_unread(self) -> None:
        if self.reading is not None:
            self.reading.cancel()
            self.door.unread.give(self.address, self.unread)
        self.reading, self.unread = None, 0

    # Refusing

    def _expect(self, seconds: float | None) -> None:
        """Set the deadline of what is being received; None: there is none."""
        if self.deadline is not None:
            self.deadline.cancel()
        self.deadline = None if seconds is None else self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        if self.part is Part.HEAD and not self.framing:
            self.transport.close()  # a browser that connected to be ready
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _refuse_long(self) -> None:
        """Refuse a head, or the framing of a body, over its limit: counted, and said in the log."""
        address = self.part is Part.HEAD and len(self.url) > HEAD_BYTES // 2
        too_large = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        status = HTTPStatus.REQUEST_URI_TOO_LONG if address else too_large
        self.door.too_long.due()
        if self.part is Part.HEAD:  # the application counts the others
            metrics.request_ended(self.parser.get_method().decode(), status, 0)
        self._refuse(status)

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer without the application, and close. Only close if an earlier answer is on its way."""
        if self._answering():
            return self.transport.abort()
        text = WORDS.get(status, status.phrase).encode()
        head = f"HTTP/1.1 {int(status)} {status.phrase}\r\ncontent-type: text/plain; charset=utf-8\r\n"
        head += "cross-origin-resource-policy: same-origin\r\nx-content-type-options: nosniff\r\n"
        later = "retry-after: 5\r\n" if status is HTTPStatus.SERVICE_UNAVAILABLE else ""
        head += f"{later}content-length: {len(text)}\r\nconnection: close\r\n\r\n"
        self._drop_request()
        self.transport.write(head.encode() + text)
        self._linger()

    def _answering(self) -> bool:
        """Whether the application has an answer to write before one to the request being received."""
        if self.cycle is None or self.cycle.response_complete:
            return False
        return bool(self.pipeline) or self.part is not Part.BODY or self.cycle.response_started

    def _drop_request(self) -> None:
        """The application sees a disconnect in place of the rest of the body."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def _linger(self) -> None:
        """Close when the client has, or after LINGER_SECONDS: closing at once could lose the answer."""
        self._expect(None)
        self._unset_keepalive_if_required()
        self.lingering = True
        self.flow.resume_reading()
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.deadline = self.loop.call_later(LINGER_SECONDS, self.transport.abort)


def context() -> ssl.SSLContext:
    """TLS 1.2 or newer, for HTTP/1.1, still without a certificate."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.options |= ssl.OP_NO_RENEGOTIATION | ssl.OP_NO_COMPRESSION
    made.set_alpn_protocols(["http/1.1"])
    return made


class Handshake(SSLProtocol):
    """TLS of one connection. *protocol* gets it once TLS is agreed on, and gives its place at the door back.

    ``loop.create_server`` would begin TLS before anybody could count the connection, and with
    ``loop.start_tls`` uvloop loses what comes before it.
    """

    def __init__(
        self, tls: ssl.SSLContext, door: Door, protocol: Protocol, connections: MutableSet[Any]
    ) -> None:
        super().__init__(
            asyncio.get_running_loop(),
            protocol,
            tls,
            None,  # type: ignore[arg-type]  # nobody waits for the handshake
            server_side=True,
            ssl_handshake_timeout=HANDSHAKE_SECONDS,
            ssl_shutdown_timeout=GOODBYE_SECONDS,
        )
        self.door = door
        self.protocol = protocol
        self.connections = connections
        self.address = ""
        self.plain: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection; cut it off, or begin the handshake."""
        self.plain = transport
        self.connections.add(self)
        peer = transport.get_extra_info("peername")
        self.address = client_of(peer[0]) if peer else ""
        verdict = self.door.enter(self.address, transport.get_extra_info("socket").fileno())
        self.protocol.verdict = verdict
        if verdict is Verdict.CUT:
            transport.abort()
        else:
            super().connection_made(transport)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Forget the connection, and its place at the door if nobody else gives that back."""
        self.connections.discard(self)
        if self.protocol.transport is None:
            self.door.leave(self.address)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Close at once what isn't agreed on; uvicorn calls it as it stops, and the protocol's own."""
        if self.plain is not None and self.protocol.transport is None:
            self.plain.abort()
