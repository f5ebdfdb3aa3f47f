"""How often pages may be read, games started, tables joined and codes tried, by device and by address.

Reading is limited by what it costs: seconds of computing in any ten. Counting requests would not do: most
pages take some milliseconds, but those of a long game can take seconds, and a table of twelve phones behind
one address may ask for hundreds of light pages a minute.

Codes have 40 bits, which are safe only while few can be guessed. One phone has ten wrong codes a minute, its
address sixty, so that a club behind one address isn't held up by one of its phones, and all together three
hundred. What shows no cookie, as a program, has ten with all others of its address that show none. Beyond
that, while somebody guesses from many addresses, a network without a wrong code within a day still has one
try: a right code works there, and a guesser gains one guess a day for each network that they own. Links need
no limit.
"""

import time
from collections.abc import Callable
from functools import partial, wraps
from typing import TypeVar
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from companion.access import devices, limits
from companion.access.limits import Counter, Failures, Rate
from companion.server.error_pages import too_many
from companion.server.errors import error_response

PERIOD = 10  # seconds; a longer one would let a longer burst through
UNIT = 0.001  # seconds of computing that count as one
DEVICES_OF_AN_ADDRESS = 3  # that may read as much as they can at the same time

HOUR = 3600
STARTERS_OF_AN_ADDRESS = 4  # devices that may start as many games as they can
ENTRIES_OF_A_GAME = 500  # so many entries of an import count as one more game
PLAYERS_OF_A_GAME = 16  # so many players of a night's round, whose games are written together
JOINS_OF_ADDRESS, JOINS_BY_LINK, PAIRINGS_OF_PHONE = Rate(30, HOUR), Rate(60, HOUR), Rate(10, HOUR)
JOINS_OF_GROUP = Rate(300, HOUR)
SIGN_UPS_OF_PHONE = Rate(6, 300)
CODES_OF_PHONE, CODES_OF_ADDRESS, CODES_OF_ALL = Rate(10, 60), Rate(60, 60), Rate(300, 60)
CODES_OF_NETWORK = Rate(1, 24 * HOUR)

Response = TypeVar("Response", bound=HttpResponseBase)

spent = Counter("default")


def asks(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view whose forms ask something before they save: POSTs that save nothing cost as pages do.

    What saves leads to another page, or goes on with it: it isn't counted, so that whoever saved much sees it
    at once.
    """

    @wraps(view)
    def counted(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        respond = partial(view, request, *args, **kwargs)
        return limited(request, respond, lambda answer: answer.status_code not in (202, 302, 303))

    return counted


def limited(
    request: HttpRequest, respond: Callable[[], Response], costs: Callable[[Response], bool]
) -> Response | HttpResponse:
    """The response, charged if it *costs* something; 429 to whom pages have cost too much."""
    if not settings.PAGE_SECONDS:
        return respond()
    wait = max(spent.use(key, rate).wait for key, rate in rates_of(request).items())
    if wait:
        limits.exceeded("PAGE_SECONDS")
        later = too_many(error_response(request, 429), wait)
        later.headers["HX-Reswap"] = "none"  # a form that asks stays as it is, to be sent again
        return later
    start = time.thread_time()
    response = respond()
    if costs(response):
        charge(request, time.thread_time() - start)
    return response


def charge(request: HttpRequest, seconds: float) -> None:
    """Count seconds of computing for this request's device and address; also those of another process."""
    if settings.PAGE_SECONDS:
        for key, rate in rates_of(request).items():
            spent.add(key, rate, round(seconds / UNIT))


def rates_of(request: HttpRequest) -> dict[str, Rate]:
    """What this request counts for: its address, and its device unless that is new or a program's."""
    most = round(settings.PAGE_SECONDS / UNIT)
    is_program = request.path_info.startswith(devices.WITHOUT_COOKIE)
    kind = "programs" if is_program else "pages"
    rates = {f"{kind}-address:{limits.client(request)}": Rate(most * DEVICES_OF_AN_ADDRESS, PERIOD)}
    if not is_program and not devices.is_new(request):
        rates[f"pages-device:{devices.device(request)}"] = Rate(most, PERIOD)
    return rates


def wait_to_start(request: HttpRequest) -> int:
    """Seconds until this client may start another game; 0: now."""
    if not settings.PAGE_TABLES:
        return 0
    return max(_by_address(request).seconds_left(), _by_device(devices.device(request)).seconds_left())


def count_start(request: HttpRequest, earlier: str, entries: int) -> None:
    """Count a game with so many entries, which made the phone another device than the *earlier* one.

    Both have started it, so that neither a new token nor an old one starts more.
    """
    _count_games(request, earlier, 1 + entries // ENTRIES_OF_A_GAME)


def count_round(request: HttpRequest, players: int) -> None:
    """Count a round of a night with so many players."""
    _count_games(request, devices.device(request), games_of_round(players))


def games_of_round(players: int) -> int:
    """As how many games a round with so many players counts."""
    return 1 + players // PLAYERS_OF_A_GAME


def _count_games(request: HttpRequest, earlier: str, games: int) -> None:
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
    most = max(1, settings.PAGE_TABLES // STARTERS_OF_AN_ADDRESS)
    return Failures("tables", device, Rate(most, HOUR))


class TooManyJoins(Exception):
    """Raised when a link, or a phone by pairing, lets no more phones in for some *seconds*."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def joins(request: HttpRequest, kind: str) -> Callable[[UUID], None]:
    """A function that counts a phone which joins by the link with this nonce. It raises TooManyJoins.

    kind: of what the link is, a table or a group. A euchre night lets a whole hall in by the link of its
    group, behind one address.
    """

    def admit(link: UUID) -> None:
        if kind == "group":
            return _count(Failures("joins", str(link), JOINS_OF_GROUP))
        _count(
            Failures("joins", f"{link}:{limits.client(request)}", JOINS_OF_ADDRESS),
            Failures("joins", str(link), JOINS_BY_LINK),
        )

    return admit


def pairings(request: HttpRequest) -> Callable[[str], None]:
    """A function that counts a phone which gets the tables of this device. It raises TooManyJoins."""

    def admit(device: str) -> None:
        _count(
            Failures("pairings", limits.client(request), JOINS_OF_ADDRESS),
            Failures("pairings", device, PAIRINGS_OF_PHONE),
        )

    return admit


def sign_ups(request: HttpRequest) -> Failures:
    """The names that this phone put on the list of a night."""
    return Failures("sign-ups", devices.device(request), SIGN_UPS_OF_PHONE)


def _count(*counts: Failures) -> None:
    wait = max(one.seconds_left() for one in counts)
    if wait:
        raise TooManyJoins(wait)
    for one in counts:
        one.count()


def wait_to_try(request: HttpRequest) -> int:
    """Seconds until this phone may try a code; 0: now."""
    phone, address, everybody, network = _of_codes(request)
    own, others = max(phone.seconds_left(), address.seconds_left()), everybody.seconds_left()
    return max(own, others) if others and network.seconds_left() else own


def count_wrong_code(request: HttpRequest) -> None:
    """Count one wrong code."""
    for one in _of_codes(request):
        one.count()


def _of_codes(request: HttpRequest) -> tuple[Failures, Failures, Failures, Failures]:
    """The wrong codes of a phone, of its address, of everybody, and of its network."""
    client = limits.client(request)
    # What a program asks has no cookie at all.
    known = "bower.cookie" in request.META and not devices.is_new(request)
    return (
        Failures("join", devices.device(request) if known else client, CODES_OF_PHONE),
        Failures("join", f"address-{client}", CODES_OF_ADDRESS),
        Failures("join", "all", CODES_OF_ALL),
        Failures("join", f"network-{limits.network(request)}", CODES_OF_NETWORK),
    )
