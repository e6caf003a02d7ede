"""Erasing a person: the name goes everywhere, the games stay, and nobody's rating moves (docs/names-and-privacy.md)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from clubs.ledger import note_erasure, read_ledger
from clubs.models import Club
from clubs.services import Person, outdate_pages, record_in_journal
from clubs.tenancy.scope import club_scope, lock_ladder
from players.domain.errors import ErasureRefused
from players.domain.pseudonyms import is_pseudonym, pseudonym_of
from players.domain.redacting import phrases_of, without_phrases
from players.models import Erasure, Player
from players.selectors import roots
from players.services.erasing import erase_players, names_of_players, redact_texts
from ratings.models import Correction
from tournaments.models import Event
from tournaments.services.erasing import (
    erase_entries,
    events_played,
    events_with_waiting_name,
    is_shared_name,
    mended_names,
    names_in_events,
    redact_events,
    remember_erased,
)


@dataclass(frozen=True, slots=True)
class ErasurePlan:
    """What an erasure would reach. `waiting`: events in which the name waits to be decided, which must be done first.

    `is_shared`: somebody else of the club has the same name, and keeps it. `naming`: events that are called after the person.
    """

    person: str
    players: frozenset[int]
    names: frozenset[str]
    events: tuple[Event, ...]
    waiting: tuple[Event, ...]
    naming: tuple[Event, ...]
    is_shared: bool


def plan_erasure(*, club: Club, player: Player) -> ErasurePlan:
    """What erasing the person would reach to whom the player belongs. Inside `snapshot` or `club_scope` of the club.

    Raises:
        ErasureRefused: erased_already.
        Player.DoesNotExist
    """
    players = roots(club).players_of(player.pk)
    root = Player.objects.get(club=club, pk=roots(club).root_of(player.pk))
    if root.erased_at is not None:
        raise ErasureRefused("erased_already")
    events = events_played(club, players)
    spellings = names_of_players(club, players) | names_in_events(club, players) | mended_names(club, players, events)
    names = {name for name in spellings if not is_pseudonym(name)}
    shared = is_shared_name(club, names, players)
    phrases = phrases_of(names)
    named = Event.objects.filter(club=club, latest__isnull=False).select_related("latest")
    return ErasurePlan(
        person=root.public_id,
        players=players,
        names=frozenset(names),
        events=tuple(events),
        waiting=() if shared else tuple(events_with_waiting_name(club, names)),
        naming=tuple(event for event in named if event.latest and without_phrases(event.latest.name, phrases) != event.latest.name),
        is_shared=shared,
    )


def erase_person(*, club: Club, player: Player, by: Person, at: datetime | None = None) -> Erasure:
    """Replace the identity of the person to whom the player belongs by a pseudonym, for good.

    In every version of every event, in former names, notes, reasons, requests, remarks and the journal. The same file published again
    does not bring the name back. `at`: when, for one that is applied again to an older copy of the database; then names that wait do
    not hinder it.

    Raises:
        ErasureRefused: erased_already; names_waiting.
        Player.DoesNotExist
    """
    moment = at or timezone.now()
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        held = Player.objects.select_for_update().filter(club=club, pk__in=roots(club).players_of(player.pk)).order_by("pk")
        ids = sorted(one.public_id for one in held)  # nobody gives another name, a consent or a note meanwhile
        plan = plan_erasure(club=club, player=player)
        if plan.waiting and at is None:
            raise ErasureRefused("names_waiting")
        count = erase_entries(club=club, players=plan.players, person=plan.person, names=plan.names, events=plan.events)
        remember_erased(club=club, person=plan.person, names=plan.names, events=plan.events, before=_before(club, plan, moment))
        erase_players(club=club, players=plan.players, pseudonym=pseudonym_of(plan.person), at=moment)
        _redact(club, plan)
        erasure = Erasure.objects.create(club=club, person=plan.person, players=ids, by_id=None if by is None else by.pk, at=moment)
        outdate_pages(club=club)
        detail = {"events": len(plan.events), "names": count}
        record_in_journal(club=club, action="person.erased", by=by, subject=plan.person, detail=detail)
        transaction.on_commit(lambda: note_erasure(club.public_id, ids, moment))
    return erasure


def _before(club: Club, plan: ErasurePlan, moment: datetime) -> date | None:
    """The day after the erasure; None where somebody living has the name too, who may be meant by any file."""
    return None if plan.is_shared else timezone.localtime(moment, ZoneInfo(club.time_zone)).date() + timedelta(days=1)


def _redact(club: Club, plan: ErasurePlan) -> None:
    """A living namesake is meant as much as the erased: what names others by the full name is left alone then."""
    phrases = frozenset() if plan.is_shared else phrases_of(plan.names)
    redact_texts(club=club, phrases=phrases)
    redact_events(club=club, phrases=phrases, events=plan.events)
    closer = phrases_of(plan.names, parts=True)
    events = {event.pk for event in plan.events}
    for correction in Correction.objects.filter(club=club).exclude(reason=""):
        sought = closer if correction.event_id in events else phrases
        kept = "" if correction.player_id in plan.players else without_phrases(correction.reason, sought)
        if kept != correction.reason:
            Correction.objects.filter(club=club, pk=correction.pk).update(reason=kept)


def complete_ledger() -> int:
    """Write into the ledger's file what stands in the database alone; returns how many lines. Before a backup is made."""
    written = {(line["club"], public_id) for line in read_ledger() for public_id in line.get("erased", ())}
    missing = 0
    for club in Club.objects.order_by("pk"):
        with club_scope(club):
            for erasure in Erasure.objects.filter(club=club).order_by("pk"):
                if any((club.public_id, public_id) not in written for public_id in erasure.players):
                    note_erasure(club.public_id, erasure.players, erasure.at)
                    missing += 1
    return missing


def reapply_erasures(lines: Iterable[Mapping[str, Any]]) -> int:
    """Erase whoever the ledger says was erased and is here by name, in a database that is older than the ledger; returns how many people.

    Clubs and players that the database does not know are passed over.
    """
    count = 0
    for line in lines:
        club = Club.objects.filter(public_id=line["club"]).first() if "erased" in line else None
        if club is None:
            continue
        with club_scope(club):
            found = list(Player.objects.filter(club=club, public_id__in=line["erased"], erased_at=None).order_by("pk"))
        for player in found:
            try:
                erase_person(club=club, player=player, by=None, at=datetime.fromisoformat(line["at"]))
                count += 1
            except ErasureRefused:
                continue  # with somebody merged into the same person, a moment ago
    return count
