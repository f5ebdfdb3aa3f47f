"""The listening socket, serving in one process until SIGINT or SIGTERM, and delivering webhooks beside it.

And the text with the address that `manage.py serve` prints.
"""

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

import segno
import uvicorn
from django.conf import settings

from companion.api import delivery
from companion.live.stream import hub
from companion.server.addresses import LOOPBACK, Authority, OwnHttps, grouped, lan_address, port_part
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
PLAIN = (
    "  This is plain HTTP: whoever is in the same network could read what phones send,",
    "  and act as one of them. docs/operating.md says how to have HTTPS.",
)
FIRST = (
    "  Scan this with each phone first: it says how to install the certificate of this Bower,",
    "  and leads on. See that the phone shows this fingerprint (SHA-256):",
)


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
        """As uvicorn's, every tenth of a second; each second, look whether a connection could be taken.

        Without a free file the system drops new ones unseen.
        """
        if counter % TICKS == 0:
            try:
                os.close(os.open(os.devnull, os.O_RDONLY))
            except OSError as error:
                if error.errno not in (errno.EMFILE, errno.ENFILE):
                    raise
                self.full.due()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then what uvicorn ends.

        The interpreter's end waits for every thread, however long that one waits for a database.
        """

        def give_up() -> None:  # The database drops what was not committed
            log.warning("Stopped while something still waited, as for the database")
            os._exit(0)

        timer = threading.Timer(AT_LAST, give_up)
        timer.daemon = True
        timer.start()
        hub.close()
        await super().shutdown(sockets)


def run(listener: socket.socket, secure: Secure | None = None) -> None:
    """Serve in one process until SIGINT or SIGTERM; HTTPS too if *secure* is given.

    uvicorn raises the signal again after its end; the handler makes that no error.
    """
    from companion.asgi import application  # only now: it reads the collected files

    # Below are what strangers send: requests that are none, upgrades that are not offered.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    # No thread keeps the others waiting for long: neither by computing, nor by collecting garbage.
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNGER)
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
    over = delivery.start()
    try:
        server.run(sockets=[listener])
    finally:
        over.set()


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


def why_not(error: OSError | OverflowError, setting: str = "PORT") -> str:
    """One sentence on why HOST and the port of this setting can't be listened on."""
    port = getattr(settings, setting)
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken; another can be chosen, as with {setting}={port + 1}"
    if isinstance(error, socket.gaierror):  # its numbers are others than those of the system
        reason = str(error.strerror)
    else:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
    return f"Cannot listen on HOST={settings.HOST} {setting}={port}: {reason}"


def raise_file_limit() -> None:
    """Raise the limit of open files: every open event stream needs one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def open_to_phones() -> str:
    """Set ALLOWED_HOSTS and return the text with the address.

    Unless the setting is given, allow this machine's names and its address in the local network, and no
    others: DNS rebinding would get in otherwise.
    """
    own: OwnHttps | None = settings.OWN_HTTPS
    if own and not own.authority:  # with a certificate that was given
        address = f"https://{_first(settings.ALLOWED_HOSTS)}{port_part(own)}/"
        lines = ["", f"  Bower is at  {address}", "", *qr_code(address.upper()), ""]
        return "\n".join([*lines, "  Ctrl-C stops it.", ""])
    if own and own.authority and settings.GIVEN_HOSTS:
        return of_household(own, own.authority, _first(settings.GIVEN_HOSTS))
    if settings.GIVEN_HOSTS:
        return f"Bower listens on {settings.HOST} port {settings.PORT} for {', '.join(settings.GIVEN_HOSTS)}."
    name = socket.gethostname().lower()
    lan = lan_address() if settings.HOST not in LOOPBACK else None
    settings.ALLOWED_HOSTS += [name, f"{name}.local", *([lan] if lan else [])]
    if own and own.authority:
        return of_household(own, own.authority, lan or "localhost")
    port = settings.PORT
    lines = ["", f"  Bower is at  http://127.0.0.1:{port}/"]
    if lan:
        code = qr_code(f"HTTP://{lan}:{port}/")
        lines += [f"  for phones   http://{lan}:{port}/", "", *code, "", *PLAIN, ""]
    return "\n".join([*lines, "  Ctrl-C stops it.", ""])


def _first(hosts: list[str]) -> str:
    """The first host that isn't this machine alone; "localhost" without one."""
    return next((host for host in hosts if host not in LOOPBACK), "localhost")


def of_household(own: OwnHttps, authority: Authority, host: str) -> str:
    """The text for HTTPS with the household's certificate: phones need it first, over plain HTTP."""
    plain = f"http://{host}:{settings.PORT}/"
    half = len(authority.fingerprint) // 2
    lines = [
        *("", f"  Bower is at  https://{host}{port_part(own)}/", f"  at first     {plain}", ""),
        *qr_code(plain.upper()),
        *("", *FIRST, ""),
        *(f"    {grouped(part)}" for part in (authority.fingerprint[:half], authority.fingerprint[half:])),
        *("", "  Its risks are on that page, and in docs/operating.md.", "", "  Ctrl-C stops it.", ""),
    ]
    return "\n".join(lines)


def qr_code(address: str) -> list[str]:
    """Lines of a QR code, two rows of modules each, light on dark. Upper case keeps the code small."""
    rows = [list(row) for row in segno.make(address, error="l", micro=False).matrix_iter(border=2)]
    rows += [[1] * len(rows[0])] * (len(rows) % 2)
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["  " + "".join(blocks[cell] for cell in zip(*pair, strict=True)) for pair in pairs]
