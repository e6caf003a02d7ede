"""Several arbiters on one page of names: what one decides, the other is told; and how the page keeps what is put off or opened."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Role
from tests.factories import join_club, make_club, make_player, make_user
from tests.tournaments.identity.nights import decisions, entry_of, event_of, publish
from tournaments.models import EventVersion
from tournaments.services.differing import declare_name_different
from tournaments.services.identity import link_entry, link_to_new_player, undo_link

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def arbiter(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club, Role.ARBITER, make_user("arbiter@example.org")))
    return client


def address(club: Club, version: EventVersion, action: str = "") -> str:
    return f"/desk/{club.public_id}/events/{event_of(club, version).public_id}/names/{action}"


def seen(page: str) -> str:
    found = re.search(r'data-seen="([^"]+)"', page)
    assert found
    return found[1]


def notices(page: str) -> list[str]:
    return re.findall(r'<div class="notice notice-info"[^>]*>\s*<div class="notice-body">\s*<p>(.*?)</p>', page, re.DOTALL)


def groups(page: str) -> tuple[list[str], list[str]]:
    """The names that are certain, and those to decide, in the order of the page."""
    certain = re.findall(r'class="name-line".*?<bdi class="name-typed">(.*?)</bdi>', page, re.DOTALL)
    doubtful = re.findall(r'<legend>\s*<bdi class="name-typed">(.*?)</bdi>', page, re.DOTALL)
    return certain, doubtful


def test_nothing_new_is_answered_by_nothing(club: Club, arbiter: Client) -> None:
    version = publish(club, ["Nadia Brook", "Oren Vale"])
    shown = seen(arbiter.get(address(club, version)).content.decode())
    answer = arbiter.get(address(club, version), {"watch": "1", "seen": shown}, headers=SCRIPT)
    assert (answer.status_code, answer.content) == (204, b"")


def test_the_decision_of_a_colleague_is_told_with_who_and_when(club: Club, arbiter: Client) -> None:
    nadia, version = make_player(club, "Nadia Brook"), publish(club, ["N. Brook", "O. Vale"])
    shown = seen(arbiter.get(address(club, version)).content.decode())
    link_entry(club=club, entry=entry_of(club, version, "N. Brook"), player=nadia, by=make_user("colleague@example.org"))
    answer = arbiter.get(address(club, version), {"watch": "1", "seen": shown}, headers=SCRIPT).content.decode()
    [told] = notices(answer)
    assert re.fullmatch(r"Already decided by colleague@example.org on \d+ \w+ \d{4}, \d\d:\d\d: N. Brook is Nadia Brook.", told)
    assert groups(answer) == (["O. Vale"], [])
    again = arbiter.get(address(club, version), {"watch": "1", "seen": seen(answer)}, headers=SCRIPT)
    assert again.status_code == 204


def test_many_decisions_of_colleagues_are_counted_and_ones_own_are_no_news(club: Club, arbiter: Client) -> None:
    names = ["Nadia Brook", "Oren Vale", "Lena Marsh", "Piet Stone", "Ada Field"]
    version = publish(club, names)
    shown = seen(arbiter.get(address(club, version)).content.decode())
    colleague = make_user("colleague@example.org")
    for name in names[:4]:
        link_to_new_player(club=club, entry=entry_of(club, version, name), by=colleague)
    form = {"entry": entry_of(club, version, "Ada Field").pk, "choice": "new", "seen": shown}
    answer = arbiter.post(address(club, version, "decide/"), form, headers=SCRIPT).content.decode()
    assert notices(answer) == ["colleague@example.org decided 4 names meanwhile."]
    assert len(decisions(club)) == 5


@pytest.mark.parametrize("change", ["undone", "denied", "published again", "undone and its player gone"])
def test_whatever_else_changes_is_shown(club: Club, arbiter: Client, change: str) -> None:
    nadia, version = make_player(club, "Nadia Brook"), publish(club, ["N. Brook", "Oren Vale"], external_id="1")
    entry = entry_of(club, version, "N. Brook")
    link = link_to_new_player(club=club, entry=entry_of(club, version, "Oren Vale"), by=None)
    shown = seen(arbiter.get(address(club, version)).content.decode())
    if change == "denied":
        declare_name_different(club=club, entry=entry, player=nadia, by=None)
    elif change == "published again":
        publish(club, ["N. Brook", "Oren Vale", "Lena Marsh"], external_id="1")
    else:
        undo_link(club=club, link=link, by=None)
    if change == "undone and its player gone":
        link_to_new_player(club=club, entry=entry_of(club, version, "Oren Vale"), by=None)
    answer = arbiter.get(address(club, version), {"watch": "1", "seen": shown}, headers=SCRIPT)
    assert answer.status_code == 200
    again = "The event was published again meanwhile: these are the names of its new version."
    assert (notices(answer.content.decode()) == [again]) is (change == "published again")


@pytest.mark.parametrize("nonsense", ["", "x", "1.2", "9" * 40, "1.2.3.4.5.6.7", "-1.-1"])
def test_a_state_that_was_never_shown_is_another_one(club: Club, arbiter: Client, nonsense: str) -> None:
    version = publish(club, ["Nadia Brook"])
    answer = arbiter.get(address(club, version), {"watch": "1", "seen": nonsense, "look": nonsense, "later": nonsense, "open": nonsense})
    assert (answer.status_code, groups(answer.content.decode())) == (200, (["Nadia Brook"], []))


def test_what_is_put_off_stands_last_and_what_is_opened_is_to_be_decided(club: Club, arbiter: Client) -> None:
    """Without a script too: the forms and the addresses carry it on."""
    for name in ("Nadia Brook", "Oren Vale", "Lena Marsh"):
        make_player(club, name)
    version = publish(club, ["N. Brook", "O. Vale", "Lena Marsh", "Piet Stone"])
    first, second, certain = (entry_of(club, version, name).pk for name in ("N. Brook", "O. Vale", "Lena Marsh"))
    page = arbiter.get(address(club, version)).content.decode()
    assert groups(page) == (["Lena Marsh", "Piet Stone"], ["N. Brook", "O. Vale"])
    page = arbiter.post(address(club, version, "decide/"), {"entry": first, "choice": "later"}, follow=True).content.decode()
    assert groups(page) == (["Lena Marsh", "Piet Stone"], ["O. Vale", "N. Brook"])
    page = arbiter.get(address(club, version), {"open": str(certain), "later": str(first)}).content.decode()
    assert groups(page) == (["Piet Stone"], ["O. Vale", "Lena Marsh", "N. Brook"])
    carried = {name: set(re.findall(f'name="{name}" value="([^"]*)"', page)) for name in ("look", "later")}
    assert carried == {"look": {str(certain)}, "later": {str(first)}}
    form = {"entry": second, "choice": "new", "look": str(certain), "later": str(first)}
    page = arbiter.post(address(club, version, "decide/"), form, follow=True).content.decode()
    assert groups(page) == (["Piet Stone"], ["Lena Marsh", "N. Brook"])


def test_saying_who_it_is_not_and_taking_that_back(club: Club, arbiter: Client) -> None:
    nadia, nora = make_player(club, "Nadia Brook"), make_player(club, "Nora Brook")
    version = publish(club, ["N. Brook"])
    entry, decide = entry_of(club, version, "N. Brook").pk, address(club, version, "decide/")
    page = arbiter.post(decide, {"entry": entry, "choice": nadia.pk, "different": "1"}, follow=True).content.decode()
    assert "N. Brook is not Nadia Brook, and will not be suggested to be." in page
    assert re.findall(r'name="choice"\s+value="(\w+)"', page) == [str(nora.pk), "new", "later"]
    page = arbiter.post(decide, {"entry": entry, "choice": nora.pk, "different": "1"}, follow=True).content.decode()
    assert groups(page) == ([], ["N. Brook"])  # nobody is like it any more, and it is still to be looked at
    refused = arbiter.post(decide, {"entry": entry, "choice": nora.pk}, follow=True).content.decode()
    assert "“N. Brook” was declared not to be Nora Brook. Take that back first, or choose another player." in refused
    nobody = arbiter.post(decide, {"entry": entry, "choice": "new", "different": "1"}, follow=True).content.decode()
    assert "Choose first who it is not." in nobody
    denials = re.findall(r'name="denial"\s+value="(\d+)"', page)
    assert len(set(denials)) == 2
    page = arbiter.post(address(club, version, "undo/"), {"denial": denials[-1]}, follow=True).content.decode()
    assert "Taken back: N. Brook is not Nora Brook." in page
    arbiter.post(decide, {"entry": entry, "choice": nora.pk})
    assert decisions(club) == [(1, "N. Brook", "Nora Brook")]


def test_a_denial_of_another_club_is_not_there(club: Club, arbiter: Client) -> None:
    other = make_club("Other")
    theo = make_player(other, "Theo Perch")
    theirs = entry_of(other, publish(other, ["T. Perch"]), "T. Perch")
    denial = declare_name_different(club=other, entry=theirs, player=theo, by=None)
    version = publish(club, ["Nadia Brook"])
    for wrong in (denial.pk, denial.pk + 1000):
        answer = arbiter.post(address(club, version, "undo/"), {"denial": wrong}, follow=True).content.decode()
        assert "This is no longer here. Load the page again." in answer


@pytest.mark.parametrize("names", [1, 3])
def test_looking_whether_anything_is_new_takes_as_much_for_three_names_as_for_one(club: Club, arbiter: Client, names: int) -> None:
    version = publish(club, ["Nadia Brook", "Oren Vale", "Lena Marsh"][:names])
    shown = seen(arbiter.get(address(club, version)).content.decode())
    with CaptureQueriesContext(connection) as queries:
        arbiter.get(address(club, version), {"watch": "1", "seen": shown}, headers=SCRIPT)
    assert len(queries) == 20
