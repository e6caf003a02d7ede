"""One publication through the API: from the request to the service, and to the answer."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.conf import settings
from rest_framework.request import Request

from clubs.control_characters import has_control_character
from clubs.models import ApiToken, Club
from clubs.tenancy.scope import club_scope
from tournaments.api.bodies import body_of, file_name_of
from tournaments.api.errors import remark_value
from tournaments.domain.addresses import event_path
from tournaments.domain.record import Reading
from tournaments.domain.stakes import OverCorrections
from tournaments.interchange import read_event
from tournaments.interchange.remarks import make_remark
from tournaments.selectors.events import count_waiting_names, get_event
from tournaments.serializers import PublicationParameters, PublicationSerializer
from tournaments.services.idempotency import Answer, KeyRefused, answer_once, digest_request
from tournaments.services.planning import PlannedPublication, publish_planned
from tournaments.services.preparing import with_identity, with_name, with_start
from tournaments.services.publish import Outcome, Publication

LONGEST_KEY = 100
CREATED, SAME = 201, 200


@dataclass(frozen=True, slots=True)
class RequestedPublication:
    """What a request asks for. `event` is the id in the address; `fingerprint` tells one request from another."""

    token: ApiToken
    reading: Reading
    event: str | None
    is_new: bool
    corrections: OverCorrections | None
    key: str
    fingerprint: str


def read_publication(request: Request) -> RequestedPublication:
    """Errors: ValidationError for parameters, KeyRefused, TooLarge, UnreadableFile, NotPublishable."""
    token = request.auth
    assert isinstance(token, ApiToken)
    asked = _parameters(request)
    key = _key(request)
    body = body_of(request)
    reading = read_event(body, content_type=request.content_type, file_name=file_name_of(request))
    starts_on: date | None = asked["date"]
    reading = with_identity(reading, external_id=asked.get("external_id"), program=asked["program"])
    reading = with_name(with_start(reading, starts_on), asked.get("name"))
    parts = (request.get_full_path().encode(), (request.content_type or "").encode(), body)
    corrections = OverCorrections(asked["corrections"]) if "corrections" in asked else None
    return RequestedPublication(token, reading, asked.get("event"), asked["new"], corrections, key, digest_request(*parts))


def answer_publication(club: Club, asked: RequestedPublication) -> Answer:
    """Status and value of the answer; with an idempotency key the same one as before.

    Errors: those of `publish_event`, and KeyReused.
    """
    if asked.key:
        status, outcome = answer_once(
            club=club, token=asked.token, key=asked.key, request_digest=asked.fingerprint, execute=lambda: _publish(club, asked)
        )
    else:
        status, outcome = _publish(club, asked)
    return status, _value(club, asked.reading, outcome)


def _publish(club: Club, asked: RequestedPublication) -> Answer:
    """Publish, and return what an answer is made of apart from the warnings of the file itself."""
    with club_scope(club):
        event = None if asked.event is None else get_event(club, asked.event)
        planned = PlannedPublication(
            club=club,
            reading=asked.reading,
            by=asked.token.created_by,
            event=event,
            corrections=asked.corrections,
            source="api",
            ask=not asked.is_new,
            token=asked.token,
        )
        done = publish_planned(planned)
        waiting = count_waiting_names(club, [done.shown.pk])
    status = SAME if done.outcome is Outcome.UNCHANGED else CREATED
    return status, {
        "event": done.event.public_id,
        "version": done.version.number,
        "shown": done.shown.number,
        "outcome": done.outcome.value,
        "waiting_names": waiting.get(done.shown.pk, 0),
        "own_warnings": _own_warnings(done, asked.reading),
        "settled": [remark.code for remark in asked.reading.warnings if remark not in done.warnings],
    }


def _own_warnings(done: Publication, reading: Reading) -> list[dict[str, Any]]:
    return [remark_value(remark) for remark in done.warnings if remark not in reading.warnings]


def _value(club: Club, reading: Reading, outcome: dict[str, Any]) -> dict[str, Any]:
    settled = outcome.get("settled", ())  # an outcome that was kept by an earlier release names none
    warnings = [*outcome["own_warnings"], *(remark_value(remark) for remark in reading.warnings if remark.code not in settled)]
    address = settings.SITE_URL + event_path(club.public_id, outcome["event"])
    return dict(
        PublicationSerializer(
            {"shown": outcome["version"], **outcome, "address": address, "warnings": warnings, "left_out": reading.dropped}
        ).data
    )


def _key(request: Request) -> str:
    key = request.headers.get("Idempotency-Key", "").strip(" \t")
    if has_control_character(key):
        raise KeyRefused.of(make_remark("key_unreadable"))
    if len(key) > LONGEST_KEY:
        raise KeyRefused.of(make_remark("key_too_long", limit=LONGEST_KEY))
    return key


def _parameters(request: Request) -> dict[str, Any]:
    asked = PublicationParameters(data=request.query_params.dict())
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)
