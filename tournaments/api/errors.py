"""Every error of the API in one shape, mapped in one place.

`{"error": {"code", "message", "remarks": [{"code", "message", "line", "column"}]}}`; an ambiguous event adds `candidates`,
corrections at stake `event` and `corrections`, an unknown encoding `previews`.
"""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework.exceptions import APIException, Throttled, ValidationError
from rest_framework.response import Response
from rest_framework.views import set_rollback

from tournaments.domain.corrections import FieldValue, Pairings
from tournaments.domain.errors import (
    EventConflict,
    EventUnknown,
    NotPublishable,
    TooLarge,
    TournamentError,
    UnknownEncoding,
    UnreadableFile,
)
from tournaments.domain.record import Remark
from tournaments.domain.stakes import GameAtStake, Stake
from tournaments.interchange.json_writing import pairing_value
from tournaments.services.finding import AmbiguousEvent, Candidate
from tournaments.services.weighing import CorrectionsAtStake

Body = dict[str, Any]

STATUS: tuple[tuple[type[TournamentError], int], ...] = (
    (TooLarge, 413),
    (EventUnknown, 404),
    (EventConflict, 409),
    (UnreadableFile, 422),
    (NotPublishable, 422),
)
"""The first class that fits decides; anything else that the app raises on purpose is a bad request."""

_CHARSET = "Say so in Content-Type, for example “application/x-trf; charset=windows-1255”."
NOT_FOUND = "There is no such club or event for this token."


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an error, for REST_FRAMEWORK["EXCEPTION_HANDLER"]; None for a fault of ours, which is a 500."""
    set_rollback()
    if isinstance(error, TournamentError):
        status = next((status for kind, status in STATUS if isinstance(error, kind)), 400)
        return _not_found() if status == 404 else Response(_tournament_body(error), status)
    if isinstance(error, Http404):
        return _not_found()
    if isinstance(error, PermissionDenied):
        return Response(error_body("permission_denied", "This is not allowed."), 403)
    if isinstance(error, APIException):
        return _not_found() if error.status_code == 404 else _framework_answer(error)
    return None


def remark_value(remark: Remark) -> Body:
    """A remark as the API tells it."""
    return {"code": remark.code, "message": remark.message, "line": remark.line, "column": remark.column}


def candidate_value(candidate: Candidate) -> Body:
    """A published event that may be the same."""
    latest = candidate.event.latest
    assert latest is not None
    return {
        "event": candidate.event.public_id,
        "name": latest.name,
        "starts_on": latest.starts_on,
        "version": latest.number,
        "score": candidate.score,
        "reasons": [reason.message for reason in candidate.reasons],
    }


def stake_value(stake: Stake) -> Body:
    """A correction that a publication would undo: numbers and results, no names."""
    return {
        "what": "game" if isinstance(stake, GameAtStake) else stake.name,
        "round": stake.round if isinstance(stake, GameAtStake) else None,
        "published": _stake_part(stake.published),
        "corrected": _stake_part(stake.corrected),
        "sent": _stake_part(stake.sent),
        "found": stake.found if isinstance(stake, GameAtStake) else True,
        "can_be_kept": stake.can_be_kept,
    }


def _stake_part(part: Pairings | FieldValue) -> list[Body] | str | bool:
    if isinstance(part, tuple):
        return [pairing_value(pairing) for pairing in part]
    return part if isinstance(part, bool) else part.isoformat()


def _not_found() -> Response:
    return Response(error_body("not_found", NOT_FOUND), 404)


def error_body(code: str, message: str, remarks: list[Body] | None = None, **more: Any) -> Body:
    """An error in its one shape."""
    return {"error": {"code": code, "message": message, "remarks": remarks or [], **more}}


def _tournament_body(error: TournamentError) -> Body:
    more: Body = {}
    if isinstance(error, AmbiguousEvent):
        more["candidates"] = [candidate_value(candidate) for candidate in error.candidates]
    if isinstance(error, CorrectionsAtStake):
        more |= {"event": error.event.public_id, "corrections": [stake_value(stake) for stake in error.stakes]}
    if isinstance(error, UnknownEncoding) and error.previews:
        more["previews"] = [
            {"encoding": preview.encoding, "lines": [{"line": line, "text": text} for line, text in preview.lines]}
            for preview in error.previews
        ]
        return error_body(error.code, f"{error.message} {_CHARSET}", [remark_value(remark) for remark in error.remarks], **more)
    return error_body(error.code, error.message, [remark_value(remark) for remark in error.remarks], **more)


def _framework_answer(error: APIException) -> Response:
    headers = {}
    if authenticate := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = authenticate
    if isinstance(error, Throttled):
        headers["Retry-After"] = str(int(getattr(error, "wait", None) or 0) + 1)
    if isinstance(error, ValidationError):
        remarks = [{"code": code, "message": text, "line": None, "column": None} for code, text in _invalid(error)]
        return Response(error_body("invalid_parameters", "The parameters of the address are not right.", remarks), 400, headers=headers)
    return Response(error_body(error.default_code, str(error.detail)), error.status_code, headers=headers)


def _invalid(error: ValidationError) -> Iterator[tuple[str, str]]:
    details = error.detail if isinstance(error.detail, dict) else {"": error.detail}
    for field, texts in details.items():
        for text in texts:
            yield getattr(text, "code", "invalid"), f"{field}: {text}" if field else str(text)
