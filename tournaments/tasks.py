"""Tasks of publishing and of people for Celery: they may run twice, and nothing is lost if one does not."""

from celery import shared_task

from clubs.models import Club
from tournaments.services.duplicates import search_duplicates
from tournaments.services.staging import clear_old_uploads


@shared_task(ignore_result=True)
def forget_old_uploads() -> None:
    """Delete files that nobody confirmed within a day, in every club: they hold names."""
    for club in Club.objects.order_by("pk").iterator():
        clear_old_uploads(club=club)


@shared_task(ignore_result=True, acks_late=True, reject_on_worker_lost=True)
def search_club(club_id: int) -> None:
    """Search one club for people who may be one person, if that is asked for and nobody is at it."""
    club = Club.objects.filter(pk=club_id).first()
    if club is not None:
        search_duplicates(club=club)
