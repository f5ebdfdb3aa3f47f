"""The text with the address that `manage.py serve` prints."""

import socket

import segno
from django.conf import settings

from companion.server.addresses import LOOPBACK, Authority, OwnHttps, grouped, lan_address, port_part

PLAIN = (
    "  This is plain HTTP: whoever is in the same network could read what phones send,",
    "  and act as one of them. docs/operating.md says how to have HTTPS.",
)


FIRST = (
    "  Scan this with each phone first: it says how to install the certificate of this Bower,",
    "  and leads on. See that the phone shows this fingerprint (SHA-256):",
)


def open_to_phones() -> str:
    """Set ALLOWED_HOSTS and return the text with the address.

    Unless the setting is given, allow this machine's names and its address in the local network, and no
    others: DNS rebinding would get in otherwise.
    """
    own: OwnHttps | None = settings.OWN_HTTPS
    if own and not own.authority:
        return with_certificate(own, _first(settings.ALLOWED_HOSTS))
    if own and own.authority and settings.GIVEN_HOSTS:
        return of_household(own, own.authority, _first(settings.GIVEN_HOSTS))
    if settings.GIVEN_HOSTS:
        return f"Bower listens on {settings.HOST} port {settings.PORT} for {', '.join(settings.GIVEN_HOSTS)}."
    name = socket.gethostname().lower()
    lan = lan_address() if settings.HOST not in LOOPBACK else None
    settings.ALLOWED_HOSTS += [name, f"{name}.local", *([lan] if lan else [])]
    if own and own.authority:
        return of_household(own, own.authority, lan or "localhost")
    return welcome(settings.PORT, lan)


def _first(hosts: list[str]) -> str:
    """The first host that isn't this machine alone; "localhost" without one."""
    return next((host for host in hosts if host not in LOOPBACK), "localhost")


def welcome(port: int, lan: str | None) -> str:
    lines = ["", f"  Bower is at  http://127.0.0.1:{port}/"]
    if lan:
        code = qr_code(f"HTTP://{lan}:{port}/")
        lines += [f"  for phones   http://{lan}:{port}/", "", *code, "", *PLAIN, ""]
    return "\n".join([*lines, "  Ctrl-C stops it.", ""])


def with_certificate(own: OwnHttps, host: str) -> str:
    """The text for HTTPS with a certificate that was given."""
    address = f"https://{host}{port_part(own)}/"
    return "\n".join(
        ["", f"  Bower is at  {address}", "", *qr_code(address.upper()), "", "  Ctrl-C stops it.", ""]
    )


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
