"""Somebody is erased between the look and the write of whoever is changing something about them: the answer is that there is nobody."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections, transaction
from django.db.backends.utils import CursorWrapper
from django.test import Client

from clubs.models import Role
from clubs.tenancy.scope import club_scope
from config.processes import wait_until
from players.domain.consent import ConsentTo
from players.domain.wording import Wording
from players.models import Consent, FamilyLink, FamilyRequest, PlayerNote, PlayerRename
from players.selectors.family import token_of
from players.services import give_consent, issue_family_link, rename_player
from ratings.services.erasing import erase_person
from tests.factories import join_club, make_club, make_player

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

AGREES = {"club_pages": "on", "child_asked": "on"}
WAITING = """
SELECT count(DISTINCT l.pid) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid WHERE NOT l.granted AND a.datname = current_database()
"""


def test_whoever_writes_about_somebody_who_is_being_erased_is_told_that_there_is_nobody() -> None:
    """Each request has seen the person, and waits for the transaction that erases."""
    club = make_club("Old Fort")
    player = make_player(club, "Bertil Ashgrove")
    rename_player(club=club, player=player, name="Bertil Ashgrowe", by=None)
    with club_scope(club):
        renaming = PlayerRename.objects.get(club=club).pk
    link = issue_family_link(club=club, player=player, by=None)
    give_consent(club=club, player=player, covers=frozenset(ConsentTo), wording=Wording("1", "en", "So."), child_asked=True)
    arbiter, desk, family = (
        join_club(club, Role.ARBITER),
        f"/desk/{club.public_id}/people/{player.public_id}/",
        f"/family/{token_of(club, link)}/",
    )
    forms = {
        f"{desk}family/link/": {},
        f"{desk}family/consent/": AGREES,
        f"{desk}notes/": {"text": "Plays well", "seen": "0"},
        f"{desk}name/": {"name": "Zorro Ashgrove", "kind": "fix"},
        f"{desk}name/undo/": {"rename": str(renaming)},
        desk: {"age_group": "adult"},
        f"{family}consent/": AGREES,
        f"{family}ask/": {"kind": "other", "text": "Hello"},
    }

    def send(address: str) -> int:
        try:
            client = Client(raise_request_exception=False)
            client.force_login(arbiter)
            return client.post(address, forms[address]).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(forms)) as threads:
        with transaction.atomic():
            erase_person(club=club, player=player, by=None)
            answers = {address: threads.submit(send, address) for address in forms}
            with connections["owner"].cursor() as watcher:
                assert wait_until(lambda: count_waiting(watcher) == len(forms), 60)
        assert {address: answer.result(60) for address, answer in answers.items()} == dict.fromkeys(forms, 404)
    with club_scope(club):
        left = [model.objects.filter(club=club).count() for model in (FamilyLink, Consent, FamilyRequest, PlayerNote, PlayerRename)]
    assert left == [1, 0, 0, 0, 0]


def count_waiting(watcher: CursorWrapper) -> int:
    watcher.execute(WAITING)
    return int(watcher.fetchone()[0])
