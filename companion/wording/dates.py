"""Dates in the reader's English, hours from 0 to 23; time zones and the day of an evening."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_skeleton
from django.conf import settings

from companion.wording import reader
from companion.wording.reader import english


def day(iso: str) -> str:
    """ "November 14, 2026" for "2026-11-14", "14 November 2026" in British English; "" for ""."""
    return format_date(date.fromisoformat(iso), "long", locale=english()) if iso else ""


def weekday(iso: str) -> str:
    """ "Thursday, Nov 19" for "2026-11-19", "Thursday, 19 Nov" in British English; "" for ""."""
    if not iso:
        return ""
    return f"{day_of_week(iso)}, {short_day(date.fromisoformat(iso))}"


def evening(iso: str, today: date) -> str:
    """The day of an evening: "Thursday, Nov 19", in another year "November 19, 2025"; "" for ""."""
    return weekday(iso) if iso[:4] == today.isoformat()[:4] else day(iso)


def day_of_week(iso: str) -> str:
    """ "Thursday" for "2026-11-19"."""
    return format_date(date.fromisoformat(iso), "EEEE", locale=english())


def moment(at: datetime) -> str:
    """ "Nov 14, 20:05", in British English "14 Nov, 20:05"; *at* is in the time zone to show."""
    return f"{format_skeleton('MMMd', at, locale=english())}, {at:%H:%M}"


def short_day(on: date) -> str:
    """ "Nov 14", in British English "14 Nov"."""
    return format_skeleton("MMMd", on, locale=english())


def short_day_of_year(on: date) -> str:
    """ "Nov 14, 2026", in British English "14 Nov 2026"."""
    return format_skeleton("yMMMd", on, locale=english())


def short_month(on: date) -> str:
    """ "Nov 2026"."""
    return format_skeleton("yMMM", on, locale=english())


# The day of a table: the date in its time zone, where an evening goes on for some hours after midnight.

ENDS = 5  # o'clock, unless a group chooses another hour
KEPT = 32  # zones


@dataclass(frozen=True)
class Clock:
    """A time zone by its IANA name, "" for that of the setting TIME_ZONE, and when an evening ends."""

    zone: str = ""
    ends: int = ENDS

    def evening(self, at: datetime) -> date:
        """The day of the evening that this moment is in: that before, until the hour has come."""
        local = at.astimezone(zone_of(self.zone)).replace(tzinfo=None)
        return (local - timedelta(hours=self.ends)).date()


def here(zone: str = "", ends: int = ENDS) -> Clock:
    """The clock of a group with this zone; without one of the phone that asks."""
    return Clock(zone or reader.zone(), ends)


def clock_of_table() -> Clock:
    """The clock of the table that is read."""
    ends = reader.ends_of_table()
    return here(reader.zone_of_table(), ENDS if ends is None else ends)


def at_table(at: datetime) -> datetime:
    """A moment in the zone of the table that is read: the same for every reader."""
    return at.astimezone(zone_of(reader.zone_of_table()))


@lru_cache(KEPT)
def zone_of(name: str) -> ZoneInfo:
    """The time zone with this name; that of TIME_ZONE for "", and for one that this machine doesn't know."""
    try:
        return ZoneInfo(name or settings.TIME_ZONE)
    except (LookupError, ValueError, OSError):
        return ZoneInfo(settings.TIME_ZONE)
