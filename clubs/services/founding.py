"""Founding a club and changing it."""

import secrets
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any
from zoneinfo import available_timezones

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import F

from clubs.domain.addresses import slug_for
from clubs.domain.errors import ClubNameRefused, NeedsAdultsOnly, OpennessDiffers, UnknownTimeZone
from clubs.domain.openness import Openness
from clubs.domain.text import as_stored, find_unfit_character
from clubs.models import Audience, Club, Membership, NamePolicy, Role, Visibility
from clubs.services.holding import account_held
from clubs.services.journal import Person, changed_from, record_in_journal


def found_club(*, by: AbstractBaseUser, name: str, language: str, audience: str, time_zone: str) -> Club:
    """A new club, owned by `by`. Privacy starts as RULES section 3 says for who plays there.

    Raises:
        AccountGone
        ClubNameRefused
        UnknownTimeZone
    """
    _check_time_zone(time_zone)
    name = clean_name(name)
    with account_held(by):
        club = Club.objects.create(
            name=name,
            slug=slug_for(name, secrets.token_hex(16)),
            language=language,
            audience=audience,
            time_zone=time_zone,
            visibility=Visibility.ARBITERS_ONLY if audience == Audience.SCHOOL else Visibility.UNLISTED,
            name_policy=NamePolicy.EVERYONE_IN_FULL if audience == Audience.ADULTS else NamePolicy.INITIALS,
        )
        Membership.objects.create(club=club, user_id=by.pk, role=Role.OWNER)
        record_in_journal(club=club, action="club.founded", by=by)
    return club


def change_club(*, club: Club, by: Person, seen: Openness | None = None, **changes: Any) -> Club:
    """Change name, language, time_zone, audience, visibility or name_policy; every page made before is out of date at once.

    A club that is no longer for adults only, and showed everybody in full, shows initials until somebody chooses again. `seen` is how open
    the club was for whoever decided this, None if that does not matter.

    Raises:
        ClubNameRefused
        UnknownTimeZone
        NeedsAdultsOnly: full names for everybody in another club.
        OpennessDiffers: from `seen`.
    """
    if "time_zone" in changes:
        _check_time_zone(changes["time_zone"])
    if "name" in changes:
        changes["name"] = clean_name(changes["name"])
    with transaction.atomic():
        known = Club.objects.select_for_update().get(pk=club.pk)
        if changes.keys() & {"visibility", "audience", "name_policy"}:
            if seen is not None and known.openness != seen:
                raise OpennessDiffers
            after = asdict(openness_after(known, changes))
            changes |= {name: value for name, value in after.items() if value != getattr(known, name)}
        Club.objects.filter(pk=club.pk).update(**changes, policy_version=F("policy_version") + 1)
        record_in_journal(club=club, action="club.changed", by=by, detail=changed_from(known, changes))
    club.refresh_from_db()
    return club


def openness_after(club: Club, changes: Mapping[str, Any]) -> Openness:
    """How open the club would be: what `change_club` makes of these changes.

    Raises:
        NeedsAdultsOnly
    """
    wanted = {name: str(changes.get(name, known)) for name, known in asdict(club.openness).items()}
    if wanted["audience"] != Audience.ADULTS and wanted["name_policy"] == NamePolicy.EVERYONE_IN_FULL:
        if changes.get("name_policy") == NamePolicy.EVERYONE_IN_FULL:
            raise NeedsAdultsOnly
        wanted["name_policy"] = NamePolicy.INITIALS.value
    return Openness(**wanted)


def renew_address(*, club: Club, by: Person) -> Club:
    """Give the club's pages another address that cannot be guessed. The old one answers from now on as if it had never been.

    Desk, programs and the pages of events have addresses of their own, which stay.
    """
    with transaction.atomic():
        slug = slug_for(club.name, secrets.token_hex(16))
        Club.objects.filter(pk=club.pk).update(slug=slug, policy_version=F("policy_version") + 1)
        record_in_journal(club=club, action="club.address_renewed", by=by)
    club.refresh_from_db()
    return club


def outdate_pages(*, club: Club) -> None:
    """What was rendered before shows something that has changed, or a name in a form that is not allowed any more."""
    Club.objects.filter(pk=club.pk).update(policy_version=F("policy_version") + 1)


def _check_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise UnknownTimeZone(name)


def clean_name(raw: str) -> str:
    """The name as it is kept.

    Raises:
        ClubNameRefused
    """
    name = as_stored(raw)
    unfit = find_unfit_character(raw)
    if unfit or not name:
        raise ClubNameRefused(unfit)
    return name
