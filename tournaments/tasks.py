"""Tasks of publishing for Celery: they may run twice, and nothing is lost if one does not."""

from celery import shared_task

from clubs.models import Club
from tournaments.services.staging import clear_old_uploads


@shared_task(ignore_result=True)
def forget_old_uploads() -> None:
    """Delete files that nobody confirmed within a day, in every club: they hold names."""
    for club in Club.objects.order_by("pk").iterator():
        clear_old_uploads(club=club)
