"""The three doors where a publication would undo corrections: each says which, and each takes a decision."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from tests.factories import decide_names, join_club, make_club, make_user
from tests.ratings.corrections.confirming import do_and_confirm
from tests.tournaments.api.test_description import description
from tests.tournaments.commands.test_publish import Ended, run
from tests.tournaments.corrections.evenings import DRAW, correct, latest_of, numbers_of, publish, read
from tests.tournaments.programs import Program, make_program
from tests.tournaments.sources import NAMES, rookery_json, trf
from tournaments.domain.corrections import change_result, set_rated, together
from tournaments.interchange import read_event
from tournaments.models import Event, StagedUpload

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

OTHER = "Club evening, second sending"
ASKS = "This event was corrected here. Say whether the corrections stand."


def corrected_event(club: Club, content: bytes, name: str = "e.json") -> Event:
    """Published from a file, decided, its first game corrected to a draw, and not rated."""
    event = publish(club, read_event(content, file_name=name).record).event
    decide_names(club, event)
    record = read(club, latest_of(club, event))
    correct(club, event, together([change_result(record, 1, 1, DRAW), set_rated(record, False)]), by=make_user("corrector@example.org"))
    return event


def shown(club: Club, event: Event) -> tuple[str, bool, str]:
    """Name of the shown version, whether it is rated, and the result of the first game."""
    version = latest_of(club, event)
    return version.name, version.rated, read(club, version).rounds[0].pairings[0].result.value


CORRECTED, AS_SENT = (OTHER, False, "½-½"), (OTHER, True, "1-0")


class TestApi:
    @pytest.fixture
    def program(self, db: None) -> Program:
        return make_program()

    def test_it_tells_what_would_be_undone_and_no_name(self, program: Program) -> None:
        event = corrected_event(program.club, rookery_json())

        answer = program.publish(name=OTHER)

        told = answer.json()["error"]
        pairing = {"board": 1, "white": 1, "black": 2}
        assert (answer.status_code, told["code"], told["event"]) == (409, "corrections_at_stake", event.public_id)
        assert told["corrections"] == [
            {"what": "rated", "round": None, "published": True, "corrected": False, "sent": True, "found": True, "can_be_kept": True},
            {
                "what": "game",
                "round": 1,
                "published": [{**pairing, "result": "1-0"}],
                "corrected": [{**pairing, "result": "1/2-1/2"}],
                "sent": [{**pairing, "result": "1-0"}],
                "found": True,
                "can_be_kept": True,
            },
        ]
        assert [remark["code"] for remark in told["remarks"]] == ["corrections_at_stake", "stake_unrated", "stake_game"]
        assert not any(part in answer.content.decode() for name in NAMES for part in name.split())
        assert numbers_of(program.club, event) == (2, 2, [1, 2])

    @pytest.mark.parametrize(("decision", "number", "expected"), [("keep", 4, CORRECTED), ("drop", 3, AS_SENT)])
    def test_it_takes_a_decision(self, program: Program, decision: str, number: int, expected: tuple[str, bool, str]) -> None:
        event = corrected_event(program.club, rookery_json())

        answer = program.post(rookery_json(name=OTHER), query=f"?corrections={decision}")

        told = answer.json()
        assert (answer.status_code, told["version"], told["shown"], told["outcome"], told["waiting_names"]) == (
            201,
            3,
            number,
            "changed",
            0,
        )
        assert [warning["code"] for warning in told["warnings"]] == [f"corrections_{'kept' if decision == 'keep' else 'dropped'}"]
        assert (shown(program.club, event), numbers_of(program.club, event)[0]) == (expected, number)
        assert program.get(f"{event.public_id}/").json()["version"] == number

    def test_the_same_file_again_is_200(self, program: Program) -> None:
        event = corrected_event(program.club, rookery_json())

        answer = program.publish()

        told = answer.json()
        assert (answer.status_code, told["version"], told["shown"], told["outcome"]) == (200, 1, 2, "unchanged")
        assert ([warning["code"] for warning in told["warnings"]], numbers_of(program.club, event)) == (
            ["corrections_stand"],
            (2, 2, [1, 2]),
        )

    def test_another_answer_is_refused(self, program: Program) -> None:
        answer = program.post(rookery_json(), query="?corrections=perhaps")

        [remark] = answer.json()["error"]["remarks"]
        assert (answer.status_code, remark["code"], remark["message"]) == (
            400,
            "invalid_choice",
            'corrections: "perhaps" is not a valid choice.',
        )

    def test_a_decision_after_the_question_under_the_same_key_of_idempotency(self, program: Program) -> None:
        event = corrected_event(program.club, rookery_json())
        asked = program.post(rookery_json(name=OTHER), Idempotency_Key="k")

        decided = [program.post(rookery_json(name=OTHER), query="?corrections=keep", Idempotency_Key="k") for _ in range(2)]

        assert (asked.status_code, [answer.status_code for answer in decided]) == (409, [201, 201])
        assert decided[0].content == decided[1].content
        assert numbers_of(program.club, event) == (4, 4, [1, 2, 3, 4])

    def test_the_corrections_of_another_club_are_not_told(self, program: Program) -> None:
        corrected_event(make_club(), rookery_json())

        assert (program.publish().status_code, program.publish(name=OTHER).status_code) == (201, 201)

    def test_the_error_is_as_described(self, program: Program) -> None:
        corrected_event(program.club, rookery_json())
        told = program.publish(name=OTHER).json()["error"]
        schemas = description()["components"]["schemas"]

        assert set(told) <= set(schemas["Fault"]["properties"])
        assert [set(stake) for stake in told["corrections"]] == [set(schemas["Stake"]["properties"])] * 2
        parameters = description()["paths"]["/api/v1/clubs/{club}/events/"]["post"]["parameters"]
        [parameter] = [each for each in parameters if each["name"] == "corrections"]
        assert sorted(parameter["schema"]["enum"]) == ["drop", "keep"]


class TestCommand:
    @pytest.fixture
    def club(self, db: None) -> Club:
        return make_club()

    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        path = tmp_path / "evening.json"
        path.write_bytes(rookery_json(name=OTHER))
        return path

    def test_it_says_what_to_type(self, club: Club, file: Path) -> None:
        event = corrected_event(club, rookery_json())

        ended = run("publish", str(file), "--club", club.slug, "--name", "Late night")

        typed = f"    manage.py publish {file} --club {club.slug} --event {event.public_id} --name 'Late night' --corrections"
        assert ended == Ended(
            2,
            "",
            "This version would undo corrections that were made here: 2. Say whether they stand: the question “Corrections made here”,"
            " the parameter “corrections” of the API, or --corrections.\n"
            "Corrected to not rated; this version is rated.\n"
            "Round 1: corrected to 1 – 2: ½-½; this version has 1 – 2: 1-0.\n"
            f"{typed} keep\n{typed} drop",
        )
        assert numbers_of(club, event) == (2, 2, [1, 2])

    @pytest.mark.parametrize(("decision", "expected"), [("keep", CORRECTED), ("drop", AS_SENT)])
    def test_it_takes_a_decision(self, club: Club, file: Path, decision: str, expected: tuple[str, bool, str]) -> None:
        event = corrected_event(club, rookery_json())

        ended = run("publish", str(file), "--club", club.slug, "--event", event.public_id, "--corrections", decision)

        assert (ended.code, ended.out.splitlines()[0]) == (0, f"changed: {OTHER}, version 3")
        assert ended.err.startswith("warning: What was corrected here")
        assert shown(club, event) == expected


class Desk:
    """An arbiter with a browser that runs no script: forms are sent as the page has them."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.client = Client()
        self.client.force_login(join_club(club))

    def send(self, content: bytes, name: str = "e.json") -> str:
        answer = self.client.post(f"/desk/{self.club.public_id}/publish/", {"file": SimpleUploadedFile(name, content), "text": ""})
        return str(answer["Location"])

    def look(self, address: str) -> str:
        return self.client.get(address, follow=True).content.decode()

    def press(self, address: str, page: str, **answers: str) -> Any:
        """Send the form of a page with all it hides, and what was chosen."""
        hidden = re.findall(r'<input type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"', page)
        name = re.search(r'<input type="text" name="name" value="([^"]*)"', page)
        assert name is not None
        return self.client.post(
            address, {**{key: unescape(value) for key, value in hidden}, "name": unescape(name[1]), **answers}, follow=True
        )

    def waiting(self) -> int:
        with club_scope(self.club):
            return StagedUpload.objects.count()


class TestUpload:
    @pytest.fixture
    def desk(self, db: None) -> Desk:
        return Desk(make_club())

    def test_the_page_of_a_file_that_knows_its_event_shows_what_it_would_undo(self, desk: Desk) -> None:
        event = corrected_event(desk.club, rookery_json())
        page = desk.look(desk.send(rookery_json(name=OTHER)))

        section = page[page.index('aria-label="Corrections made here"') :].partition("</table>")[0]
        rows = [re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", row))).strip() for row in section.split("<tr>")[1:]]
        assert rows == [
            "What Published before Corrected to In the file",
            "Counts for the ladder yes no yes",
            "Round 1 Anna Berg – Ben Cohen : 1–0 Anna Berg – Ben Cohen : ½–½ Anna Berg – Ben Cohen : 1–0",
        ]
        assert f'name="corrections_of" value="{event.public_id}:2"' in re.sub(r"\s+", " ", page)
        assert (page.count('name="corrections"'), "checked" in page) == (2, False)

    def test_nothing_is_published_until_it_is_decided(self, desk: Desk) -> None:
        event = corrected_event(desk.club, rookery_json())
        address = desk.send(rookery_json(name=OTHER))

        answer = desk.press(address, desk.look(address))

        assert (answer.status_code, ASKS in answer.content.decode()) == (422, True)
        assert (numbers_of(desk.club, event), desk.waiting()) == ((2, 2, [1, 2]), 1)

    @pytest.mark.parametrize(
        ("decision", "expected", "told"),
        [
            ("keep", CORRECTED, "What was corrected here and this version has otherwise was kept: 2. It is version 4."),
            ("drop", AS_SENT, "What was corrected here was undone by this version: 2."),
        ],
    )
    def test_a_decision(self, desk: Desk, decision: str, expected: tuple[str, bool, str], told: str) -> None:
        event = corrected_event(desk.club, rookery_json())
        address = desk.send(rookery_json(name=OTHER))

        answer = desk.press(address, desk.look(address), corrections=decision)

        assert ("Version 3 is published." in answer.content.decode(), told in answer.content.decode()) == (True, True)
        assert (shown(desk.club, event), desk.waiting()) == (expected, 0)

    def test_an_event_that_is_chosen_on_the_page_is_asked_about_after_the_choice(self, desk: Desk) -> None:
        event = corrected_event(desk.club, trf().encode(), "e.trf")
        address = desk.send(trf(name=OTHER).encode(), "e.trf")
        page = desk.look(address)
        assert "Corrections made here" not in page

        asked = desk.press(address, page, target=f"{event.public_id}:2")

        page = asked.content.decode()
        assert (asked.status_code, ASKS in page) == (422, True)
        assert (numbers_of(desk.club, event), desk.waiting(), "Round 1" in page) == ((2, 2, [1, 2]), 1, True)
        desk.press(address, page, target=f"{event.public_id}:2", corrections="keep")
        assert (shown(desk.club, event), desk.waiting()) == (CORRECTED, 0)

    def test_a_decision_about_one_event_is_none_about_another(self, desk: Desk) -> None:
        event = corrected_event(desk.club, trf().encode(), "e.trf")
        address = desk.send(trf(name=OTHER).encode(), "e.trf")
        page = desk.press(address, desk.look(address), target=f"{event.public_id}:2").content.decode()

        answer = desk.press(address, page, target="new", corrections="drop")

        assert (answer.status_code, numbers_of(desk.club, event), desk.waiting()) == (200, (2, 2, [1, 2]), 0)

    def test_a_correction_made_while_one_looks_is_not_lost(self, desk: Desk) -> None:
        event = corrected_event(desk.club, rookery_json())
        address = desk.send(rookery_json(name=OTHER))
        page = desk.look(address)
        correct(desk.club, event, set_rated(read(desk.club, latest_of(desk.club, event)), True))

        answer = desk.press(address, page, corrections="drop")

        assert (answer.status_code, "it is at version 3, not 2" in answer.content.decode()) == (422, True)
        assert numbers_of(desk.club, event) == (3, 3, [1, 2, 3])

    def test_the_file_of_before_the_corrections_asks_nothing(self, desk: Desk) -> None:
        event = corrected_event(desk.club, rookery_json())
        address = desk.send(rookery_json())
        page = desk.look(address)
        assert ("Publishing it again changes nothing." in page, "Corrections made here" in page) == (True, False)

        answer = desk.press(address, page).content.decode()

        assert "This content was published already, as version 1. Nothing has changed." in answer
        assert "The corrections made here since then stand." in answer
        assert numbers_of(desk.club, event) == (2, 2, [1, 2])

    def test_that_file_under_another_name_asks_all_the_same(self, desk: Desk) -> None:
        event = corrected_event(desk.club, rookery_json())
        address = desk.send(rookery_json())
        page = desk.press(address, desk.look(address), name=OTHER)
        assert (page.status_code, ASKS in page.content.decode()) == (422, True)

        desk.press(address, page.content.decode(), name=OTHER, corrections="keep")

        assert shown(desk.club, event) == CORRECTED

    def test_what_cannot_be_kept_is_said_beforehand_and_refused(self, desk: Desk) -> None:
        event = corrected_event(desk.club, rookery_json())
        address = desk.send(rookery_json(name=OTHER, names=("Anna B.", *NAMES[1:])))
        page = desk.look(address)
        assert ("not certain who is meant" in page, "Not all of it can be kept" in page) == (True, True)

        answer = desk.press(address, page, corrections="keep")

        assert (answer.status_code, "Not everything that was corrected here can be kept" in answer.content.decode()) == (422, True)
        assert numbers_of(desk.club, event) == (2, 2, [1, 2])


def test_the_desk_shows_a_correction_as_one_with_who_and_undoes_it(db: None) -> None:
    desk = Desk(make_club())
    event = corrected_event(desk.club, rookery_json())
    address = f"/desk/{desk.club.public_id}/events/{event.public_id}/"

    page = desk.look(address)
    lines = [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", line)) for line in page[page.index("<h2>Versions</h2>") :].split("</li>")[:2]]

    assert ["correction" in line for line in lines] == [True, False]
    assert ("corrector@example.org" in lines[0], "Undo the correction (version 2)" in page) == (True, True)
    do_and_confirm(desk.client, f"{address}undo/", {"version": "2"})
    assert "Undo version 1" in desk.look(address)
    assert numbers_of(desk.club, event) == (1, 1, [1, 2])
