"""Names are linked to players by people, and the links are taken back exactly."""

import pytest

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from players.services import set_start_rating
from tests.factories import make_club, make_player, make_user
from tests.tournaments.identity.nights import decisions, entry_of, event_of, players, publish, rated_number
from tournaments.domain.errors import DecisionConflict, IdentityRefused
from tournaments.models import EntryLink
from tournaments.services.differing import declare_name_different, withdraw_name_difference
from tournaments.services.identity import link_entry, link_to_new_player, merge_players, settle_rated_version, undo_link
from tournaments.services.publish import undo_publication

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def club() -> Club:
    return make_club()


def test_an_event_is_rated_once_every_name_is_decided(club: Club) -> None:
    nadia = make_player(club, "Nadia Brook")
    version = publish(club, ["Nadia Brook", "Oren Vale"])
    link_entry(club=club, entry=entry_of(club, version, "Nadia Brook"), player=nadia, by=None, reason="exact")
    assert rated_number(club, version) is None
    link_to_new_player(club=club, entry=entry_of(club, version, "Oren Vale"), by=None)
    assert rated_number(club, version) == 1
    assert decisions(club) == [(1, "Nadia Brook", "Nadia Brook"), (1, "Oren Vale", "Oren Vale")]


def test_a_link_says_who_when_and_why(club: Club) -> None:
    arbiter, nadia = make_user(), make_player(club, "Nadia Brook")
    version = publish(club, ["N. Brook"])
    entry = entry_of(club, version, "N. Brook")
    link = link_entry(club=club, entry=entry, player=nadia, by=arbiter, reason="initial_of_first_name")
    assert (link.by_id, link.reason, link.undone_at) == (arbiter.pk, "initial_of_first_name", None)
    with club_scope(club):
        row = JournalEntry.objects.get(club=club, action="names.decided")
    assert (row.by_id, row.subject, row.detail) == (arbiter.pk, event_of(club, version).public_id, {"links": [[entry.pk, nadia.pk]]})


def test_the_same_decision_again_changes_nothing(club: Club) -> None:
    nadia = make_player(club, "Nadia Brook")
    entry = entry_of(club, publish(club, ["Nadia Brook"]), "Nadia Brook")
    first = link_entry(club=club, entry=entry, player=nadia, by=None)
    assert link_entry(club=club, entry=entry, player=nadia, by=make_user()) == first
    with club_scope(club):
        assert JournalEntry.objects.filter(club=club, action="names.decided").count() == 1


def test_a_decision_is_not_overwritten(club: Club) -> None:
    nadia, other = make_player(club, "Nadia Brook"), make_player(club, "Nadia Brock")
    entry = entry_of(club, publish(club, ["Nadia Brook"]), "Nadia Brook")
    first = link_entry(club=club, entry=entry, player=nadia, by=make_user("first@example.org"))
    with pytest.raises(DecisionConflict) as refused:
        link_entry(club=club, entry=entry, player=other, by=make_user())
    assert refused.value.code == "already_decided"
    when = first.at.strftime("%Y-%m-%d %H:%M")
    assert str(refused.value) == f"“Nadia Brook” was decided by first@example.org on {when}: it is Nadia Brook. Nothing was changed."
    assert refused.value.at == first.at
    with pytest.raises(DecisionConflict):
        link_to_new_player(club=club, entry=entry, by=make_user())
    assert players(club) == ["Nadia Brock", "Nadia Brook"]
    assert decisions(club) == [(1, "Nadia Brook", "Nadia Brook")]


def test_two_names_of_one_event_are_never_one_person(club: Club) -> None:
    nadia, same = make_player(club, "Nadia Brook"), make_player(club, "N. Brook")
    merge_players(club=club, absorbed=same, into=nadia, by=None)
    version = publish(club, ["Nadia Brook", "Nadya Brook"])
    link_entry(club=club, entry=entry_of(club, version, "Nadia Brook"), player=nadia, by=None)
    with pytest.raises(IdentityRefused) as refused:
        link_entry(club=club, entry=entry_of(club, version, "Nadya Brook"), player=same, by=None)
    assert refused.value.code == "already_in_event"
    assert str(refused.value) == (
        "“Nadya Brook” cannot be N. Brook: “Nadia Brook” of the same event is that person."
        " Choose another player, or undo the other one first."
    )
    assert decisions(club) == [(1, "Nadia Brook", "Nadia Brook")]


def test_a_name_is_not_linked_to_whom_it_was_declared_not_to_be(club: Club) -> None:
    nadia, same = make_player(club, "Nadia Brook"), make_player(club, "Nadia Marsh")
    merge_players(club=club, absorbed=same, into=nadia, by=None)
    entry = entry_of(club, publish(club, ["N. Brook"]), "N. Brook")
    declare_name_different(club=club, entry=entry, player=nadia, by=None)
    with pytest.raises(IdentityRefused) as refused:
        link_entry(club=club, entry=entry, player=same, by=None)
    assert str(refused.value) == "“N. Brook” was declared not to be Nadia Marsh. Take that back first, or choose another player."
    withdraw_name_difference(club=club, entry=entry, player=nadia, by=None)
    link_entry(club=club, entry=entry, player=same, by=None)
    assert decisions(club) == [(1, "N. Brook", "Nadia Marsh")]


def test_undoing_a_link_leaves_the_event_waiting(club: Club) -> None:
    nadia, arbiter = make_player(club, "Nadia Brook"), make_user()
    version = publish(club, ["Nadia Brook"])
    link = link_entry(club=club, entry=entry_of(club, version, "Nadia Brook"), player=nadia, by=None)
    undo_link(club=club, link=link, by=arbiter)
    undo_link(club=club, link=link, by=make_user())
    assert (decisions(club), rated_number(club, version), players(club)) == ([], None, ["Nadia Brook"])
    with club_scope(club):
        link.refresh_from_db()
        assert JournalEntry.objects.filter(club=club, action="names.undone").count() == 1
    assert link.undone_by_id == arbiter.pk


def test_undoing_takes_back_what_was_carried_both_ways(club: Club) -> None:
    nadia = make_player(club, "Nadia Brook")
    first = publish(club, ["Nadia Brook"], external_id="1")
    link_entry(club=club, entry=entry_of(club, first, "Nadia Brook"), player=nadia, by=None)
    second = publish(club, ["Nadia Brook", "Oren Vale"], external_id="1")
    assert decisions(club) == [(1, "Nadia Brook", "Nadia Brook"), (2, "Nadia Brook", "Nadia Brook")]
    with club_scope(club):
        carried = EntryLink.objects.get(club=club, entry__version=second)
    undo_link(club=club, link=carried, by=None)
    assert (decisions(club), rated_number(club, first)) == ([], None)
    link_entry(club=club, entry=entry_of(club, first, "Nadia Brook"), player=nadia, by=None)
    assert rated_number(club, first) == 1


def test_the_ladder_keeps_the_version_before_until_a_new_name_is_decided(club: Club) -> None:
    first = publish(club, ["Nadia Brook"], external_id="1")
    link_to_new_player(club=club, entry=entry_of(club, first, "Nadia Brook"), by=None)
    second = publish(club, ["Nadia Brook", "Oren Vale"], external_id="1")
    assert rated_number(club, second) == 1
    link_to_new_player(club=club, entry=entry_of(club, second, "Oren Vale"), by=None)
    assert rated_number(club, second) == 2
    undo_publication(club=club, event=event_of(club, second), by=None)
    assert rated_number(club, second) == 1
    third = publish(club, ["Nadia Brook", "Lena Marsh"], external_id="1")
    assert (third.number, rated_number(club, third)) == (3, 1)


def test_settling_again_changes_nothing(club: Club) -> None:
    version = publish(club, ["Nadia Brook"])
    link_to_new_player(club=club, entry=entry_of(club, version, "Nadia Brook"), by=None)
    event = event_of(club, version)
    assert settle_rated_version(club=club, event=event) == version
    assert event.rated_version == version


def test_a_player_made_by_a_slip_goes_with_the_decision(club: Club) -> None:
    version = publish(club, ["Nadia Brook"])
    link = link_to_new_player(club=club, entry=entry_of(club, version, "Nadia Brook"), by=None)
    undo_link(club=club, link=link, by=None)
    assert (players(club), decisions(club)) == ([], [])


def test_a_player_whom_something_else_refers_to_stays(club: Club) -> None:
    one = publish(club, ["Nadia Brook", "Oren Vale", "Lena Marsh"], name="One")
    links = [link_to_new_player(club=club, entry=entry_of(club, one, name), by=None) for name in ("Nadia Brook", "Oren Vale", "Lena Marsh")]
    nadia, oren, lena = (link.player for link in links)
    another = publish(club, ["N. Brook"], name="Another")
    later = link_entry(club=club, entry=entry_of(club, another, "N. Brook"), player=nadia, by=None)
    set_start_rating(club=club, player=oren, rating=15000, by=None)
    merge_players(club=club, absorbed=lena, into=make_player(club, "Helena Marsh"), by=None)
    for link in links:
        undo_link(club=club, link=link, by=None)
    assert players(club) == ["Helena Marsh", "Lena Marsh", "Nadia Brook", "Oren Vale"]
    undo_link(club=club, link=later, by=None)
    assert players(club) == ["Helena Marsh", "Lena Marsh", "Oren Vale"]


def test_rows_of_another_club_are_not_there(club: Club) -> None:
    other = make_club("Other")
    theirs = entry_of(other, publish(other, ["Nadia Brook"]), "Nadia Brook")
    their_player = make_player(other, "Nadia Brook")
    mine = entry_of(club, publish(club, ["Nadia Brook"]), "Nadia Brook")
    my_player = make_player(club, "Nadia Brook")
    their_link = link_entry(club=other, entry=theirs, player=their_player, by=None)
    for attempt in (
        lambda: link_entry(club=club, entry=theirs, player=my_player, by=None),
        lambda: link_entry(club=club, entry=mine, player=their_player, by=None),
        lambda: link_to_new_player(club=club, entry=theirs, by=None),
        lambda: undo_link(club=club, link=their_link, by=None),
    ):
        with pytest.raises(IdentityRefused) as refused:
            attempt()
        assert refused.value.code == "not_here"
    assert decisions(other) == [(1, "Nadia Brook", "Nadia Brook")]
    assert decisions(club) == []
