"""The time zones that this machine knows, and their names as people read them."""

from functools import cache
from operator import itemgetter
from zoneinfo import available_timezones

from babel.core import get_global

LONGEST = 64  # of a name, in characters


@cache
def names() -> frozenset[str]:
    """The IANA names of all zones, old names too: browsers say those as well."""
    return frozenset(available_timezones())


def known(name: str) -> str:
    """The name, if there is such a zone; else ""."""
    return name if name in names() else ""


@cache
def offered() -> dict[str, list[tuple[str, str]]]:
    """The zones of places, to choose from: name and place by region, "New York" for "America/New_York"."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(names() & get_global("zone_territories").keys()):
        region, slash, _place = name.partition("/")
        if slash:
            found.setdefault(region, []).append((name, place(name)))
    return {region: sorted(zones, key=itemgetter(1)) for region, zones in found.items()}


def place(name: str) -> str:
    """ "New York" for "America/New_York", "Louisville, Kentucky" for "America/Kentucky/Louisville"."""
    _region, _slash, rest = name.replace("_", " ").partition("/")
    return ", ".join(reversed((rest or name).split("/")))
