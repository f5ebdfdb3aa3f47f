"""Money in the reader's format. Amounts are whole hundredths; nothing is rounded.

The currency sign is that of the table, for every reader. Separators, grouping and the place of the sign
follow the reader's locale.
"""

import re
from decimal import Decimal
from functools import lru_cache

from babel import Locale
from babel.numbers import NumberPattern, get_decimal_symbol, parse_pattern

from companion.wording.reader import KEPT, currency, locale
from companion.wording.refusal import AppRefusal

NO_BREAK_SPACE = "\u00a0"
# The sign for any currency in a locale's pattern, and its placeholder until that of the table replaces it.
ANY_SIGN, PLACE = "¤", "\ue000"
MOST_DIGITS = 9
TYPED = re.compile(r"(?P<whole>[0-9][0-9.,']*?)(?:(?P<point>[.,])(?P<rest>[0-9]{1,2}))?", re.ASCII)
GROUPED = re.compile(r"[0-9]{1,3}([.,'])[0-9]{3}(?:\1[0-9]{3})*")
SPACES = re.compile(r"\s")


def money(cents: int) -> str:
    """ "€5.00", "−€0.10", "5,00 €", with a true minus sign."""
    reader, sign = locale(), currency()
    amount: str = pattern_of(str(reader)).apply(Decimal(abs(cents)).scaleb(-2), reader)
    if len(sign) > 1:
        amount = amount.replace(PLACE + amount[1], PLACE + NO_BREAK_SPACE + amount[1].lstrip())
    return ("−" if cents < 0 else "") + amount.replace(PLACE, sign).strip()


@lru_cache(KEPT)
def pattern_of(reader: str) -> NumberPattern:
    """The pattern of a positive amount in this locale, with PLACE at the sign's position."""
    positive = Locale.parse(reader).currency_formats["standard"].pattern.partition(";")[0]
    return parse_pattern(positive.replace(ANY_SIGN, PLACE))


def worth(chips: int, chip_value_cents: int) -> str:
    """The value of so many white chips in money (PC-02); "" for play chips."""
    return money(chips * chip_value_cents) if chip_value_cents else ""


def cents_of(text: str, field: str) -> int:
    """An amount as typed, "12", "12.50", "12,5", "1.234,00 €", in hundredths.

    Where a single separator stands before three digits, the reader's own decimal sign decides. Raises
    Refusal of *field* for anything else.
    """
    typed = SPACES.sub("", text.replace(currency(), "")).replace("’", "'")
    found = TYPED.fullmatch(typed)
    grouped = GROUPED.fullmatch(found["whole"]) if found else None
    digits = found["whole"].replace(grouped[1], "") if found and grouped else found["whole"] if found else ""
    twice = grouped and found and grouped[1] == (found["point"] or get_decimal_symbol(locale()))
    if not found or twice or not digits.isdecimal() or len(digits) > MOST_DIGITS:
        raise AppRefusal("no-amount", field, example=money(1250))
    return int(digits) * 100 + int((found["rest"] or "").ljust(2, "0"))
