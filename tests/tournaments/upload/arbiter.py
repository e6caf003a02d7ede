"""Somebody at the desk who publishes files."""

import re
from html import unescape
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubs.models import Club, Role
from clubs.tenancy.scope import club_scope
from tests.factories import join_club, make_club
from tournaments.models import Event, EventVersion, StagedUpload


class Arbiter:
    """Somebody with a browser at the desk of one club."""

    def __init__(self, club: Club | None = None, role: str = Role.ARBITER) -> None:
        self.club = club or make_club()
        self.client = Client()
        self.client.force_login(join_club(self.club, role))

    @property
    def address(self) -> str:
        return f"/desk/{self.club.public_id}/publish/"

    def send(self, content: bytes, name: str = "evening.trf") -> str:
        """Send a file; the address of the page that shows it."""
        answer = self.client.post(self.address, {"file": SimpleUploadedFile(name, content), "text": ""})
        assert answer.status_code == 302, answer.content.decode()
        return str(answer["Location"])

    def look(self, address: str) -> str:
        return self.client.get(address).content.decode()

    def confirm(self, address: str, **answers: str) -> Any:
        """Press the button; what is not given stays as the page has it."""
        page = self.look(address)
        named = re.search(r'name="name"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="name"', page)
        shown = {"name": unescape(named[1] or named[2])} if named else {}
        return self.client.post(address, shown | {"asked_about": re.findall(r'name="asked_about" value="([^"]*)"', page)} | answers)

    def publish(self, content: bytes, **answers: str) -> None:
        assert self.confirm(self.send(content), **answers).status_code == 302

    def kept(self) -> tuple[int, int, int]:
        """Events, versions and files that wait."""
        with club_scope(self.club):
            return Event.objects.count(), EventVersion.objects.count(), StagedUpload.objects.count()
