"""Forgetting who somebody was: what this app keeps of a name. The rest: `ratings.services.erasing`.

Inside the transaction of the erasure; the caller holds the club's lock.
"""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q

from clubs.models import Club, JournalEntry
from players.domain.names import sort_key
from players.domain.redacting import name_key, redact, without_phrases
from players.models import (
    Consent,
    FamilyRequest,
    ImportedPerson,
    KeptFacts,
    Player,
    PlayerDifference,
    PlayerMerge,
    PlayerNote,
    PlayerRename,
    PossibleDuplicate,
    RenameKind,
)

Phrases = Collection[tuple[str, ...]]


def names_of_players(club: Club, players: Collection[int]) -> set[str]:
    """Every spelling that this app keeps of them: names, names before and after a renaming, names at a merge."""
    renames = PlayerRename.objects.filter(club=club, player__in=players)
    return {
        *Player.objects.filter(club=club, pk__in=players).values_list("name", flat=True),
        *renames.values_list("before", flat=True),
        *renames.values_list("after", flat=True),
        *KeptFacts.objects.filter(club=club, player__in=players).values_list("name", flat=True),
    }


def erase_players(*, club: Club, players: Collection[int], pseudonym: str, at: datetime) -> None:
    """The players are called by the pseudonym, and what was kept besides is gone: former names, notes, consents, requests, reasons.

    What stays: the random ids, the starting rating, the age group, that they are one person, and links of the family, whose page says
    from now on that the person was erased. On the age group depends how others are shown in the same events.
    """
    owned = {"club": club, "player__in": players}
    Player.objects.filter(club=club, pk__in=players).update(
        name=pseudonym, sort_key=sort_key(pseudonym), always_initials=False, erased_at=at
    )
    for kept in (PlayerRename, PlayerNote, KeptFacts, Consent, ImportedPerson):
        kept.objects.filter(**owned).delete()
    FamilyRequest.objects.filter(**owned).update(text="")
    FamilyRequest.objects.filter(**owned, answered_at=None).update(answered_at=at)
    PlayerMerge.objects.filter(Q(absorbed__in=players) | Q(into__in=players), club=club).update(reason="")
    either = Q(one__in=players) | Q(other__in=players)
    PlayerDifference.objects.filter(either, club=club).update(reason="")
    PossibleDuplicate.objects.filter(either, club=club).delete()


def forget_in_others(*, club: Club, keys: Collection[str], besides: Collection[int]) -> None:
    """A name that somebody else bore by mistake: a renaming that was a fix or was taken back, and what such a one was called at a merge."""
    renames = PlayerRename.objects.filter(club=club).exclude(player__in=besides)
    mistaken = renames.exclude(kind=RenameKind.CHANGE, undone_at=None).values_list("pk", "before", "after")
    renames.filter(pk__in=[pk for pk, *names in mistaken if any(name_key(name) in keys for name in names)]).delete()
    for kept in KeptFacts.objects.filter(club=club).exclude(player__in=besides).select_related("player"):
        if name_key(kept.name) in keys:
            KeptFacts.objects.filter(club=club, pk=kept.pk).update(name=kept.player.name)


def redact_texts(*, club: Club, phrases: Phrases) -> None:
    """Take a name out of what was written about others: their notes, reasons and requests, and the journal."""
    for rows, field in (
        (PlayerNote.objects.filter(club=club), "text"),
        (FamilyRequest.objects.filter(club=club), "text"),
        (PlayerMerge.objects.filter(club=club), "reason"),
        (PlayerDifference.objects.filter(club=club), "reason"),
    ):
        for pk, text in rows.exclude(**{field: ""}).values_list("pk", field):
            if (left := without_phrases(text, phrases)) != text:
                rows.filter(pk=pk).update(**{field: left})
    entries = JournalEntry.objects.filter(club=club)
    for pk, detail in entries.exclude(detail={}).values_list("pk", "detail").iterator():
        if (kept := redact(detail, phrases)) != detail:
            entries.filter(pk=pk).update(detail=kept)
