"""The text with the address that `manage.py serve` prints."""

import socket

import segno
from django.conf import settings

from companion.server.addresses import LOOPBACK, lan_address

PLAIN = (
    "  This is plain HTTP: whoever is in the same network could read what phones send,",
    "  and act as one of them. docs/operating.md says how to have HTTPS.",
)


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
        code = qr_code(f"HTTP://{lan}:{port}/")
        lines += [f"  for phones   http://{lan}:{port}/", "", *code, "", *PLAIN, ""]
    return "\n".join([*lines, "  Ctrl-C stops it.", ""])


def qr_code(address: str) -> list[str]:
    """Lines of a QR code, two rows of modules each, light on dark. Upper case keeps the code small."""
    rows = [list(row) for row in segno.make(address, error="l", micro=False).matrix_iter(border=2)]
    rows += [[1] * len(rows[0])] * (len(rows) % 2)
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["  " + "".join(blocks[cell] for cell in zip(*pair, strict=True)) for pair in pairs]
