"""Tell at which addresses programs reach this server."""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest

from poker_site.environment import ENV, is_loopback

ANYWHERE: Final = ("0.0.0.0", "::", "[::]")  # noqa: S104  values that may be configured


@dataclass(frozen=True)
class Address:
    text: str
    """Address to connect to; empty if this server does not offer the protocol."""
    host: str = ""
    port: int = 0
    keys: bool = True
    """True if programs have to show a key."""
    only_here: bool = False
    """True if other machines cannot reach it."""


def address_of(slug: str, request: HttpRequest) -> Address:
    if slug == "duel":
        return _arena(request)
    scheme = "wss" if request.is_secure() else "ws"
    path = "/ws/bot/v1/" if slug == "own" else "/contest/"
    return Address(f"{scheme}://{request.get_host()}{path}")


def _arena(request: HttpRequest) -> Address:
    if not ENV.duel_port:
        return Address("")
    here = is_loopback(ENV.duel_host)
    named = request.get_host().rpartition(":")[0] or request.get_host()
    host = named if ENV.duel_host in ANYWHERE else ENV.duel_host
    return Address(f"{host}:{ENV.duel_port}", host, ENV.duel_port, keys=not here, only_here=here)
