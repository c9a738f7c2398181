"""Keep connections to the broker usable through an outage.

Kombu's own connections wait up to half a minute before they try again. And a channel that still holds messages when
its connection is lost raises an `AttributeError` as it asks for a new one, which ends the worker.
"""

from functools import cache
from typing import Any

from celery.app.amqp import AMQP
from kombu import Connection


class PromptConnection(Connection):
    """Tries to reconnect every second."""

    def ensure_connection(self, *args: Any, **kwargs: Any) -> Any:
        every_second = {"interval_start": 1, "interval_step": 0, "interval_max": 1}
        return super().ensure_connection(*args, **every_second | kwargs)

    def get_transport_cls(self) -> Any:
        found: Any = super().get_transport_cls()
        return _redis_transport(found) if found.driver_type == "redis" else found


class PromptAMQP(AMQP):
    Connection = PromptConnection


@cache
def _redis_transport(transport: Any) -> Any:
    """Return Kombu's transport for Redis with channels that raise an error that workers expect when they are lost."""
    import redis

    class LosableChannel(transport.Channel):  # type: ignore[misc]
        def _connparams(self, *args: Any, **kwargs: Any) -> Any:
            if self.connection is None or self.connection.client is None:
                raise redis.ConnectionError("the connection of this channel is lost")
            return super()._connparams(*args, **kwargs)

    class LosableTransport(transport):  # type: ignore[misc]
        Channel = LosableChannel

    return LosableTransport
