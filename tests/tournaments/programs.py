"""A program that calls the API of one club."""

from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from clubs.models import ApiToken, Club
from clubs.services import issue_token
from tests.factories import make_club
from tests.tournaments.sources import JSON_TYPE, TRF_TYPE, rookery_json


@dataclass
class Program:
    """Sends requests with the secret of its token."""

    club: Club
    token: ApiToken
    secret: str
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    def post(self, body: bytes, *, content_type: str = JSON_TYPE, query: str = "", club: str | None = None, **headers: str) -> Any:
        path = f"/api/v1/clubs/{club or self.club.slug}/events/{query}"
        return self.client.generic("POST", path, body, content_type=content_type, headers=self.headers(headers))

    def publish(self, **event: Any) -> Any:
        return self.post(rookery_json(**event))

    def post_trf(self, text: str, query: str = "") -> Any:
        return self.post(text.encode(), content_type=TRF_TYPE, query=query)

    def get(self, path: str = "", *, club: str | None = None) -> Any:
        address = path if path.startswith("http") else f"/api/v1/clubs/{club or self.club.slug}/events/{path}"
        return self.client.get(address, headers=self.headers({}))

    def headers(self, more: dict[str, str]) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secret}", **{name.replace("_", "-"): value for name, value in more.items()}}


def make_program(club: Club | None = None, *, scopes: tuple[str, ...] = ("publish", "read")) -> Program:
    club = club or make_club()
    token, secret = issue_token(club=club, label="Pairing program", scopes=list(scopes), by=None)
    return Program(club, token, secret)
