"""Which links go over to the next version: those of identical names that stand once in both, and no others."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from tests.factories import event_record, make_club, make_player
from tournaments.domain.record import Reading
from tournaments.models import Entry, EntryLink, EventVersion
from tournaments.services import publish_event

NAMES = ("Anna Berg", "ANNA BERG", "Ben Cohen", "Chaya Dror")


def publish(club: Club, names: list[str], external_id: str) -> EventVersion:
    record = event_record(names, [], external_id=external_id, name=f"Evening of {len(names)}")
    return publish_event(club=club, reading=Reading(record), by=None, source="command").version


def links_of(club: Club, version: EventVersion) -> dict[tuple[int, str], int]:
    with club_scope(club):
        links = EntryLink.objects.filter(club=club, entry__version=version, undone_at=None)
        return {(number, name): player for number, name, player in links.values_list("entry__number", "entry__name", "player")}


@pytest.mark.django_db(databases=["default", "owner"])
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    before=st.lists(st.sampled_from(NAMES), min_size=1, max_size=6),
    after=st.lists(st.sampled_from(NAMES), min_size=1, max_size=6),
    linked=st.sets(st.integers(1, 6)),
)
def test_a_link_goes_over_exactly_for_a_name_that_is_unique_in_both(before: list[str], after: list[str], linked: set[int]) -> None:
    club = make_club()
    first = publish(club, before, "e")
    players = {number: make_player(club, name) for number, name in enumerate(before, 1) if number in linked}
    with club_scope(club):
        for entry in Entry.objects.filter(version=first, number__in=players):
            EntryLink.objects.create(club=club, entry=entry, player=players[entry.number])

    second = publish(club, after, "e")

    if second == first:  # the same names in the same order: nothing new was published
        assert before == after
        return
    once = {name for name in NAMES if Counter(before)[name] == Counter(after)[name] == 1}
    expected = {
        (number, name): players[before.index(name) + 1].pk
        for number, name in enumerate(after, 1)
        if name in once and before.index(name) + 1 in players
    }
    assert links_of(club, second) == expected
