"""An API request that may be sent again: the same key is executed once, whoever is first.

Kept is which event a request made, never the text of the answer; what the file itself caused to be said is found again by
reading it again. Keys are kept for a week.
"""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Self

from django.utils import timezone

from clubs.models import ApiToken, Club, IdempotentRequest
from clubs.tenancy.scope import club_scope, lock_ladder
from tournaments.domain.errors import NotPublishable, TournamentError
from tournaments.domain.record import Remark
from tournaments.interchange.remarks import make_remark

KEPT_FOR = timedelta(days=7)
Answer = tuple[int, dict[str, Any]]


class KeyRefused(TournamentError):
    """What was given as an idempotency key can be none."""

    @classmethod
    def of(cls, remark: Remark) -> Self:
        return cls(remark.code, remark.message, (remark,))


class KeyReused(NotPublishable):
    """An idempotency key was used before for another request."""


def digest_request(*parts: bytes) -> str:
    """A fingerprint of all that makes a request what it is, by which a repeated one is known."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def answer_once(*, club: Club, token: ApiToken, key: str, request_digest: str, execute: Callable[[], Answer]) -> Answer:
    """What `execute` returns (an HTTP status and what to keep), or what it returned for this key before.

    One transaction under the club's lock: a second request with the key waits for the first. A request that failed is not
    kept and is executed again. Errors: KeyReused, and those of `execute`.
    """
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        mine = IdempotentRequest.objects.filter(club=club, token=token)
        mine.filter(at__lt=timezone.now() - KEPT_FOR).delete()
        earlier = mine.filter(key=key).first()
        if earlier is None:
            status, outcome = execute()
            IdempotentRequest.objects.create(club=club, token=token, key=key, request_digest=request_digest, status=status, outcome=outcome)
            return status, outcome
        if earlier.request_digest != request_digest:
            remark = make_remark("key_reused", key=key)
            raise KeyReused(remark.code, remark.message, (remark,))
        return earlier.status, earlier.outcome
