"""Which address a request comes from. A header counts only when a configured proxy sent it. Pure."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
UNKNOWN, EXEMPT = "unknown", "exempt"
OF_ONE_SITE = (
    64  # bits of an IPv6 address that its holder cannot choose (RFC 6177: a site gets a /64 or more)
)
MOST_HOPS = 32  # addresses read of a header
MOST_REMEMBERED = 4_096  # addresses: each is looked at several times for one connection


def networks_of(text: str) -> tuple[Network, ...]:
    """Networks from `10.0.0.0/8, ::1`. Raises ValueError naming what is none."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return tuple(ipaddress.ip_network(part, strict=False) for part in parts)


@lru_cache(MOST_REMEMBERED)
def parse_address(text: str) -> IPAddress | None:
    """`192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`; an IPv4 address within IPv6 as IPv4."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


@lru_cache(MOST_REMEMBERED)
def key_of(address: IPAddress | None) -> str:
    """Under which an address is counted: an IPv6 address by its /64."""
    if address is None:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, OF_ONE_SITE), strict=False))
    return str(address)


@dataclass(frozen=True)
class Addresses:
    """Reads addresses behind `proxies`, which name whom they speak for in `header` (in lower case).

    Those in `exempt` are not counted.
    """

    proxies: tuple[Network, ...] = ()
    header: bytes = b"x-forwarded-for"
    exempt: tuple[Network, ...] = ()

    def is_proxy(self, peer: str | None) -> bool:
        """Whether the peer is a proxy whose header counts."""
        return self._trusts(parse_address(peer or ""))

    def _trusts(self, address: IPAddress | None) -> bool:
        return address is not None and any(address in network for network in self.proxies)

    def key(self, peer: str | None, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """Whom a request counts for: the last address in the header that is no proxy of ours, if a proxy sent it.

        Each proxy appends whom it saw: what stands before that was written by whoever asked, and may be anything.
        """
        address = parse_address(peer or "")
        if self._trusts(address):
            for hop in reversed(self._hops(headers)):
                found = parse_address(hop)
                if found is None:
                    break
                address = found
                if not self._trusts(found):
                    break
        if address is not None and any(address in network for network in self.exempt):
            return EXEMPT
        return key_of(address)

    def _hops(self, headers: Iterable[tuple[bytes, bytes]]) -> Sequence[str]:
        values = [value.decode("latin-1") for name, value in headers if name.lower() == self.header]
        return ",".join(values).split(",")[-MOST_HOPS:] if values else ()
