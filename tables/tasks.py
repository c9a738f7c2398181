from typing import Any, Final

from celery import shared_task

from tables.equity.asking import Unanswered
from tables.hosting import mail
from tables.play import due
from tables.records import all_in_equity

LONGEST_PAUSE: Final = 120
"""Seconds, before chances are tried again."""


@shared_task
def wake(table_id: int) -> None:
    due.run_guarded(table_id)


@shared_task
def sweep() -> None:
    due.sweep()


@shared_task
def mail_invitation(invitation_id: int) -> None:
    """Not for the queue of the clocks: whoever sends it names another."""
    mail.mail_invitation(invitation_id)


@shared_task(bind=True, max_retries=15)
def work_out_chances(task: Any, hand_id: int) -> None:
    """Nor is this. On a busy evening it comes back later and later, for a quarter of an hour."""
    try:
        all_in_equity.work_out(hand_id)
    except Unanswered as error:
        seconds = min(2**task.request.retries, LONGEST_PAUSE)
        raise task.retry(exc=error, queue=all_in_equity.QUEUE, countdown=seconds) from error
