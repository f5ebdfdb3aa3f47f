"""The device of a request on a phone: the phone itself."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from companion.pocket.phone.kept import DEVICE


class Deleted(Http404):
    """A table that its host deleted; known to the server only."""


class Removed(Http404):
    """A table whose host removed this phone; known to the server only."""


class OtherKey(PermissionDenied):
    """A cookie of another secret key; known to the server only."""


@dataclass(frozen=True)
class Successor:
    """The device that a phone is after it has gained a role: the same."""

    device: str


def device(request: HttpRequest) -> str:
    """This phone."""
    return DEVICE


def is_foreign(request: HttpRequest) -> bool:
    """No: its tables are its own."""
    return False


def successor(request: HttpRequest, secret: str) -> Successor:
    """This phone."""
    return Successor(DEVICE)


def renew(request: HttpRequest, successor: Successor) -> None:
    """Do nothing: the server gives a new token when it is told."""


def start_afresh(request: HttpRequest) -> None:
    """Do nothing: a phone's own tables have no key."""
