"""Define the Celery app. Tasks take ids, load rows, call one service, and are safe to run twice."""

import os
from typing import TYPE_CHECKING, Any

from celery import Celery, signals
from kombu.exceptions import OperationalError

from poker_site.runtime.broker import PromptAMQP
from poker_site.runtime.outages import BROKER

if TYPE_CHECKING:
    from celery.worker import WorkController

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "poker_site.settings")

app = Celery("evenhand", amqp=PromptAMQP)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

HEARTBEAT = "poker_site.tasks.heartbeat"
HEARTBEAT_SECONDS = 5
SECONDS_BETWEEN = {
    "accounts.tasks.forget_addresses": 3600,
    "accounts.tasks.forget_sessions": 3600,
    "tables.tasks.sweep": 2,
}
QUEUES = ("default", "clock")
"""Deadlines have a queue of their own, so that no long task delays a player's clock."""
app.conf.task_routes = {"tables.tasks.*": {"queue": "clock"}}
app.conf.beat_schedule = {
    task: {"task": task, "schedule": seconds, "options": {"expires": seconds}}
    for task, seconds in SECONDS_BETWEEN.items()
} | {
    f"{HEARTBEAT} of {queue}": {
        "task": HEARTBEAT,
        "schedule": HEARTBEAT_SECONDS,
        "args": (queue,),
        "options": {"expires": HEARTBEAT_SECONDS, "queue": queue},
    }
    for queue in QUEUES
}


def send(task: str, arguments: tuple[int, ...], **options: Any) -> bool:
    """Put a task into its queue and return True; return False if the broker does not answer."""
    if not BROKER.may_ask():
        return False
    try:
        app.send_task(task, arguments, **options)
    except (OperationalError, OSError) as error:
        BROKER.failed(error)
        return False
    BROKER.answered()
    return True


def threads_worker(**more: Any) -> "WorkController":
    """Return a worker to run on a thread of this process; it exchanges no messages with other workers."""
    from celery.worker import WorkController

    return WorkController(
        app=app,
        pool_cls="threads",
        queues=QUEUES,
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
        **more,
    )


@signals.worker_ready.connect
def send_first_tasks(**_: Any) -> None:
    """Send every periodic task once at the start: an embedded server may never be up for an hour.

    The embedded worker does not send this signal, so `embedded.py` calls the function itself.
    """
    for task in SECONDS_BETWEEN:
        app.send_task(task)
    for queue in QUEUES:
        app.send_task(HEARTBEAT, (queue,), queue=queue)


@signals.worker_ready.connect
def keep_pauses_short(**_: Any) -> None:
    """Tune garbage collection of a worker that has its own process; `asgi.py` does so for a web server's process."""
    from poker_site.runtime import gc_tuning

    gc_tuning.start()


@signals.worker_init.connect
@signals.beat_init.connect
def refuse_without_services(**_: Any) -> None:
    from poker_site.ops.service_checks import check_services

    check_services()
