"""Rate limits by network address: whom they count, and failed attempts."""

import ipaddress

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

    def count(self) -> None:
        """Count one failure."""
        failed.add(self.key, self.rate)


def address(request: HttpRequest) -> str:
    """The client's network address, as received by the server or its proxy."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.TRUST_PROXY else ""
    return forwarded.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", ""))


def client(request: HttpRequest) -> str:
    """What limits count by: the IPv4 address, or the first 64 bits of the IPv6 address."""
    return client_of(address(request))


def client_of(text: str) -> str:
    """What limits count by for a network address; a text that is no address stands for itself."""
    return _shortened(text, {4: 32, 6: IPV6_CLIENT})


def network(request: HttpRequest) -> str:
    """The network of the client, as large as one owner may have: /24, or /48 for IPv6."""
    return _shortened(address(request), NETWORK)


def _shortened(text: str, bits: dict[int, int]) -> str:
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text[:LONGEST]
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    return str(ipaddress.ip_network((found, bits[found.version]), strict=False).network_address)
