"""A merge made, three events later undone: everything is as in a club that never merged, but for what was decided since."""

from collections.abc import Callable, Iterator
from datetime import date

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player, PlayerMerge
from ratings.models import Correction
from ratings.services import replay_ladder
from ratings.services.corrections import apply_correction, preview_correction
from ratings.services.corrections.persons import MergePeople, PartPeople
from tests.factories import event_record, make_club, make_event
from tests.once import made_once
from tests.tournaments.identity.desk import MEMBERS, Desk, Step, labelled_state, make_small_club
from tournaments.domain.results import ResultKind
from tournaments.models import Entry, Event
from tournaments.selectors.decided_since import Side, list_decided_since
from tournaments.services.identity import link_entry, unmerge_players

pytestmark = pytest.mark.django_db

WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN
FIELD = ("Oren Vale", "Tess Quill", "Mira Sand")


def make_twin() -> Club:
    """Nadia Brook and N. Brook have each played two evenings against the same field."""
    club = make_club()
    for number, name in enumerate(("Nadia Brook", "N. Brook", "Nadia Brook", "N. Brook"), 1):
        evening(club, name, number, decided=True)
    replay_ladder(club=club)
    return club


def evening(club: Club, name: str, month: int, *, decided: bool) -> Event:
    boards = [[(1, 2, (WIN, DRAW, LOSS)[month % 3]), (3, 4, DRAW)], [(1, 3, (LOSS, WIN, DRAW)[month % 3]), (2, 4, WIN)]]
    return make_event(club, event_record((name, *FIELD), boards, name=f"Evening {month}", on=date(2026, month, 6)), decided=decided)


def called(club: Club, name: str) -> Player:
    with club_scope(club):
        return Player.objects.get(club=club, name=name)


def decide(club: Club, event: Event, whose: Callable[[str], str]) -> None:
    with club_scope(club):
        entries = list(Entry.objects.filter(club=club, version=event.latest_id).order_by("number"))
    for entry in entries:
        link_entry(club=club, entry=entry, player=called(club, whose(entry.name)), by=None)


def test_undone_three_events_later_the_ladder_is_that_of_the_twin() -> None:
    club, twin = make_twin(), make_twin()
    action = MergePeople(absorbed=called(club, "N. Brook"), into=called(club, "Nadia Brook"))
    merged = apply_correction(club=club, action=action, by=None)
    assert labelled_state(club)["ladder"] != labelled_state(twin)["ladder"]
    for month, name in enumerate(("N. Brook", "Nadia Brook", "N. Brook"), 5):
        for each in (club, twin):
            event = evening(each, name, month, decided=False)
            decide(each, event, lambda name, each=each: "Nadia Brook" if each == club and name == "N. Brook" else name)  # type: ignore[misc]
    replay_ladder(club=twin)
    part(club, merged)
    assert labelled_state(club) == labelled_state(twin)


def part(club: Club, merged: Correction) -> None:
    """As the page does it: to whom each name belongs is what is likely."""
    with club_scope(club):
        merge = PlayerMerge.objects.get(club=club, pk=merged.detail["merge"])
        since = list_decided_since(club, merge)
    assert [(link.links[-1].entry.name, link.holder, link.default) for link in since.links] == [
        ("N. Brook", Side.INTO, Side.ABSORBED),
        ("Nadia Brook", Side.INTO, Side.INTO),
        ("N. Brook", Side.INTO, Side.ABSORBED),
    ]
    action = PartPeople(merge.pk, {question.key: question.default for question in since.questions})
    shown = preview_correction(club=club, action=action, by=None)
    apply_correction(club=club, action=action, by=None, expected=shown.digest)


KINDS = ["link", "new", "merge", "merge", "undo", "correct", "publish", "rename", "know"]
STEPS: st.SearchStrategy[list[Step]] = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=4
)
PAIRS = st.permutations(range(len(MEMBERS))).map(lambda order: order[:2])


@pytest.fixture(scope="module")
def small(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Club]:
    with made_once(django_db_blocker, make_small_club) as club:
        yield club


@pytest.mark.slow
@settings(max_examples=300, deadline=None, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
@given(before=STEPS, pair=PAIRS, after=STEPS)
def test_undone_in_the_middle_it_never_happened(small: Club, before: list[Step], pair: list[int], after: list[Step]) -> None:
    """Each decision since is given to the player that it names, as it would be had there been no merge.

    What the merge stood in the way of is not tried in the other run either.
    """
    with club_scope(small):
        beginning = transaction.savepoint()
        desk = Desk(small)
        for step in before:
            desk.attempt(step)
        here = transaction.savepoint()
        if not desk.attempt(("merge", pair[0], pair[1])):
            transaction.savepoint_rollback(beginning)
            return
        merge = desk.merges[-1]
        decided = len(desk.links)
        done = [step for step in after if desk.attempt(step)]
        unmerge_players(club=small, merge=merge, by=None, answers=desk.answer_as_asked(merge))
        with_merge = labelled_state(small)
        transaction.savepoint_rollback(here)
        twin = Desk(small, links=desk.links[:decided])
        for step in done:
            twin.attempt(step)
        assert with_merge == labelled_state(small)
        transaction.savepoint_rollback(beginning)
