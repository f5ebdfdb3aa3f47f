"""Money in words, as the reader writes it. Amounts are whole hundredths; nothing is rounded.

The sign is the house's (CURRENCY): what coins lie in the drawer does not depend on who looks. The separators,
and where the sign stands, are the reader's, by the first language that the browser asks for and Bower knows.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation.trans_real import parse_accept_lang_header

from scoring.refusal import expected

NARROW_SPACE, SPACE = "\u202f", "\u00a0"
MOST_DIGITS = 9
TYPED = re.compile(r"(?P<whole>[0-9][0-9.,']*?)(?:(?P<point>[.,])(?P<rest>[0-9]{1,2}))?", re.ASCII)
GROUPED = re.compile(r"[0-9]{1,3}([.,'])[0-9]{3}(?:\1[0-9]{3})*")
SPACES = re.compile(r"\s")


@dataclass(frozen=True)
class Style:
    """How an amount is written: the separators, and the sign before it or after it with what lies between."""

    point: str
    thousands: str
    before: bool
    gap: str = ""


ENGLISH = Style(".", ",", before=True)
STYLES = {
    **dict.fromkeys(("en", "ja", "ko", "zh", "es-mx", "es-us"), ENGLISH),
    **dict.fromkeys(
        ("de", "es", "it", "pt", "da", "el", "id", "ro", "sl", "hr"), Style(",", ".", False, SPACE)
    ),
    **dict.fromkeys(
        ("sv", "nb", "nn", "no", "fi", "pl", "cs", "sk", "ru", "uk", "bg", "hu", "pt-pt"),
        Style(",", SPACE, False, SPACE),
    ),
    "fr": Style(",", NARROW_SPACE, False, SPACE),
    **dict.fromkeys(("nl", "pt-br", "de-at"), Style(",", ".", True, SPACE)),
    "tr": Style(",", ".", True),
    **dict.fromkeys(("de-ch", "it-ch", "de-li"), Style(".", "’", True, SPACE)),
}
_reader: ContextVar[Style | None] = ContextVar("reader", default=None)


@contextmanager
def read_by(languages: str) -> Iterator[None]:
    """Write money for a reader whose browser asks for these *languages* (the Accept-Language header)."""
    token = _reader.set(style_of(languages))
    try:
        yield
    finally:
        _reader.reset(token)


def style_of(languages: str) -> Style | None:
    """How the first known one of these languages writes money; None when none of them is known."""
    for tag, _weight in parse_accept_lang_header(languages[:200].lower()):
        for name in (tag, tag.partition("-")[0]):
            if name in STYLES:
                return STYLES[name]
    return None


def style() -> Style:
    """How money is written here and now: for the reader, or else by LANGUAGE_CODE."""
    return _reader.get() or style_of(settings.LANGUAGE_CODE) or ENGLISH


def money(cents: int) -> str:
    """ "€5.00", "−€0.10", "5,00 €", with a true minus sign."""
    whole, rest = divmod(abs(cents), 100)
    how = style()
    amount = f"{whole:,}".replace(",", how.thousands) + f"{how.point}{rest:02}"
    minus = "−" if cents < 0 else ""
    sign = settings.CURRENCY
    if not sign:
        return minus + amount
    gap = how.gap or (SPACE if len(sign) > 1 else "")
    return minus + (sign + gap + amount if how.before else amount + gap + sign)


def worth(chips: int, chip_value_cents: int) -> str:
    """What so many white chips are worth in money (PC-02); empty for play chips, which are worth none."""
    return money(chips * chip_value_cents) if chip_value_cents else ""


def cents_of(text: str, field: str) -> int:
    """An amount as somebody typed it, "12", "12.50", "12,5", "1.234,00 €", in hundredths.

    Raises Refusal of *field* for what is none. Where a single separator stands before three digits, the
    reader's own way of writing decides.
    """
    typed = SPACES.sub("", text.replace(settings.CURRENCY, "")).replace("’", "'")
    found = TYPED.fullmatch(typed)
    grouped = GROUPED.fullmatch(found["whole"]) if found else None
    digits = found["whole"].replace(grouped[1], "") if found and grouped else found["whole"] if found else ""
    twice = grouped and found and grouped[1] == (found["point"] or style().point)
    if not found or twice or not digits.isdecimal() or len(digits) > MOST_DIGITS:
        raise expected(field, f"an amount such as {money(1250)}", text.strip())
    return int(digits) * 100 + int((found["rest"] or "").ljust(2, "0"))
