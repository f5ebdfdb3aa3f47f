"""`manage.py serve`: migrate, collect static files, print the address, serve, and deliver webhooks."""

import errno
import os
import resource
import signal
import socket
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.core.management import BaseCommand, call_command

from companion.server.addresses import LOOPBACK, lan_address

OPEN_FILES = 65_536
GRACE = 2  # seconds for open requests; the whole shutdown takes less than three
SEND_TIMEOUT = 30  # seconds without an acknowledgment until a connection is closed


class Command(BaseCommand):
    help = "Prepare the database and the static files, show the address, and serve until Ctrl-C."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.prepare_and_serve()
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")

    def prepare_and_serve(self) -> None:
        try:
            listener = listen(settings.HOST, settings.PORT)
        except (OSError, OverflowError) as error:
            self.stderr.write(why_not(error))
            raise SystemExit(1) from None
        with listener:
            call_command("migrate", interactive=False, verbosity=0)
            call_command("collectstatic", interactive=False, verbosity=0)
            self.stdout.write(open_to_phones())
            self.stdout.flush()
            raise_file_limit()
            run(listener)


class Server(uvicorn.Server):
    """uvicorn server that ends open event streams before it shuts down."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from companion.live.stream import hub

        hub.close()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=2048)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SEND_TIMEOUT * 1000)
    return listener


def why_not(error: OSError | OverflowError) -> str:
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"Port {settings.PORT} is taken; another can be chosen, as with PORT={settings.PORT + 1}"
    reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
    return f"Cannot listen on HOST={settings.HOST} PORT={settings.PORT}: {reason}"


def open_to_phones() -> str:
    """Set ALLOWED_HOSTS and return the text with the address.

    Unless the setting is given, allow this machine's names and its address in the local network, and no
    others: DNS rebinding would get in otherwise.
    """
    if settings.GIVEN_HOSTS:
        return f"Bower listens on {settings.HOST} port {settings.PORT} for {', '.join(settings.GIVEN_HOSTS)}."
    name = socket.gethostname().lower()
    lan = lan_address() if settings.HOST not in LOOPBACK else None
    settings.ALLOWED_HOSTS += [name, f"{name}.local", *([lan] if lan else [])]
    return welcome(settings.PORT, lan)


def welcome(port: int, lan: str | None) -> str:
    lines = ["", f"  Bower is at  http://127.0.0.1:{port}/"]
    if lan:
        lines += [f"  for phones   http://{lan}:{port}/", "", *qr_code(f"HTTP://{lan}:{port}/"), ""]
    return "\n".join([*lines, "  Ctrl-C stops it.", ""])


def qr_code(address: str) -> list[str]:
    """Lines of a QR code, two rows of modules each, light on dark. Upper case keeps the code small."""
    rows = [list(row) for row in segno.make(address, error="l", micro=False).matrix_iter(border=2)]
    rows += [[1] * len(rows[0])] * (len(rows) % 2)
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["  " + "".join(blocks[cell] for cell in zip(*pair, strict=True)) for pair in pairs]


def raise_file_limit() -> None:
    """Raise the limit of open files: every open event stream needs one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def run(listener: socket.socket) -> None:
    """Serve in one process until SIGINT or SIGTERM.

    uvicorn raises the signal again after its end; the handler makes that no error.
    """
    from companion.api import delivery
    from companion.asgi import application

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
    sending = delivery.start()
    try:
        server.run(sockets=[listener])
    finally:
        sending.set()
