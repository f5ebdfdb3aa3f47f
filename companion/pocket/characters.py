"""Generate the module of character properties for lowered code, from this Python's Unicode tables."""

import functools
import sys
import unicodedata
from collections.abc import Callable, Iterator
from itertools import pairwise

NAME = "unicodedata_tables"
Mapping = Callable[[str], str]
Kind = tuple[str, str]
# Numbers are written in ASCII: a byte that is no letter would be four characters of the source.
DIGITS = "".join(chr(code) for code in range(35, 127) if chr(code) not in "'\\")
ONE = 64  # digits of which one is a whole number


def source() -> str:
    """Source of the module of tables that ``standins/unicodedata.py`` reads."""
    kinds = _kinds()
    starts = [code for code in range(len(kinds)) if not code or kinds[code] != kinds[code - 1]]
    known = sorted({kinds[code] for code in starts})
    gaps = "".join(_written(after - before) for before, after in pairwise(starts))
    kind_of = "".join(DIGITS[known.index(kinds[code])] for code in starts)
    maps = {"LOWER": str.lower, "UPPER": str.upper, "FOLD": str.casefold}
    lines = [f"KINDS = {known!r}", f"GAPS = {gaps.encode()!r}", f"KIND_OF = {kind_of.encode()!r}"]
    lines += [f"{name} = {_mapping(change)!r}" for name, change in maps.items()]
    lines.append(f"TITLE = {_different(str.title, str.upper)!r}")
    return "\n".join(lines) + "\n"


def _written(gap: int) -> str:
    """The length of a run in digits, the lowest first; the last one is less than ONE."""
    said = ""
    while gap >= ONE:
        gap, digit = divmod(gap - ONE, len(DIGITS) - ONE)
        said += DIGITS[ONE + digit]
    return said + DIGITS[gap]


def _kinds() -> list[Kind]:
    """Of each character its category, and the other properties as letters: Printable, Alphanumeric, Decimal …

    Asked of all characters by map(): a call of our own for each would take most of the time of a build.
    """
    every = list(map(chr, range(sys.maxunicode + 1)))
    asked = zip(
        map(unicodedata.category, every),
        map(str.isprintable, every),
        map(str.isalnum, every),
        map(str.isdecimal, every),
        map(unicodedata.combining, every),
        map(unicodedata.bidirectional, every),
        map(unicodedata.east_asian_width, every),
        map(str.isupper, every),
        map(str.islower, every),
        strict=True,
    )
    return [_kind(*one) for one in asked]


@functools.cache
def _kind(
    category: str,
    printable: bool,
    alphanumeric: bool,
    decimal: bool,
    combining: int,
    bidirectional: str,
    width: str,
    upper: bool,
    lower: bool,
) -> Kind:
    letters = (
        ("P", printable),
        ("A", alphanumeric),
        ("D", decimal),
        ("C", combining != 0),
        ("R", bidirectional in ("R", "AL", "AN")),
        ("W", width in ("W", "F")),
        ("U", upper),
        ("L", lower),
    )
    return category, "".join(letter for letter, has in letters if has)


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
    every = list(map(chr, range(128, sys.maxunicode + 1)))
    for character, to in zip(every, map(change, every), strict=True):
        if to != character and not "\ud800" <= character < "\ue000":
            yield ord(character), to


def _different(one: Mapping, other: Mapping) -> dict[str, str]:
    """What becomes of the characters for which the two differ, by the first."""
    every = list(map(chr, range(128, sys.maxunicode + 1)))
    both = zip(every, map(one, every), map(other, every), strict=True)
    return {character: first for character, first, second in both if first != second}
