"""Consent given and withdrawn, what it does to names, and the links of families."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from threading import Event
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from clubs.kept import KEPT
from clubs.models import Club, JournalEntry, NamePolicy
from clubs.services import change_club
from clubs.tenancy.scope import club_scope
from players.domain.consent import ConsentTo
from players.domain.disclosure import PUBLIC
from players.domain.errors import ConsentRefused
from players.domain.wording import Wording
from players.models import AgeGroupChoice, Consent, FamilyLink, Player
from players.selectors import names_of
from players.selectors.family import describe_consents, find_family_link, list_consents, list_family_links, read_token, token_of
from players.services import give_consent, issue_family_link, revoke_family_link, withdraw_consent
from ratings.services import replay_ladder
from tests.factories import event_record, make_club, make_event, make_player, make_user
from tests.reading import table
from tournaments.domain.results import ResultKind
from tournaments.services.identity import merge_players, unmerge_players

pytestmark = pytest.mark.django_db

WORDS = Wording("2026-11", "en", "I agree.")
EVERYWHERE = frozenset(ConsentTo)
PAGES = frozenset({ConsentTo.CLUB_PAGES})
CHILD, ADULT = "Bertil Ashgrove", "Tamsin Okonjo"


@pytest.fixture
def club() -> Club:
    return change_club(club=make_club("Old Fort"), by=None, name_policy=NamePolicy.ADULTS_IN_FULL)


@pytest.fixture
def child(club: Club) -> Player:
    return make_player(club, CHILD, age_group=AgeGroupChoice.UNDER_18)


def agree(club: Club, player: Player, covers: frozenset[ConsentTo] = EVERYWHERE, **more: Any) -> Consent:
    return give_consent(club=club, player=player, covers=covers, wording=WORDS, child_asked=True, **more)


def shown(club: Club, player: Player) -> str:
    with club_scope(club):
        return names_of(club, PUBLIC).display_name(player)


def test_given_it_shows_the_name_and_withdrawn_it_hides_it(club: Club, child: Player) -> None:
    assert shown(club, child) == "B. A."
    consent = agree(club, child)
    assert shown(club, child) == CHILD
    assert consent.until == date(timezone.localdate().year + 2, timezone.localdate().month, consent.until.day)
    assert withdraw_consent(club=club, player=child) == 1
    assert shown(club, child) == "B. A."
    assert withdraw_consent(club=club, player=child) == 0


def test_the_clubs_page_follows_at_once(club: Club, child: Player) -> None:
    KEPT.clear()
    make_player(club, ADULT, age_group=AgeGroupChoice.ADULT)
    make_event(club, event_record((CHILD, ADULT), [[(1, 2, ResultKind.WHITE_WIN)]]))
    replay_ladder(club=club)
    seen = []
    for act in (lambda: None, lambda: agree(club, child), lambda: withdraw_consent(club=club, player=child)):
        act()
        answer = Client().get(f"/club/{club.slug}/")
        seen.append((sorted(row[1] for row in table(answer.content, "ladder-rows")), answer["ETag"]))
    names = [one for one, _ in seen]
    assert names == [["B. A.", ADULT], [CHILD, ADULT], ["B. A.", ADULT]]
    etags = [etag for _, etag in seen]
    assert etags[0] == etags[2] != etags[1]


def test_it_lapses_by_the_clubs_clock(club: Club, child: Player) -> None:
    consent = agree(club, child)
    with club_scope(club):
        Consent.objects.filter(club=club, pk=consent.pk).update(until=timezone.localdate())
    assert shown(club, child) == "B. A."


def test_the_clubs_policy_and_the_wish_for_initials_are_stricter(club: Club, child: Player) -> None:
    agree(club, child)
    with club_scope(club):
        Player.objects.filter(club=club, pk=child.pk).update(always_initials=True)
    assert shown(club, child) == "B. A."
    with club_scope(club):
        Player.objects.filter(club=club, pk=child.pk).update(always_initials=False)
    assert shown(club, child) == CHILD
    assert shown(change_club(club=club, by=None, name_policy=NamePolicy.INITIALS), child) == "B. A."


def test_a_new_word_replaces_the_last_and_all_are_kept(club: Club, child: Player) -> None:
    arbiter = make_user()
    first, second = agree(club, child, PAGES), agree(club, child, frozenset({ConsentTo.EVENTS}), by=arbiter)
    withdraw_consent(club=club, player=child, by=arbiter)
    with club_scope(club):
        said = [(each.pk, each.club_pages, each.events, each.by, each.withdrawn_by) for each in list_consents(club, child)]
        journal = [
            (row.action, row.subject, row.detail) for row in JournalEntry.objects.filter(action__startswith="consent").order_by("pk")
        ]
    assert said == [(second.pk, False, True, arbiter, arbiter), (first.pk, True, False, None, None)]
    assert journal == [
        ("consent.given", child.public_id, {"consent": first.pk, "covers": ["pages"]}),
        ("consent.given", child.public_id, {"consent": second.pk, "covers": ["events"]}),
        ("consent.withdrawn", child.public_id, {}),
    ]


@pytest.mark.parametrize(("covers", "asked", "code"), [(frozenset(), True, "to_nothing"), (EVERYWHERE, False, "child_not_asked")])
def test_what_is_no_consent(club: Club, child: Player, covers: frozenset[ConsentTo], asked: bool, code: str) -> None:
    agree(club, child, PAGES)
    with pytest.raises(ConsentRefused) as refused:
        give_consent(club=club, player=child, covers=covers, wording=WORDS, child_asked=asked)
    assert refused.value.code == code
    assert shown(club, child) == CHILD


def test_of_two_who_are_one_person_a_withdrawal_counts_for_both_and_parting_gives_each_its_own(club: Club, child: Player) -> None:
    other = make_player(club, "B. Ashgrove", age_group=AgeGroupChoice.UNDER_18)
    agree(club, child)
    agree(club, other)
    withdraw_consent(club=club, player=other)
    assert shown(club, child) == CHILD
    merge = merge_players(club=club, absorbed=other, into=child, by=None)
    assert shown(club, child) == "B. A."
    unmerge_players(club=club, merge=merge, by=None)
    assert shown(club, child) == CHILD


def test_what_one_of_them_agreed_to_holds_for_the_person(club: Club, child: Player) -> None:
    other = make_player(club, "B. Ashgrove", age_group=AgeGroupChoice.UNDER_18)
    agree(club, other)
    merge_players(club=club, absorbed=other, into=child, by=None)
    assert shown(club, child) == CHILD
    assert withdraw_consent(club=club, player=child) == 1
    assert shown(club, child) == "B. A."


def test_a_parent_who_agrees_to_less_for_one_of_them_is_heard(club: Club, child: Player) -> None:
    other = make_player(club, "B. Ashgrove", age_group=AgeGroupChoice.UNDER_18)
    agree(club, other)
    merge = merge_players(club=club, absorbed=other, into=child, by=None)
    agree(club, child, frozenset({ConsentTo.EVENTS}))
    assert (shown(club, child), states(club, child)) == ("B. A.", ["holds", "replaced"])
    unmerge_players(club=club, merge=merge, by=None)
    assert (shown(club, other), states(club, other)) == ("B. Ashgrove", ["holds"])


def test_what_a_withdrawal_for_the_other_one_ended_is_listed_so(club: Club, child: Player) -> None:
    other = make_player(club, "B. Ashgrove", age_group=AgeGroupChoice.UNDER_18)
    agree(club, child)
    agree(club, other)
    withdraw_consent(club=club, player=other)
    merge_players(club=club, absorbed=other, into=child, by=None)
    assert (shown(club, child), states(club, child)) == ("B. A.", ["withdrawn", "withdrawn"])


@pytest.mark.django_db(transaction=True)
def test_a_consent_that_is_being_given_is_withdrawn_too(club: Club, child: Player) -> None:
    given, waits = Event(), Event()

    def give() -> None:
        with club_scope(club):
            agree(club, child)
            given.set()
            waits.wait(0.5)  # the other one has asked for the lock by then, or comes later and finds it

    def withdraw() -> None:
        given.wait(10)
        withdraw_consent(club=club, player=child)

    agree(club, child)
    with ThreadPoolExecutor(2) as threads:
        for act in [threads.submit(in_thread, each) for each in (give, withdraw)]:
            act.result(20)
    assert shown(club, child) == "B. A."


def in_thread(act: Callable[[], None]) -> None:
    """With connections that end with the thread."""
    try:
        act()
    finally:
        connections.close_all()


def states(club: Club, player: Player) -> list[str]:
    with club_scope(club):
        return [state for _, state in describe_consents(list_consents(club, player), timezone.localdate())]


def test_names_take_two_statements_still(club: Club, child: Player, django_assert_num_queries: Any) -> None:
    agree(club, child)
    with club_scope(club), django_assert_num_queries(2):
        names_of(club, PUBLIC).display_name(child)


def test_a_link_opens_its_own_page_until_it_is_revoked(club: Club, child: Player) -> None:
    link, second = (issue_family_link(club=club, player=child, by=None) for _ in range(2))
    token = token_of(club, link)
    assert read_token(token) == (club.public_id, link.public_id)
    with club_scope(club):
        assert find_family_link(club, link.public_id) == link
        assert list_family_links(club, child) == [second, link]
    revoke_family_link(club=club, link=link, by=None)
    revoke_family_link(club=club, link=link, by=None)
    with club_scope(club):
        assert find_family_link(club, link.public_id) is None
        assert list_family_links(club, child) == [second]
        assert JournalEntry.objects.filter(action="family.link_revoked").count() == 1


def test_nobody_makes_a_link_of_their_own(club: Club, child: Player) -> None:
    token = token_of(club, issue_family_link(club=club, player=child, by=None))
    ids, _, signature = token.rpartition(":")
    other = token_of(make_club("Elsewhere"), FamilyLink(public_id="A" * 22))
    forged = [ids, f"{ids}:", f"{ids}:{signature[:-1]}", f"{ids}x:{signature}", other.rpartition(":")[0] + f":{signature}", "", ":", "é:é"]
    assert [read_token(each) for each in forged] == [None] * len(forged)


def test_another_clubs_player_has_no_link_and_no_consent(club: Club, child: Player) -> None:
    other = make_club("Elsewhere")
    with pytest.raises(Player.DoesNotExist):
        issue_family_link(club=other, player=child, by=None)
    with pytest.raises(Player.DoesNotExist):
        agree(other, child)
    agree(club, child)
    assert withdraw_consent(club=other, player=child) == 0
    assert shown(club, child) == CHILD


def test_until_is_24_months_on(club: Club, child: Player) -> None:
    assert agree(club, child).until - timezone.localdate() in (timedelta(days=730), timedelta(days=731))
