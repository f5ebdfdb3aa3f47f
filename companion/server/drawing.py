"""SVG drawn as PNG, with the fonts that come with Bower and no others.

Drawing takes some 30 ms during which resvg lets no other thread of the process run. So it is done by a
process of its own, one at a time; what was drawn last is kept.
"""

import hashlib
import subprocess
import sys
from collections import OrderedDict
from importlib.util import find_spec
from pathlib import Path
from threading import Lock

from companion.server.fonts import FAMILY, FILES

MOST_KEPT = 32  # pictures of some 60 kB
PATIENCE, LONGEST = 3.0, 5.0  # seconds to wait for one's turn, and for a drawing
AGAIN = 2  # seconds after which to ask again
DRAW = f"""
import sys
sys.path.insert(0, sys.argv[1])
from resvg_py import svg_to_bytes
svg = sys.stdin.buffer.read().decode()
drawn = svg_to_bytes(
    svg_string=svg, skip_system_fonts=True, font_files=sys.argv[2:], font_family={FAMILY!r}
)
sys.stdout.buffer.write(bytes(drawn))
"""


class Busy(Exception):
    """Raised when too much is being drawn. The same picture may be asked for again."""


class Kept:
    """The pictures drawn last, by the hash of their SVG. Thread-safe."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self.most = most
        self._guard = Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def get(self, key: str) -> bytes | None:
        """The picture; None if it isn't kept."""
        with self._guard:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: str, picture: bytes) -> None:
        """Keep a picture, in place of the one that wasn't wanted for longest."""
        with self._guard:
            self._kept[key] = picture
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)


KEPT = Kept()
TURN, WAITING = Lock(), Lock()


def tag(svg: str) -> str:
    """The hash of a picture: the same SVG is drawn as the same PNG."""
    return hashlib.sha256(svg.encode()).hexdigest()[:32]


def is_drawn(svg: str) -> bool:
    """Whether this picture is kept, and costs nothing."""
    return KEPT.get(tag(svg)) is not None


def render_png(svg: str) -> bytes:
    """The PNG of an SVG, in the size that it says. Raises Busy."""
    key = tag(svg)
    if (known := KEPT.get(key)) is not None:
        return known
    if not TURN.acquire(blocking=False):
        _wait()
    try:
        if (known := KEPT.get(key)) is None:
            known = _drawn(svg)
            KEPT.put(key, known)
    finally:
        TURN.release()
    return known


def _wait() -> None:
    """Wait for one's turn; only one does, so that threads are left to pages. Raises Busy."""
    if not WAITING.acquire(blocking=False):
        raise Busy
    try:
        if not TURN.acquire(timeout=PATIENCE):
            raise Busy
    finally:
        WAITING.release()


def _drawn(svg: str) -> bytes:
    resvg = find_spec("resvg_py")
    packages = str(Path(resvg.origin).parents[1]) if resvg and resvg.origin else ""
    command = [sys.executable, "-I", "-S", "-c", DRAW, packages, *FILES]
    try:
        done = subprocess.run(  # noqa: S603 - our own Python and our own words
            command, input=svg.encode(), capture_output=True, timeout=LONGEST, check=True
        )
    except subprocess.TimeoutExpired:
        raise Busy from None
    return done.stdout
