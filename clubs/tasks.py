"""Tidying up. May run twice."""

from celery import shared_task

from clubs.services import invitations


@shared_task(ignore_result=True)
def forget_old_invitations() -> None:
    """Every night, by beat."""
    invitations.forget_old_invitations()
