"""Serve the whole site from one process with `manage.py play`, for one machine."""

import os
import sys
import threading
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand
from django.urls import reverse

from poker_site.environment import ENV, refuse
from poker_site.ops import releases
from poker_site.ops.network import is_everywhere, reachable_hosts, url_host

GRACE_SECONDS = 1.5


def take_folder(data_dir: Path) -> IO[str]:
    """Lock the data folder until the process ends: two servers on one file would not hear of each other's changes."""
    try:
        lock = releases.take_folder(data_dir)
    except OSError as error:
        refuse(f"cannot write to the data folder {data_dir} ({error}).")
    if lock is None:
        refuse(f"another server is running on the data folder {data_dir}; stop it, or set DATA_DIR to another.")
    return lock


def end_at_the_latest(status: int) -> None:
    """End the process after a grace period: Python waits for every thread, and one may wait for a locked database."""
    timer = threading.Timer(GRACE_SECONDS, os._exit, [status])
    timer.daemon = True
    timer.start()


class Command(BaseCommand):
    help = "Migrates and serves the site: web server, worker and clocks in one process."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if ENV.production:
            refuse("`play` is the one-process server; DATABASE_URL is set, so start the processes of the README.")
        from poker_site.ops.upgrade import upgrade
        from poker_site.runtime.embedded import EmbeddedSite, WebServer
        from tables.bots.duel.serving import Arena

        lock = take_folder(ENV.data_dir)
        try:
            upgrade(alone=True)
        except OSError as error:
            refuse(f"cannot write to the data folder {ENV.data_dir} ({error}).")
        from poker_site.asgi import application

        arena = Arena(ENV.duel_host, ENV.duel_port) if ENV.duel_port else None
        text = self.welcome()
        server = WebServer(application, host=ENV.host, port=ENV.port, ready=lambda: print(text, flush=True))
        status = EmbeddedSite(server, arena).run()
        if server.trouble:
            refuse(f"cannot listen on {ENV.host} port {ENV.port} ({server.trouble}); set PORT or HOST to another.")
        lock.close()
        end_at_the_latest(status)
        sys.exit(status)

    def welcome(self) -> str:
        from accounts.services.first_admin import awaits_first_account, setup_code

        own = url_host("127.0.0.1" if is_everywhere(ENV.host) else ENV.host)
        lines = [f"Evenhand is ready: http://{own}:{ENV.port}/", "Stop it with Ctrl-C."]
        if not ENV.on_loopback:
            others = [host for host in reachable_hosts(ENV.host) if host != own]
            lines[1:1] = [f"On your network:   http://{host}:{ENV.port}/" for host in others]
        if awaits_first_account():
            link = f"http://{own}:{ENV.port}{reverse('account_signup')}?code={setup_code()}"
            lines.append(f"Create the first account, the administrator's: {link}")
            if not ENV.on_loopback:
                lines.append(f"On another device it needs this code: {setup_code()}")
        return "\n".join(lines)
