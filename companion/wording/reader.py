"""The reader: locale, the first language of Accept-Language that Babel supports, and time zone."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from zoneinfo import available_timezones

from babel import Locale, UnknownLocaleError
from django.conf import settings
from django.utils.translation.trans_real import parse_accept_lang_header

MOST_CHARACTERS, KEPT = 200, 256
ENGLISH = Locale("en")
_reader: ContextVar[Locale | None] = ContextVar("reader", default=None)
_zone: ContextVar[str] = ContextVar("zone", default="")


class Seen:
    """Of the table that is read: time zone, as an IANA name, and currency sign; "" if not known.

    ``ends``: the hour that ends the evenings of its group; None without one.
    """

    zone = ""
    currency = ""
    ends: int | None = None


_seen: ContextVar[Seen | None] = ContextVar("seen", default=None)


@contextmanager
def read_by(languages: str, zone: str = "") -> Iterator[None]:
    """Format for a reader whose browser sends *languages* (the Accept-Language header).

    zone: the IANA name of the phone's time zone; "" if it isn't known.
    """
    token, of_zone = _reader.set(locale_of(languages[:MOST_CHARACTERS].lower())), _zone.set(zone)
    of_seen = _seen.set(Seen())
    try:
        yield
    finally:
        _reader.reset(token)
        _zone.reset(of_zone)
        _seen.reset(of_seen)


@cache
def zone_names() -> frozenset[str]:
    """The IANA names of all zones, old names too: browsers say those as well."""
    return frozenset(available_timezones())


def known_zone(name: str) -> str:
    """The name, if there is such a zone; else ""."""
    return name if name in zone_names() else ""


def zone() -> str:
    """The IANA name of the reader's time zone; "" if it isn't known."""
    return _zone.get()


def look_at(zone: str, currency: str, ends: int | None) -> bool:
    """Read a table in this zone, for this money and with evenings that end then from now on.

    Whether times are its own: the reader's zone isn't known.
    """
    seen = _seen.get()
    if seen is None:
        return False
    seen.zone, seen.currency, seen.ends = zone, currency, ends
    return bool(zone) and not _zone.get()


def zone_of_table() -> str:
    """The IANA name of the zone of the table that is read; "" if it isn't known."""
    seen = _seen.get()
    return seen.zone if seen else ""


def ends_of_table() -> int | None:
    """The hour that ends the evenings of the group of the table that is read; None without one."""
    seen = _seen.get()
    return seen.ends if seen else None


def currency() -> str:
    """The currency sign of the table that is read; else that of the setting CURRENCY."""
    seen = _seen.get()
    return (seen.currency if seen else "") or str(settings.CURRENCY)


def asked() -> Locale | None:
    """The locale that the reader's browser asks for; None if it doesn't say one."""
    return _reader.get()


def locale() -> Locale:
    """The locale for formatting: the reader's, else LANGUAGE_CODE, else English."""
    return _reader.get() or locale_of(settings.LANGUAGE_CODE) or ENGLISH


def english() -> Locale:
    """The locale for dates: the reader's kind of English, or plain English, since all text is English."""
    reader = locale()
    return reader if reader.language == "en" else ENGLISH


@lru_cache(KEPT)
def locale_of(languages: str) -> Locale | None:
    """The first locale of *languages* that Babel supports, in order of weight; None without any."""
    for tag, _weight in parse_accept_lang_header(languages):
        for name in (tag, tag.partition("-")[0]):
            try:
                return Locale.parse(name, sep="-")
            except (UnknownLocaleError, ValueError):
                continue
    return None
