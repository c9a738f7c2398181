from celery import shared_task

from tables.services import due


@shared_task
def wake(table_id: int) -> None:
    due.run_guarded(table_id)


@shared_task
def sweep() -> None:
    due.sweep()
