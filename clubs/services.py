"""Founding a club, changing it, and handing out keys to it."""

import secrets
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any
from zoneinfo import available_timezones

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from clubs.domain.addresses import slug_for
from clubs.domain.errors import ClubNameRefused, NeedsAdultsOnly, OpennessDiffers, UnknownScope, UnknownTimeZone
from clubs.domain.openness import Openness
from clubs.domain.text import as_stored, find_unfit_character
from clubs.domain.tokens import SCOPES, make_token
from clubs.models import ApiToken, Audience, Club, JournalEntry, Membership, NamePolicy, Role, Visibility
from clubs.tenancy.scope import club_scope

Person = AbstractBaseUser | None  # who acts; None is the software itself or an operator at the shell


def found_club(*, by: AbstractBaseUser, name: str, language: str, audience: str, time_zone: str) -> Club:
    """A new club, owned by `by`. Privacy starts as RULES section 3 says for who plays there.

    Raises:
        ClubNameRefused
        UnknownTimeZone
    """
    _check_time_zone(time_zone)
    name = _clean_name(name)
    with transaction.atomic():
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
        changes["name"] = _clean_name(changes["name"])
    with transaction.atomic():
        if changes.keys() & {"visibility", "audience", "name_policy"}:
            known = Club.objects.select_for_update().get(pk=club.pk)
            if seen is not None and known.openness != seen:
                raise OpennessDiffers
            after = asdict(openness_after(known, changes))
            changes |= {name: value for name, value in after.items() if value != getattr(known, name)}
        Club.objects.filter(pk=club.pk).update(**changes, policy_version=F("policy_version") + 1)
        record_in_journal(club=club, action="club.changed", by=by, detail={"changed": sorted(changes)})
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


def issue_token(*, club: Club, label: str, scopes: list[str], by: Person, expires_at: datetime | None = None) -> tuple[ApiToken, str]:
    """A token and its secret, which is never to be had again.

    Raises:
        UnknownScope
    """
    for scope in scopes:
        if scope not in SCOPES:
            raise UnknownScope(scope, SCOPES)
    new = make_token()
    with transaction.atomic():
        token = ApiToken.objects.create(
            club=club,
            label=label,
            prefix=new.prefix,
            digest=new.digest,
            scopes=scopes,
            created_by_id=None if by is None else by.pk,
            expires_at=expires_at,
        )
        record_in_journal(club=club, action="token.issued", by=by, subject=token.prefix, detail={"scopes": scopes})
    return token, new.secret


def revoke_token(*, club: Club, token: ApiToken, by: Person) -> None:
    """End a token from the next request on; revoking twice changes nothing."""
    with transaction.atomic():
        ended = ApiToken.objects.filter(club=club, pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
        if ended:
            record_in_journal(club=club, action="token.revoked", by=by, subject=token.prefix)


def note_token_use(*, token: ApiToken) -> None:
    """Keep when a token was last used, to the minute: a busy program must not write at every request."""
    now = timezone.now()
    if token.last_used_at is None or (now - token.last_used_at).total_seconds() > 60:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def record_in_journal(*, club: Club, action: str, by: Person, subject: str = "", detail: dict[str, Any] | None = None) -> JournalEntry:
    """Write down what was done, in the transaction that does it. Ids only: a name would outlive its erasure."""
    with club_scope(club):
        return JournalEntry.objects.create(
            club=club, action=action, by_id=None if by is None else by.pk, subject=subject, detail=detail or {}
        )


def _check_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise UnknownTimeZone(name)


def _clean_name(raw: str) -> str:
    name = as_stored(raw)
    unfit = find_unfit_character(raw)
    if unfit or not name:
        raise ClubNameRefused(unfit)
    return name
