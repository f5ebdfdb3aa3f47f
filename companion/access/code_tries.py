"""How often codes may be tried: 40 bits are safe only while few can be guessed.

One client has ten wrong codes a minute, and all together three hundred. Beyond that, while somebody guesses
from many addresses, a network without a wrong code within a day still has one try: a right code works there,
and a guesser gains one guess a day for each network that they own. Links need no limit.
"""

from django.http import HttpRequest

from companion.access import limits
from companion.access.counting import Rate
from companion.access.limits import Failures

KIND = "join"
EVERYBODY = "all"
BY_ONE = Rate(10, 60)
BY_ALL = Rate(300, 60)
BY_NETWORK = Rate(1, 24 * 3600)


def seconds_left(request: HttpRequest) -> int:
    """Seconds until this client may try a code; 0: now."""
    own = _by_one(request).seconds_left()
    others = _by_all().seconds_left()
    if others and not _by_network(request).seconds_left():
        return own
    return max(own, others)


def count_failure(request: HttpRequest) -> None:
    """Count one wrong code."""
    for one in (_by_one(request), _by_all(), _by_network(request)):
        one.count()


def _by_one(request: HttpRequest) -> Failures:
    return Failures(KIND, limits.client(request), BY_ONE)


def _by_all() -> Failures:
    return Failures(KIND, EVERYBODY, BY_ALL)


def _by_network(request: HttpRequest) -> Failures:
    return Failures(KIND, "network-" + limits.network(request), BY_NETWORK)
