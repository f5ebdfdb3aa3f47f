"""The limit of games that are started and imported by pages: by network address, and by device."""

from django.conf import settings
from django.http import HttpRequest

from companion.access import devices, limits
from companion.access.counting import Rate
from companion.access.limits import Failures

HOUR = 3600
DEVICES_OF_AN_ADDRESS = 4
ENTRIES_OF_A_GAME = 500  # so many entries of an import count as one more game


def seconds_left(request: HttpRequest) -> int:
    """Seconds until this client may start another game; 0: now."""
    if not settings.PAGE_TABLES:
        return 0
    return max(_by_address(request).seconds_left(), _by_device(devices.device(request)).seconds_left())


def count(request: HttpRequest, earlier: str, entries: int) -> None:
    """Count a game with so many entries, which made the phone another device than the *earlier* one.

    Both have started it, so that neither a new token nor an old one starts more.
    """
    if not settings.PAGE_TABLES:
        return
    games = 1 + entries // ENTRIES_OF_A_GAME
    _by_address(request).count(games)
    _by_device(earlier).count(games)
    now = devices.device(request)
    if now != earlier:
        _by_device(now).count(_by_device(earlier).used())


def _by_address(request: HttpRequest) -> Failures:
    return Failures("tables", limits.client(request), Rate(settings.PAGE_TABLES, HOUR))


def _by_device(device: str) -> Failures:
    most = max(1, settings.PAGE_TABLES // DEVICES_OF_AN_ADDRESS)
    return Failures("tables", device, Rate(most, HOUR))
