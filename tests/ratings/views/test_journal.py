"""The journal of everything that was done: complete, in words, for owners alone, and without any name of its own."""

import ast
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from archives.interchange.reading import Limits
from archives.services.importing import import_club
from clubs.models import Club, Invitation, JournalEntry, Role
from clubs.services import accept_invitation, change_club, delete_account, invite, issue_token, record_in_journal, revoke_invitation
from clubs.services.roles import change_role
from clubs.tenancy.scope import club_scope
from players.services import change_person, create_player, rename_player
from ratings.services.erasing import erase_person
from ratings.views.journal_words import FIELDS, KINDS, WORDS
from tests.archives.small import as_json, small_document
from tests.factories import event_record, join_club, make_club, make_event, make_player, make_user
from tests.reading import parse
from tests.tournaments.identity.nights import entry_of, publish
from tournaments.domain.record import Reading
from tournaments.domain.results import ResultKind
from tournaments.models import EventAccess
from tournaments.services import publish_event
from tournaments.services.differing import declare_name_different
from tournaments.services.events import change_event
from tournaments.services.identity import accept_preselected, link_entry, link_to_new_player, undo_link

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

APPS = ("clubs", "players", "tournaments", "ratings", "billing", "archives")
PREFIXES = "|".join(sorted({prefix for _, prefixes in KINDS.values() for prefix in prefixes}))
ACTION = re.compile(rf"(?:{PREFIXES})\.[a-z_]+")
NAMES_OF_FILES = {"ladder.csv"}


def actions_in_the_source() -> set[str]:
    """Every text of what writes that looks like an action of the journal."""
    base = Path(settings.BASE_DIR)
    others = [base / "archives" / "selectors" / "exports.py", base / "clubs" / "admin.py"]
    sources = [*others, *(path for app in APPS for path in (base / app / "services").rglob("*.py"))]
    trees = [ast.parse(path.read_text()) for path in sources]
    texts = [node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return {text for text in texts if ACTION.fullmatch(text)} - NAMES_OF_FILES


def test_every_action_has_words_and_every_word_an_action() -> None:
    assert actions_in_the_source() == set(WORDS)


def test_every_action_belongs_to_one_kind() -> None:
    kinds = {action: [kind for kind, (_, prefixes) in KINDS.items() if action.partition(".")[0] in prefixes] for action in WORDS}
    assert {action: found for action, found in kinds.items() if len(found) != 1} == {}


@pytest.fixture
def owner() -> Any:
    return make_user("owner@nest.example")


@pytest.fixture
def club(owner: Any) -> Club:
    return make_club("Nest", owner=owner)


def reading(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def lines(club: Club, person: Any, query: str = "") -> list[str]:
    """What stands in each line, without the moment."""
    page = parse(reading(person).get(f"/desk/{club.public_id}/journal/{query}").content)
    shown = []
    for line in page.find("li", "event"):
        (when,) = (each.text for each in line.find("span", "event-when"))
        shown.append(line.text.replace(when, "").replace("  ", " "))
    return shown


def test_who_what_before_and_after(club: Club, owner: Any) -> None:
    other = join_club(club, Role.ARBITER, make_user("other@nest.example"))
    change_club(club=club, by=owner, time_zone="Europe/Oslo", visibility="public")
    token, _ = issue_token(club=club, label="Pairing", scopes=["publish"], by=owner)
    change_role(club=club, member=club.memberships.get(user=other), role=Role.ADMIN, by=owner)
    person = create_player(club=club, name="Nadia Brook", by=other)
    change_person(club=club, player=person, by=other, age_group="under18", age_group_lapses=None, always_initials=True, inactive=False)
    event = make_event(club, event_record(["Nadia Brook", "Otto Reed"], [[(1, 2, ResultKind.DRAW)]], name="Autumn open"), decided=False)
    change_event(club=club, event=event, access=EventAccess.CLOSED, by=owner)
    assert lines(club, owner) == [
        "Who sees an event, or its place in the order, was changed: Autumn open owner@nest.example "
        "Who may open the event: Arbiters only (was: As the club)",
        "An event was published: Autumn open the site itself Version: 1",
        "What is known of a person was changed: Nadia Brook other@nest.example Initials always: yes (was: no)",
        "A person was added: Nadia Brook other@nest.example",
        "A role was changed: other@nest.example owner@nest.example Role: Administrator (was: Arbiter)",
        f"A key for a program was made: {token.prefix} owner@nest.example What it may do: publish events Holds until: –",
        "Settings of the club were changed owner@nest.example Time zone: Europe/Oslo (was: UTC) "
        "Who may see the club's pages: Everyone, search engines included (was: Anyone with the link)",
        "The club was founded owner@nest.example",
    ]


def test_what_a_program_did_is_told_apart_from_what_the_maker_of_its_key_did(club: Club, owner: Any) -> None:
    record = event_record(["Nadia Brook", "Otto Reed"], [[(1, 2, ResultKind.DRAW)]], name="Autumn open")
    publish_event(club=club, reading=Reading(record), by=owner, source="api")
    assert lines(club, owner)[0] == "An event was published: Autumn open a program (owner@nest.example) Version: 1"


def test_no_name_is_kept_in_it_so_an_erased_person_is_one_here_too(club: Club, owner: Any) -> None:
    person = create_player(club=club, name="Nadia Brook", by=owner)
    rename_player(club=club, player=person, name="Nadia Stone", by=owner)
    with club_scope(club):
        assert "Nadia" not in str(list(JournalEntry.objects.values()))
    assert "A person got another name: Nadia Stone owner@nest.example" in lines(club, owner)
    erase_person(club=club, player=person, by=owner)
    page = reading(owner).get(f"/desk/{club.public_id}/journal/").content.decode()
    assert not re.search("Nadia|Brook|Stone", page)
    assert "A person was erased" in page


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_who_has_deleted_the_account_is_somebody_who_has_left() -> None:
    owner, other = make_user("owner@nest.example"), make_user("other@nest.example")
    club = make_club(owner=owner)
    join_club(club, Role.ADMIN, other)
    invite(club=club, email="new@nest.example", role=Role.ARBITER, by=other)
    delete_account(user=other)
    assert lines(club, owner)[:3] == [
        "An invitation was revoked: the address is forgotten somebody who has left",
        "Somebody left the club: somebody who has left somebody who has left Role: Administrator",
        "Somebody was invited: the address is forgotten somebody who has left Role: Arbiter",
    ]


def test_whom_an_invitation_is_for_is_looked_up_and_not_kept(club: Club, owner: Any) -> None:
    anna = make_user("anna@nest.example")
    opened, gone, accepted = (
        invite(club=club, email=f"{name}@nest.example", role=Role.ARBITER, by=owner)[0] for name in ("new", "gone", "anna")
    )
    accept_invitation(invitation=accepted, by=anna)
    assert lines(club, owner)[:4] == [
        "An invitation was accepted: anna@nest.example anna@nest.example Role: Arbiter",
        "Somebody was invited: anna@nest.example owner@nest.example Role: Arbiter",
        "Somebody was invited: gone@nest.example owner@nest.example Role: Arbiter",
        "Somebody was invited: new@nest.example owner@nest.example Role: Arbiter",
    ]
    revoke_invitation(club=club, invitation=opened, by=owner)
    Invitation.objects.filter(pk=gone.pk).delete()
    assert lines(club, owner)[0] == "An invitation was revoked: the address is forgotten owner@nest.example"
    assert lines(club, owner)[3:5] == [
        "Somebody was invited: the invitation is not kept any more owner@nest.example Role: Arbiter",
        "Somebody was invited: the address is forgotten owner@nest.example Role: Arbiter",
    ]
    with club_scope(club):
        assert "@" not in str(list(JournalEntry.objects.values()))


def test_it_is_filtered_by_person_kind_and_day_of_the_clubs_clock(club: Club, owner: Any) -> None:
    change_club(club=club, by=owner, time_zone="Pacific/Auckland")
    other = join_club(club, Role.ADMIN, make_user("other@nest.example"))
    create_player(club=club, name="Nadia Brook", by=other)
    issue_token(club=club, label="Pairing", scopes=["read"], by=owner)
    with club_scope(club):
        moment = timezone.now().replace(year=2026, month=3, day=4, hour=12, minute=30)  # 5 March at the club
        JournalEntry.objects.filter(action="player.created").update(at=moment)
    assert [line.split(":")[0] for line in lines(club, owner, f"?by={other.pk}")] == ["A person was added"]
    assert [line.split(":")[0] for line in lines(club, owner, "?kind=roles")] == ["A key for a program was made"]
    assert [line.split(":")[0] for line in lines(club, owner, "?since=2026-03-05&until=2026-03-05")] == ["A person was added"]
    assert lines(club, owner, "?since=2026-03-04&until=2026-03-04") == []
    faulty = reading(owner).get(f"/desk/{club.public_id}/journal/?by=999999&since=soon")
    assert (faulty.status_code, b"Enter a valid date" in faulty.content) == (200, True)


def test_it_is_paged_and_keeps_what_was_asked_for(club: Club, owner: Any) -> None:
    for _ in range(60):
        record_in_journal(club=club, action="ladder.rebuild", by=owner)
    assert [len(lines(club, owner, query)) for query in ("", "?page=2", "?kind=ladder&page=2")] == [50, 11, 10]
    page = reading(owner).get(f"/desk/{club.public_id}/journal/?kind=ladder").content.decode()
    assert 'href="?kind=ladder&amp;page=2"' in page


@pytest.mark.parametrize("role", [Role.ADMIN, Role.ARBITER])
def test_only_owners_read_it(club: Club, role: str) -> None:
    browser = reading(join_club(club, role))
    assert browser.get(f"/desk/{club.public_id}/journal/").status_code == 404
    assert b"/journal/" not in browser.get(f"/desk/{club.public_id}/").content


def test_another_clubs_lines_are_not_in_it(club: Club, owner: Any) -> None:
    elsewhere = make_club("Elsewhere")
    create_player(club=elsewhere, name="Theo Perch", by=make_user("else@where.example"))
    page = reading(owner).get(f"/desk/{club.public_id}/journal/").content.decode()
    assert (len(lines(club, owner)), "else@where.example" in page) == (1, False)


@pytest.mark.parametrize("many", [1, 3])
def test_it_asks_the_same_for_many_as_for_one(club: Club, owner: Any, many: int) -> None:
    for number in range(many):
        create_player(club=club, name=f"Nadia Brook{number}", by=owner)
        make_event(club, event_record([f"A{number}", f"B{number}"], [[(1, 2, ResultKind.DRAW)]]), decided=False)
        other = join_club(club)
        change_role(club=club, member=club.memberships.get(user=other), role=Role.ADMIN, by=owner)
        invite(club=club, email=f"new{number}@nest.example", role=Role.ARBITER, by=owner)
    browser = reading(owner)
    with CaptureQueriesContext(connection) as queries:
        browser.get(f"/desk/{club.public_id}/journal/")
    assert len(queries) == 18


def test_a_line_that_is_younger_than_the_program_is_shown_by_its_own_word(club: Club, owner: Any) -> None:
    record_in_journal(club=club, action="moon.landed", by=owner, subject="x", detail={"before": "odd", "after": 3})
    assert lines(club, owner)[0] == "moon.landed owner@nest.example"


def test_what_is_told_of_a_field_is_never_empty() -> None:
    with translation.override("en"):
        assert [name for name, (label, _) in FIELDS.items() if not str(label)] == []


def test_nothing_is_older_than_what_was_done_first(club: Club, owner: Any) -> None:
    with club_scope(club):
        JournalEntry.objects.update(at=timezone.now() - timedelta(days=2))
    issue_token(club=club, label="Pairing", scopes=["read"], by=owner)
    assert [line.split(":")[0] for line in lines(club, owner)] == [
        "A key for a program was made",
        "The club was founded owner@nest.example",
    ]


def test_lines_stand_under_their_day_by_the_clock_of_the_club(club: Club, owner: Any) -> None:
    Club.objects.filter(pk=club.pk).update(time_zone="Asia/Jerusalem")
    moments = [datetime(2026, 3, 2, 21, 30, tzinfo=UTC), datetime(2026, 3, 2, 22, 30, tzinfo=UTC), datetime(2026, 3, 3, 20, 0, tzinfo=UTC)]
    with club_scope(club):
        JournalEntry.objects.filter(club=club).delete()
        for at in moments:
            record_in_journal(club=club, action="ladder.rebuilt", by=owner)
            JournalEntry.objects.filter(club=club, pk=JournalEntry.objects.latest("pk").pk).update(at=at)

    page = parse(reading(owner).get(f"/desk/{club.public_id}/journal/").content)
    shown = {
        section.find("h2")[0].text: [when.text for when in section.find("span", "event-when")]
        for section in page.find("main")[0].find("section")
    }
    assert shown == {"3 Mar 2026": ["22:00", "00:30"], "2 Mar 2026": ["23:30"]}


def test_moments_within_a_line_are_by_the_clock_of_the_club(club: Club, owner: Any) -> None:
    Club.objects.filter(pk=club.pk).update(time_zone="Asia/Jerusalem")
    late = datetime(2026, 3, 2, 22, 30, tzinfo=UTC)  # 3 March at the club
    issue_token(club=club, label="Pairing", scopes=["read"], by=owner, expires_at=late.replace(year=2036))
    record_in_journal(club=club, action="club.closing", by=owner, detail={"closing_at": late.isoformat()})
    told = {"interval": "year", "next_payment": late.isoformat(), "open_until": late.isoformat()}
    record_in_journal(club=club, action="subscription.subscribed", by=owner, detail=told)
    assert [re.findall(r"([A-Z][\w ]+: \d+ \w+ \d{4})", line) for line in lines(club, owner)[:3]] == [
        ["Next payment: 3 Mar 2026", "The page stays open until: 3 Mar 2026"],
        ["Is deleted on: 3 Mar 2026"],
        ["Holds until: 3 Mar 2036"],
    ]


def test_what_came_with_a_club_was_not_done_by_the_site_itself(owner: Any) -> None:
    club = import_club(content=as_json(small_document()), by=owner, limits=Limits(1, 1))
    record_in_journal(club=club, action="ladder.rebuild", by=None)
    assert lines(club, owner) == [
        "The ladder was rebuilt by hand the site itself",
        "A search for people entered twice was begun owner@nest.example",
        "The club was brought from a file owner@nest.example",
        "something.else somebody, before the club was brought here",
        "It was decided who is who in an event: Evening somebody, before the club was brought here Ada Ash = Ada Ash B. Birch = B. Birch",
    ]


def test_lines_on_names_say_which_name_is_whom(club: Club, owner: Any) -> None:
    nadia = make_player(club, "Nadia Brook")
    version = publish(club, ["N. Brook", "Oren Vale", "Lena Marsh", "Zed Quandt", "Ada <Quill>", "Dan Other"])
    oren = entry_of(club, version, "Oren Vale")
    declare_name_different(club=club, entry=oren, player=nadia, by=owner)
    link_entry(club=club, entry=entry_of(club, version, "N. Brook"), player=nadia, by=owner)
    others = [entry_of(club, version, name).pk for name in ("Lena Marsh", "Zed Quandt", "Ada <Quill>", "Dan Other")]
    accept_preselected(club=club, version=version, by=owner, expected=[(pk, None) for pk in others])
    undo_link(club=club, link=link_to_new_player(club=club, entry=oren, by=owner), by=owner)
    assert [line.partition("owner@nest.example ")[2] for line in lines(club, owner) if "Club evening" in line][:5] == [
        "Oren Vale = –",
        "Oren Vale = –",
        "Lena Marsh = Lena Marsh Zed Quandt = Zed Quandt Ada <Quill> = Ada <Quill> and 1 more",
        "N. Brook = Nadia Brook",
        "Oren Vale ≠ Nadia Brook",
    ]


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Los_Angeles"])
def test_a_day_at_the_end_of_time_breaks_nothing(club: Club, owner: Any, zone: str) -> None:
    Club.objects.filter(pk=club.pk).update(time_zone=zone)
    for query in ("?until=9999-12-31", "?since=0001-01-01", "?since=9999-12-31", "?until=0001-01-01"):
        assert reading(owner).get(f"/desk/{club.public_id}/journal/{query}").status_code == 200
