"""Erasing a person: the name goes everywhere, the games stay, and nobody's rating moves (docs/names-and-privacy.md)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from clubs.domain.erased import Erased
from clubs.ledger import note_erasure, read_ledger
from clubs.models import Club
from clubs.services import Person, outdate_pages, record_in_journal
from clubs.tenancy.scope import club_scope, lock_ladder
from players.domain.errors import ErasureRefused
from players.domain.names import sort_key
from players.domain.pseudonyms import is_pseudonym, pseudonym_of
from players.domain.redacting import name_key, phrases_of, without_phrases
from players.models import Erasure, Player
from players.selectors import roots
from players.services.erasing import erase_players, forget_in_others, names_of_players, redact_texts
from ratings.models import Correction, CorrectionKind
from tournaments.models import ErasedName, Event
from tournaments.services.erasing import (
    Spellings,
    erase_entries,
    events_played,
    events_with_waiting_name,
    keys_of_the_living,
    link_erased_entries,
    mended_names,
    names_in_events,
    redact_events,
    remember_digests,
    remember_erased,
)


@dataclass(frozen=True, slots=True)
class ErasurePlan:
    """What an erasure would reach. `waiting`: events in which the name waits to be decided, which must be done first.

    `shared`: names that a living person of the club has too, and keeps. `naming`: events that are called after the person.
    """

    person: str
    players: frozenset[int]
    names: frozenset[str]
    keys: Spellings
    events: tuple[Event, ...]
    waiting: tuple[Event, ...]
    naming: tuple[Event, ...]

    @property
    def own_names(self) -> list[str]:
        """Those that are nobody else's."""
        return sorted(name for name in self.names if name_key(name) in self.keys.own)

    @property
    def shared_names(self) -> list[str]:
        """Those that somebody living has too."""
        return sorted(name for name in self.names if name_key(name) in self.keys.shared)


def plan_erasure(*, club: Club, player: Player) -> ErasurePlan:
    """What erasing the person would reach to whom the player belongs. Inside `snapshot` or `club_scope` of the club.

    Raises:
        ErasureRefused: erased_already.
        Player.DoesNotExist
    """
    persons = roots(club)
    root = Player.objects.get(club=club, pk=persons.root_of(player.pk))
    if root.erased_at is not None:
        raise ErasureRefused("erased_already")
    return _plan(club, root, persons.players_of(player.pk))


def _plan(club: Club, root: Player, players: frozenset[int]) -> ErasurePlan:
    events = events_played(club, players)
    spellings = names_of_players(club, players) | names_in_events(club, players) | mended_names(club, players, events)
    names = frozenset(name for name in spellings if not is_pseudonym(name))
    of_others, theirs = keys_of_the_living(club, players), set(map(name_key, names))
    keys = Spellings(frozenset(theirs - of_others), frozenset(theirs & of_others))
    phrases = phrases_of(name for name in names if name_key(name) in keys.own)
    named = Event.objects.filter(club=club, latest__isnull=False).select_related("latest")
    return ErasurePlan(
        person=root.public_id,
        players=players,
        names=names,
        keys=keys,
        events=tuple(events),
        waiting=tuple(events_with_waiting_name(club, keys.own)),
        naming=tuple(event for event in named if event.latest and without_phrases(event.latest.name, phrases) != event.latest.name),
    )


def erase_person(*, club: Club, player: Player, by: Person) -> Erasure:
    """Replace the identity of the person to whom the player belongs by a pseudonym, for good.

    In every version of every event, in former names, notes, reasons, requests, remarks and the journal. The same file published again
    does not bring the name back.

    Raises:
        ErasureRefused: erased_already; names_waiting.
        Player.DoesNotExist
    """
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        _hold(club, roots(club).players_of(player.pk))
        plan = plan_erasure(club=club, player=player)
        if plan.waiting:
            raise ErasureRefused("names_waiting")
        return _erase(club, plan, by, timezone.now())


def _hold(club: Club, players: Iterable[int]) -> None:
    """Nobody gives another name, a consent or a note meanwhile."""
    list(Player.objects.select_for_update().filter(club=club, pk__in=players).order_by("pk").values_list("pk"))


def _erase(club: Club, plan: ErasurePlan, by: Person, moment: datetime) -> Erasure:
    ids = sorted(Player.objects.filter(club=club, pk__in=plan.players).values_list("public_id", flat=True))
    before = timezone.localtime(moment, ZoneInfo(club.time_zone)).date() + timedelta(days=1)
    entries = erase_entries(club=club, players=plan.players, person=plan.person, keys=plan.keys, events=plan.events)
    digests = remember_erased(club=club, person=plan.person, names=plan.own_names, events=plan.events, before=before)
    remember_erased(club=club, person=plan.person, names=plan.shared_names, events=plan.events, before=None)
    erase_players(club=club, players=plan.players, pseudonym=pseudonym_of(plan.person), at=moment)
    forget_in_others(club=club, keys=plan.keys.own, besides=plan.players)
    _redact(club, plan)
    erasure = Erasure.objects.create(club=club, person=plan.person, players=ids, by_id=None if by is None else by.pk, at=moment)
    link_erased_entries(club=club, entries=entries)
    outdate_pages(club=club)
    detail = {"events": len(plan.events), "names": len(entries)}
    record_in_journal(club=club, action="person.erased", by=by, subject=plan.person, detail=detail)
    line = Erased(club.public_id, plan.person, tuple(ids), moment, before, tuple(digests))
    transaction.on_commit(lambda: note_erasure(line))
    return erasure


def _redact(club: Club, plan: ErasurePlan) -> None:
    """A living namesake is meant as much as the erased: where others are told of, a name that both have is left alone."""
    phrases, closer = phrases_of(plan.own_names), phrases_of(plan.names, parts=True)
    redact_texts(club=club, phrases=phrases)
    redact_events(club=club, phrases=phrases, events=plan.events)
    events = {event.pk for event in plan.events}
    for correction in Correction.objects.filter(club=club).exclude(reason=""):
        near = correction.event_id in events or correction.kind == CorrectionKind.OPENING
        kept = "" if _is_about(correction, plan.players) else without_phrases(correction.reason, closer if near else phrases)
        if kept != correction.reason:
            Correction.objects.filter(club=club, pk=correction.pk).update(reason=kept)


_PEOPLE = ("from", "to", "absorbed", "into")
"""Where the detail of a correction of identities names players."""


def _is_about(correction: Correction, players: Collection[int]) -> bool:
    return correction.player_id in players or any(correction.detail.get(key) in players for key in _PEOPLE)


def complete_ledger() -> int:
    """Write into the ledger's file what stands in the database alone; returns how many lines. Before a backup is made."""
    written = {(line["club"], public_id) for line in read_ledger() for public_id in line.get("erased", ())}
    missing = 0
    for club in Club.objects.order_by("pk"):
        with club_scope(club):
            for erasure in Erasure.objects.filter(club=club).order_by("pk"):
                if any((club.public_id, public_id) not in written for public_id in erasure.players):
                    note_erasure(line_of(club, erasure))
                    missing += 1
    return missing


def line_of(club: Club, erasure: Erasure) -> Erased:
    """What the ledger's file says of an erasure. Inside a scope of the club."""
    known = ErasedName.objects.filter(club=club, person=erasure.person, event=None)
    before = known.values_list("before", flat=True).first()
    digests = tuple(known.order_by("digest").values_list("digest", flat=True))
    return Erased(club.public_id, erasure.person, tuple(erasure.players), erasure.at, before, digests)


def reapply_erasures(lines: Iterable[Mapping[str, Any]]) -> int:
    """Erase whoever the ledger says was erased and is here by name, in a database that is older than the ledger; returns how many people.

    Nobody else: whom the database still takes for the same person keeps the name. Somebody whom it does not know yet becomes known by the
    pseudonym alone, so that the files of the lost days do not bring the name. Clubs that it does not know are passed over.
    """
    count = 0
    for line in lines:
        club = Club.objects.filter(public_id=line["club"]).first() if "erased" in line else None
        if club is not None:
            count += _reapply(club, Erased.of(line))
    return count


def _reapply(club: Club, line: Erased) -> bool:
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        there = Player.objects.filter(club=club, public_id__in=line.players)
        players = frozenset(there.filter(erased_at=None).values_list("pk", flat=True))
        _hold(club, players)
        root = there.filter(public_id=line.person).first() or there.order_by("pk").first()
        if root is None:
            pseudonym = pseudonym_of(line.person)
            Player.objects.create(club=club, public_id=line.person, name=pseudonym, sort_key=sort_key(pseudonym), erased_at=line.at)
            Erasure.objects.create(club=club, person=line.person, players=list(line.players), at=line.at)
        elif players:
            _erase(club, replace(_plan(club, root, players), person=line.person), None, line.at)
        remember_digests(club=club, person=line.person, digests=line.digests, before=line.before)
    return bool(players)
