"""The listening socket."""

import errno
import os
import resource
import socket

from django.conf import settings

OPEN_FILES = 65_536
BACKLOG = 2048  # connections that wait to be taken
SEND_TIMEOUT = 30  # seconds without an acknowledgment until a connection is closed


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
