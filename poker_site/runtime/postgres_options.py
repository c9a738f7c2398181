"""Set how connections to PostgreSQL behave: a cut network is noticed within ten seconds, at either end."""

from typing import Any, Final

SILENT_MS: Final = 10_000
_HERE: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": SILENT_MS,
    "server_side_binding": True,
    "prepare_threshold": 3,  # the same few queries come again and again: PostgreSQL plans them once per connection
}
_AT_THE_SERVER: Final = {
    # A process that is cut off or stands still in a transaction must not keep its table locked.
    "idle_in_transaction_session_timeout": SILENT_MS,
    "tcp_user_timeout": SILENT_MS,
    "tcp_keepalives_idle": 5,
    "tcp_keepalives_interval": 2,
    "tcp_keepalives_count": 2,
}
# Under ASGI every request has a thread of its own, so connections live in a pool and not with their thread.
_POOL: Final = {"min_size": 1, "max_size": 24, "timeout": 10}


def options_for(*, is_command: bool) -> dict[str, Any]:
    """Return psycopg's options. A command has one thread, needs errors at once and may take long: it gets no pool."""
    if is_command:
        return dict(_HERE)
    at_the_server = " ".join(f"-c {name}={value}" for name, value in _AT_THE_SERVER.items())
    return {**_HERE, "options": at_the_server, "pool": dict(_POOL)}
