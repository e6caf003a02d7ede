"""POST …/events/: what is answered, what is kept, and what is refused."""

from typing import Any

import pytest
from django.conf import settings

from clubs.tenancy.scope import club_scope
from tests.tournaments.programs import Program, make_program
from tests.tournaments.sources import NAMES, TRF_TYPE, rookery_json, trf
from tournaments.interchange.limits import MAX_BYTES
from tournaments.models import Entry, Event, EventVersion, Game

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def kept(program: Program) -> tuple[int, int]:
    """Events and versions of the program's club."""
    with club_scope(program.club):
        return Event.objects.count(), EventVersion.objects.count()


def error(answer: Any) -> tuple[int, str, list[tuple[str, int | None, int | None]]]:
    """Status, code, and the places that are named."""
    told = answer.json()["error"]
    assert set(told) <= {"code", "message", "remarks", "candidates", "previews"}
    return answer.status_code, told["code"], [(remark["code"], remark["line"], remark["column"]) for remark in told["remarks"]]


def test_a_new_event(program: Program) -> None:
    answer = program.publish()

    with club_scope(program.club):
        event = Event.objects.select_related("latest").get()
    assert (answer.status_code, answer.json()) == (
        201,
        {
            "event": event.public_id,
            "address": f"{settings.SITE_URL}/event/{program.club.public_id}/{event.public_id}/",
            "version": 1,
            "shown": 1,
            "outcome": "new",
            "waiting_names": 3,
            "warnings": [],
            "left_out": [],
        },
    )
    assert event.latest is not None
    assert (event.program, event.external_id, event.latest.source) == ("test", "e1", "api")


def test_the_same_again_is_200_and_a_change_is_201(program: Program) -> None:
    first = program.publish().json()

    again, changed = program.publish(), program.publish(name="Club evening, corrected")

    assert (again.status_code, again.json()) == (200, {**first, "outcome": "unchanged"})
    assert (changed.status_code, changed.json()) == (201, {**first, "version": 2, "shown": 2, "outcome": "changed"})
    assert kept(program) == (1, 2)


def test_a_trf_by_the_id_that_the_program_gives_it(program: Program) -> None:
    first = program.post_trf(trf(), "?external_id=night-7&program=Pairer")
    again = program.post_trf(trf(), "?external_id=night-7&program=Pairer")
    later = program.post_trf(trf(names=("Anna Berg", "Ben Cohen", "Dov Ezra")), "?external_id=night-7&program=Pairer")

    assert [(answer.status_code, answer.json()["version"], answer.json()["outcome"]) for answer in (first, again, later)] == [
        (201, 1, "new"),
        (200, 1, "unchanged"),
        (201, 2, "changed"),
    ]


def test_a_trf_without_an_id_is_new_where_nothing_looks_like_it_and_asked_about_where_something_does(program: Program) -> None:
    first = program.post_trf(trf()).json()

    corrected = trf(names=("Anna Berg", "Ben Cohen", "Dov Ezra"))
    asked = program.post_trf(corrected)

    assert error(asked)[:2] == (409, "event_ambiguous")
    assert asked.json()["error"]["candidates"] == [
        {
            "event": first["event"],
            "name": "Club evening",
            "starts_on": "2026-03-03",
            "version": 1,
            "score": 85,
            "reasons": ["the same name", "the same date", "names in both: 2 of 4"],
        }
    ]
    assert kept(program) == (1, 1)
    assert program.post_trf(corrected, f"?event={first['event']}").json()["outcome"] == "changed"
    assert program.post_trf(corrected, "?new=1").json()["outcome"] == "new"
    assert kept(program) == (2, 3)


def test_the_same_trf_again_needs_no_answer(program: Program) -> None:
    first = program.post_trf(trf()).json()

    again = program.post_trf(trf())

    assert (again.status_code, again.json()) == (200, {**first, "outcome": "unchanged"})


def test_a_date_is_asked_for_and_taken_from_the_address(program: Program) -> None:
    undated = trf(starts_on="")

    assert error(program.post_trf(undated)) == (422, "date_missing", [("date_missing", None, None)])
    answer = program.post_trf(undated, "?date=2026-03-03").json()
    with club_scope(program.club):
        assert str(EventVersion.objects.get().starts_on) == "2026-03-03"
    assert [warning["code"] for warning in answer["warnings"]] == []
    assert error(program.post_trf(trf(), "?date=2026-03-04&new=1"))[:2] == (422, "date_conflict")


def test_a_name_is_taken_from_the_address_and_is_part_of_the_content(program: Program) -> None:
    nameless = trf().partition("\n")[2]

    named = program.post_trf(nameless, "?name=Summer%20blitz").json()

    assert (named["outcome"], named["warnings"]) == ("new", [])
    with club_scope(program.club):
        assert EventVersion.objects.get().name == "Summer blitz"
    assert program.post_trf(nameless, "?name=Summer%20%20blitz").json() == named | {"outcome": "unchanged"}
    assert error(program.post_trf(nameless, "?name=%E2%80%8B"))[:2] == (422, "event_name_empty")


def test_a_new_version_that_nobody_names_keeps_the_events_name(program: Program) -> None:
    first = program.post_trf(trf()).json()
    nameless = trf(names=("Anna Berg", "Ben Cohen", "Dov Ezra")).partition("\n")[2].encode()
    sent = {"content_type": TRF_TYPE, "query": f"?event={first['event']}", "Content_Disposition": 'attachment; filename="export.trf"'}

    changed, again = program.post(nameless, **sent, Idempotency_Key="a"), program.post(nameless, **sent, Idempotency_Key="a")

    assert (changed.status_code, changed.json()) == (201, first | {"version": 2, "shown": 2, "outcome": "changed", "waiting_names": 3})
    assert (again.status_code, again.content) == (201, changed.content)
    assert program.post(nameless, **sent).json() == changed.json() | {"outcome": "unchanged"}
    with club_scope(program.club):
        assert list(EventVersion.objects.order_by("number").values_list("name", "warnings")) == [("Club evening", [])] * 2
    warned = program.post(nameless, content_type=TRF_TYPE, query="?new=1", Content_Disposition=sent["Content_Disposition"]).json()
    assert [warning["message"] for warning in warned["warnings"]] == [
        "The file does not name the event (record 012); it is called “export”."
    ]


def test_the_same_night_under_another_name_is_asked_about(program: Program) -> None:
    program.post_trf(trf())

    asked = program.post_trf(trf(name="Summer special", names=("Anna Berg", "Ben Cohen", "Dov Ezra")), "")

    assert (asked.status_code, asked.json()["error"]["code"]) == (409, "event_ambiguous")
    assert asked.json()["error"]["candidates"][0]["reasons"] == ["the same date", "names in both: 2 of 4"]


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS"])
def test_another_method_is_not_offered_whichever_club_is_named(program: Program, method: str) -> None:
    for club in (program.club.slug, "nowhere"):
        path = f"/api/v1/clubs/{club}/events/"
        answer = program.client.generic(method, path, b"{}", content_type="application/json", headers=program.headers({}))
        assert (answer.status_code, answer["Allow"], answer.json()["error"]["code"]) == (405, "GET, HEAD, POST", "method_not_allowed")


def test_an_encoding_is_never_guessed(program: Program) -> None:
    hebrew = trf(names=("יוסי כהן", "דנה לוי", "מאיה ברק")).encode("windows-1255")

    refused = program.post(hebrew, content_type="application/x-trf")

    assert error(refused) == (422, "encoding_unknown", [("encoding_unknown", 4, None)])
    assert "charset=windows-1255" in refused.json()["error"]["message"]
    previews = {preview["encoding"]: preview["lines"] for preview in refused.json()["error"]["previews"]}
    assert "יוסי כהן" in previews["windows-1255"][0]["text"]
    assert program.post(hebrew, content_type="text/plain; charset=windows-1255").status_code == 201
    with club_scope(program.club):
        assert set(Entry.objects.values_list("name", flat=True)) == {"יוסי כהן", "דנה לוי", "מאיה ברק"}


def test_a_file_that_cannot_be_read_says_where(program: Program) -> None:
    broken = program.post(b'{"format": "rookery-event",\n "version": 1, "event": }')
    misspelt = program.post(rookery_json().replace(b'"players"', b'"playerz"'))

    assert error(broken) == (422, "json_syntax", [("json_syntax", 2, 25)])
    assert error(misspelt)[1] in ("json_key_misspelt", "json_key_missing")
    assert kept(program) == (0, 0)


def test_warnings_name_line_and_column(program: Program) -> None:
    text = trf().replace(" 1.5 ", " 2.0 ")

    assert program.post_trf(text).json()["warnings"] == [
        {"code": "points_differ", "message": "Number 1: the points column says 2.0, the results as read give 1.5.", "line": 4, "column": 81}
    ]


def test_names_that_stand_twice_are_told_by_their_numbers(program: Program) -> None:
    answer = program.post_trf(trf(names=("Anna Berg", "Ben Cohen", "cohen ben"))).json()

    message = "The numbers 2, 3 have the same name, or nearly. If they are two people, all is well; if it is one, correct the file."
    assert answer["warnings"] == [{"code": "same_name_twice", "message": message, "line": None, "column": None}]


@pytest.mark.parametrize(
    ("query", "code", "message"),
    [
        ("?externalid=7", "unknown_parameter", "externalid: This parameter is not known."),
        ("?event=x&new=1", "parameters_conflict", "new: Not together with “event”."),
        ("?event=x&external_id=7", "parameters_conflict", "external_id: Not together with “event”."),
        ("?date=3.3.2026", "invalid", "date: Date has wrong format. Use one of these formats instead: YYYY-MM-DD."),
    ],
)
def test_parameters_are_taken_seriously(program: Program, query: str, code: str, message: str) -> None:
    answer = program.post_trf(trf(), query)

    assert (answer.status_code, answer.json()) == (
        400,
        {
            "error": {
                "code": "invalid_parameters",
                "message": "The parameters of the address are not right.",
                "remarks": [{"code": code, "message": message, "line": None, "column": None}],
            }
        },
    )


def test_an_id_in_the_file_and_another_in_the_address(program: Program) -> None:
    assert error(program.post(rookery_json(), query="?external_id=e2"))[:2] == (422, "id_conflict")
    assert program.post(rookery_json(), query="?external_id=e1").status_code == 201


def test_limits_are_answered_before_the_body_is_read(program: Program) -> None:
    answer = program.post(b" " * (MAX_BYTES + 1))

    assert error(answer) == (413, "file_too_large", [("file_too_large", None, None)])
    assert str(MAX_BYTES) in answer.json()["error"]["message"]


def test_content_types(program: Program) -> None:
    form = program.post(b"a=b", content_type="application/x-www-form-urlencoded")
    empty = program.post(b"")

    assert error(form)[:2] == (415, "unsupported_media_type")
    assert error(empty)[:2] == (422, "file_empty")
    assert program.post(rookery_json(), content_type="application/json").status_code == 201


def test_a_file_without_a_name_is_called_by_its_own(program: Program) -> None:
    nameless = trf().partition("\n")[2].encode()

    program.post(nameless, content_type="application/x-trf", Content_Disposition='attachment; filename="summer open.trf"')

    with club_scope(program.club):
        assert EventVersion.objects.get().name == "summer open"


def test_json_and_trf_of_one_event_are_the_same_content(program: Program) -> None:
    program.publish(external_id=None)

    assert program.post_trf(trf()).json()["outcome"] == "unchanged"
    with club_scope(program.club):
        assert (Entry.objects.count(), Game.objects.count()) == (len(NAMES), 4)


def test_many_requests_of_one_token_are_slowed_down(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clubs.api_auth.TokenThrottle.rates", {"GET": "2/min"})
    answers = [program.get() for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert error(answers[2])[:2] == (429, "throttled")
    assert 0 < int(answers[2]["Retry-After"]) <= 61
    assert make_program(program.club).get().status_code == 200
