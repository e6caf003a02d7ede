"""Which club a command is about: its address or its id, and one sentence where there is none."""

from django.core.management.base import CommandError

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
