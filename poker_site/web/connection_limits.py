"""Limit how many connections one address may hold open.

Forty people behind one router have one address, each with several tabs of a few connections: the limit is for machines
that open connections only to hold them.
"""

from collections import Counter
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

MOST_PER_ADDRESS: Final = 400
_HOUSEHOLD_BITS: Final = 64
"""The prefix of an IPv6 network that counts as one address: one visitor can use all of it."""


class ConnectionsByAddress:
    """Counts open connections by the address at their other end."""

    def __init__(self, most: int = MOST_PER_ADDRESS) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more connection; return False if there are too many, and then `leave` must not be called for it."""
        counted = _counted_as(address)
        if counted and self._open[counted] >= self.most:
            return False
        if counted:
            self._open[counted] += 1
        return True

    def leave(self, address: str) -> None:
        counted = _counted_as(address)
        if counted:
            self._open[counted] -= 1
            if self._open[counted] <= 0:
                del self._open[counted]


def _counted_as(address: str) -> str:
    """Return the address or network to count; an empty text for UNIX sockets and this machine, which may be a proxy."""
    try:
        parsed: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is None:
            return "" if parsed.is_loopback else str(IPv6Network((parsed, _HOUSEHOLD_BITS), strict=False))
        parsed = parsed.ipv4_mapped
    return "" if parsed.is_loopback else str(parsed)
