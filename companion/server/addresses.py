"""Addresses of this server for phones in the local network."""

import socket

from django.conf import settings
from django.http import HttpRequest

LOOPBACK = {"127.0.0.1", "::1", "[::1]", "localhost"}


def lan_address() -> str | None:
    """The IP address of this machine on its network; None without a network. Sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def for_phones(request: HttpRequest, path: str) -> str:
    """The absolute URL of *path*, with the network address in place of a loopback name."""
    host = request.get_host()
    name, colon, port = host.rpartition(":") if host.rpartition(":")[2].isdecimal() else (host, "", "")
    lan = lan_address() if name in LOOPBACK else None
    if lan and lan in settings.ALLOWED_HOSTS:
        host = lan + colon + port
    return f"{request.scheme}://{host}{path}"
