"""Links, merges and their undoing in any order: whoever takes everything back is where they began, and no order breaks the rules."""

from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player, PlayerMerge
from players.selectors import roots
from tests.factories import make_club, make_player
from tests.tournaments.identity.nights import publish
from tournaments.domain.errors import IdentityRefused
from tournaments.models import Entry, EntryLink, Event
from tournaments.selectors.events import list_versions_in_force
from tournaments.services.identity import link_entry, link_to_new_player, merge_players, undo_link, unmerge_players

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

MEMBERS = ["Nadia Brook", "N. Brook", "Oren Vale"]
STEPS = st.lists(st.tuples(st.sampled_from(["link", "new", "merge", "undo", "unmerge"]), st.integers(0, 7), st.integers(0, 7)), max_size=12)


@dataclass
class Desk:
    """A club with three members and two events, the first of them in two versions; and what was done so far."""

    club: Club
    links: list[EntryLink] = field(default_factory=list)
    merges: list[PlayerMerge] = field(default_factory=list)

    def do(self, what: str, one: int, other: int) -> None:
        entries = list(Entry.objects.filter(club=self.club).order_by("pk"))
        players = list(Player.objects.filter(club=self.club).order_by("pk"))
        entry, player = entries[one % len(entries)], players[other % len(players)]
        if what == "link":
            self.links.append(link_entry(club=self.club, entry=entry, player=player, by=None))
        elif what == "new":
            self.links.append(link_to_new_player(club=self.club, entry=entry, by=None))
        elif what == "merge":
            self.merges.append(merge_players(club=self.club, absorbed=players[one % len(players)], into=player, by=None))
        elif what == "undo" and self.links:
            undo_link(club=self.club, link=self.links[one % len(self.links)], by=None)
        elif what == "unmerge" and self.merges:
            unmerge_players(club=self.club, merge=self.merges[one % len(self.merges)], by=None)

    def attempt(self, what: str, one: int, other: int) -> None:
        """As `do`, but what is refused changes nothing: a name decided already, a player who went with an undone link."""
        with suppress(IdentityRefused), transaction.atomic():
            self.do(what, one, other)

    def state(self) -> dict[str, Any]:
        """Everything that the ladder and the pages are computed from."""
        club = self.club
        return {
            "links": sorted(EntryLink.objects.filter(club=club, undone_at=None).values_list("entry_id", "player_id")),
            "merges": sorted(roots(club).parents.items()),
            "players": sorted(Player.objects.filter(club=club).values_list("pk", "name", "sort_key", "start_rating")),
            "rated": sorted(Event.objects.filter(club=club).values_list("pk", "rated_version_id", "latest_id")),
            "entries": sorted(Entry.objects.filter(club=club).values_list("pk", "name")),
        }

    def check(self) -> None:
        """In each version a person has one name at most, and the rated one is the newest whose names are all decided."""
        persons = roots(self.club)
        for event in Event.objects.filter(club=self.club):
            decided = []
            for version in list_versions_in_force(self.club, event):
                links = EntryLink.objects.filter(club=self.club, entry__version=version, undone_at=None)
                people = [persons.root_of(player) for player in links.values_list("player_id", flat=True)]
                assert len(people) == len(set(people))
                if len(people) == Entry.objects.filter(club=self.club, version=version).count():
                    decided.append(version.pk)
            assert event.rated_version_id == (decided[0] if decided else None)


@pytest.fixture
def club() -> Club:
    club = make_club()
    for name in MEMBERS:
        make_player(club, name)
    publish(club, ["Nadia Brook", "Brook"], name="One", external_id="1")
    publish(club, ["Nadia Brook", "Brook", "Oren V."], name="One", external_id="1")
    publish(club, ["Nadia B.", "Oren Vale"], name="Two")
    return club


@settings(
    max_examples=20, deadline=None, phases=[Phase.explicit, Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@example(steps=[("new", 0, 0), ("merge", 0, 3)], seed=0)
@given(steps=STEPS, seed=st.integers(0, 2**32))
def test_taking_everything_back_in_any_order_leads_to_the_beginning(club: Club, steps: list[tuple[str, int, int]], seed: int) -> None:
    with club_scope(club):
        beginning = transaction.savepoint()
        desk = Desk(club)
        before = desk.state()
        for step in steps:
            desk.attempt(*step)
        desk.check()
        undoing = [("undo", at) for at in range(len(desk.links))] + [("unmerge", at) for at in range(len(desk.merges))]
        Random(seed).shuffle(undoing)
        for what, at in undoing:
            desk.attempt(what, at, 0)
        desk.check()
        assert desk.state() == before
        transaction.savepoint_rollback(beginning)
