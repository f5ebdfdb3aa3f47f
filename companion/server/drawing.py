"""SVG drawn as PNG, with the fonts that come with Bower and no others.

Drawing takes some 30 ms during which resvg lets no other thread of the process run. So it is done by a
process of its own, one at a time; what was drawn last is kept.
"""

import hashlib
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from companion.server.admission import PICTURES, Turns, Unavailable
from companion.server.cache import Cache
from companion.server.fonts import FAMILY, FILES

MOST_KEPT = 32  # pictures of some 60 kB
LONGEST = 5.0  # seconds for a drawing
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


KEPT = Cache[bytes](MOST_KEPT)
TURNS = Turns(PICTURES)


def tag(svg: str) -> str:
    """The hash of a picture: the same SVG is drawn as the same PNG."""
    return hashlib.sha256(svg.encode()).hexdigest()[:32]


def is_drawn(svg: str) -> bool:
    """Whether this picture is kept, and costs nothing."""
    return KEPT.get(tag(svg)) is not None


def render_png(svg: str) -> bytes:
    """The PNG of an SVG, in the size that it says. Raises Unavailable."""
    key = tag(svg)
    if (known := KEPT.get(key)) is not None:
        KEPT.put(key, known)
        return known
    with TURNS.turn():
        if (known := KEPT.get(key)) is None:
            known = _drawn(svg)
        KEPT.put(key, known)
    return known


def _drawn(svg: str) -> bytes:
    resvg = find_spec("resvg_py")
    packages = str(Path(resvg.origin).parents[1]) if resvg and resvg.origin else ""
    command = [sys.executable, "-I", "-S", "-c", DRAW, packages, *FILES]
    try:
        done = subprocess.run(  # noqa: S603 - our own Python and our own words
            command, input=svg.encode(), capture_output=True, timeout=LONGEST, check=True
        )
    except subprocess.TimeoutExpired:
        raise Unavailable("a picture takes too long") from None
    return done.stdout
