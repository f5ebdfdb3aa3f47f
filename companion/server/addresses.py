"""Addresses of this server: in the local network, and by HTTPS of its own (`serve --https`)."""

import socket
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from companion.access import devices

LOOPBACK = {"127.0.0.1", "::1", "[::1]", "localhost"}
STANDARD_PORT = 443


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


@dataclass(frozen=True)
class Authority:
    """The certificate of the household's authority, DER, its name, and its SHA-256 in hex."""

    certificate: bytes
    name: str
    fingerprint: str


@dataclass(frozen=True)
class OwnHttps:
    """HTTPS at this port; *authority* made its certificate, None if whoever runs Bower gave one."""

    port: int
    authority: Authority | None


def settings_with(own: OwnHttps) -> dict[str, Any]:
    """The settings that differ from those of plain HTTP: as with HTTPS=on, but for HSTS and the redirect.

    HSTS is never sent: it holds for every port of a name, so that browsers would speak TLS to the plain
    port, and with the household's certificate nobody could go back to plain HTTP for as long as it lasts.
    """
    return {
        "OWN_HTTPS": own,
        "HTTPS": True,
        "SECURE_SSL_REDIRECT": False,
        "SECURE_HSTS_SECONDS": 0,
        "SECURE_CROSS_ORIGIN_OPENER_POLICY": "same-origin",
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "CSRF_COOKIE_NAME": devices.PREFIX + devices.CSRF,
    }


def address(request: HttpRequest, own: OwnHttps, path: str) -> str:
    """The HTTPS address of a path, at the host of the request."""
    host = request.get_host()
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    return f"https://{name}{port_part(own)}{path}"


def port_part(own: OwnHttps) -> str:
    """The port as it stands in an address; "" for the standard one."""
    return "" if own.port == STANDARD_PORT else f":{own.port}"


def grouped(fingerprint: str) -> str:
    """A fingerprint as phones show it: "5F 3A …"."""
    return " ".join(fingerprint[at : at + 2].upper() for at in range(0, len(fingerprint), 2))
