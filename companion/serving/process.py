"""The listening socket, serving in one process until SIGINT or SIGTERM, and delivering webhooks beside it."""

import asyncio
import errno
import gc
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
from companion.server.admission import Door, Notice
from companion.serving.protocol import Handshake, Protocol
from companion.serving.secure import Secure

# Seconds until a busy thread lets another one on. A save asks for the interpreter some fifty times, each time
# behind every page that is being made: with Python's 5 ms it waits for seconds.
SWITCH = 0.0002
# The last is the number of collections of younger objects until one of all, which stops every thread: for a
# tenth of a second and more with thousands of hands in memory. Most objects are freed without it.
YOUNGER = (700, 10, 100)
IDLE = 5  # seconds that a connection is kept between two requests
IDLE_OF_A_PROXY = 75  # longer than nginx keeps one, so that it never sends into one that is being closed
GRACE = 1.5  # seconds for requests that are there as a whole
TICKS = 10  # uvicorn's, in a second
RENEWAL = 3600.0  # seconds between two looks at the certificate
OPEN_FILES = 65_536
BACKLOG = 2048  # connections that wait to be taken
SEND_TIMEOUT = 30  # seconds without an acknowledgment until a connection is closed
AT_LAST = 2.5  # seconds after which a request that still waits for the database is given up

log = logging.getLogger(__name__)


class Server(uvicorn.Server):
    """uvicorn server that ends open event streams before it shuts down, with HTTPS beside HTTP if given."""

    def __init__(self, config: uvicorn.Config, door: Door, secure: Secure | None) -> None:
        super().__init__(config)
        self.door = door
        self.secure = secure
        self.full = Notice("No file can be opened any more; the system drops new connections", "seconds")

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve HTTP at the sockets, and HTTPS at its own."""
        await super().startup(sockets)
        if self.secure is None:
            return
        loop = asyncio.get_running_loop()
        self.servers.append(
            await loop.create_server(partial(self._handshake, self.secure), sock=self.secure.listener)
        )
        self._renew(loop, self.secure)

    def _handshake(self, secure: Secure) -> Handshake:
        protocol = Protocol(
            self.door, config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return Handshake(secure.tls, self.door, protocol, self.server_state.connections)

    def _renew(self, loop: asyncio.AbstractEventLoop, secure: Secure) -> None:
        """Look after the certificate now and every RENEWAL seconds."""
        secure.renew()
        loop.call_later(RENEWAL, self._renew, loop, secure)

    async def on_tick(self, counter: int) -> bool:
        """As uvicorn's, every tenth of a second; each second, look whether a connection could be taken."""
        if counter % TICKS == 0 and not has_descriptor():
            self.full.due()
        return await super().on_tick(counter)

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


def run(listener: socket.socket, secure: Secure | None = None) -> None:
    """Serve in one process until SIGINT or SIGTERM; HTTPS too if *secure* is given.

    uvicorn raises the signal again after its end; the handler makes that no error.
    """
    from companion.asgi import application  # only now: it reads the collected files

    # Below are what strangers send: requests that are none, upgrades that are not offered.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    share_the_interpreter()
    entrance = door()
    server = Server(
        uvicorn.Config(
            application,
            loop="uvloop",
            http=cast(type[asyncio.Protocol], partial(Protocol, entrance)),
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=IDLE_OF_A_PROXY if settings.TRUST_PROXY else IDLE,
            timeout_graceful_shutdown=GRACE,  # type: ignore[arg-type]  # asyncio takes fractions
        ),
        entrance,
        secure,
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: setattr(server, "should_exit", True))
    over = sending.start()
    try:
        server.run(sockets=[listener])
    finally:
        over.set()


def share_the_interpreter() -> None:
    """Let no thread keep the others waiting for long: neither by computing, nor by collecting garbage."""
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNGER)


def door() -> Door:
    """Who is let in. Behind a proxy all connections are the proxy's."""
    descriptors, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    of_one = 0 if settings.TRUST_PROXY else settings.ADDRESS_CONNECTIONS
    return Door(of_one, descriptors, settings.WORKER_THREADS)


def bound(host: str, port: int) -> socket.socket:
    """A socket that holds the port and refuses connections until it listens.

    Raises OSError or OverflowError; ``why_not`` words them.
    """
    is_ipv6 = ":" in host
    made = socket.socket(socket.AF_INET6 if is_ipv6 else socket.AF_INET)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if is_ipv6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SEND_TIMEOUT * 1000)
        made.bind((host, port))
    except BaseException:
        made.close()
        raise
    return made


def listen(made: socket.socket) -> None:
    """Take connections. Raises OSError if another process listens at the port by now."""
    made.listen(BACKLOG)


def why_not(error: OSError | OverflowError, setting: str = "PORT") -> str:
    """One sentence on why HOST and the port of this setting can't be listened on."""
    port = getattr(settings, setting)
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken; another can be chosen, as with {setting}={port + 1}"
    reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
    return f"Cannot listen on HOST={settings.HOST} {setting}={port}: {reason}"


def raise_file_limit() -> None:
    """Raise the limit of open files: every open event stream needs one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def has_descriptor() -> bool:
    """Whether another file could be opened. Without one the system drops new connections unseen."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        if error.errno not in (errno.EMFILE, errno.ENFILE):
            raise
        return False
    return True
