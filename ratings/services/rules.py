"""Changing the figures by which a ladder is computed."""

from datetime import date

from clubs.models import Club
from clubs.services import Person, record_in_journal
from clubs.tenancy.scope import club_scope, lock_ladder
from ratings.domain.rules import Rules
from ratings.models import LadderRules


def set_rules(*, club: Club, since: date | None, rules: Rules, by: Person) -> LadderRules:
    """These figures hold for events that start on `since` or later (None: from the beginning), until the next date with its own.

    The same figures again change nothing. The ladder is replayed by itself.
    """
    figures = {
        "start": rules.start,
        "k_new": rules.k_new,
        "k_established": rules.k_established,
        "new_games": rules.new_games,
        "provisional_games": rules.provisional_games,
    }
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        row, _ = LadderRules.objects.update_or_create(club=club, since=since, defaults=figures)
        detail = {"since": since.isoformat() if since else None, **figures}
        record_in_journal(club=club, action="ladder.rules_set", by=by, detail=detail)
    return row


def drop_rules(*, club: Club, since: date | None, by: Person) -> None:
    """Forget the figures of a date: those before it hold on. Without any, the defaults of RULES section 1 hold."""
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        dropped, _ = LadderRules.objects.filter(club=club, since=since).delete()
        if dropped:
            detail = {"since": since.isoformat() if since else None}
            record_in_journal(club=club, action="ladder.rules_dropped", by=by, detail=detail)
