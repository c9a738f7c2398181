from celery import shared_task

from tables import mail
from tables.services import due


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
