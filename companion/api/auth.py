"""Who asks: the device of a Bearer token, or the one that a table link's token stands for."""

from dataclasses import dataclass

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request

from companion.access import devices
from companion.store import people

UNKNOWN = "Nobody here has this token, or it was withdrawn."
NEEDED = "This needs a token: Authorization: Bearer TOKEN."


@dataclass(frozen=True)
class Caller:
    """Who asks: the token as it was sent, its device, and whether it is a table link's."""

    token: str
    device: str
    by_link: bool


class Bearer(BaseAuthentication):
    """`Authorization: Bearer TOKEN`; no cookie counts here, and so nothing can be forged from a page."""

    def authenticate(self, request: Request) -> tuple[None, Caller] | None:
        """The caller, None where nobody says who they are; 401 for a token that opens nothing."""
        said = request.headers.get("Authorization", "")
        if not said:
            return None
        token = devices.bearer_token(said)
        device = None if token is None else people.let_in(token)
        if token is None or device is None:
            raise AuthenticationFailed(UNKNOWN)
        return None, Caller(token, device, devices.is_link_token(token))

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return "Bearer"


def caller(request: Request) -> Caller:
    """Who asks; 401 where nobody says so."""
    if not isinstance(request.auth, Caller):
        raise NotAuthenticated(NEEDED)
    return request.auth


def asked_by(request: Request) -> Caller | None:
    """Who asks, if they say so."""
    return request.auth if isinstance(request.auth, Caller) else None
