"""The pages between a table of opening ratings and the ladder, and previews: axe-core, a phone, both directions of writing."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import reverse

from clubs.tenancy.scope import club_scope
from tests.browser.screen import PHONE, WIDE
from tests.browser.show_club import NAMES, ShowClub, make_show_club
from tests.factories import make_player
from tests.ratings.views.confirming import fields_with
from tournaments.domain.results import ResultKind
from tournaments.interchange import to_rookery_json
from tournaments.models import Event
from tournaments.selectors.records import record_of

if TYPE_CHECKING:
    from tests.browser.screen import Screen

pytestmark = pytest.mark.django_db

FOLDER = os.environ.get("SCREENSHOTS", "")
"""Where to keep what was looked at; nowhere as a rule."""
HEADING = {"en": "name,rating,games", "he": "שם,דירוג,משחקים", "ru": "имя,рейтинг,партии"}
NEWCOMER = {"en": "Miriam Vantongeren-Castellanos", "he": "אביגיל בן-דוד שמעונוביץ", "ru": "Александра Римская-Корсакова"}
TWINS = {"en": ("Ron Weiss", "Ron Weis"), "he": ("רון וייס", "רון ויס"), "ru": ("Роман Вайс", "Роман Вайз")}
RULES = {
    "holds": "date",
    "day": "2026-09-08",
    "start": "1300",
    "k_new": "30",
    "new_games": "10",
    "k_established": "15",
    "provisional_games": "3",
}


class Owner:
    """The show club's owner in one language."""

    def __init__(self, show: ShowClub, language: str) -> None:
        self.show, self.client = show, Client()
        self.client.cookies["django_language"] = language
        self.client.force_login(show.owner)  # type: ignore[arg-type]

    def post(self, address: str, sent: Mapping[str, str | list[str]]) -> tuple[str, str]:
        """The address to which it leads, and the page there."""
        answer = self.client.post(address, sent, follow=True)
        assert answer.status_code == 200, answer.content.decode()
        return answer.request["PATH_INFO"], answer.content.decode()


def make_pages(language: str) -> dict[str, str]:
    """Faults, who is who, the ladder as it will be; what rules, a starting rating and a new version of an event change."""
    show = make_show_club(language)
    for name in TWINS[language]:
        make_player(show.club, name)
    owner, desk = Owner(show, language), [show.club.public_id]
    opening, names = reverse("ratings:opening", args=desk), NAMES[language]
    rows = [f"{names[1]},1500.5,40", f"{TWINS[language][0][:-1]},1450,12", f"{NEWCOMER[language]},1600,3", f"{names[2]},1432.4821,"]
    pages = {"faults": owner.post(opening, {"text": f"{HEADING[language]}\n,x,-1\n{names[0]},99999,3\n"})[1]}
    address, pages["who is who"] = owner.post(opening, {"text": "\n".join([HEADING[language], *rows])})
    answers = fields_with(pages["who is who"], "as_of") | {"as_of": ["2026-09-08"], "row3": ["new"]}
    pages["opening preview"] = owner.post(address, answers)[1]
    pages["rules preview"] = owner.post(reverse("ratings:rules", args=desk), RULES)[1]
    start = reverse("ratings:start_rating", args=[*desk, show.player.public_id])
    pages["start preview"] = owner.post(start, {"start_rating": "1450.5"})[1]
    pages["person"] = owner.client.get(reverse("players:person", args=[*desk, show.player.public_id])).content.decode()
    pages["new version"] = owner.post(reverse("tournaments:publish", args=desk), {"text": new_version(show)})[1]
    return pages


def new_version(show: ShowClub) -> str:
    """The first evening with another result on its first board, sent by a program that the event is known to."""
    with club_scope(show.club):
        event = Event.objects.select_related("latest").get(club=show.club, pk=show.swiss.pk)
        assert event.latest is not None
        record = record_of(show.club, event.latest)
        Event.objects.filter(pk=event.pk).update(program="test", external_id="evening")
    first = record.rounds[0]
    boards = (replace(first.pairings[0], result=ResultKind.BLACK_WIN), *first.pairings[1:])
    record = replace(record, rounds=(replace(first, pairings=boards), *record.rounds[1:]), program="test", external_id="evening")
    return to_rookery_json(record)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "he", "ru"])
def test_nothing_is_wrong_flipped_or_too_wide(screen: "Screen", language: str) -> None:
    found: list[object] = []
    for name, html in make_pages(language).items():
        found += [(name, fault) for fault in screen.faults(html, language)]
        if FOLDER:
            for width, theme in (PHONE, WIDE):
                screen.show(html, width, theme).screenshot(path=Path(FOLDER) / f"{language}-{name}-{width}.png", full_page=True)
    assert found == []
