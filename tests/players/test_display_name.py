"""The one door of names: who sees which form, in which event, and how namesakes are told apart."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Audience, Club, NamePolicy
from clubs.services import change_club
from clubs.tenancy.scope import club_scope
from players.domain.disclosure import PUBLIC, Viewer
from players.models import AgeGroupChoice, Player, PlayerMerge
from players.selectors import EventPeople, NameBook, display_name, names_of
from tests.factories import make_club, make_player
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

AT_DESK = Viewer(is_arbiter_of_club=True, at_desk=True)


def book_of(club: Club, viewer: Viewer = PUBLIC, event: EventPeople | None = None) -> NameBook:
    with club_scope(club):
        return names_of(club, viewer, event)


def unlinked(club: Club, *names: str) -> tuple[Entry, ...]:
    return tuple(Entry(club=club, number=number, name=name) for number, name in enumerate(names, 1))


def open_club(policy: str = NamePolicy.ADULTS_IN_FULL) -> Club:
    return change_club(club=make_club(), by=None, name_policy=policy)


def test_a_new_club_shows_initials_to_everybody_but_the_arbiter_at_the_desk() -> None:
    club = make_club()
    player = make_player(club, "Dana Adler", age_group=AgeGroupChoice.ADULT)
    on_the_page = Viewer(is_arbiter_of_club=True, at_desk=False)
    a_stranger_at_the_desk = Viewer(is_arbiter_of_club=False, at_desk=True)
    shown = [book_of(club, viewer).display_name(player) for viewer in (PUBLIC, on_the_page, a_stranger_at_the_desk, AT_DESK)]
    assert shown == ["D. A.", "D. A.", "D. A.", "Dana Adler"]


def test_one_name_through_the_door_is_the_name_of_the_book() -> None:
    club = make_club()
    player = make_player(club, "Dana Adler")
    make_player(club, "Dov Amir")
    with club_scope(club):
        assert display_name(player, PUBLIC) == names_of(club, PUBLIC).display_name(player)
        assert display_name(player, AT_DESK) == "Dana Adler"


def test_an_adults_only_club_starts_with_full_names() -> None:
    club = make_club(audience=Audience.ADULTS)
    player = make_player(club, "Dana Adler")
    assert book_of(club).display_name(player) == "Dana Adler"


def test_adults_in_full_leaves_everybody_else_with_initials() -> None:
    club = open_club()
    groups = (AgeGroupChoice.ADULT, AgeGroupChoice.UNDER_18, AgeGroupChoice.UNKNOWN)
    players = [make_player(club, name, age_group=group) for name, group in zip(("Dana Adler", "Gil Tal", "Noa Ziv"), groups, strict=True)]
    assert [book_of(club).display_name(player) for player in players] == ["Dana Adler", "G. T.", "N. Z."]


def test_a_wish_for_initials_holds_everywhere_but_at_the_desk() -> None:
    club = make_club(audience=Audience.ADULTS)
    player = make_player(club, "Dana Adler")
    with club_scope(club):
        Player.objects.filter(pk=player.pk).update(always_initials=True)
    assert book_of(club).display_name(player) == "D. A."
    assert book_of(club, AT_DESK).display_name(player) == "Dana Adler"


def test_an_adult_mark_that_has_lapsed_counts_as_not_known() -> None:
    club = open_club()
    player = make_player(club, "Dana Adler", age_group=AgeGroupChoice.ADULT)
    with club_scope(club):
        Player.objects.filter(pk=player.pk).update(age_group_lapses=2001)
    assert book_of(club).display_name(player) == "D. A."


def test_an_event_with_a_minor_shows_initials_for_all_unless_the_club_decided() -> None:
    club = open_club()
    adult = make_player(club, "Dana Adler", age_group=AgeGroupChoice.ADULT)
    child = make_player(club, "Gil Tal", age_group=AgeGroupChoice.UNDER_18)
    both = frozenset({adult.pk, child.pk})
    assert book_of(club, event=EventPeople(frozenset({adult.pk}))).display_name(adult) == "Dana Adler"
    assert book_of(club, event=EventPeople(both)).display_name(adult) == "D. A."
    decided = book_of(club, event=EventPeople(both, full_names_decided=True))
    assert [decided.display_name(adult), decided.display_name(child)] == ["Dana Adler", "G. T."]


def test_an_event_may_show_less_than_the_club() -> None:
    club = make_club(audience=Audience.ADULTS)
    player = make_player(club, "Dana Adler")
    narrow = EventPeople(frozenset({player.pk}), initials_for_all=True, full_names_decided=True)
    assert book_of(club, event=narrow).display_name(player) == "D. A."


def test_a_name_nobody_has_linked_counts_as_a_childs() -> None:
    club = open_club()
    adult = make_player(club, "Dana Adler", age_group=AgeGroupChoice.ADULT)
    (entry,) = unlinked(club, "Gil Tal")
    book = book_of(club, event=EventPeople(frozenset({adult.pk}), (entry,)))
    assert [book.display_name(adult), book.display_name(entry)] == ["D. A.", "G. T."]


def test_an_unlinked_name_shows_initials_even_where_everybody_is_shown_in_full() -> None:
    club = make_club(audience=Audience.ADULTS)
    (entry,) = unlinked(club, "Gil Tal")
    assert book_of(club, event=EventPeople(unlinked=(entry,))).display_name(entry) == "G. T."
    assert book_of(club, AT_DESK, EventPeople(unlinked=(entry,))).display_name(entry) == "Gil Tal"


def test_equal_initials_are_told_apart_by_a_mark_that_stays() -> None:
    club = make_club()
    dana, dov = make_player(club, "Dana Adler"), make_player(club, "Dov Amir")
    noa = make_player(club, "Noa Ziv")
    first = [book_of(club).display_name(player) for player in (dana, dov, noa)]
    assert all(re.fullmatch(r"D\. A\. \d{3,}", shown) for shown in first[:2])
    assert first[0] != first[1]
    assert first[2] == "N. Z."
    make_player(club, "Dror Alon")
    assert [book_of(club).display_name(player) for player in (dana, dov, noa)] == first


def test_namesakes_of_another_club_make_no_mark() -> None:
    club = make_club()
    player = make_player(club, "Dana Adler")
    make_player(make_club("Other"), "Dov Amir")
    assert book_of(club).display_name(player) == "D. A."


def test_equal_full_names_are_told_apart_too() -> None:
    club = make_club(audience=Audience.ADULTS)
    pair = [make_player(club, "Dana Adler") for _ in range(2)]
    shown = {book_of(club).display_name(player) for player in pair}
    assert len(shown) == 2
    assert all(re.fullmatch(r"Dana Adler \d{3,}", each) for each in shown)


def test_a_hidden_name_makes_no_mark_at_the_same_name_shown_in_full() -> None:
    """Such a mark would say that the child with the same initials has the same name."""
    club = open_club()
    parent = make_player(club, "Dana Adler", age_group=AgeGroupChoice.ADULT)
    child = make_player(club, "Dana Adler", age_group=AgeGroupChoice.UNDER_18)
    book = book_of(club)
    assert book.display_name(parent) == "Dana Adler"
    assert re.fullmatch(r"D\. A\. \d{3}", book.display_name(child))


def test_equal_unlinked_names_are_told_apart_by_their_number_in_the_event() -> None:
    club = make_club()
    linked = make_player(club, "Noa Ziv")
    entries = unlinked(club, "Dana Adler", "Dov Amir", "Nir Zohar", "Gil Tal")
    book = book_of(club, event=EventPeople(frozenset({linked.pk}), entries))
    assert [book.display_name(entry) for entry in entries] == ["D. A. (1)", "D. A. (2)", "N. Z. (3)", "G. T."]


def merge(club: Club, absorbed: Player, into: Player) -> None:
    with club_scope(club):
        PlayerMerge.objects.create(club=club, absorbed=absorbed, into=into)


def test_a_merged_player_is_the_person_with_the_stricter_protection() -> None:
    club = open_club()
    kept = make_player(club, "Dana Adler", age_group=AgeGroupChoice.ADULT)
    absorbed = make_player(club, "D. Adler", age_group=AgeGroupChoice.UNDER_18)
    merge(club, absorbed, kept)
    book = book_of(club)
    assert [book.display_name(kept), book.display_name(absorbed)] == ["D. A.", "D. A."]
    assert book.public_id_of(absorbed.pk) == kept.public_id
    assert book_of(club, AT_DESK).display_name(absorbed) == "Dana Adler"


def test_an_absorbed_player_is_nobodys_namesake() -> None:
    club = make_club()
    kept, absorbed = make_player(club, "Noa Ziv"), make_player(club, "Dana Adler")
    other = make_player(club, "Dov Amir")
    merge(club, absorbed, kept)
    assert book_of(club).display_name(other) == "D. A."


def test_a_player_of_another_club_has_no_name_here() -> None:
    club = make_club()
    stranger = make_player(make_club("Other"), "Dana Adler")
    with pytest.raises(KeyError):
        book_of(club).display_name(stranger)


@pytest.mark.parametrize("people", [1, 3])
def test_the_door_takes_two_statements_however_many_pass(people: int) -> None:
    club = make_club()
    players = [make_player(club, f"Dana A{letter}") for letter in "xyz"[:people]]
    with club_scope(club), CaptureQueriesContext(connection) as queries:
        book = names_of(club, PUBLIC)
        assert len({book.display_name(player) for player in players}) == people
    assert len([query for query in queries.captured_queries if "players_" in query["sql"]]) == 2


def test_initials_never_hold_more_than_the_letters_of_the_name() -> None:
    club = make_club()
    names = ["Dana Adler", "יוסי כהן", "Ёлкин Пётр", "Bar-On, Gil", "J. K."]
    players = [make_player(club, name) for name in names]
    assert [book_of(club).display_name(player) for player in players] == ["D. A.", "י. כ.", "Ё. П.", "G. B.", "J."]
