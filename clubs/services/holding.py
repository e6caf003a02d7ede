"""What is held while something is decided: who acts for a club, and that an account is still there.

Whoever holds both takes the account first and clubs in the order of their numbers.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import AbstractBaseUser, User
from django.db import transaction

from clubs.domain.errors import AccountGone
from clubs.models import Club


@contextmanager
def roles_held(club: Club) -> Iterator[None]:
    """A transaction in which nobody else changes who acts for the club. It keeps no insert of the club's rows waiting."""
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        yield


@contextmanager
def account_held(person: AbstractBaseUser) -> Iterator[None]:
    """A transaction in which the account is not deleted: nobody gets a role meanwhile whom nothing leads to afterwards.

    Raises:
        AccountGone: it was deleted just now.
    """
    with transaction.atomic():
        if not User.objects.select_for_update(no_key=True).filter(pk=person.pk, is_active=True).exists():
            raise AccountGone
        yield
