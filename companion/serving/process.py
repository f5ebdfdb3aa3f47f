"""Serving in one process until SIGINT or SIGTERM, and delivering webhooks beside it."""

import asyncio
import logging
import os
import resource
import signal
import socket
import sys
import threading
from functools import partial
from typing import cast

import uvicorn
from django.conf import settings

from companion.api import sending
from companion.live.stream import hub
from companion.serving.door import Door
from companion.serving.protocol import Protocol

SWITCH = (
    0.001  # seconds until a busy thread lets another one on; with Python's 5 ms saves wait for long pages
)
IDLE = 5  # seconds that a connection is kept between two requests
IDLE_OF_A_PROXY = 75  # longer than nginx keeps one, so that it never sends into one that is being closed
GRACE = 1.5  # seconds for requests that are there as a whole
AT_LAST = 2.5  # seconds after which a request that still waits for the database is given up

log = logging.getLogger(__name__)


class Server(uvicorn.Server):
    """uvicorn server that ends open event streams before it shuts down."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then what uvicorn ends.

        The interpreter's end waits for every thread, however long that one waits for a database.
        """
        timer = threading.Timer(AT_LAST, give_up)
        timer.daemon = True
        timer.start()
        hub.close()
        await super().shutdown(sockets)


def give_up() -> None:
    """End the process as it is. The database drops what was not committed."""
    log.warning("Stopped while something still waited, as for the database")
    os._exit(0)


def run(listener: socket.socket) -> None:
    """Serve in one process until SIGINT or SIGTERM.

    uvicorn raises the signal again after its end; the handler makes that no error.
    """
    from companion.asgi import application  # only now: it reads the collected files

    # Below are what strangers send: requests that are none, upgrades that are not offered.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    sys.setswitchinterval(SWITCH)
    server = Server(
        uvicorn.Config(
            application,
            loop="uvloop",
            http=cast(type[asyncio.Protocol], partial(Protocol, door())),
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=IDLE_OF_A_PROXY if settings.TRUST_PROXY else IDLE,
            timeout_graceful_shutdown=GRACE,  # type: ignore[arg-type]  # asyncio takes fractions
        )
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: setattr(server, "should_exit", True))
    over = sending.start()
    try:
        server.run(sockets=[listener])
    finally:
        over.set()


def door() -> Door:
    """Who is let in. Behind a proxy all connections are the proxy's."""
    descriptors, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    of_one = 0 if settings.TRUST_PROXY else settings.ADDRESS_CONNECTIONS
    return Door(of_one, descriptors, settings.WORKER_THREADS)
