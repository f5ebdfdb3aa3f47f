"""Locale data of the kit, taken from Babel: money formats of every locale, date formats of English.

``python -m companion.pocket.locales`` writes it: Babel's own data of a thousand locales would be too much for
a phone, and takes seconds to read. All locales are there, since a page is in the formats of whoever reads it,
whose language the phone may learn without a network; one that is like its language alone needs no line.
"""

from datetime import date
from pathlib import Path
from pprint import pformat

import babel
from babel import Locale, localedata
from babel.dates import format_date, format_skeleton
from babel.numbers import get_decimal_symbol, get_group_symbol

from companion.wording.money import pattern_of

FILE = Path(__file__).parent / "standins" / "formats.py"
# Names that Babel reads as another locale, whose money or English isn't that of their language alone.
ALIASES = (
    *("az-iq", "az-ir", "bh", "en-mi", "en-uk", "in", "iw", "ji", "jw", "kk-cn", "mo", "pa-pk", "tl", "tw"),
    "uz-af",
)
YEAR = 2026
MONTHS = range(1, 13)
WEEK = range(7)


def money_of(locale: Locale) -> tuple[object, ...]:
    """The text before and after an amount, its digit grouping, and the signs of groups and decimals."""
    pattern = pattern_of(str(locale))
    before, after = pattern.prefix[0], pattern.suffix[0]
    return before, after, tuple(pattern.grouping), get_group_symbol(locale), get_decimal_symbol(locale)


def english_of(locale: Locale) -> tuple[object, ...]:
    """Names of months and days, and the patterns "long" and "MMMd" with {day}, {month} and {year}."""
    months = [  # without the day
        format_skeleton("MMMd", date(YEAR, month, 5), locale=locale)
        .replace("05", "")
        .replace("5", "")
        .strip()
        for month in MONTHS
    ]
    long = [locale.months["format"]["wide"][month] for month in MONTHS]
    days = [format_date(date(YEAR, 11, 16 + day), "EEEE", locale=locale) for day in WEEK]
    first, fifth = date(YEAR, 5, 1), date(YEAR, 5, 15)
    patterns = [
        _pattern(
            format_date(first, "long", locale=locale), format_date(fifth, "long", locale=locale), long[4]
        ),
        _pattern(
            format_skeleton("MMMd", first, locale=locale),
            format_skeleton("MMMd", fifth, locale=locale),
            months[4],
        ),
    ]
    return tuple(long), tuple(months), tuple(days), *patterns


def _pattern(first: str, fifteenth: str, month: str) -> str:
    """A pattern from May 1 and May 15 in this format."""
    day = "{day2}" if "01" in first else "{day}"
    return fifteenth.replace(month, "{month}").replace("15", day).replace(str(YEAR), "{year}")


def known() -> list[str]:
    """The names of all locales."""
    return [*(name.replace("_", "-") for name in sorted(localedata.locale_identifiers())), *ALIASES]


def source() -> str:
    """The module of the kit: formats, and by each name of a locale the numbers of its money and English."""
    money: list[tuple[object, ...]] = []
    english: list[tuple[object, ...]] = []
    names: dict[str, tuple[int, int]] = {}
    for name in known():
        locale = Locale.parse(name, sep="-")
        place = _place(money, money_of(locale))
        names[name.lower()] = place, _place(english, english_of(locale)) if locale.language == "en" else -1
    groups: dict[tuple[int, int], list[str]] = {}
    for name, places in names.items():
        language = name.partition("-")[0]
        if (
            name == language or names.get(language) != places
        ):  # else ``reader.locale_of`` goes on to the language
            groups.setdefault(places, []).append(name)
    data = {
        "MONEY": money,
        "ENGLISH": english,
        "NAMES": [(*places, " ".join(sorted(found))) for places, found in sorted(groups.items())],
    }
    values = "".join(f"{name} = {pformat(value, width=100)}\n" for name, value in data.items())
    title = (
        f'"""Formats of Babel {babel.__version__}, written by ``python -m companion.pocket.locales``."""\n'
    )
    return f"{title}\n# fmt: off\n# ruff: noqa\n{values}"


def _place(known: list[tuple[object, ...]], one: tuple[object, ...]) -> int:
    if one not in known:
        known.append(one)
    return known.index(one)


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    django.setup()
    FILE.write_text(source(), encoding="utf-8")
