"""The limit of phones that join: by link, or by the phone they are paired with, and by network address."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpRequest

from companion.access import limits
from companion.access.counting import Rate
from companion.access.limits import Failures

HOUR = 3600
BY_ADDRESS, BY_LINK = Rate(30, HOUR), Rate(60, HOUR)
BY_PHONE = Rate(10, HOUR)


class TooManyJoins(Exception):
    """Raised when a link, or a phone by pairing, lets no more phones in for some *seconds*."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def admission(request: HttpRequest) -> Callable[[UUID], None]:
    """A function that counts a phone which joins by the link with this nonce. It raises TooManyJoins."""

    def admit(link: UUID) -> None:
        _count(
            Failures("joins", f"{link}:{limits.client(request)}", BY_ADDRESS),
            Failures("joins", str(link), BY_LINK),
        )

    return admit


def pairing_admission(request: HttpRequest) -> Callable[[str], None]:
    """A function that counts a phone which gets the tables of this device. It raises TooManyJoins."""

    def admit(device: str) -> None:
        _count(
            Failures("pairings", limits.client(request), BY_ADDRESS), Failures("pairings", device, BY_PHONE)
        )

    return admit


def _count(*counts: Failures) -> None:
    wait = max(one.seconds_left() for one in counts)
    if wait:
        raise TooManyJoins(wait)
    for one in counts:
        one.count()
