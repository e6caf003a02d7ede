"""A club that its owner wants to delete: shut at once, kept if wished, and gone without a trace when its time is over."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.db import connections
from django.test import Client
from django.utils import timezone

from archives.domain.errors import ClosingRefused
from archives.services.closing import close_club, keep_club
from archives.services.deleting import delete_closed_clubs
from archives.services.exporting import export_club
from archives.tasks import delete_closed_clubs as task
from clubs.ledger import read_ledger
from clubs.models import Club, JournalEntry, Visibility
from clubs.services import change_club
from clubs.tenancy.scope import club_scope
from players.selectors.family import token_of
from players.services import issue_family_link
from ratings.services import replay_ladder
from tests.access.world import ADMIN, ARBITER, OWNER, make_world
from tests.archives.looking import read_everything
from tests.factories import event_record, join_club, make_club, make_event, make_player, make_user
from tests.signing_in import signed_in
from tests.tournaments.programs import make_program
from tournaments.domain.results import ResultKind
from tournaments.models import Event, EventAccess
from tournaments.services.events import change_event

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

NAMES = ("Ada Ash", "Bo Birch")


@pytest.fixture(autouse=True)
def _ledger_of_the_test(settings: Any, tmp_path: Path) -> None:
    settings.ERASURE_LEDGER = str(tmp_path / "ledger")


@pytest.fixture
def club() -> Club:
    club = make_club("Nest", owner=make_user("owner@nest.example"))
    event = make_event(club, event_record(NAMES, [[(1, 2, ResultKind.WHITE_WIN)]]))
    change_event(club=club, event=event, access=EventAccess.OPEN, by=None)
    make_event(club, event_record(NAMES, [[(1, 2, ResultKind.DRAW)]], name="Another"))
    replay_ladder(club=club)
    return change_club(club=club, by=None, visibility=Visibility.PUBLIC)


def close(club: Club) -> None:
    export_club(club=club, by=club.memberships.get().user)
    close_club(club=club, by=None, name="Nest")


def public_addresses(club: Club) -> list[str]:
    with club_scope(club):
        events = list(Event.objects.filter(club=club).values_list("public_id", flat=True))
    player = make_player(club, "Cy Cedar").public_id
    front = f"/club/{club.slug}/"
    pages = (
        "",
        "ladder.csv",
        "ladder.json",
        "wall/",
        "events/",
        "how-this-ladder-works/",
        "seasons/2026/",
        "ladder-state/",
        f"players/{player}/",
    )
    return [*(front + page for page in pages), *(f"/event/{club.public_id}/{event}/" for event in events)]


def answer_of(client: Client, address: str, club: Club) -> tuple[int, dict[str, str], bytes]:
    """Without what differs between any two answers, and without the address that was asked for."""
    answer = client.get(address)
    content = re.sub(rb'(csrfmiddlewaretoken" value=")[^"]*', rb"\1", answer.content)
    for word in (club.slug, club.public_id):
        content = content.replace(word.encode(), b"X")
    return answer.status_code, dict(answer.headers), content


class _Absent:
    """Stands for a club that is not there."""

    slug, public_id = "absent-0123456789abcdef0123456789abcdef", "M1ssing0M1ssing0M1ssin"


def absent(address: str, club: Club) -> str:
    return address.replace(club.slug, _Absent.slug).replace(club.public_id, _Absent.public_id)


@pytest.mark.parametrize("who", ["stranger", "owner"])
def test_a_shut_club_answers_everywhere_like_one_that_is_not_there(club: Club, who: str) -> None:
    client = Client(HTTP_HOST="127.0.0.1")
    if who == "owner":
        client.force_login(club.memberships.get().user)
    addresses = public_addresses(club)
    assert [client.get(address).status_code for address in addresses] == [200] * len(addresses)
    close(club)
    for address in addresses:
        there = answer_of(client, address, club)
        assert there == answer_of(client, absent(address, club), _Absent), address  # type: ignore[arg-type]
        assert there[0] == 404


def test_programs_are_answered_as_if_there_were_no_club(club: Club) -> None:
    program = make_program(club)
    assert program.get().status_code == 200
    close(club)
    for answer in (program.get(), program.publish(external_id="new")):
        unknown = program.get(club="M1ssing0M1ssing0M1ssin")
        assert (answer.status_code, answer.json()) == (404, unknown.json())


def test_the_pages_of_families_stay_open(club: Club) -> None:
    player = make_player(club, "Di Dogwood")
    address = f"/family/{token_of(club, issue_family_link(club=club, player=player, by=None))}/"
    close(club)
    assert b"Di Dogwood" in Client().get(address).content


def test_keeping_the_club_gives_every_byte_back(club: Club) -> None:
    before = read_everything(club)
    close(club)
    assert all(page.startswith(b"404") for page in read_everything(club).values())
    assert keep_club(club=club, by=None)
    assert read_everything(club) == before
    assert not keep_club(club=club, by=None)


def test_it_needs_the_name_and_an_export_of_the_last_week(club: Club) -> None:
    def refused(name: str) -> str:
        with pytest.raises(ClosingRefused) as error:
            close_club(club=club, by=None, name=name)
        return error.value.code

    assert refused("Nest") == "export_first"
    export_club(club=club, by=club.memberships.get().user)
    assert refused("Nets") == "name_differs"
    with club_scope(club):
        JournalEntry.objects.filter(club=club, action="club.exported").update(at=timezone.now() - timedelta(days=8))
    assert refused("Nest") == "export_first"
    export_club(club=club, by=club.memberships.get().user)
    close_club(club=club, by=None, name="  Nest ")
    assert refused("Nest") == "closing_already"


def test_the_owner_closes_and_keeps_on_pages_and_everybody_reads_when(club: Club) -> None:
    owner, desk = club.memberships.get().user, f"/desk/{club.public_id}/"
    join_club(club, ADMIN, make_user("admin@nest.example"))
    arbiter = join_club(club, ARBITER)
    client = signed_in(owner)
    assert b"<form" in client.get(f"{desk}export/").content
    assert b'name="name"' not in client.get(f"{desk}close/").content, "not before an export"
    assert client.post(f"{desk}export/download/")["Content-Disposition"].startswith('attachment; filename="rookery-club-20')
    assert b"That is not the name of the club" in client.post(f"{desk}close/", {"name": "Other"}).content
    answer = client.post(f"{desk}close/", {"name": "Nest"}, follow=True)
    assert b"The club will be deleted on" in answer.content
    assert sorted(letter.to for letter in mail.outbox) == [["admin@nest.example"], ["owner@nest.example"]]
    assert all("Ash" not in letter.body and desk in letter.body for letter in mail.outbox)
    colleague = signed_in(arbiter)
    for page in ("", "people/", "corrections/", "publish/"):
        assert b"The club will be deleted on" in colleague.get(desk + page).content
        assert b"Keep the club" not in colleague.get(desk + page).content
    assert b"Keep the club" in client.get(f"{desk}people/").content
    kept = client.post(f"{desk}keep/", follow=True)
    assert b"The club stays" in kept.content
    assert b"will be deleted" not in kept.content


def test_closing_asks_who_is_there_if_that_was_not_shown_a_moment_ago(club: Club) -> None:
    export_club(club=club, by=club.memberships.get().user)
    client = signed_in(club.memberships.get().user, minutes_ago=60)
    answer = client.post(f"/desk/{club.public_id}/close/", {"name": "Nest"})
    assert answer.status_code == 302
    assert "reauthenticate" in answer["Location"]
    club.refresh_from_db()
    assert club.closing_at is None


def test_nobody_is_deleted_before_the_time_is_over(club: Club) -> None:
    close(club)
    Club.objects.filter(pk=club.pk).update(closing_at=timezone.now() + timedelta(minutes=1))
    assert delete_closed_clubs() == []
    assert Club.objects.filter(pk=club.pk).exists()


TABLES = """
SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'club_id' AND NOT a.attisdropped
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1
"""


def rows_of_every_table(club: Club) -> dict[str, tuple[int, str]]:
    """By table, as PostgreSQL's catalogue knows them: how many rows of the club there are, and a digest of every byte of them."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(TABLES)
        tables = [row[0] for row in cursor.fetchall()]
        found = {}
        for table in tables:
            cursor.execute(
                f"SELECT count(*), md5(string_agg(t::text, '|' ORDER BY t::text)) FROM \"{table}\" t WHERE club_id = %s", [club.pk]
            )
            found[table] = cursor.fetchone()
    return found


@pytest.mark.django_db(databases=["default", "owner"], transaction=True)
def test_nothing_of_a_deleted_club_is_left_and_the_other_one_is_untouched(settings: Any, capsys: pytest.CaptureFixture[str]) -> None:
    world = make_world()
    ours, theirs = world.ours.club, world.theirs.club
    with connections["owner"].cursor() as cursor:
        cursor.execute("INSERT INTO ratings_ladderedit (club_id) VALUES (%s), (%s)", [ours.pk, theirs.pk])
    before, elsewhere = rows_of_every_table(ours), rows_of_every_table(theirs)
    assert {table for table, (count, _) in before.items() if not count} <= EMPTY_HERE, "a row in every table, or it would prove nothing"
    export_club(club=ours, by=world.ours.people[OWNER])
    close_club(club=ours, by=world.ours.people[OWNER], name=ours.name)
    Club.objects.filter(pk=ours.pk).update(closing_at=timezone.now() - timedelta(seconds=1))
    task()
    assert {table: count for table, (count, _) in rows_of_every_table(ours).items() if count} == {}
    assert not Club.objects.filter(pk=ours.pk).exists()
    assert rows_of_every_table(theirs) == elsewhere
    (line,) = [line for line in read_ledger() if "deleted" in line]
    assert (line["deleted"], set(line)) == (ours.public_id, {"deleted", "at"})
    call_command("delete_closed_clubs")
    assert capsys.readouterr().out == "0 deleted\n"


EMPTY_HERE = frozenset({"billing_subscription", "billing_stripeevent", "players_erasure", "tournaments_erasedname"})
"""Tables of others' work that the scene does not fill; they are deleted from like the others."""


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("दिल्ली कि", "दिल्ली का"),
        ('Rita\'s "Club" C++', "rita's club c#"),
        ("50% + 1", "501"),
        ("A", "A!!!"),
        ("Café", "Cafe"),
        ("Ёлка", "Елка"),
    ],
)
def test_another_name_is_refused_however_near(name: str, typed: str) -> None:
    club = make_club(name)
    export_club(club=club, by=club.memberships.get().user)
    with pytest.raises(ClosingRefused):
        close_club(club=club, by=None, name=typed)


@pytest.mark.parametrize(
    ("name", "typed"), [("Клуб «Гнездо»", 'клуб "Гнездо"'), ("מועדון צה״ל", 'מועדון צה"ל'), ("Queen’s-Gambit", "queen's gambit")]
)
def test_quotes_and_hyphens_are_typed_as_a_keyboard_has_them(name: str, typed: str) -> None:
    club = make_club(name)
    export_club(club=club, by=club.memberships.get().user)
    assert close_club(club=club, by=None, name=typed)


def test_a_name_without_letters_is_typed_as_it_is() -> None:
    club = make_club("♞♞")
    export_club(club=club, by=club.memberships.get().user)
    with pytest.raises(ClosingRefused):
        close_club(club=club, by=None, name="♞")
    assert close_club(club=club, by=None, name=" ♞♞")
