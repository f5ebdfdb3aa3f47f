"""What is usual where the reader is: time zones, by names as people read them, and the currency sign."""

from functools import cache, lru_cache
from operator import itemgetter

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.numbers import get_currency_symbol, get_territory_currencies
from django.conf import settings

from companion.wording import reader

LONGEST = 64  # of a name, in characters
KEPT = 256


@cache
def offered_zones() -> dict[str, list[tuple[str, str]]]:
    """The zones of places, to choose from: name and place by region, "New York" for "America/New_York"."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(reader.zone_names() & get_global("zone_territories").keys()):
        region, slash, _place = name.partition("/")
        if slash:
            found.setdefault(region, []).append((name, place_of_zone(name)))
    return {region: sorted(zones, key=itemgetter(1)) for region, zones in found.items()}


def place_of_zone(name: str) -> str:
    """ "New York" for "America/New_York", "Louisville, Kentucky" for "America/Kentucky/Louisville"."""
    _region, _slash, rest = name.replace("_", " ").partition("/")
    return ", ".join(reversed((rest or name).split("/")))


def usual_currency() -> str:
    """The sign of the setting CURRENCY, if that is set; else that of the reader's country.

    The country is that of the language ("en-US"), else that of the time zone, else where most speak it.
    """
    asked = reader.asked()
    if settings.CURRENCY_IS_SET or asked is None:
        return str(settings.CURRENCY)
    of_zone = get_global("zone_territories").get(reader.zone())
    country = (
        asked.territory
        or of_zone
        or str(get_global("likely_subtags").get(asked.language, "")).rpartition("_")[2]
    )
    return of_country(country) or str(settings.CURRENCY)


@lru_cache(KEPT)
def of_country(country: str) -> str:
    """The sign of a country's money, as it is written there; "" if it isn't known."""
    codes = get_territory_currencies(country) if len(country) == len("US") else []
    if not codes:
        return ""
    try:
        locale = Locale.parse(f"und_{country}")
    except UnknownLocaleError:
        locale = reader.ENGLISH
    symbol = get_currency_symbol(codes[0], locale)
    return "".join(character for character in symbol if character.isprintable()).strip() or codes[0]
