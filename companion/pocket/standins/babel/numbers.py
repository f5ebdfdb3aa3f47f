"""``babel.numbers`` on a phone: amounts of money."""

from decimal import Decimal

from babel import Locale
from babel.data import MONEY

CENTS = 2


class NumberPattern:
    """The format of an amount."""

    def __init__(self, place: int) -> None:
        self.before, self.after, self.grouping, self.group, self.decimal = MONEY[place]

    def apply(self, amount: Decimal, locale: Locale) -> str:
        """A positive amount, with two decimals."""
        whole, _point, rest = str(amount).partition(".")
        return self.before + self._grouped(whole) + self.decimal + rest.ljust(CENTS, "0") + self.after

    def _grouped(self, digits: str) -> str:
        size, then = self.grouping
        parts: list[str] = []
        while len(digits) > size:
            parts.insert(0, digits[-size:])
            digits = digits[:-size]
            size = then
        return self.group.join([digits, *parts])


def parse_pattern(pattern: str) -> NumberPattern:
    """The format with this number."""
    return NumberPattern(int(pattern))


def get_decimal_symbol(locale: Locale) -> str:
    """The sign before the decimals."""
    return str(MONEY[locale.money][-1])
