"""What must stay forgotten when an older copy comes back: applied to it before anybody sees it.

The ledger is a file beside the database (`clubs.ledger`), so that no copy of the database replaces it.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import DatabaseError
from django.utils import timezone

from archives.services.deleting import delete_club
from clubs.ledger import count_unreadable, read_ledger
from clubs.models import Club
from ratings.services.erasing import complete_ledger, reapply_erasures


def complete_ledger_or_say() -> str:
    """Write into the ledger what the database alone knows; what there is to say of it, "" if nothing.

    A database that is not of this release, or damaged, is copied or replaced all the same.
    """
    try:
        missing = complete_ledger()
    except DatabaseError:
        return "Whether the ledger of erasures is complete is not known: the database is not one of this release."
    told = [f"Lines that were missing in the ledger of erasures: {missing}."] if missing else []
    return " ".join([*told, *filter(None, [say_unreadable()])])


def say_unreadable() -> str:
    """What there is to say of lines of the ledger that cannot be read, "" if nothing."""
    count = count_unreadable()
    return f"Lines of the ledger of erasures that cannot be read and were passed over: {count}. The log names them." if count else ""


def forget_again() -> tuple[int, int]:
    """Erase again whom the ledger names, and delete the clubs that it says were deleted; returns how many people and clubs."""
    lines = list(read_ledger())
    return reapply_erasures(lines), _delete_again(lines)


def _delete_again(lines: Iterable[Mapping[str, Any]]) -> int:
    """A club of the same id that was made after the deletion, from its own archive, is another one."""
    count = 0
    for line in lines:
        if "deleted" in line:
            at = datetime.fromisoformat(line["at"])
            club = Club.objects.filter(public_id=line["deleted"], founded_at__lte=at).first()
            if club is not None:
                Club.objects.filter(pk=club.pk).update(closing_at=timezone.now())
                count += delete_club(club=club)
    return count
