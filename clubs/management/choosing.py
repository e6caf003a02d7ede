"""Which club a command is about, and whose account, and one sentence where there is none."""

from contextlib import suppress

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.management.base import CommandError

from clubs.domain.mail_addresses import as_mailed
from clubs.models import Club
from clubs.selectors import find_club


def chosen_club(slug_or_public_id: str) -> Club:
    """The club of `--club`.

    Raises:
        CommandError: there is none.
    """
    club = find_club(slug_or_public_id)
    if club is None:
        raise CommandError(f"There is no club “{slug_or_public_id}”.")
    return club


def chosen_account(address: str) -> User:
    """The account with this mail address, however it is typed.

    Raises:
        CommandError: nobody has shown the address to be theirs.
    """
    with suppress(ValueError):
        address = as_mailed(address)
    known = EmailAddress.objects.filter(email=address, verified=True, user__is_active=True).select_related("user").first()
    if known is None:
        raise CommandError(f"Nobody has an account with the confirmed address {address}. Whoever it is signs up on the site first.")
    account: User = known.user
    return account
