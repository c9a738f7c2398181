"""Check which pages may open a socket: browsers send cookies along from any page of the same host."""

from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from channels.security.websocket import OriginValidator, WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

_USUAL_PORTS: Final = {"http": "80", "https": "443"}


class SameOrigin(OriginValidator):  # type: ignore[misc]
    """Admits pages of the site itself, as its address in the browser says, and of CSRF_TRUSTED_ORIGINS."""

    def __init__(self, application: Any) -> None:
        # Channels writes the subdomains of a host without Django's asterisk.
        super().__init__(application, [origin.replace("://*", "://") for origin in settings.CSRF_TRUSTED_ORIGINS])

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        door = self.application if self._lets_in(dict(scope["headers"])) else WebsocketDenier()
        await door(scope, receive, send)

    def _lets_in(self, headers: dict[bytes, bytes]) -> bool:
        try:
            origin = urlsplit(headers.get(b"origin", b"").decode("latin1"))
            return _is_own(origin, headers.get(b"host", b"").decode("latin1")) or bool(self.valid_origin(origin))
        except ValueError:  # the origin is no valid address
            return False


def _is_own(origin: SplitResult, asked: str) -> bool:
    """Tell whether an origin has the host and port of the request; a proxy passes those on, but not the scheme.

    The host must also be an allowed one: an attacker's name may lead to this machine.
    """
    if origin.scheme not in ({"https"} if settings.SESSION_COOKIE_SECURE else _USUAL_PORTS):
        return False
    usual = _USUAL_PORTS[origin.scheme]
    (host, port), (own, own_port) = split_domain_port(origin.netloc), split_domain_port(asked)
    same = host == own and (port or usual) == (own_port or usual)
    return same and bool(host) and validate_host(host, settings.ALLOWED_HOSTS)
