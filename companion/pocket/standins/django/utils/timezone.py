"""``django.utils.timezone`` on a phone: the time of the request, in the zone of the settings."""

from datetime import date, datetime, timedelta, timezone

from companion.pocket.phone.given import ZONE
from companion.pocket.phone.surroundings import HERE


def now() -> datetime:
    """The time of the request."""
    return HERE.now


def localtime(value: datetime | None = None) -> datetime:
    """A time in the zone of the settings."""
    at = now() if value is None else value
    return at.astimezone(timezone(timedelta(seconds=_offset(int(at.timestamp())))))


def localdate(value: datetime | None = None) -> date:
    """The day of a time in the zone of the settings."""
    return localtime(value).date()


def _offset(seconds: int) -> int:
    """The offset in seconds at this time."""
    found = [offset for since, offset in ZONE if since <= seconds]
    return found[-1] if found else ZONE[0][1]
