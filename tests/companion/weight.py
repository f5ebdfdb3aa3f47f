"""What a page weighs on a phone that has nothing of Bower yet: its own bytes, and what it links to."""

import functools
import gzip
import re
from dataclasses import dataclass
from pathlib import Path

import brotli
from django.contrib.staticfiles import finders

from companion.server.stylesheets import slim

KB = 1024
FIRST_PAINT = 14 * KB
FIRST_LOAD = 40 * KB
REQUESTS = 8
POKE = 100
PADDING = 100  # bytes at most that Django adds to a page at random
# A file is served under its name and twelve letters of its hash, which the tests do without.
HASH = 16

LINKED = re.compile(r'<(?:link rel="stylesheet" href|script src)="/static/([^"]+)"( media="print")?')
HASHED = re.compile(r"\.[0-9a-f]{12}\.")
STREAM = re.compile(r'data-stream="([^"]+)"')


@dataclass(frozen=True)
class Load:
    """One first load: bytes before the first paint and of everything, what is asked for and waited for."""

    paint: int
    all: int
    addresses: tuple[str, ...]
    waits_for: tuple[str, ...] = ()

    @property
    def too_much(self) -> list[str]:
        """What goes beyond the budgets."""
        found = {
            f"{self.paint} bytes to paint": self.paint > FIRST_PAINT,
            f"{self.all} bytes in all": self.all > FIRST_LOAD,
            f"{len(self.addresses)} requests": len(self.addresses) > REQUESTS,
            "no stylesheet": not any(address.endswith(".css") for address in self.addresses),
            f"waits for {', '.join(self.waits_for)}": bool(self.waits_for),
        }
        return [text for text, wrong in found.items() if wrong]


def first_load(address: str, sent: bytes) -> Load:
    """The load of a page at an address, *sent* as a browser that understands gzip gets it; at its most."""
    content = gzip.decompress(sent)
    page = content.decode()
    links = LINKED.findall(HASHED.sub(".", page))
    streams = STREAM.findall(page)
    waits_for = tuple(name for name, aside in links if name.endswith(".css") and not aside)
    weight = len(gzip.compress(content, 6, mtime=0)) + PADDING
    paint = weight + HASH * len(links) + sum(map(compressed, waits_for))
    later = sum(compressed(name) for name, _aside in links if name not in waits_for)
    addresses = (address, *(f"/static/{name}" for name, _aside in links), *streams)
    return Load(paint, paint + later + POKE * len(streams), addresses, waits_for)


@functools.cache
def compressed(name: str) -> int:
    """Bytes of a static file as WhiteNoise sends it."""
    path = finders.find(name)
    assert isinstance(path, str), name
    return len(brotli.compress(slim(name, Path(path).read_bytes())))
