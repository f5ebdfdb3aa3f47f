"""``babel.dates`` on a phone: the formats that pages use, in English."""

from datetime import date

from babel import Locale
from babel.data import ENGLISH

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
