"""The task that deletes clubs whose time is over. It may run twice."""

from celery import shared_task

from archives.services import deleting


@shared_task(ignore_result=True)
def delete_closed_clubs() -> None:
    """Every hour, by beat; `manage.py delete_closed_clubs` does the same without it."""
    deleting.delete_closed_clubs()
