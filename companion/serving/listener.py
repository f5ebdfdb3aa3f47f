"""The listening socket."""

import errno
import os
import resource
import socket

from django.conf import settings

OPEN_FILES = 65_536
SEND_TIMEOUT = 30  # seconds without an acknowledgment until a connection is closed


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises OSError or OverflowError; ``why_not`` words them."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=2048)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SEND_TIMEOUT * 1000)
    return listener


def why_not(error: OSError | OverflowError) -> str:
    """One sentence on why HOST and PORT can't be listened on."""
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"Port {settings.PORT} is taken; another can be chosen, as with PORT={settings.PORT + 1}"
    reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
    return f"Cannot listen on HOST={settings.HOST} PORT={settings.PORT}: {reason}"


def raise_file_limit() -> None:
    """Raise the limit of open files: every open event stream needs one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
