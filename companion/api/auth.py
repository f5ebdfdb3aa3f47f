"""Authentication: the device of a Bearer token. Writes nothing: joining is a request of its own."""

from dataclasses import dataclass

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request

from companion.access import devices
from companion.store import phones


@dataclass(frozen=True)
class Caller:
    """The client of a request: its token, its device, and whether the token is a link's."""

    token: str
    device: str
    by_link: bool


class Bearer(BaseAuthentication):
    """Authentication by `Authorization: Bearer TOKEN`.

    Cookies are ignored, so that no page can forge a request.
    """

    def authenticate(self, request: Request) -> tuple[None, Caller] | None:
        """The caller; None without a token. Raises AuthenticationFailed for a token without a device."""
        header = request.headers.get("Authorization", "")
        if not header:
            return None
        token = devices.bearer_token(header)
        device = None if token is None else self.device(token)
        if token is None or device is None:
            raise AuthenticationFailed
        return None, Caller(token, device, devices.is_link_token(token))

    def device(self, token: str) -> str | None:
        """The device of a token; None if it has no role anywhere."""
        return phones.known_device(token)

    def authenticate_header(self, request: Request) -> str:
        """The ``WWW-Authenticate`` header of a 401."""
        return "Bearer"


class LinkBearer(Bearer):
    """Authentication by a link's token, joined or not. Whether the link exists isn't checked."""

    def device(self, token: str) -> str | None:
        """The device of a link's token; None for a token of another kind."""
        return devices.device_of_token(token) if devices.is_link_token(token) else None


def caller(request: Request) -> Caller:
    """The caller. Raises NotAuthenticated without a token."""
    if not isinstance(request.auth, Caller):
        raise NotAuthenticated
    return request.auth


def caller_or_none(request: Request) -> Caller | None:
    """The caller; None without a token."""
    return request.auth if isinstance(request.auth, Caller) else None
