"""Bringing the demo clubs into the database through the services that a real club uses."""

import logging

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from billing.services.demo import subscribe_demo
from clubs.models import Club
from clubs.selectors import DEMO_ARBITER, find_club
from clubs.services import found_club
from clubs.tenancy.scope import club_scope
from ratings.demo.clubs import DEMO_CLUBS, DemoClub
from ratings.demo.corrections import bring_opening_ratings, correct_evenings
from ratings.demo.evenings import evenings_of
from ratings.services import replay_ladder
from tournaments.domain.record import EventRecord, Reading
from tournaments.models import EventVersion
from tournaments.selectors.names import propose_names
from tournaments.services import publish_event
from tournaments.services.identity import accept_preselected, link_to_new_player

logger = logging.getLogger(__name__)


def seed_demo() -> list[Club]:
    """Make the demo clubs that are not there yet; a club comes with all its events or not at all. Returns those made now."""
    arbiter = _arbiter()
    made = []
    for number, demo in enumerate(DEMO_CLUBS, 1):
        if find_club(demo.slug) is None:
            with transaction.atomic():
                made.append(_seed_club(demo, arbiter))
                subscribe_demo(club=made[-1], number=number)
            replay_ladder(club=made[-1])
            correct_evenings(made[-1], demo, arbiter)
            logger.info("Demo club made: %s", demo.slug)
    return made


def _arbiter() -> AbstractBaseUser:
    """The account that acts for all demo clubs, its address confirmed, so that a code can be sent to it at once."""
    account, _ = get_user_model().objects.get_or_create(username=DEMO_ARBITER, defaults={"email": DEMO_ARBITER})
    EmailAddress.objects.get_or_create(user=account, email=DEMO_ARBITER, defaults={"verified": True, "primary": True})
    return account


def _seed_club(demo: DemoClub, arbiter: AbstractBaseUser) -> Club:
    club = found_club(by=arbiter, name=demo.name, language=demo.language, audience=demo.audience, time_zone=demo.time_zone)
    club.slug, club.visibility, club.name_policy = demo.slug, demo.visibility, demo.name_policy
    club.save(update_fields=["slug", "visibility", "name_policy"])
    if demo.brings_ratings:
        bring_opening_ratings(club, demo, arbiter)
    evenings = list(evenings_of(demo))
    for evening in evenings:
        _decide_names(club, _publish(club, evening.record, arbiter), arbiter, as_written=demo.members)
    for evening in evenings:
        if evening.correction is not None:
            _publish(club, evening.correction, arbiter)
    return club


def _publish(club: Club, record: EventRecord, arbiter: AbstractBaseUser) -> EventVersion:
    return publish_event(club=club, reading=Reading(record), by=arbiter, source="demo").version


def _decide_names(club: Club, version: EventVersion, arbiter: AbstractBaseUser, *, as_written: tuple[str, ...]) -> None:
    """Accept what is pre-selected; whoever is left comes for the first time. Names not written as the club's wait for a person."""
    with club_scope(club):
        proposals = propose_names(club=club, version=version)
    open_ones = [one for one in proposals if one.decided is None and one.entry.name in as_written]
    sure = [one for one in open_ones if one.preselected is not None or one.is_new_preselected]
    shown = [(one.entry.pk, one.preselected) for one in sure]
    accept_preselected(club=club, version=version, by=arbiter, expected=shown, read=proposals)  # nobody else sees the club yet
    for proposal in open_ones:
        if proposal not in sure:
            link_to_new_player(club=club, entry=proposal.entry, by=arbiter)
