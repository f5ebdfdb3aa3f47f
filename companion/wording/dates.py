"""Dates in the reader's English; hours run from 0 to 23."""

from datetime import date, datetime

from babel.dates import format_date, format_skeleton

from companion.wording.reader import english


def day(iso: str) -> str:
    """ "November 14, 2026" for "2026-11-14", "14 November 2026" in British English; "" for ""."""
    return format_date(date.fromisoformat(iso), "long", locale=english()) if iso else ""


def weekday(iso: str) -> str:
    """ "Thursday, Nov 19" for "2026-11-19", "Thursday, 19 Nov" in British English; "" for ""."""
    if not iso:
        return ""
    on = date.fromisoformat(iso)
    return f"{format_date(on, 'EEEE', locale=english())}, {format_skeleton('MMMd', on, locale=english())}"


def moment(at: datetime) -> str:
    """ "Nov 14, 20:05", in British English "14 Nov, 20:05"; *at* is in the time zone to show."""
    return f"{format_skeleton('MMMd', at, locale=english())}, {at:%H:%M}"


def short_day(on: date) -> str:
    """ "Nov 14", in British English "14 Nov"."""
    return format_skeleton("MMMd", on, locale=english())


def short_month(on: date) -> str:
    """ "Nov 2026"."""
    return format_skeleton("yMMM", on, locale=english())
