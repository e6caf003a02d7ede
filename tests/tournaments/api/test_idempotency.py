"""Idempotency-Key: the same request is executed once, whoever is first and however often it is sent."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from clubs.models import IdempotentRequest, JournalEntry
from clubs.tenancy.scope import club_scope
from tests.tournaments.programs import Program, make_program
from tests.tournaments.sources import TRF_TYPE, rookery_json, trf
from tournaments.api.publication import LONGEST_KEY
from tournaments.interchange.remarks import make_remark
from tournaments.models import Event, EventVersion
from tournaments.services.idempotency import KEPT_FOR, digest_request


def send(program: Program, key: str, text: str | None = None, query: str = "?new=1") -> Any:
    return program.post((text or trf()).encode(), content_type=TRF_TYPE, query=query, Idempotency_Key=key)


def counts(program: Program) -> tuple[int, int]:
    with club_scope(program.club):
        return Event.objects.count(), EventVersion.objects.count()


@pytest.mark.django_db(databases=["default", "owner"])
class TestOneAfterTheOther:
    def test_the_same_request_is_answered_alike_and_done_once(self, program: Program) -> None:
        warned = trf().replace(" 1.5 ", " 2.0 ")
        first, again = send(program, "a", warned), send(program, "a", warned)

        assert (again.status_code, again.content) == (first.status_code, first.content)
        assert first.json()["warnings"] != []
        assert counts(program) == (1, 1)

    def test_the_answer_stays_the_same_after_the_event_moved_on(self, program: Program) -> None:
        first = program.post(rookery_json(), Idempotency_Key="a")
        program.publish(name="Corrected")

        again = program.post(rookery_json(), Idempotency_Key="a")

        assert (again.status_code, again.content) == (201, first.content)
        assert counts(program) == (1, 2)

    def test_another_request_with_the_key_is_refused(self, program: Program) -> None:
        send(program, "a")

        other_body, other_query = send(program, "a", trf(name="Another")), send(program, "a", query="")

        assert [(answer.status_code, answer.json()["error"]["code"]) for answer in (other_body, other_query)] == [(422, "key_reused")] * 2
        assert counts(program) == (1, 1)

    def test_a_key_belongs_to_a_token(self, program: Program) -> None:
        send(program, "a")
        same_club, other_club = make_program(program.club), make_program()

        assert send(same_club, "a").json()["outcome"] == "new"
        assert send(other_club, "a").json()["outcome"] == "new"
        assert (counts(program), counts(other_club)) == ((2, 2), (1, 1))

    def test_a_request_that_failed_is_executed_again(self, program: Program) -> None:
        undated = trf(starts_on="")

        assert send(program, "a", undated).status_code == 422
        assert send(program, "a").status_code == 201

    def test_nothing_is_kept_of_a_publication_that_fails_inside(self, program: Program) -> None:
        program.post_trf(trf())

        assert send(program, "a", trf(names=("Anna Berg", "Ben Cohen", "Dov Ezra")), query="").status_code == 409
        with club_scope(program.club):
            assert IdempotentRequest.objects.count() == 0

    def test_a_key_is_forgotten_after_a_week_and_holds_no_name(self, program: Program) -> None:
        first = send(program, "a").json()
        with club_scope(program.club):
            kept = IdempotentRequest.objects.get()
            outcome = {"event": first["event"], "version": 1, "shown": 1, "outcome": "new", "waiting_names": 3} | {
                "own_warnings": [],
                "settled": [],
            }
            assert (kept.status, kept.outcome) == (201, outcome)
            IdempotentRequest.objects.update(at=kept.at - KEPT_FOR - timedelta(minutes=1))

        assert send(program, "a", trf(name="A week later")).json()["outcome"] == "new"

    @pytest.mark.parametrize(
        ("key", "code"), [("a" * 101, "key_too_long"), *((f"a{sign}b", "key_unreadable") for sign in "\x00\x01\t\x1b\x7f\x85")]
    )
    def test_what_can_be_no_key_is_refused(self, program: Program, key: str, code: str) -> None:
        answer = send(program, key)

        remark = make_remark(code, limit=LONGEST_KEY)
        told = {"code": code, "message": remark.message, "line": None, "column": None}
        assert (answer.status_code, answer.json()) == (400, {"error": {"code": code, "message": remark.message, "remarks": [told]}})
        assert counts(program) == (0, 0)

    def test_spaces_around_a_key_are_none_of_it(self, program: Program) -> None:
        first = send(program, " \ta b\t ")

        assert (send(program, "a b").content, counts(program)) == (first.content, (1, 1))


@pytest.fixture
def racing(transactional_db: None) -> Iterator[Program]:
    yield make_program()
    for connection in connections.all():
        connection.close()


def at_once(times: int, send_one: Any) -> list[Any]:
    """What `times` threads got that started together, each on a connection of its own."""
    barrier = Barrier(times)

    def run(number: int) -> Any:
        barrier.wait()
        try:
            return send_one(number)
        finally:
            for connection in connections.all():
                connection.close()

    with ThreadPoolExecutor(times) as threads:
        return list(threads.map(run, range(times)))


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
class TestAtOnce:
    def test_one_key_from_eight_threads_is_executed_once(self, racing: Program) -> None:
        answers = at_once(8, lambda _: send(racing, "a"))

        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.content for answer in answers}) == 1
        assert counts(racing) == (1, 1)
        with club_scope(racing.club):
            assert JournalEntry.objects.filter(action="event.published").count() == 1

    def test_one_key_with_eight_bodies_is_executed_for_one(self, racing: Program) -> None:
        answers = at_once(8, lambda number: send(racing, "a", trf(name=f"Evening {number}")))

        assert sorted(answer.status_code for answer in answers) == [201] + [422] * 7
        assert counts(racing) == (1, 1)

    def test_one_external_id_from_eight_threads_is_one_event(self, racing: Program) -> None:
        answers = at_once(8, lambda number: racing.publish(name=f"Evening {number % 2}"))

        outcomes = [answer.json()["outcome"] for answer in answers]
        assert outcomes.count("new") == 1
        events, versions = counts(racing)
        assert (events, versions) == (1, len(outcomes) - outcomes.count("unchanged"))

    def test_one_trf_from_eight_threads_is_one_event(self, racing: Program) -> None:
        answers = at_once(8, lambda _: racing.post_trf(trf()))

        assert sorted(answer.json()["outcome"] for answer in answers) == ["new"] + ["unchanged"] * 7
        assert counts(racing) == (1, 1)


def test_parts_of_a_request_cannot_be_shifted_into_each_other() -> None:
    assert digest_request(b"ab", b"c") != digest_request(b"a", b"bc")
