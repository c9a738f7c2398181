from celery import shared_task

from poker_site.ops import health


@shared_task
def heartbeat(queue: str = "default") -> None:
    health.note_heartbeat(queue)
