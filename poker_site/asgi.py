"""Define the ASGI application, which routes HTTP to Django and WebSockets to the consumers."""

import os
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "poker_site.settings")
django_application = get_asgi_application()

from channels.routing import ProtocolTypeRouter  # noqa: E402  models load after Django
from channels.sessions import CookieMiddleware  # noqa: E402

from poker_site.ops.health import with_health  # noqa: E402
from poker_site.ops.service_checks import check_services  # noqa: E402
from poker_site.routing import CONTEST, programs, sockets  # noqa: E402
from poker_site.runtime import gc_tuning, heartbeat  # noqa: E402
from poker_site.web.backpressure import with_backpressure, with_bounded_queue  # noqa: E402
from poker_site.web.origins import SameOrigin  # noqa: E402
from tables.play import servers  # noqa: E402

check_services()

gc_tuning.start()
heartbeat.start(servers.say_alive, servers.look_at_turn)

# Consumers authenticate on threads of their own; Channels' middleware would use a single thread for all.
people = SameOrigin(CookieMiddleware(sockets))


async def websocket(scope: Any, receive: Any, send: Any) -> None:
    """Check the origin of browsers only: programs do not send any."""
    path = scope["path"]
    door = programs if path in CONTEST or path.startswith("/ws/bot/") else people
    await door(scope, receive, send)


application = ProtocolTypeRouter(
    {
        "http": with_backpressure(with_health(django_application)),
        "websocket": with_bounded_queue(websocket),
    }
)
