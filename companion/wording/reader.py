"""The reader's locale, for money and dates: the first language of Accept-Language that Babel supports."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from django.conf import settings
from django.utils.translation.trans_real import parse_accept_lang_header

MOST_CHARACTERS, KEPT = 200, 256
ENGLISH = Locale("en")
_reader: ContextVar[Locale | None] = ContextVar("reader", default=None)


@contextmanager
def read_by(languages: str) -> Iterator[None]:
    """Format for a reader whose browser sends *languages* (the Accept-Language header)."""
    token = _reader.set(locale_of(languages[:MOST_CHARACTERS].lower()))
    try:
        yield
    finally:
        _reader.reset(token)


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
