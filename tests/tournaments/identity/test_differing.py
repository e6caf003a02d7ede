"""Two people declared to be two, and a name declared not to be somebody: through merges, versions and decisions, and back."""

from collections.abc import Mapping
from datetime import date

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from players.models import Player, PlayerDifference
from ratings.domain.opening import BroughtRating
from ratings.selectors.opening import propose_people
from tests.factories import make_club, make_player, make_user
from tests.tournaments.identity.nights import entry_of, event_of, publish
from tournaments.domain.corrections import set_rated
from tournaments.domain.errors import IdentityRefused
from tournaments.models import EntryLink, EventVersion, NameDifference
from tournaments.selectors.differing import Pair, declared_pairs, different_by_entry, is_declared_different, list_declared_pairs
from tournaments.selectors.names import propose_names
from tournaments.selectors.records import record_of
from tournaments.services.correcting import correct_event
from tournaments.services.differing import declare_different, declare_name_different, withdraw_difference, withdraw_name_difference
from tournaments.services.identity import link_entry, link_to_new_player, merge_players, undo_link, unmerge_players

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def four(club: Club) -> list[Player]:
    return [make_player(club, name) for name in ("Nadia Brook", "Norman Brook", "Nora Brook", "Nina Brook")]


def pair(one: Player, other: Player) -> Pair:
    return frozenset({one.pk, other.pk})


def pairs(club: Club) -> set[Pair]:
    with club_scope(club):
        return declared_pairs(club)


def denied(club: Club, version: EventVersion) -> Mapping[str, frozenset[int]]:
    """By name; the names of a test are unique."""
    with club_scope(club):
        names = {entry.pk: entry.name for entry in version.entries.all()}
        return {names[entry_id]: people for entry_id, people in different_by_entry(club, version).items()}


def suggested(club: Club, version: EventVersion, name: str) -> set[int]:
    with club_scope(club):
        [proposal] = [one for one in propose_names(club=club, version=version) if one.entry.name == name]
    return {one.player.pk for one in (*proposal.suggestions, *proposal.others)}


def journal(club: Club) -> list[tuple[str, int | None, str]]:
    with club_scope(club):
        rows = JournalEntry.objects.filter(club=club, action__contains="differen").order_by("pk")
        return list(rows.values_list("action", "by_id", "subject"))


class TestTwoPeople:
    def test_a_declaration_is_a_row_with_who_when_and_why(self, club: Club, four: list[Player]) -> None:
        arbiter, other = make_user(), make_user()
        said = declare_different(club=club, one=four[1], other=four[0], by=arbiter, reason="cousins")
        assert (said.one, said.other, said.by_id, said.reason, said.withdrawn_at) == (four[0], four[1], arbiter.pk, "cousins", None)
        withdraw_difference(club=club, one=four[0], other=four[1], by=other)
        with club_scope(club):
            said.refresh_from_db()
        assert said.withdrawn_at is not None
        assert said.withdrawn_by_id == other.pk
        assert journal(club) == [
            ("players.declared_different", arbiter.pk, four[0].public_id),
            ("players.difference_withdrawn", other.pk, four[0].public_id),
        ]

    def test_it_is_known_until_it_is_withdrawn_and_may_be_said_again(self, club: Club, four: list[Player]) -> None:
        for _ in range(2):
            declare_different(club=club, one=four[0], other=four[1], by=None)
            declare_different(club=club, one=four[2], other=four[1], by=None)
            assert pairs(club) == {pair(four[0], four[1]), pair(four[1], four[2])}
            with club_scope(club):
                known = [is_declared_different(club, four[1], four[0]), is_declared_different(club, four[0], four[2])]
            assert known == [True, False]
            withdraw_difference(club=club, one=four[1], other=four[0], by=None)
            assert pairs(club) == {pair(four[1], four[2])}

    def test_saying_or_withdrawing_it_twice_changes_nothing(self, club: Club, four: list[Player]) -> None:
        first = declare_different(club=club, one=four[0], other=four[1], by=None)
        assert declare_different(club=club, one=four[1], other=four[0], by=make_user()) == first
        withdraw_difference(club=club, one=four[0], other=four[1], by=None)
        withdraw_difference(club=club, one=four[0], other=four[1], by=make_user())
        assert [action for action, _, _ in journal(club)] == ["players.declared_different", "players.difference_withdrawn"]

    def test_it_follows_merges_and_comes_back_when_they_are_undone(self, club: Club, four: list[Player]) -> None:
        a, b, c, d = four
        declare_different(club=club, one=a, other=b, by=None)
        into_c = merge_players(club=club, absorbed=a, into=c, by=None)
        assert pairs(club) == {pair(c, b)}
        into_d = merge_players(club=club, absorbed=c, into=d, by=None)
        assert pairs(club) == {pair(d, b)}
        unmerge_players(club=club, merge=into_c, by=None)
        assert pairs(club) == {pair(a, b)}
        unmerge_players(club=club, merge=into_d, by=None)
        assert pairs(club) == {pair(a, b)}

    def test_two_who_become_one_are_no_pair_until_they_come_apart(self, club: Club, four: list[Player]) -> None:
        declare_different(club=club, one=four[0], other=four[1], by=None)
        merge = merge_players(club=club, absorbed=four[0], into=four[1], by=None)
        with club_scope(club):
            assert (declared_pairs(club), is_declared_different(club, four[0], four[1]), list_declared_pairs(club)) == (set(), False, [])
        unmerge_players(club=club, merge=merge, by=None)
        assert pairs(club) == {pair(four[0], four[1])}

    def test_it_is_said_of_the_persons_that_the_arbiter_sees(self, club: Club, four: list[Player]) -> None:
        merge = merge_players(club=club, absorbed=four[0], into=four[1], by=None)
        said = declare_different(club=club, one=four[0], other=four[2], by=None)
        assert {said.one, said.other} == {four[1], four[2]}
        assert declare_different(club=club, one=four[1], other=four[2], by=None) == said
        unmerge_players(club=club, merge=merge, by=None)
        assert pairs(club) == {pair(four[1], four[2])}

    def test_one_person_is_refused(self, club: Club, four: list[Player]) -> None:
        merge_players(club=club, absorbed=four[0], into=four[1], by=None)
        for one, other in ((four[0], four[1]), (four[2], four[2])):
            for act in (declare_different, withdraw_difference):
                with pytest.raises(IdentityRefused, match="These two are one person already"):
                    act(club=club, one=one, other=other, by=None)
        assert pairs(club) == set()

    def test_somebody_of_another_club_is_not_here(self, club: Club, four: list[Player]) -> None:
        foreign = make_player(make_club(), "Nadia Brook")
        for one, other in ((four[0], foreign), (foreign, four[0]), (foreign, foreign)):
            for act in (declare_different, withdraw_difference):
                with pytest.raises(IdentityRefused, match="no longer here"):
                    act(club=club, one=one, other=other, by=None)

    def test_the_database_keeps_a_pair_in_one_order_and_once(self, club: Club, four: list[Player]) -> None:
        with pytest.raises(IntegrityError, match="players_difference_ordered"), club_scope(club):
            PlayerDifference.objects.create(club=club, one=four[1], other=four[0])
        declare_different(club=club, one=four[0], other=four[1], by=None)
        with pytest.raises(IntegrityError, match="players_difference_once"), club_scope(club):
            PlayerDifference.objects.create(club=club, one=four[0], other=four[1])


class TestANameAndSomebody:
    def test_the_name_is_never_suggested_to_be_this_person_again(self, club: Club, four: list[Player]) -> None:
        version = publish(club, ["N. Brook"])
        entry = entry_of(club, version, "N. Brook")
        assert suggested(club, version, "N. Brook") == {player.pk for player in four}
        arbiter = make_user()
        said = declare_name_different(club=club, entry=entry, player=four[1], by=arbiter)
        assert declare_name_different(club=club, entry=entry, player=four[1], by=None) == said
        assert (said.entry, said.player, said.by_id, said.carried_from) == (entry, four[1], arbiter.pk, None)
        assert suggested(club, version, "N. Brook") == {four[0].pk, four[2].pk, four[3].pk}
        withdraw_name_difference(club=club, entry=entry, player=four[1], by=arbiter)
        withdraw_name_difference(club=club, entry=entry, player=four[1], by=arbiter)
        assert suggested(club, version, "N. Brook") == {player.pk for player in four}
        event = event_of(club, version).public_id
        assert journal(club) == [("names.declared_different", arbiter.pk, event), ("names.difference_withdrawn", arbiter.pk, event)]

    def test_with_nobody_left_the_new_player_is_pre_selected(self, club: Club) -> None:
        player = make_player(club, "Nadia Brook")
        version = publish(club, ["N. Brook"])
        declare_name_different(club=club, entry=entry_of(club, version, "N. Brook"), player=player, by=None)
        with club_scope(club):
            [proposal] = propose_names(club=club, version=version)
        assert proposal.is_new_preselected

    def test_of_two_namesakes_in_one_event_the_other_may_still_be_the_person(self, club: Club) -> None:
        player = make_player(club, "Nadia Brook")
        version = publish(club, ["Nadia Brook", "Nadia Brook"])
        with club_scope(club):
            first, _second = version.entries.order_by("number")
        declare_name_different(club=club, entry=first, player=player, by=None)
        with club_scope(club):
            shown = [[one.player for one in proposal.suggestions] for proposal in propose_names(club=club, version=version)]
        assert shown == [[], [player]]

    def test_once_the_name_is_linked_the_two_persons_are_a_pair(self, club: Club, four: list[Player]) -> None:
        version = publish(club, ["N. Brook"])
        entry = entry_of(club, version, "N. Brook")
        declare_name_different(club=club, entry=entry, player=four[0], by=None)
        assert pairs(club) == set()
        link = link_entry(club=club, entry=entry, player=four[1], by=None)
        assert pairs(club) == {pair(four[0], four[1])}
        merge = merge_players(club=club, absorbed=four[1], into=four[2], by=None)
        assert pairs(club) == {pair(four[0], four[2])}
        unmerge_players(club=club, merge=merge, by=None)
        undo_link(club=club, link=link, by=None)
        assert pairs(club) == set()
        new = link_to_new_player(club=club, entry=entry, by=None).player
        assert pairs(club) == {pair(four[0], new)}

    def test_it_follows_a_merge_of_the_denied_person(self, club: Club, four: list[Player]) -> None:
        version = publish(club, ["N. Brook"])
        declare_name_different(club=club, entry=entry_of(club, version, "N. Brook"), player=four[0], by=None)
        merge = merge_players(club=club, absorbed=four[0], into=four[1], by=None)
        assert denied(club, version) == {"N. Brook": {four[1].pk}}
        unmerge_players(club=club, merge=merge, by=None)
        assert denied(club, version) == {"N. Brook": {four[0].pk}}

    def test_a_name_that_is_decided_to_be_the_person_is_refused(self, club: Club, four: list[Player]) -> None:
        entry = entry_of(club, publish(club, ["N. Brook"]), "N. Brook")
        link_entry(club=club, entry=entry, player=four[0], by=None)
        merge_players(club=club, absorbed=four[0], into=four[1], by=None)
        with pytest.raises(IdentityRefused, match=r"“N\. Brook” is Norman Brook: that was decided"):
            declare_name_different(club=club, entry=entry, player=four[0], by=None)

    def test_what_belongs_to_another_club_is_not_here(self, club: Club, four: list[Player]) -> None:
        theirs = make_club()
        foreign = entry_of(theirs, publish(theirs, ["N. Brook"]), "N. Brook")
        own = entry_of(club, publish(club, ["N. Brook"]), "N. Brook")
        for entry, player in ((foreign, four[0]), (own, make_player(theirs, "Nadia Brook"))):
            for act in (declare_name_different, withdraw_name_difference):
                with pytest.raises(IdentityRefused, match="no longer here"):
                    act(club=club, entry=entry, player=player, by=None)

    def test_withdrawing_the_pair_withdraws_what_was_said_of_the_name(self, club: Club, four: list[Player]) -> None:
        version = publish(club, ["N. Brook", "Oren Vale"], external_id="e")
        declare_name_different(club=club, entry=entry_of(club, version, "N. Brook"), player=four[0], by=None)
        newer = publish(club, ["N. Brook", "Oren Vale", "Lena Marsh"], external_id="e")
        declare_different(club=club, one=four[0], other=four[1], by=None)
        link_entry(club=club, entry=entry_of(club, newer, "N. Brook"), player=four[1], by=None)
        withdraw_difference(club=club, one=four[1], other=four[0], by=None)
        assert (pairs(club), denied(club, version), denied(club, newer)) == (set(), {}, {})


class TestTheNextEvening:
    """Who was declared different from the one whom a name is by now is not offered for that name again, in whatever event."""

    @pytest.fixture
    def declared(self, club: Club) -> tuple[Player, Player]:
        yossi = make_player(club, "Yossi Tern")
        entry = entry_of(club, publish(club, ["Y. Tern"]), "Y. Tern")
        declare_name_different(club=club, entry=entry, player=yossi, by=None)
        return yossi, link_to_new_player(club=club, entry=entry, by=None).player

    def test_in_the_next_event(self, club: Club, declared: tuple[Player, Player]) -> None:
        yossi, other = declared
        version = publish(club, ["Y. Tern"], on=date(2026, 3, 10))
        assert suggested(club, version, "Y. Tern") == {other.pk}
        withdraw_difference(club=club, one=yossi, other=other, by=None)
        assert suggested(club, version, "Y. Tern") == {other.pk, yossi.pk}

    def test_in_a_table_of_opening_ratings(self, club: Club, declared: tuple[Player, Player]) -> None:
        yossi, other = declared
        rows = [BroughtRating(1, "Y. Tern", 14_000, 10)]
        with club_scope(club):
            [proposal] = propose_people(club, rows)
        assert [one.player for one in proposal.likely] == [other]
        withdraw_difference(club=club, one=yossi, other=other, by=None)
        with club_scope(club):
            [proposal] = propose_people(club, rows)
        assert [one.player for one in proposal.likely] == [other, yossi]


class TestCarrying:
    def test_a_publication_takes_it_over_for_a_name_that_is_unique_in_both(self, club: Club, four: list[Player]) -> None:
        first = publish(club, ["N. Brook", "Nora B.", "Na. Brook"], external_id="e")
        for name in ("N. Brook", "Nora B.", "Na. Brook"):
            declare_name_different(club=club, entry=entry_of(club, first, name), player=four[0], by=None)
        second = publish(club, ["Nora B.", "N. Brook", "Oren Vale", "Na. Brook", "Na. Brook"], external_id="e")
        assert denied(club, second) == {"N. Brook": {four[0].pk}, "Nora B.": {four[0].pk}}
        with club_scope(club):
            carried = NameDifference.objects.filter(club=club, entry__version=second).order_by("entry__number")
            assert [row.carried_from.entry.name for row in carried if row.carried_from] == ["Nora B.", "N. Brook"]

    def test_a_correction_takes_it_over_by_number(self, club: Club, four: list[Player]) -> None:
        first = publish(club, ["N. Brook", "N. Brook"])
        with club_scope(club):
            _one, two = first.entries.order_by("number")
        declare_name_different(club=club, entry=two, player=four[0], by=None)
        with club_scope(club):
            patch = set_rated(record_of(club, first), False)
        corrected = correct_event(club=club, event=event_of(club, first), patch=patch, on=first, by=None).version
        with club_scope(club):
            held = NameDifference.objects.filter(club=club, entry__version=corrected, withdrawn_at=None)
            assert list(held.values_list("entry__number", "player_id")) == [(2, four[0].pk)]

    def test_withdrawing_it_in_one_version_withdraws_it_in_all(self, club: Club, four: list[Player]) -> None:
        versions = [publish(club, ["N. Brook", *more], external_id="e") for more in ([], ["Oren Vale"])]
        declare_name_different(club=club, entry=entry_of(club, versions[1], "N. Brook"), player=four[0], by=None)
        versions.append(publish(club, ["N. Brook", "Oren Vale", "Lena Marsh"], external_id="e"))
        assert [denied(club, version) for version in versions[1:]] == [{"N. Brook": {four[0].pk}}] * 2
        withdraw_name_difference(club=club, entry=entry_of(club, versions[1], "N. Brook"), player=four[0], by=None)
        assert [denied(club, version) for version in versions] == [{}, {}, {}]

    def test_what_was_withdrawn_is_not_taken_over(self, club: Club, four: list[Player]) -> None:
        entry = entry_of(club, publish(club, ["N. Brook"], external_id="e"), "N. Brook")
        declare_name_different(club=club, entry=entry, player=four[0], by=None)
        withdraw_name_difference(club=club, entry=entry, player=four[0], by=None)
        assert denied(club, publish(club, ["N. Brook", "Oren Vale"], external_id="e")) == {}


class TestThePeopleMadeForAName:
    def made(self, club: Club) -> tuple[EntryLink, Player]:
        entry = entry_of(club, publish(club, ["Noor Brook"]), "Noor Brook")
        link = link_to_new_player(club=club, entry=entry, by=None)
        return link, link.player

    def exists(self, club: Club, player: Player) -> bool:
        with club_scope(club):
            return Player.objects.filter(pk=player.pk).exists()

    def test_a_declaration_that_holds_keeps_somebody_whose_only_name_is_taken_back(self, club: Club, four: list[Player]) -> None:
        link, player = self.made(club)
        declare_different(club=club, one=player, other=four[0], by=None)
        undo_link(club=club, link=link, by=None)
        assert self.exists(club, player)

    def test_a_withdrawn_one_does_not(self, club: Club, four: list[Player]) -> None:
        link, player = self.made(club)
        declare_different(club=club, one=player, other=four[0], by=None)
        withdraw_difference(club=club, one=player, other=four[0], by=None)
        entry = entry_of(club, publish(club, ["N. Brook"]), "N. Brook")
        declare_name_different(club=club, entry=entry, player=player, by=None)
        withdraw_name_difference(club=club, entry=entry, player=player, by=None)
        undo_link(club=club, link=link, by=None)
        assert not self.exists(club, player)


def test_the_list_tells_what_was_said_last_in_four_queries_however_many(club: Club, four: list[Player]) -> None:
    arbiter = make_user()
    declare_different(club=club, one=four[1], other=four[0], by=arbiter, reason="cousins")
    entry = entry_of(club, publish(club, ["N. Brook"]), "N. Brook")
    counted = []
    for _ in range(2):
        with club_scope(club), CaptureQueriesContext(connection) as queries:
            listed = [(one.one, one.other, one.by, one.reason) for one in list_declared_pairs(club)]
        counted.append((listed, len(queries)))
        declare_name_different(club=club, entry=entry, player=four[1], by=None)
        link_entry(club=club, entry=entry, player=four[2], by=None)
    first = (four[0], four[1], arbiter.pk, "cousins")
    assert counted == [([first], 4), ([(four[2], four[1], None, ""), first], 4)]
