"""Rate limits by network address: whom they count, and failed attempts."""

import ipaddress
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest

from companion.access.counting import Counter, Rate

IPV6_CLIENT = 64  # bits of an IPv6 address that tell one client from another
NETWORK = {4: 24, 6: 48}  # bits of what one owner has, by version
LONGEST = 64

failed = Counter("failures")


class Failures:
    """A rate limit of failed attempts of one *kind* by one client; counts only calls of ``count``."""

    def __init__(self, kind: str, client: str, rate: Rate) -> None:
        self.key = f"failed-{kind}:{client}"
        self.rate = rate

    def seconds_left(self) -> int:
        """Seconds until another attempt is allowed; 0: now."""
        return failed.use(self.key, self.rate).wait

    def used(self) -> int:
        """How many were counted in the period."""
        return sum(failed.use(self.key, self.rate).counts)

    def count(self, times: int = 1) -> None:
        """Count one failure, or several."""
        for _time in range(times):
            failed.add(self.key, self.rate)


def address(request: HttpRequest) -> str:
    """The client's network address, as received by the server or its proxy."""
    return _sent_from(request.headers.get("X-Forwarded-For", ""), str(request.META.get("REMOTE_ADDR", "")))


def client(request: HttpRequest) -> str:
    """What limits count by: the IPv4 address, or the first 64 bits of the IPv6 address."""
    return client_of(address(request))


def client_by(forwarded: str, peer: str) -> str:
    """What limits count by outside Django, from X-Forwarded-For and the address of the connection."""
    return client_of(_sent_from(forwarded, peer))


@lru_cache(maxsize=10_000)
def client_of(text: str) -> str:
    """What limits count by for a network address; a text that is no address stands for itself."""
    return _shortened(text, {4: 32, 6: IPV6_CLIENT})


def network(request: HttpRequest) -> str:
    """The network of the client, as large as one owner may have: /24, or /48 for IPv6."""
    return _shortened(address(request), NETWORK)


def _sent_from(forwarded: str, peer: str) -> str:
    """The last address of X-Forwarded-For behind a proxy, which wrote it; else that of the connection."""
    last = forwarded.rpartition(",")[2].strip() if settings.TRUST_PROXY else ""
    return last or peer


def _shortened(text: str, bits: dict[int, int]) -> str:
    # Some proxies append the port, which is another one with each connection.
    found = _parsed(text) or _parsed(text.rpartition(":")[0].strip("[]"))
    if found is None:
        return text[:LONGEST]
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    return str(ipaddress.ip_network((found, bits[found.version]), strict=False).network_address)


def _parsed(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
