"""Tidying up. May run twice."""

from celery import shared_task

from clubs.services import invitations, roles


@shared_task(ignore_result=True)
def forget_old_invitations() -> None:
    """Every night, by beat; also what people are told of roles that have ended."""
    invitations.forget_old_invitations()
    roles.forget_ended_roles()
