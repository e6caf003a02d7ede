"""The page of names: shown, decided, accepted and undone by plain forms, without any script."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import Club, Role
from clubs.tenancy.scope import club_scope
from players.models import Player
from tests.factories import join_club, make_club, make_player, make_user
from tests.tournaments.identity.nights import decisions, entry_of, event_of, players, publish, rated_number
from tournaments.models import EntryLink, EventVersion
from tournaments.services.identity import CHOSEN, accept_preselected, link_entry

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


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


def text_of(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def form_values(page: str, name: str) -> list[str]:
    """The values of the inputs of this name, as a browser would send them."""
    return re.findall(rf'<input type="hidden"\s+name="{name}"\s+value="([^"]*)"', page)


def test_what_was_preselected_is_accepted_by_one_button(club: Club, arbiter: Client) -> None:
    make_player(club, "Nadia Brook")
    version = publish(club, ["Nadia Brook", "Piet Newcomer"])
    page = text_of(arbiter, address(club, version))
    assert "Waiting for 2 names" in page
    assert "Accept 1 member and 1 new player" in page
    answer = arbiter.post(address(club, version, "accept/"), {"shown": form_values(page, "shown")}, follow=True)
    page = answer.content.decode()
    assert answer.redirect_chain == [(address(club, version), 302)]
    assert "2 names accepted." in page
    assert "All names are decided" in page
    assert "The ladder is being rebuilt with this event" in page
    assert f'href="/club/{club.slug}/"' in page
    assert decisions(club) == [(1, "Nadia Brook", "Nadia Brook"), (1, "Piet Newcomer", "Piet Newcomer")]


def test_one_name_after_the_other(club: Club, arbiter: Client) -> None:
    nadia = make_player(club, "Nadia Brook")
    make_player(club, "Nora Brook")
    version = publish(club, ["N. Brook", "Nadja Brok", "Dan"])
    decide = address(club, version, "decide/")
    first, second, third = (str(entry_of(club, version, name).pk) for name in ("N. Brook", "Nadja Brok", "Dan"))
    page = text_of(arbiter, address(club, version))
    assert "initial of the first name" in page
    assert "no rated game yet" in page
    arbiter.post(decide, {"entry": first, "choice": str(nadia.pk)})
    assert "Waiting for 2 names" in text_of(arbiter, address(club, version))
    arbiter.post(decide, {"entry": second, "choice": "later"})
    arbiter.post(decide, {"entry": second})
    page = arbiter.post(decide, {"entry": second, "choice": "new"}, follow=True).content.decode()
    assert "Nadja Brok is a new player." in page
    assert "Waiting for 1 name<" in page
    arbiter.post(decide, {"entry": third, "choice": "new"})
    assert decisions(club) == [(1, "N. Brook", "Nadia Brook"), (1, "Nadja Brok", "Nadja Brok"), (1, "Dan", "Dan")]
    assert rated_number(club, version) == 1


def test_undo_of_one_and_of_the_last_go(club: Club, arbiter: Client) -> None:
    version = publish(club, ["Nadia Brook", "Oren Vale", "Lena Marsh"])
    page = text_of(arbiter, address(club, version))
    arbiter.post(address(club, version, "accept/"), {"shown": form_values(page, "shown")[:2]})
    arbiter.post(address(club, version, "decide/"), {"entry": entry_of(club, version, "Lena Marsh").pk, "choice": "new"})
    page = text_of(arbiter, address(club, version))
    last, *each = form_values(page, "link")
    assert "Decided last: <bdi>Lena Marsh</bdi> is a new player." in page
    answer = arbiter.post(address(club, version, "undo/"), {"link": [last]}, follow=True)
    assert "Taken back: Lena Marsh is a new player." in answer.content.decode()
    page = text_of(arbiter, address(club, version))
    assert re.search(r"Decided last:\s+2 names at once", page)
    answer = arbiter.post(address(club, version, "undo/"), {"link": form_values(page, "link")[:2]}, follow=True)
    assert "2 decisions taken back: Nadia Brook, Oren Vale." in answer.content.decode()
    assert (decisions(club), players(club)) == ([], [])
    assert len(each) == 3


@pytest.mark.parametrize(("typed", "member"), [("Bob Smith", "Robert Smith"), ("Иванов Сергей", "Ivanov Sergey")])
def test_anybody_of_the_club_can_be_chosen(club: Club, arbiter: Client, typed: str, member: str) -> None:
    meant, taken = make_player(club, member), make_player(club, "Nadia Brook")
    version = publish(club, [typed, "Nadia Brook"])
    entry = entry_of(club, version, typed)
    link_entry(club=club, entry=entry_of(club, version, "Nadia Brook"), player=taken, by=None)
    assert "<select" not in text_of(arbiter, address(club, version))
    page = text_of(arbiter, f"{address(club, version)}?other={entry.pk}")
    assert re.findall(r'<option value="(\d+)">([^<]*)</option>', page) == [(str(meant.pk), member)]
    nobody = arbiter.post(address(club, version, "decide/"), {"entry": entry.pk, "choice": "other", "person": ""}, follow=True)
    assert "Choose a person from the list first." in nobody.content.decode()
    arbiter.post(address(club, version, "decide/"), {"entry": entry.pk, "choice": "other", "person": meant.pk})
    assert decisions(club) == [(1, typed, member), (1, "Nadia Brook", "Nadia Brook")]
    with club_scope(club):
        assert entry.links.get().reason == CHOSEN


def test_accepting_after_a_colleague_says_who_it_was(club: Club, arbiter: Client) -> None:
    version = publish(club, ["Nadia Brook", "Oren Vale"])
    shown = form_values(text_of(arbiter, address(club, version)), "shown")
    with club_scope(club):
        expected = [(int(one.partition(":")[0]), None) for one in shown]
    accept_preselected(club=club, version=version, by=None, expected=expected[:1])
    with club_scope(club):
        EntryLink.objects.filter(club=club).update(by=make_user("colleague@example.org"))
        link = EntryLink.objects.get(club=club)
    shown = [f"{link.entry_id}:{link.player_id}"]
    answer = arbiter.post(address(club, version, "accept/"), {"shown": shown}, follow=True).content.decode()
    assert "0 names" not in answer
    assert re.search(r"1 name was decided just so before, by colleague@example.org on \d+ \w{3} \d{4}, \d\d:\d\d\.", answer)


def test_later_is_answered(club: Club, arbiter: Client) -> None:
    version = publish(club, ["Nadia Brook"])
    form = {"entry": entry_of(club, version, "Nadia Brook").pk, "choice": "later"}
    answer = arbiter.post(address(club, version, "decide/"), form, follow=True).content.decode()
    assert "Nothing was decided: the name waits at the end of the list." in answer


def test_a_decision_of_long_ago_is_not_undone_by_a_key(club: Club, arbiter: Client) -> None:
    version = publish(club, ["Nadia Brook", "Oren Vale"])
    arbiter.post(address(club, version, "decide/"), {"entry": entry_of(club, version, "Oren Vale").pk, "choice": "new"})
    assert "Decided last" in text_of(arbiter, address(club, version))
    with club_scope(club):
        EntryLink.objects.filter(club=club).update(at=timezone.now() - timedelta(hours=4))
    page = text_of(arbiter, address(club, version))
    assert "Decided last" not in page
    assert "Undo: Oren Vale" in page


def test_a_colleague_was_faster(club: Club, arbiter: Client) -> None:
    version = publish(club, ["Nadia Brook"])
    entry = entry_of(club, version, "Nadia Brook")
    link_entry(club=club, entry=entry, player=make_player(club, "Another Brook"), by=make_user("colleague@example.org"))
    answer = arbiter.post(address(club, version, "decide/"), {"entry": entry.pk, "choice": "new"}, follow=True)
    page = answer.content.decode()
    assert re.search("“Nadia Brook” was decided by colleague@example.org on .*: it is Another Brook. Nothing was changed.", page)
    assert 'role="alert"' in page
    assert decisions(club) == [(1, "Nadia Brook", "Another Brook")]


def test_a_form_of_the_version_before_changes_nothing(club: Club, arbiter: Client) -> None:
    first = publish(club, ["Nadia Brook"], external_id="1")
    stale = entry_of(club, first, "Nadia Brook")
    page = text_of(arbiter, address(club, first))
    publish(club, ["Nadia Brook", "Oren Vale"], external_id="1")
    for action, form in (("decide/", {"entry": stale.pk, "choice": "new"}), ("accept/", {"shown": form_values(page, "shown")})):
        answer = arbiter.post(address(club, first, action), form, follow=True)
        assert 'class="notice notice-error"' in answer.content.decode()
    assert (decisions(club), players(club)) == ([], [])


@pytest.mark.parametrize("nonsense", ["", "0", "-1", "1e3", "nobody", "9" * 30, "٣", "1:2:3"])
def test_nonsense_is_refused_calmly(club: Club, arbiter: Client, nonsense: str) -> None:
    version = publish(club, ["Nadia Brook"])
    entry = entry_of(club, version, "Nadia Brook").pk
    forms: list[tuple[str, dict[str, object]]] = [
        ("decide/", {"entry": nonsense, "choice": "new"}),
        ("decide/", {"entry": entry, "choice": nonsense or "x"}),
        ("accept/", {"shown": nonsense}),
        ("accept/", {"shown": f"{entry}:{nonsense}"}),
        ("undo/", {"link": nonsense}),
    ]
    for action, form in forms:
        assert arbiter.post(address(club, version, action), form, follow=True).status_code == 200
    assert (decisions(club), players(club)) == ([], [])


def test_a_script_gets_the_changed_part_alone(club: Club, arbiter: Client) -> None:
    version = publish(club, ["Nadia Brook", "Oren Vale"])
    form = {"entry": entry_of(club, version, "Nadia Brook").pk, "choice": "new"}
    answer = arbiter.post(address(club, version, "decide/"), form, headers={"HX-Request": "true"})
    part = answer.content.decode()
    assert answer.status_code == 200
    assert part.lstrip().startswith('<div id="names"')
    assert "Nadia Brook is a new player." in part
    assert "<html" not in part


def test_rows_of_another_club_answer_like_missing_ones(club: Club, arbiter: Client) -> None:
    other = make_club("Other")
    theirs = publish(other, ["Theo Perch"])
    their_entry, their_player = entry_of(other, theirs, "Theo Perch"), make_player(other, "Theo Perch")
    their_link = link_entry(club=other, entry=their_entry, player=their_player, by=None)
    mine = publish(club, ["Nadia Brook"])
    my_entry = entry_of(club, mine, "Nadia Brook").pk
    missing = their_link.pk + 10_000

    def answer(action: str, form: dict[str, object]) -> str:
        page = arbiter.post(address(club, mine, action), form, follow=True).content.decode()
        return re.sub(r'csrfmiddlewaretoken" value="[^"]+"|nonce="[^"]+"', "", page)

    def forms(entry: int, player: int, link: int) -> list[tuple[str, dict[str, object]]]:
        return [
            ("decide/", {"entry": entry, "choice": "new"}),
            ("decide/", {"entry": my_entry, "choice": player}),
            ("undo/", {"link": link}),
        ]

    with_theirs = [answer(*each) for each in forms(their_entry.pk, their_player.pk, their_link.pk)]
    assert with_theirs == [answer(*each) for each in forms(missing, missing, missing)]
    crossed = f"/desk/{club.public_id}/events/{event_of(other, theirs).public_id}/names/"
    for page in (address(other, theirs), crossed):
        assert arbiter.get(page).status_code == 404
        assert arbiter.post(f"{page}decide/", {"entry": their_entry.pk, "choice": "new"}).status_code == 404
    assert decisions(other) == [(1, "Theo Perch", "Theo Perch")]
    assert decisions(club) == []


def test_strangers_find_nothing(club: Club) -> None:
    version = publish(club, ["Nadia Brook"])
    stranger = Client()
    stranger.force_login(make_user())
    for client, status in ((Client(), 302), (stranger, 404)):
        assert client.get(address(club, version)).status_code == status
        for action in ("decide/", "accept/", "undo/"):
            assert client.post(address(club, version, action), {"entry": "1", "choice": "new"}).status_code == status
    assert players(club) == []


def test_forms_need_their_token(club: Club) -> None:
    version = publish(club, ["Nadia Brook"])
    client = Client(enforce_csrf_checks=True)
    client.force_login(join_club(club))
    form = {"entry": entry_of(club, version, "Nadia Brook").pk, "choice": "new"}
    assert client.post(address(club, version, "decide/"), form).status_code == 403
    page = client.get(address(club, version)).content.decode()
    form["csrfmiddlewaretoken"] = form_values(page, "csrfmiddlewaretoken")[0]
    assert client.post(address(club, version, "decide/"), form).status_code == 302
    assert players(club) == ["Nadia Brook"]


@pytest.fixture
def queries_of(club: Club, arbiter: Client) -> Callable[[int], int]:
    def count(names: int) -> int:
        version = publish(club, [f"Nadia Brook{'abcdefg'[number]}" for number in range(names)], name=f"{names} names")
        with club_scope(club):
            Player.objects.filter(club=club).delete()
        for number in range(names):
            make_player(club, f"Nadia Brook{'abcdefg'[number]}")
        arbiter.get(address(club, version))
        with CaptureQueriesContext(connection) as queries:
            arbiter.get(address(club, version))
        return len(queries)

    return count


@pytest.mark.parametrize("people", [1, 3])
def test_the_list_of_everybody_takes_as_many_statements_for_three_as_for_one(club: Club, arbiter: Client, people: int) -> None:
    for number in range(people):
        make_player(club, f"Oren Vale{'abc'[number]}")
    version = publish(club, ["Nadia Brook"])
    url = f"{address(club, version)}?other={entry_of(club, version, 'Nadia Brook').pk}"
    assert text_of(arbiter, url).count("<option value=") == people + 1
    with CaptureQueriesContext(connection) as queries:
        arbiter.get(url)
    assert len(queries) == 37


@pytest.mark.parametrize(("fields", "status"), [(2_000, 302), (2_500, 302), (2_501, 400)])
def test_a_thousand_names_can_be_accepted_at_once_and_a_form_out_of_all_reason_is_refused(
    club: Club, arbiter: Client, fields: int, status: int
) -> None:
    version = publish(club, ["Nadia Brook"])
    sent = "&".join(f"shown={10**9 + number}:" for number in range(fields))
    answer = arbiter.post(address(club, version, "accept/"), sent, content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, "The request was not understood" in answer.content.decode()) == (status, status == 400)
    assert decisions(club) == []


def test_the_page_asks_the_same_whatever_its_size(queries_of: Callable[[int], int]) -> None:
    assert (queries_of(1), queries_of(3)) == (38, 38)
