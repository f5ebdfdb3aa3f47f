"""What a page weighs on a phone that has nothing of Bower yet: its own bytes, and what it links to."""

import gzip
import re
from dataclasses import dataclass
from pathlib import Path

import brotli
from django.contrib.staticfiles import finders

KB = 1024
FIRST_PAINT = 14 * KB
FIRST_LOAD = 40 * KB
REQUESTS = 8
POKE = 100
# A file is served under its name and twelve letters of its hash, which the tests do without.
HASH = 16

LINKED = re.compile(r'<(?:link rel="stylesheet" href|script src)="/static/([^"]+)"')
HASHED = re.compile(r"\.[0-9a-f]{12}\.")
STREAM = re.compile(r'data-stream="([^"]+)"')


@dataclass(frozen=True)
class Load:
    """One first load: bytes of page and stylesheet, of everything, and what is asked for."""

    paint: int
    all: int
    addresses: tuple[str, ...]

    @property
    def too_much(self) -> list[str]:
        """What goes beyond the budgets."""
        found = {
            f"{self.paint} bytes to paint": self.paint > FIRST_PAINT,
            f"{self.all} bytes in all": self.all > FIRST_LOAD,
            f"{len(self.addresses)} requests": len(self.addresses) > REQUESTS,
            "no stylesheet": not any(address.endswith(".css") for address in self.addresses),
        }
        return [text for text, wrong in found.items() if wrong]


def first_load(address: str, sent: bytes) -> Load:
    """The load of a page at an address, *sent* as a browser that understands gzip gets it."""
    page = gzip.decompress(sent).decode()
    files = {name: compressed(name) for name in LINKED.findall(HASHED.sub(".", page))}
    streams = STREAM.findall(page)
    paint = len(sent) + HASH * len(files) + sum(size for name, size in files.items() if name.endswith(".css"))
    scripts = sum(size for name, size in files.items() if not name.endswith(".css"))
    everything = paint + scripts + POKE * len(streams)
    return Load(paint, everything, (address, *(f"/static/{name}" for name in files), *streams))


def compressed(name: str) -> int:
    """Bytes of a static file as WhiteNoise sends it."""
    path = finders.find(name)
    assert isinstance(path, str), name
    return len(brotli.compress(Path(path).read_bytes()))
