from celery import shared_task

from accounts.services import addresses


@shared_task
def forget_addresses() -> None:
    addresses.forget_addresses()


@shared_task
def forget_sessions() -> None:
    addresses.forget_sessions()
