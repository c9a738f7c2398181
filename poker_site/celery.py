"""The Celery app. Tasks take ids, load, call one service, and are safe to run twice."""

import os
from typing import Any

from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "poker_site.settings")

app = Celery("evenhand")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

app.conf.beat_schedule = {
    "heartbeat": {"task": "poker_site.tasks.heartbeat", "schedule": 5, "options": {"expires": 5}},
    # Hourly, not daily: an embedded server may never be up for a whole day.
    "forget addresses": {"task": "accounts.tasks.forget_addresses", "schedule": 3600, "options": {"expires": 3000}},
    "forget sessions": {"task": "accounts.tasks.forget_sessions", "schedule": 3600, "options": {"expires": 3000}},
}


@signals.worker_ready.connect
def beat_once(**_: Any) -> None:
    """The first heartbeat comes with the worker, not with beat's first tick."""
    app.send_task("poker_site.tasks.heartbeat", expires=5)


@signals.worker_init.connect
@signals.beat_init.connect
def refuse_without_services(**_: Any) -> None:
    from poker_site.startup import check_services

    check_services()
