from typing import Any, Final

from celery import shared_task

from tables.equity.asking import Unanswered
from tables.hosting import mail
from tables.play import due
from tables.records import all_in_equity

LONGEST_PAUSE: Final = 120
"""Limits the seconds between two attempts to work out chances."""


@shared_task
def wake(table_id: int) -> None:
    due.run_guarded(table_id)


@shared_task
def sweep() -> None:
    due.sweep()


@shared_task
def mail_invitation(invitation_id: int) -> None:
    """Mail an invitation. The sender names a queue, so that mail does not delay the clocks."""
    mail.mail_invitation(invitation_id)


@shared_task(bind=True, max_retries=15)
def work_out_chances(task: Any, hand_id: int) -> None:
    """Work out all-in equity, off the clocks' queue; if there is no answer, try again for about 18 minutes."""
    try:
        all_in_equity.work_out(hand_id)
    except Unanswered as error:
        seconds = min(2**task.request.retries, LONGEST_PAUSE)
        raise task.retry(exc=error, queue=all_in_equity.QUEUE, countdown=seconds) from error
