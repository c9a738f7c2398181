"""Prepare links that people pass on: address, QR code, and a warning where it leads nobody else here."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

import segno
from django.utils.safestring import SafeString, mark_safe

from poker_site.environment import ENV, is_loopback
from poker_site.ops.network import is_everywhere, reachable_hosts

_QUIET_ZONE: Final = 3
"""Holds the white squares around the code, without which cameras do not find it on a dark page."""


@dataclass(frozen=True)
class Link:
    address: str

    @property
    def qr(self) -> SafeString:
        return _qr(self.address)

    @property
    def only_here(self) -> bool:
        """Tell whether the address is this computer's loopback, which leads every other computer to itself."""
        return is_loopback(urlsplit(self.address).hostname or "")

    @property
    def reachable_at(self) -> str:
        """Return the address at which other devices reach this site; empty if they do not."""
        if not self.only_here or ENV.production or not is_everywhere(ENV.host):
            return ""
        hosts = reachable_hosts(ENV.host)
        return f"http://{hosts[0]}:{ENV.port}/" if hosts else ""


@lru_cache(500)
def _qr(address: str) -> SafeString:
    code = segno.make_qr(address)
    drawn = code.svg_inline(border=_QUIET_ZONE, omitsize=True, svgclass="qr", dark="#000", light="#fff")
    return mark_safe(drawn)  # noqa: S308  drawn by us, the address is in it as squares
