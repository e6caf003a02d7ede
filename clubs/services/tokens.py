"""Keys for programs: handing them out and taking them back."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from clubs.domain.errors import RoleRefused, UnknownScope
from clubs.domain.roles import Act, may
from clubs.domain.tokens import SCOPES, make_token
from clubs.models import ApiToken, Club
from clubs.selectors import find_role
from clubs.services.founding import clean_name
from clubs.services.holding import roles_held
from clubs.services.journal import Person, record_in_journal


def issue_token(*, club: Club, label: str, scopes: list[str], by: Person, expires_at: datetime | None = None) -> tuple[ApiToken, str]:
    """A token and its secret, which is never to be had again.

    Raises:
        ClubNameRefused: the label holds what cannot be seen.
        RoleRefused: `by` may not, perhaps not any more.
        UnknownScope
    """
    for scope in scopes:
        if scope not in SCOPES:
            raise UnknownScope(scope, SCOPES)
    label, new = clean_name(label), make_token()
    with roles_held(club):
        if by is not None and not may(find_role(by, club), Act.MANAGE_TOKENS):
            raise RoleRefused
        token = ApiToken.objects.create(
            club=club,
            label=label,
            prefix=new.prefix,
            digest=new.digest,
            scopes=scopes,
            created_by_id=None if by is None else by.pk,
            expires_at=expires_at,
        )
        record_in_journal(
            club=club,
            action="token.issued",
            by=by,
            subject=token.prefix,
            detail={"after": {"scopes": scopes, "expires_at": expires_at and expires_at.isoformat()}},
        )
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
