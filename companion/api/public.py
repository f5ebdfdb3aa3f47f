"""Which network addresses are public, by IANA's registries of special-purpose addresses.

Python's ``ipaddress`` knows only the entries of its release; 3.11 lacks some.
"""

import ipaddress

GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")  # all that IANA has given out
SPECIAL = tuple(
    ipaddress.ip_network(one)
    for one in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
        *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
        *("224.0.0.0/4", "240.0.0.0/4"),
        # Within 2000::/3: protocols and tunnels (2001::/32 is Teredo, 2002::/16 6to4), documentation, AS112.
        *("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
    )
)


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether the address is one machine on the internet.

    IPv6 addresses that carry an IPv4 address count as not public, wherever that leads.
    """
    if isinstance(address, ipaddress.IPv6Address) and address not in GLOBAL_UNICAST:
        return False
    return not any(address in network for network in SPECIAL if network.version == address.version)
