"""TLS before HTTP: a connection counts from its first byte on, and its handshake has a deadline."""

import asyncio
import ssl
from asyncio.sslproto import SSLProtocol
from collections.abc import MutableSet
from typing import Any

from companion.access.limits import client_of
from companion.serving.door import Door, Verdict
from companion.serving.protocol import Protocol

HANDSHAKE_SECONDS = 10
GOODBYE_SECONDS = 1.0  # for the other side's end of TLS, once Bower has ended it


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
