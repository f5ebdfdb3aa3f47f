"""Serving in one process until SIGINT or SIGTERM, and delivering webhooks beside it."""

import signal
import socket

import uvicorn

from companion.api import sending
from companion.live.stream import hub

GRACE = 2  # seconds for open requests; the whole shutdown takes less than three


class Server(uvicorn.Server):
    """uvicorn server that ends open event streams before it shuts down."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then what uvicorn ends."""
        hub.close()
        await super().shutdown(sockets)


def run(listener: socket.socket) -> None:
    """Serve in one process until SIGINT or SIGTERM.

    uvicorn raises the signal again after its end; the handler makes that no error.
    """
    from companion.asgi import application  # only now: it reads the collected files

    server = Server(
        uvicorn.Config(
            application,
            loop="uvloop",
            http="httptools",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE,
        )
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: setattr(server, "should_exit", True))
    over = sending.start()
    try:
        server.run(sockets=[listener])
    finally:
        over.set()
