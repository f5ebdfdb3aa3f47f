"""Fonts that come with Bower, for pictures: what they can draw, and how wide it is.

``vendored.json`` lists where they are from; ``tests/fonts.py`` has made them.
"""

import struct
from collections.abc import Iterator
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
FAMILY = "Noto Serif"
REGULAR, BOLD = FOLDER / "NotoSerif-Regular.ttf", FOLDER / "NotoSerif-Bold.ttf"
FILES = tuple(sorted(str(path) for path in FOLDER.glob("*.ttf")))
SEGMENTS, GROUPS = 4, 12  # formats of a table of characters
# Characters that these fonts don't have, as what they have.
INSTEAD = str.maketrans({"−": "–", "\u00a0": " ", "\u2009": " ", "\u202f": " "})
UNSEEN = frozenset("\u200c\u200d\u200e\u200f\u2066\u2067\u2068\u2069\ufe0e\ufe0f")


def drawable(text: str) -> str:
    """The text without what no font can draw; "" if no letter or digit of it is left."""
    words = " ".join(text.translate(INSTEAD).split())
    kept = "".join(one for one in words if one in UNSEEN or one in _all())
    kept = " ".join(kept.split())
    return kept if any(one.isalnum() for one in kept) else ""


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is at this size, in the same unit; about, in scripts whose letters join."""
    own, others = advances(BOLD if bold else REGULAR), _all()
    return size * sum(own.get(one, others.get(one, 0.0)) for one in text if one not in UNSEEN)


@cache
def advances(path: Path) -> dict[str, float]:
    """The width of each character of a font, in ems."""
    data = path.read_bytes()
    tables = {
        data[place : place + 4]: struct.unpack(">I", data[place + 8 : place + 12])[0]
        for place in range(12, 12 + 16 * struct.unpack(">H", data[4:6])[0], 16)
    }
    [units] = struct.unpack_from(">H", data, tables[b"head"] + 18)
    [metrics] = struct.unpack_from(">H", data, tables[b"hhea"] + 34)
    wide = struct.unpack_from(f">{2 * metrics}H", data, tables[b"hmtx"])[::2]
    return {
        chr(code): wide[min(glyph, metrics - 1)] / units
        for code, glyph in _characters(data, tables[b"cmap"])
        if glyph and chr(code).isprintable()
    }


@cache
def _all() -> dict[str, float]:
    found: dict[str, float] = {}
    for path in FILES:
        found = advances(Path(path)) | found
    return found


def _characters(data: bytes, table: int) -> Iterator[tuple[int, int]]:
    """Code point and glyph of all characters, from the tables of characters of these formats."""
    [number] = struct.unpack_from(">H", data, table + 2)
    for place in range(number):
        [offset] = struct.unpack_from(">I", data, table + 4 + 8 * place + 4)
        [kind] = struct.unpack_from(">H", data, table + offset)
        if kind == SEGMENTS:
            yield from _segments(data, table + offset)
        elif kind == GROUPS:
            [groups] = struct.unpack_from(">I", data, table + offset + 12)
            for group in range(groups):
                first, last, glyph = struct.unpack_from(">III", data, table + offset + 16 + 12 * group)
                yield from ((code, glyph + code - first) for code in range(first, last + 1))


def _segments(data: bytes, at: int) -> Iterator[tuple[int, int]]:
    count = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends = struct.unpack_from(f">{count}H", data, at + 14)
    starts = struct.unpack_from(f">{count}H", data, at + 16 + 2 * count)
    deltas = struct.unpack_from(f">{count}H", data, at + 16 + 4 * count)
    offsets_at = at + 16 + 6 * count
    offsets = struct.unpack_from(f">{count}H", data, offsets_at)
    for number, (first, last) in enumerate(zip(starts, ends, strict=True)):
        for code in range(first, min(last, 0xFFFE) + 1):
            if not offsets[number]:
                yield code, (code + deltas[number]) % 0x10000
                continue
            place = offsets_at + 2 * number + offsets[number] + 2 * (code - first)
            [glyph] = struct.unpack_from(">H", data, place)
            yield code, (glyph + deltas[number]) % 0x10000 if glyph else 0
