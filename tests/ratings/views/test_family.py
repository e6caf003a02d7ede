"""The family's page: what strangers see of one child, consent, requests, and all that is held."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from clubs.kept import KEPT
from clubs.models import Club, NamePolicy, Role, Visibility
from clubs.services import change_club
from clubs.tenancy.scope import club_scope
from players.models import AgeGroupChoice, Consent, FamilyLink, FamilyRequest, Player
from players.selectors.family import token_of
from players.services import issue_family_link, revoke_family_link
from ratings.services import replay_ladder
from ratings.services.erasing import erase_person
from tests.factories import event_record, join_club, make_club, make_event, make_player
from tests.reading import notices, parse, table
from tournaments.domain.results import ResultKind
from tournaments.models import EventAccess, EventNames
from tournaments.services.events import change_event, remove_event

pytestmark = pytest.mark.django_db

CHILD, ADULT, OTHER = "Bertil Ashgrove", "Tamsin Okonjo", "Ulrika Vanderhoef"
AGREES = {"club_pages": "on", "child_asked": "on"}


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    KEPT.clear()


@pytest.fixture
def club() -> Club:
    club = change_club(club=make_club("Old Fort"), by=None, name_policy=NamePolicy.ADULTS_IN_FULL)
    for name, group in ((CHILD, AgeGroupChoice.UNDER_18), (ADULT, AgeGroupChoice.ADULT), (OTHER, AgeGroupChoice.UNDER_18)):
        make_player(club, name, age_group=group)
    rounds = [[(1, 2, ResultKind.WHITE_WIN)], [(3, 1, ResultKind.DRAW)]]
    make_event(club, event_record((CHILD, ADULT, OTHER), rounds, name="First evening"))
    closed = make_event(club, event_record((CHILD, ADULT), rounds[:1], name="Closed evening"))
    change_event(club=club, event=closed, access=EventAccess.CLOSED, by=None)
    replay_ladder(club=club)
    return club


@pytest.fixture
def child(club: Club) -> Player:
    return player_named(club, CHILD)


@pytest.fixture
def link(club: Club, child: Player) -> FamilyLink:
    return issue_family_link(club=club, player=child, by=None)


@pytest.fixture
def page(club: Club, link: FamilyLink) -> str:
    """The address."""
    return f"/family/{token_of(club, link)}/"


def player_named(club: Club, name: str) -> Player:
    with club_scope(club):
        return Player.objects.get(club=club, name=name)


def shown_name(content: bytes) -> str:
    [found] = parse(content).find("bdi", "shown-name")
    return found.text


def ladder(club: Club) -> list[str]:
    return sorted(row[1] for row in table(Client().get(f"/club/{club.slug}/").content, "ladder-rows"))


def test_it_shows_what_a_stranger_sees(club: Club, child: Player, page: str) -> None:
    content = Client().get(page).content
    assert shown_name(content) == "B. A."
    assert table(content, "seen-events") == [
        ["Closed evening", "3 Mar 2026", "B. A.", "Only the club's arbiters"],
        ["First evening", "3 Mar 2026", "B. A.", "Whoever can open the club's pages What it did to the rating"],
    ]
    assert OTHER not in content.decode()


def test_every_page_that_it_leads_to_is_open_to_strangers(club: Club, page: str) -> None:
    addresses = set(re.findall(r'href="(/(?:club|event)/[^"]+)"', Client().get(page).content.decode()))
    assert len(addresses) >= 6
    for address in addresses:
        answer = Client().get(address)
        assert answer.status_code == 200, address
        assert CHILD not in answer.content.decode(), address


def test_consent_given_and_withdrawn_with_the_clubs_page_before_between_and_after(club: Club, page: str) -> None:
    parent, seen = Client(), [ladder(club)]
    assert parent.post(f"{page}consent/", AGREES).status_code == 302
    seen.append(ladder(club))
    content = parent.get(page).content
    assert shown_name(content) == CHILD
    assert parent.post(f"{page}withdraw/").status_code == 302
    seen.append(ladder(club))
    assert seen == [["B. A.", ADULT, "U. V."], [CHILD, ADULT, "U. V."], ["B. A.", ADULT, "U. V."]]
    assert [badge.text for badge in parse(parent.get(page).content).find("span", "badge")] == ["withdrawn"]


def test_what_was_agreed_to_is_kept_in_its_words_and_names_nobody(club: Club, link: FamilyLink, page: str) -> None:
    Client(headers={"accept-language": "he"}).post(f"{page}consent/", AGREES | {"events": "on"})
    with club_scope(club):
        said = Consent.objects.get(club=club)
    assert (said.through_id, said.by_id, said.language) == (link.pk, None, "he")
    assert (said.child_asked, said.club_pages, said.events) == (True, True, True)
    assert said.wording.count("\n") == 3
    assert CHILD not in said.wording


@pytest.mark.parametrize(
    ("sent", "error"),
    [
        ({"child_asked": "on"}, "Choose at least one place where the full name may be shown."),
        ({"club_pages": "on"}, "Ask the child too, and tick that the child agrees: a name is not shown against the child's will."),
    ],
)
def test_what_is_no_consent(club: Club, page: str, sent: dict[str, str], error: str) -> None:
    assert error in " ".join(Client().post(f"{page}consent/", sent).content.decode().replace("&#x27;", "'").split())
    with club_scope(club):
        assert Consent.objects.count() == 0


def test_it_says_where_a_consent_changes_nothing(club: Club, page: str) -> None:
    note = "The club shows initials to everybody. A consent changes nothing as long as it does."
    assert note not in Client().get(page).content.decode()
    change_club(club=club, by=None, name_policy=NamePolicy.INITIALS)
    assert note in Client().get(page).content.decode()


def test_it_is_open_where_the_clubs_pages_are_not(club: Club, page: str) -> None:
    change_club(club=club, by=None, visibility=Visibility.ARBITERS_ONLY)
    content = Client().get(page).content
    assert "Only the club's arbiters can open its pages" in content.decode().replace("&#x27;", "'")
    assert [row[3] for row in table(content, "seen-events")] == ["Only the club's arbiters"] * 2
    assert re.findall(r'href="(/(?:club|event)/[^"]+)"', content.decode()) == []


def test_a_request_waits_at_the_desk_until_it_is_answered(club: Club, child: Player, page: str) -> None:
    parent, arbiter = Client(), Client()
    arbiter.force_login(join_club(club, Role.ARBITER))
    assert parent.post(f"{page}ask/", {"kind": "erasure", "text": "Please, by Friday."}).status_code == 302
    waiting = parent.get(page).content.decode()
    assert ("Please, by Friday." in waiting, "answered on" in waiting) == (True, False)
    owners = [letter for letter in mail.outbox if "A family asks" in letter.subject]
    assert len(owners) == 1
    assert CHILD not in f"{owners[0].subject} {owners[0].body}"
    desk = f"/desk/{club.public_id}/people/{child.public_id}/family/"
    assert desk in owners[0].body
    assert "Please, by Friday." in arbiter.get(desk).content.decode()
    assert f'href="{desk}"' in arbiter.get(f"/desk/{club.public_id}/").content.decode()
    with club_scope(club):
        asked = FamilyRequest.objects.get(club=club)
    assert arbiter.post(f"{desk}answer/", {"request": asked.pk}).status_code == 302
    assert "Please, by Friday." not in arbiter.get(desk).content.decode()
    assert f'href="{desk}"' not in arbiter.get(f"/desk/{club.public_id}/").content.decode()
    seen = parent.get(page).content.decode()
    assert ("Please, by Friday." in seen, "answered on" in seen) == (True, True)


@pytest.mark.parametrize("kind", ["erasure", "correction"])
def test_whoever_answers_an_erasure_without_erasing_is_told_what_the_family_reads(club: Club, child: Player, page: str, kind: str) -> None:
    parent, arbiter = Client(), Client()
    arbiter.force_login(join_club(club, Role.ARBITER))
    parent.post(f"{page}ask/", {"kind": kind, "text": ""})
    desk = f"/desk/{club.public_id}/people/{child.public_id}/family/"
    with club_scope(club):
        asked = FamilyRequest.objects.get(club=club)
    before, shown = parent.get(page).content.decode(), arbiter.get(desk).content.decode()
    told = arbiter.post(f"{desk}answer/", {"request": asked.pk}, follow=True).content.decode()
    after = parent.get(page).content.decode()
    of_erasure = kind == "erasure"
    said = ("Answered, nothing erased" in shown, "says that nothing was erased" in told, "Nothing was erased." in after)
    assert (said, "Nothing was erased." in before) == ((of_erasure,) * 3, False)


def test_no_family_floods_the_desk(club: Club, page: str) -> None:
    for _ in range(6):
        answer = Client().post(f"{page}ask/", {"kind": "other", "text": "Hello"})
    assert "Several requests wait for an answer already" in answer.content.decode()
    with club_scope(club):
        assert FamilyRequest.objects.count() == 5
    assert len(mail.outbox) == 5


def test_all_that_is_held_to_take_away(club: Club, child: Player, page: str) -> None:
    Client().post(f"{page}consent/", AGREES)
    answer = Client().get(f"{page}data.json")
    held = json.loads(answer.content)
    assert answer["Content-Disposition"] == 'attachment; filename="rookery-data.json"'
    assert [kept["name"] for kept in held["kept_as"]] == [CHILD]
    assert [(event["name"], event["entry"]["name"], event["games"]) for event in held["events"]] == [
        ("Closed evening", CHILD, [{"round": 1, "colour": "white", "opponent": "T. O.", "result": "1-0"}]),
        (
            "First evening",
            CHILD,
            [
                {"round": 1, "colour": "white", "opponent": "T. O.", "result": "1-0"},
                {"round": 2, "colour": "black", "opponent": "U. V.", "result": "½-½"},
            ],
        ),
    ]
    assert [consent["club_pages"] for consent in held["consents"]] == [True]
    assert ADULT not in answer.content.decode()
    assert OTHER not in answer.content.decode()
    html = Client().get(f"{page}data/").content.decode()
    assert "Closed evening" in html
    assert OTHER not in html


def test_where_strangers_see_nobody_others_stand_by_initials(club: Club, page: str) -> None:
    record = event_record((CHILD, ADULT), [[(1, 2, ResultKind.WHITE_WIN)]], name="Named evening")
    change_event(club=club, event=make_event(club, record), names=EventNames.ADULTS_IN_FULL, by=None)
    assert ADULT in Client().get(f"{page}data.json").content.decode()
    change_club(club=club, by=None, visibility=Visibility.ARBITERS_ONLY)
    for address in (f"{page}data.json", f"{page}data/"):
        assert ADULT not in Client().get(address).content.decode()


def test_what_was_removed_is_on_no_page_and_still_held(club: Club, page: str) -> None:
    removed = make_event(club, event_record((CHILD, ADULT), [[(1, 2, ResultKind.WHITE_WIN)]], name="Removed evening"))
    remove_event(club=club, event=removed, by=None)
    held = json.loads(Client().get(f"{page}data.json").content)["events"]
    assert [(event["name"], event["removed"], event["open_to_strangers"]) for event in held] == [
        ("Removed evening", True, False),
        ("Closed evening", False, False),
        ("First evening", False, True),
    ]
    assert "Removed evening" not in Client().get(page).content.decode()


def test_a_revoked_or_forged_link_answers_like_a_page_that_never_was(club: Club, link: FamilyLink, page: str) -> None:
    revoke_family_link(club=club, link=link, by=None)
    never = Client().get("/club/never-was/").content
    for address in (page, page[:-2] + "x/", "/family/x/", f"{page}data.json", f"{page}data/"):
        gone = Client().get(address)
        assert (gone.status_code, gone.content) == (404, never), address
    for address in ("consent", "withdraw", "ask"):
        assert Client().post(f"{page}{address}/", AGREES).status_code == 404


@pytest.mark.parametrize("button", ["revoke", "answer"])
@pytest.mark.parametrize("sent", ["\0", "", "x" * 22, "9" * 400, "²"])
def test_a_form_of_the_desk_that_names_nothing_does_nothing(club: Club, child: Player, link: FamilyLink, button: str, sent: str) -> None:
    arbiter = Client()
    arbiter.force_login(join_club(club))
    address = f"/desk/{club.public_id}/people/{child.public_id}/family/"
    assert arbiter.post(f"{address}{button}/", {"link": sent, "request": sent})["Location"] == address
    with club_scope(club):
        assert FamilyLink.objects.get(pk=link.pk).revoked_at is None


def test_a_link_reaches_its_own_child_alone(club: Club, page: str) -> None:
    """Nothing that is sent names a player: the link alone does."""
    other = player_named(club, OTHER)
    Client().post(f"{page}consent/", AGREES | {"player": other.public_id})
    assert ladder(club) == [CHILD, ADULT, "U. V."]


def test_nothing_of_it_is_stored_or_listed(page: str) -> None:
    for address in (page, f"{page}data.json", f"{page}data/"):
        answer = Client().get(address)
        assert (answer["Cache-Control"], answer["X-Robots-Tag"]) == ("private, no-store", "noindex")


def test_at_the_desk(club: Club, child: Player) -> None:
    arbiter, desk = Client(), f"/desk/{club.public_id}/people/{child.public_id}/family/"
    arbiter.force_login(join_club(club, Role.ARBITER))
    arbiter.post(f"{desk}link/")
    content = arbiter.get(desk).content.decode()
    [address] = re.findall(r"http://testserver(/family/[^<\s]+)", content)
    assert Client().get(address).status_code == 200
    assert arbiter.post(f"{desk}consent/", {"events": "on"}).status_code == 200
    assert arbiter.post(f"{desk}consent/", {"events": "on", "child_asked": "on"}).status_code == 302
    arbiter.post(f"{desk}withdraw/")
    with club_scope(club):
        said = Consent.objects.select_related("by").get(club=club)
        link = FamilyLink.objects.get(club=club)
    assert (said.by is not None, said.withdrawn_at is not None, said.events, said.club_pages) == (True, True, True, False)
    arbiter.post(f"{desk}revoke/", {"link": link.public_id})
    assert Client().get(address).status_code == 404
    assert notices(arbiter.get(desk).content) == [
        "The consent is recorded.",
        "The consent is withdrawn. From now on initials are shown.",
        "The link is revoked. It leads nowhere from now on.",
    ]


def test_statements(club: Club, page: str, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(22):
        Client().get(page)
    for number in range(6):
        make_event(club, event_record((CHILD, ADULT, OTHER), [[(1, 2, ResultKind.WHITE_WIN)]], name=f"More {number}"))
    replay_ladder(club=club)
    with django_assert_num_queries(22):
        Client().get(page)


@pytest.fixture(params=["paused", "about to be deleted"])
def shut(request: pytest.FixtureRequest, settings: Any, club: Club) -> str:
    settings.SELLS_SUBSCRIPTIONS = True
    now = {"trial_ends_at": timezone.now()} if request.param == "paused" else {"closing_at": timezone.now() + timedelta(days=30)}
    Club.objects.filter(pk=club.pk).update(**now)
    return str(request.param)


def test_it_works_also_while_nobody_can_open_the_clubs_pages(club: Club, child: Player, page: str, shut: str) -> None:
    stranger, family = Client(), Client()
    assert stranger.get(f"/club/{club.slug}/").status_code in {402, 404}
    shown = family.get(page).content.decode()
    sentence = {"paused": "its pages are paused", "about to be deleted": "the club is about to be deleted"}[shut]
    assert ("At present" in shown, sentence in shown, f"/club/{club.slug}/" in shown) == (True, True, False)
    events = re.findall(r"/event/[^\"]+", shown)
    assert [stranger.get(address).status_code for address in events] == ([200] if shut == "paused" else [])
    family.post(f"{page}consent/", AGREES)
    with club_scope(club):
        assert Consent.objects.filter(club=club, player=child, withdrawn_at=None).count() == 1
    family.post(f"{page}withdraw/")
    family.post(f"{page}ask/", {"kind": "erasure", "text": ""})
    assert json.loads(family.get(f"{page}data.json").content)["kept_as"][0]["name"] == CHILD
    with club_scope(club):
        assert Consent.objects.filter(club=club, player=child, withdrawn_at=None).count() == 0
        assert [row.kind for row in FamilyRequest.objects.filter(club=club)] == ["erasure"]
    erase_person(club=club, player=child, by=None)
    gone = family.get(page).content.decode()
    assert ("Your child is erased here" in gone, CHILD in gone) == (True, False)
