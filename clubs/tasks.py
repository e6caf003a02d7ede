"""Tidying up. May run twice."""

from celery import shared_task

from clubs.services import accounts, invitations, roles, sessions


@shared_task(ignore_result=True)
def forget_old_invitations() -> None:
    """Every night, by beat; also what people are told of roles that have ended."""
    invitations.forget_old_invitations()
    roles.forget_ended_roles()


@shared_task(ignore_result=True)
def forget_old_sessions() -> None:
    """Every night, by beat; also accounts that nobody has confirmed."""
    sessions.forget_old_sessions()
    accounts.forget_unconfirmed_accounts()
