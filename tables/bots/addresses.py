"""Tell where this server answers to programs."""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest

from poker_site.environment import ENV, is_loopback

ANYWHERE: Final = ("0.0.0.0", "::", "[::]")  # noqa: S104  what somebody may have configured


@dataclass(frozen=True)
class Address:
    text: str
    """Empty: this server does not answer to this protocol."""
    host: str = ""
    port: int = 0
    keys: bool = True
    """Programs have to show one."""
    only_here: bool = False
    """From other machines it cannot be reached."""


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
