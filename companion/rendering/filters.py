"""Django's filters, as compiled templates call them: with arguments that the compiler has parsed."""

import unicodedata
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from companion.rendering.values import escaped

MONTHS: tuple[str, ...] = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
)
MONTHS += ("November", "December")
# The letters of a date's format.
DATE_PARTS: dict[str, Callable[[datetime], str]] = {
    "F": lambda at: MONTHS[at.month - 1],
    "H": lambda at: _two(at.hour),
    "M": lambda at: MONTHS[at.month - 1][:3],
    "Y": lambda at: _two(at.year // 100) + _two(at.year % 100),
    "d": lambda at: _two(at.day),
    "i": lambda at: _two(at.minute),
    "j": lambda at: str(at.day),
    "m": lambda at: _two(at.month),
}
DOTS = "…"


def _two(number: int) -> str:
    return str(number) if number > 9 else "0" + str(number)


def _like(value: Any, text: str) -> str:
    """The text, safe if the value is: for filters that add no character of HTML."""
    return SafeString(text) if isinstance(value, SafeString) else text


def _text(value: Any) -> str:
    return value if type(value) is str else str(value)


def add(value: Any, other: Any) -> Any:
    """The sum of two whole numbers, else of two values; "" where there is none."""
    try:
        return int(value) + int(other)
    except (ValueError, TypeError):
        try:
            return value + other
        except TypeError:
            return ""


def capfirst(value: Any) -> str:
    """The text with a capital."""
    text = _text(value)
    return _like(value, text[0].upper() + text[1:]) if text else text


def date(value: Any, letters: str) -> str:
    """A day, or a time in the reader's zone, in a format of the letters of DATE_PARTS; "" for None and ""."""
    if value is None or value == "":
        return ""
    at = localtime(value) if getattr(value, "tzinfo", None) else value
    return "".join([DATE_PARTS[letter](at) if letter in DATE_PARTS else letter for letter in letters])


def default_if_none(value: Any, other: Any) -> Any:
    """The value; *other* for None."""
    return other if value is None else value


def first(value: Any) -> Any:
    """The first item; "" without one."""
    try:
        return value[0]
    except IndexError:
        return ""


def join(value: Any, between: Any) -> Any:
    """The items, each escaped, with *between* between them; what has no items as it is."""
    try:
        return SafeString(escaped(between).join([escaped(item) for item in value]))
    except TypeError:
        return value


def length(value: Any) -> int:
    """How many items a value has; 0 for one that has none."""
    try:
        return len(value)
    except (ValueError, TypeError):
        return 0


def pluralize(value: Any, singular: str, plural: str) -> str:
    """*singular* for 1, "1" or one item, else *plural*; "" for other text."""
    try:
        return singular if float(value) == 1 else plural
    except ValueError:
        return ""
    except TypeError:
        try:
            return singular if len(value) == 1 else plural
        except TypeError:
            return ""


def part_of(value: Any, start: int | None, end: int | None) -> Any:
    """The items from *start* up to *end*; what has no items as it is."""
    try:
        part = value[start:end]
        return _like(value, part) if isinstance(part, str) else part
    except (ValueError, TypeError):
        return value


def digits(value: Any) -> str:
    """A number as whole digits; "" for what is none."""
    try:
        return str(int(value)) if not isinstance(value, str) else ""
    except (ValueError, TypeError):
        return ""


def truncated(value: Any, longest: int) -> str:
    """At most so many characters, the last of them dots if there are more."""
    text = _text(value)
    if len(text) <= longest and text.isascii():
        return _like(value, text)
    text = unicodedata.normalize("NFC", text)
    seen, end = 0, None
    for index, character in enumerate(text):
        if unicodedata.combining(character):
            continue
        seen += 1
        if end is None and seen > longest - len(DOTS):
            end = index
        if seen > longest:
            return _like(value, text[: end or 0] + DOTS)
    return _like(value, text)


def yes_no(value: Any, yes: str, no: str, maybe: str) -> str:
    """*maybe* for None, else whether the value is true."""
    if value is None:
        return maybe
    return yes if value else no
