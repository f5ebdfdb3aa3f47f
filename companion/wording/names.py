"""Names and numbers inside sentences."""

import re
import unicodedata
from collections.abc import Iterable

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
DIRECTION_MARKS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))
RIGHT_TO_LEFT_RUN = re.compile(r"R(?:[R.]*R)?")
ENDS_A_NAME = ",:;.!?"
ONE_SPACE = frozenset(("Cc", "Zl", "Zp"))
COUNTS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
)
ENDINGS = {1: "st", 2: "nd", 3: "rd"}
TEENS = range(11, 14)
SYMBOLS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣", "no-trump": "no trump"}


def one_line(text: str) -> str:
    """Typed text on one line, without marks that change the direction of the text after it."""
    signs = []
    for sign in text.translate(DIRECTION_MARKS):
        category = unicodedata.category(sign)
        printed = "\N{REPLACEMENT CHARACTER}" if category == "Cs" else sign
        signs.append(" " if category in ONE_SPACE else printed)
    return "".join(signs)


def shown(text: str) -> str:
    """Typed text on one line, isolated from the words around it if it runs right to left."""
    if _is_plain(text):
        return text
    line = one_line(text)
    if any(unicodedata.bidirectional(character) in RIGHT_TO_LEFT for character in line):
        return FIRST_STRONG_ISOLATE + line + POP_ISOLATE
    return line


def shown_sentence(text: str) -> str:
    """A sentence on one line, each name in it that runs right to left isolated from the words around it."""
    if _is_plain(text):
        return text
    line = one_line(text)
    kinds = "".join(_kind(character) for character in line)
    for run in reversed([*RIGHT_TO_LEFT_RUN.finditer(kinds)]):
        start, end = run.span()
        line = line[:start] + FIRST_STRONG_ISOLATE + line[start:end] + POP_ISOLATE + line[end:]
    return line


def _is_plain(text: str) -> bool:
    """Whether the text is as it should be: a quick answer for most of it, which is said many times a page."""
    return text.isascii() and text.isprintable()


def _kind(character: str) -> str:
    """R: runs right to left. n: ends such a run. "." goes along with it."""
    if unicodedata.bidirectional(character) in RIGHT_TO_LEFT:
        return "R"
    return "n" if character.isalnum() or character in ENDS_A_NAME else "."


def listed(names: Iterable[str]) -> str:
    """ "Ann, Bo and Cy"."""
    *others, last = [shown(name) for name in names]
    return ", ".join(others) + " and " + last if others else last


def count(number: int) -> str:
    """ "eight", "25"."""
    return COUNTS[number] if number < len(COUNTS) else str(number)


def ordinal(number: int) -> str:
    """ "2nd", "11th"; from 1."""
    return str(number) + ("th" if number % 100 in TEENS else ENDINGS.get(number % 10, "th"))


def in_figures(number: int, thing: str) -> str:
    """ "1 chip", "50 chips"."""
    return str(number) + " " + thing + ("" if number == 1 else "s")


def chips_unit(result: int) -> str:
    """What stands after a result in chips: "+1 chip", "−1 chip", "+50 chips"."""
    return "chip" if abs(result) == 1 else "chips"
