"""Publishing events, and asking where they stand."""

from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api_auth import ClubApiView, club_of
from clubs.converters import is_public_id
from clubs.models import Club
from clubs.tenancy.scope import club_scope, snapshot
from tournaments.api.bodies import PARSERS
from tournaments.api.publication import answer_publication, read_publication
from tournaments.domain.addresses import event_path
from tournaments.models import Event
from tournaments.selectors.events import count_waiting_names, find_event, list_events
from tournaments.serializers import ErrorSerializer, EventPageSerializer, EventSerializer, PublicationParameters, PublicationSerializer

ERRORS: dict[int, Any] = dict.fromkeys((401, 403, 404, 429), ErrorSerializer)
PUBLICATION_ERRORS: dict[int, Any] = dict.fromkeys((400, 409, 413, 415, 422), ErrorSerializer)
CLUB = OpenApiParameter("club", str, OpenApiParameter.PATH, description="The club's address name or its id.")
KEY = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER, description="Up to 100 characters. The same request with it is executed once."
)


class Pages(CursorPagination):
    """Newest first. The cursor holds a moment in time, never a name."""

    ordering = "-created_at"
    page_size = 50

    def decode_cursor(self, request: Request) -> Cursor | None:
        """None without a cursor. Errors: ValidationError for one that no answer of ours has held."""
        try:
            cursor = super().decode_cursor(request)
            if cursor is not None and cursor.position is not None and datetime.fromisoformat(str(cursor.position)).tzinfo is None:
                raise ValueError
        except (NotFound, ValueError) as wrong:
            raise ValidationError({"cursor": ["Take it from “next” or “previous”."]}, code="invalid_cursor") from wrong
        return cursor


class ClubEvents(ClubApiView):
    """The events of the club to which the token belongs."""

    parser_classes = PARSERS
    scopes: ClassVar[dict[str, str]] = {"GET": "read", "POST": "publish"}

    @extend_schema(
        operation_id="list_events",
        summary="List the published events",
        parameters=[CLUB, OpenApiParameter("cursor", str, description="From “next” or “previous”.")],
        responses={200: EventPageSerializer, 400: ErrorSerializer} | ERRORS,
    )
    def get(self, request: Request, club: str) -> Response:
        """Events of the club, the newest publication first, 50 a page."""
        owner = club_of(request, club)
        pages = Pages()
        with snapshot(owner):
            events = pages.paginate_queryset(list_events(owner), request, self) or []
            return pages.get_paginated_response(_values(owner, events))

    @extend_schema(
        operation_id="publish_event",
        summary="Publish an event",
        parameters=[CLUB, PublicationParameters, KEY],
        request={
            "application/vnd.rookery.event+json": OpenApiTypes.OBJECT,
            "application/json": OpenApiTypes.OBJECT,
            "application/x-trf": OpenApiTypes.STR,
            "application/vnd.fide.trf": OpenApiTypes.STR,
            "text/plain": OpenApiTypes.STR,
        },
        responses={200: PublicationSerializer, 201: PublicationSerializer} | ERRORS | PUBLICATION_ERRORS,
    )
    def post(self, request: Request, club: str) -> Response:
        """Rookery JSON or TRF. 201 for a new event or a new version, 200 if this content is already published."""
        owner = club_of(request, club)
        status, value = answer_publication(owner, read_publication(request))
        return Response(value, status)


class ClubEvent(ClubApiView):
    """One event of the club to which the token belongs."""

    scopes: ClassVar[dict[str, str]] = {"GET": "read"}

    @extend_schema(
        operation_id="get_event",
        summary="Ask where an event stands",
        parameters=[CLUB, OpenApiParameter("event", str, OpenApiParameter.PATH, description="Id of the event.")],
        responses={200: EventSerializer} | ERRORS,
    )
    def get(self, request: Request, club: str, event: str) -> Response:
        """Its versions, and how many names an arbiter has still to confirm."""
        owner = club_of(request, club)
        with club_scope(owner):
            found = find_event(owner, event) if is_public_id(event) else None
            if found is None or found.latest is None:
                raise NotFound
            return Response(_values(owner, [found])[0])


def _values(club: Club, events: list[Event]) -> list[dict[str, Any]]:
    """The events as the API tells them; one query for all their waiting names."""
    waiting = count_waiting_names(club, [event.latest_id for event in events if event.latest_id is not None])
    return [dict(EventSerializer(_value(club, event, waiting)).data) for event in events]


def _value(club: Club, event: Event, waiting: dict[int, int]) -> dict[str, Any]:
    latest, rated = event.latest, event.rated_version
    assert latest is not None
    return {
        "event": event.public_id,
        "address": settings.SITE_URL + event_path(club.public_id, event.public_id),
        "name": latest.name,
        "program": event.program,
        "external_id": event.external_id,
        "starts_on": latest.starts_on,
        "ends_on": latest.ends_on,
        "version": latest.number,
        "rated_version": None if rated is None else rated.number,
        "waiting_names": waiting.get(latest.pk, 0),
        "published_at": latest.published_at,
        "removed": event.removed_at is not None,
    }
