"""What is asked when a merge or a split is undone, what is proposed, and what becomes of each answer."""

from typing import Any

import pytest

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player, PlayerMerge
from players.services import rename_player, set_start_rating
from tests.factories import make_club, make_player
from tests.tournaments.identity.nights import entry_of, event_of, publish
from tournaments.domain.errors import IdentityRefused
from tournaments.models import EntryLink, EventVersion
from tournaments.selectors.decided_since import Side, list_decided_since
from tournaments.services.identity import (
    link_entry,
    link_to_new_player,
    merge_players,
    remerge_players,
    split_events,
    undo_link,
    unmerge_players,
    unsplit_events,
)
from tournaments.services.splitting import list_confirmed_since, split_again

pytestmark = pytest.mark.django_db

A, B = Side.ABSORBED, Side.INTO


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def brook(club: Club) -> Player:
    return make_player(club, "N. Brook")


@pytest.fixture
def nadia(club: Club) -> Player:
    return make_player(club, "Nadia Stone")


@pytest.fixture
def merge(club: Club, brook: Player, nadia: Player) -> PlayerMerge:
    return merge_players(club=club, absorbed=brook, into=nadia, by=None)


def asked(club: Club, merge: PlayerMerge) -> list[tuple[str, Side, Side]]:
    """Kind of each question, where the decision stands, and what is proposed."""
    with club_scope(club):
        return [(one.key.partition("-")[0], one.holder, one.default) for one in list_decided_since(club, merge).questions]


def part(club: Club, merge: PlayerMerge, **answers: Side) -> Any:
    """Answers by the kind of the question; otherwise what is proposed."""
    with club_scope(club):
        questions = list_decided_since(club, merge).questions
    given = {one.key: answers.get(one.key.partition("-")[0] + "_", one.default) for one in questions}
    return unmerge_players(club=club, merge=merge, by=None, answers=given)


def known(club: Club, *players: Player) -> list[tuple[str, str, bool, int | None]]:
    with club_scope(club):
        found = Player.objects.filter(club=club).in_bulk([player.pk for player in players])
    return [(each.name, each.age_group, each.always_initials, each.start_rating) for each in (found[player.pk] for player in players)]


def linked(club: Club, version: EventVersion) -> dict[str, int]:
    with club_scope(club):
        return dict(EntryLink.objects.filter(club=club, entry__version=version, undone_at=None).values_list("entry__name", "player_id"))


def test_nothing_is_asked_where_nothing_was_decided(club: Club, merge: PlayerMerge) -> None:
    assert asked(club, merge) == []


def test_names_are_proposed_to_whom_they_fit(club: Club, brook: Player, nadia: Player, merge: PlayerMerge) -> None:
    versions = [publish(club, [name], name=name) for name in ("Nina Brook", "Nadia Stone", "Guest")]
    for version, name in zip(versions, ("Nina Brook", "Nadia Stone", "Guest"), strict=True):
        link_entry(club=club, entry=entry_of(club, version, name), player=nadia, by=None)
    assert asked(club, merge) == [("link", B, A), ("link", B, B), ("link", B, B)]
    part(club, merge)
    assert [linked(club, version) for version in versions] == [{"Nina Brook": brook.pk}, {"Nadia Stone": nadia.pk}, {"Guest": nadia.pk}]


def test_a_name_decided_before_is_not_asked(club: Club, brook: Player, nadia: Player) -> None:
    version = publish(club, ["N. Brook"], external_id="1")
    link_entry(club=club, entry=entry_of(club, version, "N. Brook"), player=brook, by=None)
    merge = merge_players(club=club, absorbed=brook, into=nadia, by=None)
    again = publish(club, ["N. Brook", "Guest"], external_id="1")
    assert linked(club, again) == {"N. Brook": brook.pk}
    assert asked(club, merge) == []


def test_a_decision_is_taken_back_from_wherever_it_went(club: Club, brook: Player, nadia: Player, merge: PlayerMerge) -> None:
    version = publish(club, ["N. Brook"])
    link = link_entry(club=club, entry=entry_of(club, version, "N. Brook"), player=nadia, by=None)
    part(club, merge)
    assert linked(club, version) == {"N. Brook": brook.pk}
    undo_link(club=club, link=link, by=None)
    assert linked(club, version) == {}
    assert event_of(club, version).rated_version is None


def test_another_name_belongs_to_one_or_both(club: Club, brook: Player, nadia: Player, merge: PlayerMerge) -> None:
    rename_player(club=club, player=nadia, name="Nadia Brook", by=None)
    assert asked(club, merge) == [("name", B, B)]
    parted = part(club, merge, name_=A)
    assert [row[0] for row in known(club, brook, nadia)] == ["Nadia Brook", "Nadia Stone"]
    remerge_players(club=club, merge=merge, parted=parted, by=None)
    assert [row[0] for row in known(club, brook, nadia)] == ["N. Brook", "Nadia Brook"]
    part(club, merge, name_=Side.BOTH)
    assert [row[0] for row in known(club, brook, nadia)] == ["Nadia Brook", "Nadia Brook"]


def test_what_protects_more_is_proposed_for_both(club: Club, brook: Player, nadia: Player, merge: PlayerMerge) -> None:
    protect(club, nadia, "under18", always_initials=True)
    assert asked(club, merge) == [("age_group", B, Side.BOTH), ("initials", B, Side.BOTH)]
    part(club, merge)
    assert known(club, brook, nadia) == [("N. Brook", "under18", True, None), ("Nadia Stone", "under18", True, None)]


def test_both_takes_no_protection_from_anybody(club: Club, brook: Player, nadia: Player) -> None:
    protect(club, brook, "under18")
    merge = merge_players(club=club, absorbed=brook, into=nadia, by=None)
    protect(club, nadia, "adult")
    assert asked(club, merge) == [("age_group", B, B)]
    part(club, merge, age_group_=Side.BOTH)
    assert [row[1] for row in known(club, brook, nadia)] == ["under18", "adult"]


def test_a_starting_rating_is_given_back(club: Club, brook: Player, nadia: Player, merge: PlayerMerge) -> None:
    set_start_rating(club=club, player=nadia, rating=15_000, by=None)
    part(club, merge, start_=A)
    assert [row[3] for row in known(club, brook, nadia)] == [15_000, None]


def test_whoever_was_joined_since_may_belong_to_either(club: Club, brook: Player, nadia: Player, merge: PlayerMerge) -> None:
    other, whole = make_player(club, "Nina"), make_player(club, "Everybody")
    merge_players(club=club, absorbed=other, into=nadia, by=None)
    merge_players(club=club, absorbed=nadia, into=whole, by=None)
    assert asked(club, merge) == [("merge", B, B), ("merge", B, B)]
    before = parents(club)
    parted = part(club, merge, merge_=A)
    assert parents(club) == {other.pk: brook.pk, brook.pk: whole.pk}
    remerge_players(club=club, merge=merge, parted=parted, by=None)
    assert parents(club) == before


def test_who_has_played_since_is_not_joined_again(club: Club, brook: Player, nadia: Player, merge: PlayerMerge) -> None:
    parted = part(club, merge)
    version = publish(club, ["N. Brook", "Nadia Stone"])
    for name, player in (("N. Brook", brook), ("Nadia Stone", nadia)):
        link_entry(club=club, entry=entry_of(club, version, name), player=player, by=None)
    with pytest.raises(IdentityRefused) as refused:
        remerge_players(club=club, merge=merge, parted=parted, by=None)
    assert refused.value.code == "same_event"


def test_a_split_is_undone_with_what_was_confirmed_since(club: Club, brook: Player) -> None:
    first, later = publish(club, ["N. Brook"], name="First"), publish(club, ["N. Brook"], name="Later")
    link_entry(club=club, entry=entry_of(club, first, "N. Brook"), player=brook, by=None)
    made = split_events(club=club, player=brook, events=[event_of(club, first)], to=None, by=None)
    with club_scope(club):
        newcomer = Player.objects.get(club=club, pk=made.to_id)
    link_entry(club=club, entry=entry_of(club, later, "N. Brook"), player=newcomer, by=None)
    with club_scope(club):
        ((confirmed,),) = list_confirmed_since(club, made)
    assert confirmed.entry.version == later
    also = unsplit_events(club=club, split=made, by=None, also=[confirmed])
    assert (linked(club, first), linked(club, later)) == ({"N. Brook": brook.pk}, {"N. Brook": brook.pk})
    with club_scope(club):
        assert not Player.objects.filter(club=club, pk=newcomer.pk).exists()
    again = split_again(club=club, split=made, also=also, by=None)
    assert (linked(club, first), linked(club, later)) == ({"N. Brook": again.to_id}, {"N. Brook": again.to_id})


def test_a_split_goes_along_with_the_next_version_and_back(club: Club, brook: Player, nadia: Player) -> None:
    first = publish(club, ["N. Brook"], external_id="1")
    link_entry(club=club, entry=entry_of(club, first, "N. Brook"), player=brook, by=None)
    made = split_events(club=club, player=brook, events=[event_of(club, first)], to=nadia, by=None)
    second = publish(club, ["N. Brook", "Guest"], external_id="1")
    assert linked(club, second) == {"N. Brook": nadia.pk}
    unsplit_events(club=club, split=made, by=None)
    assert (linked(club, first), linked(club, second)) == ({"N. Brook": brook.pk}, {"N. Brook": brook.pk})


def test_a_name_given_on_is_given_back_in_order(club: Club, brook: Player, nadia: Player) -> None:
    version = publish(club, ["N. Brook"])
    link_to_new_player(club=club, entry=entry_of(club, version, "N. Brook"), by=None)
    with club_scope(club):
        new = Player.objects.get(club=club, pk=linked(club, version)["N. Brook"])
    first = split_events(club=club, player=new, events=[event_of(club, version)], to=brook, by=None)
    second = split_events(club=club, player=brook, events=[event_of(club, version)], to=nadia, by=None)
    with pytest.raises(IdentityRefused) as refused:
        unsplit_events(club=club, split=first, by=None)
    assert str(refused.value) == "“N. Brook” was given to yet another person since. Undo that first."
    unsplit_events(club=club, split=second, by=None)
    unsplit_events(club=club, split=first, by=None)
    assert linked(club, version) == {"N. Brook": new.pk}


def test_what_has_no_events_or_no_other_person_is_refused(club: Club, brook: Player, nadia: Player) -> None:
    version = publish(club, ["N. Brook", "Nadia Stone"])
    event = event_of(club, version)
    for name, player in (("N. Brook", brook), ("Nadia Stone", nadia)):
        link_entry(club=club, entry=entry_of(club, version, name), player=player, by=None)
    codes = []
    for events, to in (([], None), ([event], brook), ([event], nadia)):
        with pytest.raises(IdentityRefused) as refused:
            split_events(club=club, player=brook, events=events, to=to, by=None)
        codes.append(refused.value.code)
    assert codes == ["nothing_chosen", "already_one_person", "already_in_event"]


def protect(club: Club, player: Player, age_group: str, *, always_initials: bool = False) -> None:
    with club_scope(club):
        Player.objects.filter(pk=player.pk).update(age_group=age_group, always_initials=always_initials)


def parents(club: Club) -> dict[int, int]:
    with club_scope(club):
        return dict(PlayerMerge.objects.filter(club=club, undone_at=None).values_list("absorbed_id", "into_id"))
