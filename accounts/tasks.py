from celery import shared_task

from accounts.services import retention


@shared_task
def forget_addresses() -> None:
    retention.forget_addresses()


@shared_task
def forget_sessions() -> None:
    retention.forget_sessions()
