"""Babel as rooms use it, module by module."""

from datetime import date
from decimal import Decimal

from companion.pocket.standins.formats import ENGLISH, MONEY, NAMES

# babel


PLACES: dict[str, tuple[int, int]] = {}


class UnknownLocaleError(Exception):
    """Raised for a locale that Babel doesn't know."""


class Format:
    """A format of money; ``pattern`` is its number."""

    def __init__(self, number: int) -> None:
        self.pattern = str(number)


class Locale:
    """A locale: ``money`` and ``english`` are the numbers of its formats."""

    def __init__(self, name: str) -> None:
        if not PLACES:
            for money, english, names in NAMES:
                for one in names.split(" "):
                    PLACES[one] = money, english
        if name not in PLACES:
            raise UnknownLocaleError(name)
        self.name = name
        self.money, self.english = PLACES[name]
        self.currency_formats = {"standard": Format(self.money)}
        self.language = "en" if self.english >= 0 else name.partition("-")[0]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def parse(cls, name: str, sep: str = "-") -> "Locale":
        """The locale with this name. Raises UnknownLocaleError."""
        return cls(name.lower().replace("_", "-"))


# babel.numbers


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


# babel.dates


WEEKDAY, LONG, SHORT = "EEEE", "long", "MMMd"


def format_date(on: date, form: str, locale: Locale) -> str:
    """A date: "long" or "EEEE"."""
    months, _short, days, long, _skeleton = ENGLISH[locale.english]
    if form == WEEKDAY:
        return str(days[on.weekday()])
    if form != LONG:
        raise ValueError(form)
    return _filled(long, months, on)


def format_skeleton(form: str, on: date, locale: Locale) -> str:
    """A date: "MMMd"."""
    _months, short, _days, _long, skeleton = ENGLISH[locale.english]
    if form != SHORT:
        raise ValueError(form)
    return _filled(skeleton, short, on)


def _filled(pattern: str, months: tuple[str, ...], on: date) -> str:
    text = pattern.replace("{month}", months[on.month - 1]).replace("{year}", str(on.year))
    return text.replace("{day2}", f"{on.day:02}").replace("{day}", str(on.day))
