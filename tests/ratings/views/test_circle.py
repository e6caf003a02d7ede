"""Merges in a circle, put into the tables past every service: pages answer with the old ladder and say that it could not be rebuilt."""

import pytest
from django.test import Client

from clubs.tenancy.scope import club_scope
from players.models import Player, PlayerMerge
from ratings.services import attempt_replay, replay_ladder
from tests.factories import event_record, make_club, make_event
from tests.reading import table
from tournaments.domain.results import ResultKind

pytestmark = pytest.mark.django_db


def test_the_old_ladder_stands_and_the_failure_is_told(client: Client) -> None:
    club = make_club()
    make_event(club, event_record(["Dana Adler", "Gil Tal", "Noa Ziv"], [[(1, 2, ResultKind.WHITE_WIN)]]))
    replay_ladder(club=club)
    before = table(client.get(f"/club/{club.slug}/").content, "ladder-provisional")
    with club_scope(club):
        one, other, _ = Player.objects.filter(club=club).order_by("pk")
        PlayerMerge.objects.create(club=club, absorbed=one, into=other)
        PlayerMerge.objects.create(club=club, absorbed=other, into=one)
    assert attempt_replay(club=club) is False
    answer = client.get(f"/club/{club.slug}/")
    assert b"The ladder could not be rebuilt" in answer.content
    assert [row[2:] for row in table(answer.content, "ladder-provisional")] == [row[2:] for row in before]
    assert client.get(f"/club/{club.slug}/players/{one.public_id}/").status_code == 200
