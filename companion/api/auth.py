"""Authentication: the device of a Bearer token. Writes nothing: joining is a request of its own."""

from dataclasses import dataclass

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request

from companion.access import devices
from companion.store import phones


@dataclass(frozen=True)
class Caller:
    """Who asks: the token as it was sent, its device, and whether it is a table link's."""

    token: str
    device: str
    by_link: bool


class Bearer(BaseAuthentication):
    """`Authorization: Bearer TOKEN`; no cookie counts here, and so nothing can be forged from a page."""

    def authenticate(self, request: Request) -> tuple[None, Caller] | None:
        """The caller; None without a token. Raises AuthenticationFailed for a token without any role."""
        said = request.headers.get("Authorization", "")
        if not said:
            return None
        token = devices.bearer_token(said)
        device = None if token is None else phones.known_device(token)
        if token is None or device is None:
            raise AuthenticationFailed
        return None, Caller(token, device, devices.is_link_token(token))

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return "Bearer"


class LinkBearer(Bearer):
    """The token of a link, which may not have joined yet; whether there is such a link isn't looked up."""

    def authenticate(self, request: Request) -> tuple[None, Caller] | None:
        """The caller; 401 for a token that can't be a link's."""
        said = request.headers.get("Authorization", "")
        if not said:
            return None
        token = devices.bearer_token(said)
        if token is None or not devices.is_link_token(token):
            raise AuthenticationFailed
        return None, Caller(token, devices.device_of_token(token), by_link=True)


def caller(request: Request) -> Caller:
    """Who asks; 401 where nobody says so."""
    if not isinstance(request.auth, Caller):
        raise NotAuthenticated
    return request.auth


def asked_by(request: Request) -> Caller | None:
    """Who asks, if they say so."""
    return request.auth if isinstance(request.auth, Caller) else None
