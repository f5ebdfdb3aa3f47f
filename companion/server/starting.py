"""The limit of games, groups and nights that are started and imported by pages: by address, and by device."""

from django.conf import settings
from django.http import HttpRequest

from companion.access import devices, limits
from companion.access.counting import Rate
from companion.access.limits import Failures

HOUR = 3600
DEVICES_OF_AN_ADDRESS = 4
ENTRIES_OF_A_GAME = 500  # so many entries of an import count as one more game
PLAYERS_OF_A_GAME = 16  # so many players of a night's round, whose games are written together


def seconds_left(request: HttpRequest) -> int:
    """Seconds until this client may start another game; 0: now."""
    if not settings.PAGE_TABLES:
        return 0
    return max(_by_address(request).seconds_left(), _by_device(devices.device(request)).seconds_left())


def count(request: HttpRequest, earlier: str, entries: int) -> None:
    """Count a game with so many entries, which made the phone another device than the *earlier* one.

    Both have started it, so that neither a new token nor an old one starts more.
    """
    _count(request, earlier, 1 + entries // ENTRIES_OF_A_GAME)


def count_round(request: HttpRequest, players: int) -> None:
    """Count a round of a night with so many players."""
    _count(request, devices.device(request), games_of_round(players))


def games_of_round(players: int) -> int:
    """As how many games a round with so many players counts."""
    return 1 + players // PLAYERS_OF_A_GAME


def _count(request: HttpRequest, earlier: str, games: int) -> None:
    if not settings.PAGE_TABLES:
        return
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
