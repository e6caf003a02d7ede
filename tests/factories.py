"""Accounts, clubs, players and events for tests, made by the services that make the real ones."""

from collections.abc import Sequence
from datetime import date
from itertools import count

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, User

from clubs.models import Audience, Club, Membership, Role
from clubs.services import found_club
from clubs.tenancy.scope import club_scope
from players.domain.names import sort_key
from players.models import AgeGroupChoice, Player
from players.selectors import roots
from tournaments.domain.record import EntryRecord, EventFormat, EventRecord, PairingRecord, Reading, RoundRecord
from tournaments.domain.results import ResultKind
from tournaments.models import Event
from tournaments.selectors.names import EntryProposal, propose_names
from tournaments.services import publish_event
from tournaments.services.identity import accept_preselected, link_entry, link_to_new_player

_numbers = count(1)

Board = tuple[int, int | None, ResultKind]


def make_user(email: str | None = None) -> User:
    """Somebody with an account and a confirmed address."""
    email = email or f"person{next(_numbers)}@example.org"
    user = get_user_model().objects.create_user(username=email, email=email)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def make_club(name: str = "Nest", *, owner: AbstractBaseUser | None = None, audience: str = Audience.MIXED, language: str = "en") -> Club:
    return found_club(by=owner or make_user(), name=name, language=language, audience=audience, time_zone="UTC")


def join_club(club: Club, role: str = Role.ARBITER, user: User | None = None) -> User:
    user = user or make_user()
    Membership.objects.create(club=club, user_id=user.pk, role=role)
    return user


def make_player(club: Club, name: str, *, age_group: str = AgeGroupChoice.UNKNOWN, start_rating: int | None = None) -> Player:
    """`start_rating` in tenths."""
    with club_scope(club):
        return Player.objects.create(club=club, name=name, sort_key=sort_key(name), age_group=age_group, start_rating=start_rating)


def event_record(
    names: Sequence[str],
    rounds: Sequence[Sequence[Board]],
    *,
    name: str = "Club evening",
    on: date = date(2026, 3, 3),
    external_id: str | None = None,
    finished: bool = True,
    rated: bool = True,
) -> EventRecord:
    """An event as a reader returns it: players numbered from 1 in the order of `names`, boards as (white, black, result)."""
    return EventRecord(
        name=name,
        starts_on=on,
        ends_on=on,
        entries=tuple(EntryRecord(number=number, name=each) for number, each in enumerate(names, 1)),
        rounds=tuple(
            RoundRecord(
                number=number,
                pairings=tuple(PairingRecord(board, white, black, result) for board, (white, black, result) in enumerate(boards, 1)),
            )
            for number, boards in enumerate(rounds, 1)
        ),
        program="test" if external_id else "",
        external_id=external_id,
        format=EventFormat.SWISS,
        finished=finished,
        rated=rated,
    )


def make_event(club: Club, record: EventRecord, *, event: Event | None = None, decided: bool = True) -> Event:
    """The event published, or a new version of `event`; `decided` also says who everybody is. No ladder is built."""
    published = publish_event(club=club, reading=Reading(record), by=None, source="upload", event=event).event
    if decided:
        decide_names(club, published)
    return published


def decide_names(club: Club, event: Event) -> None:
    """Link every name of the latest version to the person of exactly this name, or to a new one; at once what is pre-selected so."""
    with club_scope(club):
        version = Event.objects.select_related("latest").get(club=club, pk=event.pk).latest
        assert version is not None
        proposals = propose_names(club=club, version=version)
        persons = roots(club)
        known = {player.name: player for player in Player.objects.filter(club=club) if persons.root_of(player.pk) == player.pk}
    undecided = [(one, known.get(one.entry.name)) for one in proposals if one.decided is None]
    sure = [(one.entry.pk, one.preselected) for one, player in undecided if _is_preselected(one, player)]
    accept_preselected(club=club, version=version, by=None, expected=sure, read=proposals)
    for one, player in undecided:
        if _is_preselected(one, player):
            continue
        if player is not None:
            link_entry(club=club, entry=one.entry, player=player, by=None)
        else:
            link_to_new_player(club=club, entry=one.entry, by=None)


def _is_preselected(proposal: EntryProposal, player: Player | None) -> bool:
    return proposal.is_new_preselected if player is None else proposal.preselected == player.pk
