"""The module of what lowered code asks about characters, made at build time from this Python's tables."""

import sys
import unicodedata
from collections.abc import Callable, Iterator

NAME = "unicodedata_tables"
CATEGORIES = sorted({unicodedata.category(chr(code)) for code in range(sys.maxunicode + 1)})
Mapping = Callable[[str], str]


def source() -> str:
    """Source of the module of tables that ``standins/unicodedata.py`` reads."""
    kinds = [_kind(chr(code)) for code in range(sys.maxunicode + 1)]
    starts = [code for code in range(len(kinds)) if not code or kinds[code] != kinds[code - 1]]
    known = sorted({kinds[code] for code in starts})
    planes = [bytes((code >> shift) & 255 for code in starts) for shift in (16, 8, 0)]
    kind_of = bytes(known.index(kinds[code]) for code in starts)
    maps = {"LOWER": str.lower, "UPPER": str.upper, "FOLD": str.casefold}
    lines = [f"KINDS = {known!r}", f"COUNT = {len(starts)}", f"RUNS = {b''.join([*planes, kind_of])!r}"]
    lines += [f"{name} = {_mapping(change)!r}" for name, change in maps.items()]
    lines.append(f"TITLE = {_different(str.title, str.upper)!r}")
    return "\n".join(lines) + "\n"


def _kind(character: str) -> tuple[str, str]:
    """Category, and the other properties as letters: Printable, Alphanumeric, Decimal, Combining …"""
    letters = (
        ("P", character.isprintable()),
        ("A", character.isalnum()),
        ("D", character.isdecimal()),
        ("C", unicodedata.combining(character) != 0),
        ("R", unicodedata.bidirectional(character) in ("R", "AL", "AN")),
        ("W", unicodedata.east_asian_width(character) in ("W", "F")),
        ("U", character.isupper()),
        ("L", character.islower()),
    )
    return unicodedata.category(character), "".join(letter for letter, has in letters if has)


def _mapping(change: Mapping) -> tuple[list[tuple[int, int, int, int]], dict[str, str]]:
    """Runs of (first, last, step, difference) in rising order, and what becomes several characters."""
    runs: list[tuple[int, int, int, int]] = []
    several: dict[str, str] = {}
    for code, to in _changed(change):
        if len(to) > 1:
            several[chr(code)] = to
            continue
        away = ord(to) - code
        first, last, step, difference = runs[-1] if runs else (0, -9, 1, 0)
        gap = code - last
        if difference == away and gap in (1, 2) and gap == (step if last > first else gap):
            runs[-1] = (first, code, gap, away)
        else:
            runs.append((code, code, 1, away))
    return runs, several


def _changed(change: Mapping) -> Iterator[tuple[int, str]]:
    for code in range(128, sys.maxunicode + 1):
        character = chr(code)
        if not 0xD800 <= code < 0xE000 and change(character) != character:
            yield code, change(character)


def _different(one: Mapping, other: Mapping) -> dict[str, str]:
    """What becomes of the characters for which the two differ, by the first."""
    every = map(chr, range(128, sys.maxunicode + 1))
    return {character: one(character) for character in every if one(character) != other(character)}
