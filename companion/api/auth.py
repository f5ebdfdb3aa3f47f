"""Authentication: the device of a Bearer token. Writes nothing: joining is a request of its own.

And rate limits: DRF's throttles over our counters, by token and by network address.
"""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from companion.access import devices, limits
from companion.access.limits import Counter, Rate, Use
from companion.store import phones

READS, WRITES, TABLES = "reads", "writes", "tables"
SECONDS = {READS: 60, WRITES: 60, TABLES: 3600}
TOKENS_OF_AN_ADDRESS = 10
KEPT = "_bower_throttles"
counter = Counter("default")


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


def scope(named: str, method: str) -> str:
    """The scope of a request: reads for GET; else the view's own, or writes."""
    if method in ("GET", "HEAD"):
        return READS
    return named or WRITES


class Throttle(BaseThrottle):
    """A rate limit of one scope. The rates are settings; 0: no limit."""

    client_kind = ""
    times = 1
    scope = ""
    taken: Use | None = None

    def ident(self, request: Request) -> str | None:
        """The client's id; None if this throttle doesn't apply."""
        raise NotImplementedError

    def allow_request(self, request: Request, view: Any) -> bool:
        """Whether the request is allowed; if so, it is counted."""
        self.scope = scope(view.throttle_scope, request.method or "")
        rate, ident = self.rate(), self.ident(request)
        if not rate.most or ident is None:
            return True
        key = counted(self.scope, self.client_kind, ident)
        self.taken = counter.use(key, rate)
        # On Django's own request: DRF's is gone when the response is finalized.
        setattr(request._request, KEPT, [*getattr(request._request, KEPT, []), (self.scope, self.taken)])
        if self.taken.wait:
            limits.exceeded(f"API_{self.scope.upper()} by {self.client_kind}")
            return False
        counter.add(key, rate)
        return True

    def rate(self) -> Rate:
        """The rate of the scope."""
        each = {READS: settings.API_READS, WRITES: settings.API_WRITES, TABLES: settings.API_TABLES}
        return Rate(each[self.scope] * (1 if self.scope == TABLES else self.times), SECONDS[self.scope])

    def wait(self) -> float | None:
        """Seconds until the next request is allowed; None: now."""
        return self.taken.wait if self.taken else None


class ByAddress(Throttle):
    """Throttle by network address, before authentication: guessed tokens count too."""

    client_kind = "address"
    times = TOKENS_OF_AN_ADDRESS

    def ident(self, request: Request) -> str | None:
        """The address."""
        return limits.client(request._request)


class ByToken(Throttle):
    """Throttle by token. Creating tables is counted by address only, since it makes new tokens."""

    client_kind = "token"

    def ident(self, request: Request) -> str | None:
        """The token's device."""
        client = caller_or_none(request)
        return client.device if client and self.scope != TABLES else None


def counted(scope: str, kind: str, ident: str) -> str:
    """What a use of a rate is counted by."""
    return f"api-{scope}-{kind}:{ident}"


def count_more(request: Request, games: int) -> None:
    """Count what starts several games, as pages do; *games*: how many beside the first, which is counted."""
    if settings.API_TABLES:
        key = counted(TABLES, ByAddress.client_kind, limits.client(request._request))
        counter.add(key, Rate(settings.API_TABLES, SECONDS[TABLES]), games)


def headers(request: Request) -> dict[str, str]:
    """``RateLimit`` and ``RateLimit-Policy`` of the limit with the least left; empty if none applies."""
    kept: list[tuple[str, Use]] = getattr(request._request, KEPT, [])
    if not kept:
        return {}
    scope, use = min(kept, key=lambda one: one[1].left)
    return {
        "RateLimit": f'"{scope}";r={max(0, use.left - 1)};t={min(use.reset, use.rate.seconds)}',
        "RateLimit-Policy": f'"{scope}";q={use.rate.most};w={use.rate.seconds}',
    }
