"""Set how all connections to Redis behave: a cut network is noticed within ten seconds."""

import socket
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

CONNECT_SECONDS: Final = 3
ANSWER_SECONDS: Final = 5
HEALTH_CHECK_SECONDS: Final = 5
"""Seconds after which an idle connection is tested before use; one that listens is tested as often."""
SILENT_MS: Final = 8000

# Linux has all four; elsewhere those that exist have to do.
_KEEPALIVE: Final = {"TCP_KEEPIDLE": 4, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 2, "TCP_USER_TIMEOUT": SILENT_MS}


def options_for(url: str) -> dict[str, Any]:
    """Return the options of a connection, as redis-py and Kombu take them."""
    options: dict[str, Any] = {"socket_timeout": ANSWER_SECONDS, "health_check_interval": HEALTH_CHECK_SECONDS}
    if urlsplit(url).scheme in ("redis", "rediss"):  # a UNIX socket has neither
        options |= {"socket_connect_timeout": CONNECT_SECONDS, "socket_keepalive": True}
        options["socket_keepalive_options"] = _known_here(_KEEPALIVE)
    return options


def broker_options(url: str) -> dict[str, Any]:
    """Return Celery's options for the transport of this address."""
    scheme = urlsplit(url).scheme
    if scheme == "memory":
        return {"polling_interval": 0.05}
    return options_for(url) if scheme.startswith("redis") else {}


def _known_here(options: Mapping[str, int]) -> dict[int, int]:
    return {getattr(socket, name): value for name, value in options.items() if hasattr(socket, name)}
