"""Joining, parting and splitting people at the desk: looked at, confirmed, told in the journal, undone and made again."""

from collections.abc import Mapping
from datetime import date

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Club, NamePolicy
from clubs.tenancy.scope import club_scope
from players.models import AgeGroupChoice, Player, PlayerMerge
from ratings.models import Correction
from ratings.services import replay_ladder
from tests.factories import event_record, join_club, make_club, make_event, make_player
from tests.ratings.corrections.confirming import hidden_fields
from tests.ratings.stored import stored_ladder
from tests.reading import Element, parse
from tournaments.domain.results import ResultKind
from tournaments.models import Event
from tournaments.services.differing import declare_different
from tournaments.services.identity import link_entry

pytestmark = pytest.mark.django_db

WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN


@pytest.fixture
def club() -> Club:
    """Nadia Brook and Oren Vale played in January, N. Brook and Oren Vale in February."""
    club = make_club()
    evening(club, ("Nadia Brook", "Oren Vale"), 1, LOSS)
    evening(club, ("N. Brook", "Oren Vale"), 2, WIN)
    replay_ladder(club=club)
    return club


@pytest.fixture
def arbiter(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club))
    return client


def evening(club: Club, names: tuple[str, ...], month: int, result: ResultKind, *, decided: bool = True) -> Event:
    record = event_record(names, [[(1, 2, result)]], name=f"Evening {month}", on=date(2026, month, 6))
    return make_event(club, record, decided=decided)


def called(club: Club, name: str) -> Player:
    with club_scope(club):
        return Player.objects.get(club=club, name=name)


def address(page: str, club: Club, *people: Player) -> str:
    return reverse(f"ratings:{page}", args=[club.public_id, *(player.public_id for player in people)])


def look(client: Client, url: str, **asked: str) -> Element:
    answer = client.get(url, asked)
    assert answer.status_code == 200
    return parse(answer.content)


def confirm(client: Client, url: str, page: Element, **more: str) -> HttpResponse:
    return client.post(url, {**hidden_fields(page), **more}, follow=True)  # type: ignore[return-value]


def texts(page: Element, tag: str) -> list[str]:
    return [" ".join(each.text.split()) for each in page.find(tag)]


def persons(club: Club) -> Mapping[str, str]:
    with club_scope(club):
        held = PlayerMerge.objects.filter(club=club, undone_at=None)
        return dict(held.values_list("absorbed__name", "into__name"))


def test_what_joining_does_is_shown_and_done(club: Club, arbiter: Client) -> None:
    one, other = called(club, "Nadia Brook"), called(club, "N. Brook")
    url = address("merge", club, other, one)
    before = stored_ladder(club)
    page = look(arbiter, url)
    assert stored_ladder(club) == before
    assert persons(club) == {}
    assert "Events of N. Brook that come along" in texts(page, "h2")
    assert "The person is called Nadia Brook . Keep the name N. Brook instead" in texts(page, "li")
    told = confirm(arbiter, url, page, reason="the same coat")
    assert persons(club) == {"N. Brook": "Nadia Brook"}
    journal = parse(told.content)
    assert (texts(journal, "h1"), "the same coat" in journal.text) == (["Two people became one"], True)
    assert "N. Brook → Nadia Brook" in journal.text


def test_what_is_searched_for_stands_in_no_address(club: Club, arbiter: Client) -> None:
    choosing = address("choose_to_merge", club, called(club, "Nadia Brook"))
    [search] = [each for each in parse(arbiter.get(choosing).content).find("form") if each.attributes.get("role") == "search"]
    assert search.attributes["method"] == "post"
    found = arbiter.post(choosing, {"q": "Oren"}).content.decode()
    assert (address("merge", club, called(club, "Nadia Brook"), called(club, "Oren Vale")) in found, "N. Brook" in found) == (True, False)
    assert "Oren Vale" not in arbiter.get(f"{choosing}?q=Oren").content.decode()


@pytest.mark.parametrize("text", ["\0", "a\0b", "x" * 201])
def test_a_reason_that_cannot_be_kept_is_refused_and_breaks_nothing(club: Club, arbiter: Client, text: str) -> None:
    joining = address("merge", club, called(club, "Nadia Brook"), called(club, "N. Brook"))
    fields = hidden_fields(parse(arbiter.get(joining).content))
    answer = arbiter.post(joining, {**fields, "reason": text})
    assert (answer.status_code, bool(parse(answer.content).find("ul", "errorlist"))) == (200, True)
    with club_scope(club):
        assert not PlayerMerge.objects.filter(club=club).exists()


def test_an_id_that_nothing_can_have_leads_nowhere(club: Club, arbiter: Client) -> None:
    with club_scope(club):
        event = Event.objects.filter(club=club).first()
    assert event is not None
    sent = {"event": event.public_id, "to": "\0"}
    assert arbiter.post(address("split", club, called(club, "Nadia Brook")), sent).status_code == 404


def test_the_other_name_may_stay(club: Club, arbiter: Client) -> None:
    one, other = called(club, "Nadia Brook"), called(club, "N. Brook")
    url = address("merge", club, one, other)
    confirm(arbiter, url, look(arbiter, url, keep=other.public_id))
    assert persons(club) == {"Nadia Brook": "N. Brook"}


def test_who_played_in_one_event_is_two_and_it_is_shown_where(club: Club, arbiter: Client) -> None:
    url = address("merge", club, called(club, "Nadia Brook"), called(club, "Oren Vale"))
    page = look(arbiter, url)
    assert "Where both played" in texts(page, "h2")
    assert "Evening 1" in page.text
    assert arbiter.post(url, {"expected": "0" * 32}).status_code == 422
    assert persons(club) == {}


def test_declared_different_asks_to_be_sure(club: Club, arbiter: Client) -> None:
    one, other = called(club, "Nadia Brook"), called(club, "N. Brook")
    declare_different(club=club, one=one, other=other, by=None)
    url = address("merge", club, one, other)
    page = look(arbiter, url)
    assert "These two were declared to be different people." in page.text
    again = parse(arbiter.post(url, hidden_fields(page)).content)
    assert "tick the box" in again.text
    assert persons(club) == {}
    confirm(arbiter, url, page, sure="1")
    assert persons(club) == {"N. Brook": "Nadia Brook"}


def test_what_changed_since_it_was_shown_is_shown_again(club: Club, arbiter: Client) -> None:
    one, other = called(club, "Nadia Brook"), called(club, "N. Brook")
    url = address("merge", club, one, other)
    page = look(arbiter, url)
    evening(club, ("N. Brook", "Tess Quill"), 3, WIN)
    again = confirm(arbiter, url, page)
    assert persons(club) == {}
    shown = parse(again.content)
    assert "something has changed since you looked" in shown.text
    assert "Evening 3" in shown.text
    confirm(arbiter, url, shown)
    assert persons(club) == {"N. Brook": "Nadia Brook"}


def test_the_stricter_protection_holds_and_is_told(club: Club, arbiter: Client) -> None:
    Club.objects.filter(pk=club.pk).update(name_policy=NamePolicy.ADULTS_IN_FULL)
    one, other = called(club, "Nadia Brook"), called(club, "N. Brook")
    with club_scope(club):
        Player.objects.filter(pk=one.pk).update(age_group=AgeGroupChoice.ADULT)
    page = look(arbiter, address("merge", club, one, other), keep=one.public_id)
    becomes = texts(page.find("ul", "changes-list")[0], "li")
    assert becomes[1:3] == [
        "Everybody reads: N. B.",
        "That is less than before: of the two, the stricter protection of the name holds. The pages of the two say what protects each.",
    ]


def test_parting_asks_for_what_was_decided_since(club: Club, arbiter: Client) -> None:
    one, other = called(club, "Nadia Brook"), called(club, "N. Brook")
    url = address("merge", club, one, other)
    confirm(arbiter, url, look(arbiter, url, keep=one.public_id))
    event = evening(club, ("N. Brook", "Tess Quill"), 3, WIN, decided=False)
    with club_scope(club):
        entry = Event.objects.select_related("latest").get(pk=event.pk).latest.entries.get(number=1)  # type: ignore[union-attr]
    link_entry(club=club, entry=entry, player=one, by=None)
    part = address("part", club, other)
    page = look(arbiter, part)
    assert texts(page, "legend") == ["“ N. Brook ” in Evening 3 , 6 Mar 2026"]
    chosen = [each.attributes["value"] for each in page.find("input") if "checked" in each.attributes]
    assert chosen == ["absorbed"]
    told = parse(confirm(arbiter, part, page).content)
    assert texts(told, "h1") == ["Taken back: Two people became one"]
    assert "1 name of an event went to the other one." in told.text
    assert persons(club) == {}
    with club_scope(club):
        assert entry.links.get(undone_at=None).player_id == other.pk


def test_joined_parted_and_joined_again_in_the_journal(club: Club, arbiter: Client) -> None:
    one, other = called(club, "Nadia Brook"), called(club, "N. Brook")
    before = stored_ladder(club)
    url = address("merge", club, one, other)
    confirm(arbiter, url, look(arbiter, url))
    joined = stored_ladder(club)
    undo_last(club, arbiter)
    assert stored_ladder(club) == before
    undo_last(club, arbiter)
    assert stored_ladder(club) == joined
    with club_scope(club):
        last = Correction.objects.filter(club=club).latest("pk")
    shown = look(arbiter, reverse("ratings:correction", args=[club.public_id, last.public_id]))
    assert texts(shown, "h1") == ["Made again: Two people became one"]


def undo_last(club: Club, client: Client) -> None:
    with club_scope(club):
        last = Correction.objects.filter(club=club).latest("pk")
    answer = client.post(reverse("ratings:undo_correction", args=[club.public_id, last.public_id]), follow=True)
    url = answer.redirect_chain[-1][0]
    done = confirm(client, url, parse(answer.content))
    assert done.status_code == 200


def test_events_go_to_somebody_new_and_back(club: Club, arbiter: Client) -> None:
    oren, before = called(club, "Oren Vale"), stored_ladder(club)
    with club_scope(club):
        second = Event.objects.filter(club=club).latest("pk")
    choosing = look(arbiter, address("choose_to_split", club, oren))
    offered = [each.attributes["value"] for each in choosing.find("input") if each.attributes.get("name") == "event"]
    assert (offered[0], len(offered)) == (second.public_id, 2)
    url = address("split", club, oren)
    assert "No event is chosen." in look(arbiter, url, to="new").text
    page = look(arbiter, url, event=second.public_id, to="new")
    told = parse(confirm(arbiter, f"{url}?event={second.public_id}&to=new", page).content)
    assert texts(told, "h1") == ["Events given to somebody else"]
    with club_scope(club):
        assert Player.objects.filter(club=club, name="Oren Vale").count() == 2
    given = stored_ladder(club)
    assert given != before
    undo_last(club, arbiter)
    assert stored_ladder(club) == before
    undo_last(club, arbiter)
    with club_scope(club):
        assert Player.objects.filter(club=club, name="Oren Vale").count() == 2


def test_events_do_not_go_to_who_is_there_already(club: Club, arbiter: Client) -> None:
    oren, nadia = called(club, "Oren Vale"), called(club, "Nadia Brook")
    with club_scope(club):
        first = Event.objects.filter(club=club).earliest("pk")
    page = look(arbiter, address("split", club, oren), event=first.public_id, to=nadia.public_id)
    assert "“Oren Vale” cannot be Nadia Brook" in page.text


@pytest.mark.parametrize("parts", [1, 3])
def test_the_page_of_a_person_tells_what_it_is_made_of(club: Club, arbiter: Client, parts: int) -> None:
    one = called(club, "Nadia Brook")
    for number in range(parts):
        absorbed = make_player(club, f"Nadya {number}")
        url = address("merge", club, absorbed, one)
        confirm(arbiter, url, look(arbiter, url))
    page = reverse("players:person", args=[club.public_id, one.public_id])
    arbiter.get(page)
    with CaptureQueriesContext(connection) as queries:
        shown = look(arbiter, page)
    assert sum("Undo…" in text for text in texts(shown, "a")) == parts
    assert len(queries) == 27
