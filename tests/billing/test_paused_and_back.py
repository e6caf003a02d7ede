"""A club that pauses and pays: every page comes back as it was, byte for byte, and all work went on meanwhile."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.kept import KEPT
from clubs.models import Audience, Club
from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.services import replay_ladder
from tests.billing.scenes import deliver_all, pay
from tests.factories import event_record, make_club, make_event, make_user
from tests.stripe.ledger import Ledger
from tests.stripe.subscriptions import cancel_now
from tournaments.domain.results import ResultKind

pytestmark = pytest.mark.django_db


def pages_of(club: Club) -> list[str]:
    with club_scope(club):
        dana = Player.objects.get(club=club, name="Dana Adler").public_id
    parts = ["", "wall/", "ladder.csv", "ladder.json", "events/", "how-this-ladder-works/", f"players/{dana}/"]
    return [f"/club/{club.slug}/{part}" for part in parts]


def seen(club: Club) -> dict[str, tuple[int, bytes]]:
    """By a stranger, what is kept and what is made anew."""
    answers = {page: Client().get(page) for page in pages_of(club)}
    return {page: (answer.status_code, answer.content) for page, answer in answers.items()}


def test_paid_again_every_page_is_as_it_was(ledger: Ledger) -> None:
    owner = make_user()
    club = make_club(audience=Audience.ADULTS, owner=owner)
    make_event(club, event_record(["Dana Adler", "Gil Tal"], [[(1, 2, ResultKind.WHITE_WIN)]], name="Tuesday"))
    replay_ladder(club=club)
    settings_before = Club.objects.values("visibility", "audience", "name_policy", "slug").get(pk=club.pk)
    before = seen(club)
    assert {status for status, _ in before.values()} == {200}
    Club.objects.filter(pk=club.pk).update(trial_ends_at=timezone.now())
    club.refresh_from_db()
    statuses: list[Any] = []
    for kept in (True, False):
        statuses.append({status for status, _ in seen(club).values()})
        subscription = pay(ledger, club, owner)
        deliver_all(ledger)
        if not kept:
            KEPT.clear()
        assert seen(club) == before
        cancel_now(ledger, subscription)
        deliver_all(ledger)
    assert statuses == [{402}, {402}]
    replay_ladder(club=club)
    assert {status for status, _ in seen(club).values()} == {402}
    assert Club.objects.values("visibility", "audience", "name_policy", "slug").get(pk=club.pk) == settings_before
