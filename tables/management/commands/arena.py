"""Serve matches of programs over raw TCP, in a process of its own (`manage.py arena`)."""

import signal
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand

from poker_site.environment import ENV, refuse
from poker_site.ops.service_checks import check_services
from poker_site.runtime import gc_tuning
from tables.bots.duel.serving import Arena


class Command(BaseCommand):
    help = "Serves matches of programs on DUEL_HOST and DUEL_PORT, until it is told to stop."

    def handle(self, *args: Any, **options: Any) -> None:
        if not ENV.duel_port:
            refuse("DUEL_PORT is empty, so there is nothing to serve.")
        check_services()
        arena = Arena(ENV.duel_host, ENV.duel_port)

        def stop(number: int, frame: FrameType | None) -> None:
            arena.stop()

        gc_tuning.start()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, stop)
        arena.run(ready=lambda: print(f"The arena listens on {arena.host} port {arena.port}.", flush=True))
        if arena.trouble:
            refuse(arena.trouble)
