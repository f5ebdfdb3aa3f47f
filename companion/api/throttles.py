"""How often somebody may ask: by address and by token, in three scopes."""

from django.conf import settings
from rest_framework.request import Request

from companion.access import limits
from companion.access.limits import Limit
from companion.api.auth import asked_by
from companion.api.problems import TooOften

MINUTE, HOUR = 60, 3600
READS, WRITES, TABLES = "reads", "writes", "tables"
TOKENS_OF_AN_ADDRESS = 10


def scope(named: str, method: str) -> str:
    """The scope of a request: its address's own for POST, or whether it reads or writes."""
    if method in ("GET", "HEAD"):
        return READS
    return named or WRITES


def by_address(request: Request, scope: str) -> None:
    """Count this request for its address; raises TooOften where it is one too many."""
    each = {READS: settings.API_READS, WRITES: settings.API_WRITES, TABLES: settings.API_TABLES}[scope]
    seconds = HOUR if scope == TABLES else MINUTE
    many = each if scope == TABLES else each * TOKENS_OF_AN_ADDRESS
    _count(Limit(f"api-{scope}-address", many, seconds), limits.address(request))


def by_token(request: Request, scope: str) -> None:
    """Count this request for its token; raises TooOften where it is one too many."""
    asks = asked_by(request)
    if asks and scope != TABLES:
        each = {READS: settings.API_READS, WRITES: settings.API_WRITES}[scope]
        _count(Limit(f"api-{scope}-token", each, MINUTE), asks.device)


def _count(limit: Limit, who: str) -> None:
    if not limit.tries:
        return
    wait = limits.wait(limit, who)
    if wait:
        raise TooOften(wait)
    limits.count(limit, who)
