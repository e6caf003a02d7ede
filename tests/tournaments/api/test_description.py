"""What programmers read: the OpenAPI description, its page, and the schema of Rookery JSON."""

import json
from io import StringIO
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from jsonschema import Draft202012Validator

from tests.tournaments.programs import Program, make_program
from tests.tournaments.sources import rookery_json

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def description() -> dict[str, Any]:
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    value: dict[str, Any] = yaml.safe_load(out.getvalue())
    return value


def test_the_description_is_valid_and_tells_of_every_address_and_method() -> None:
    told = {path: sorted(set(methods) & {"get", "post", "put", "patch", "delete"}) for path, methods in description()["paths"].items()}

    assert told == {
        "/api/v1/clubs/{club}/events/": ["get", "post"],
        "/api/v1/clubs/{club}/events/{event}/": ["get"],
    }


def test_answers_are_as_described(program: Program) -> None:
    schemas = description()["components"]["schemas"]
    published = program.publish()
    answers = {
        "Publication": published.json(),
        "Event": program.get(f"{published.json()['event']}/").json(),
        "EventPage": program.get().json(),
        "Error": program.get("nothing/").json(),
    }

    for name, value in answers.items():
        assert set(value) == set(schemas[name]["properties"]), name


def test_every_status_that_is_answered_is_described(program: Program) -> None:
    post = description()["paths"]["/api/v1/clubs/{club}/events/"]["post"]
    statuses = {
        program.publish().status_code,
        program.publish().status_code,
        program.post(b"").status_code,
        program.post(b"", query="?x=1").status_code,
        program.post(b"x", content_type="image/png").status_code,
        program.post(b" " * 3_000_000).status_code,
        make_program(scopes=("read",)).publish().status_code,
    }

    assert statuses == {200, 201, 400, 403, 413, 415, 422}
    assert {str(status) for status in statuses} <= set(post["responses"])


def test_the_page_has_nothing_inline(client: Client) -> None:
    page = client.get("/api/v1/docs/")

    assert page.status_code == 200
    assert b"<style" not in page.content
    assert b"style=" not in page.content
    scripts = page.content.split(b"<script")[1:]
    assert len(scripts) == 3
    assert all(script.startswith(b' src="') and b"></script>" in script for script in scripts)
    script = client.get("/api/v1/docs/?script=")
    assert (script.status_code, script["Content-Type"].split(";")[0]) == (200, "application/javascript")


def test_the_schema_of_rookery_json_is_served_to_everybody(client: Client) -> None:
    answer = client.get("/schemas/rookery-event-1.json")

    schema = json.loads(answer.content)
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(json.loads(rookery_json()))
    assert (answer["Content-Type"], answer["Access-Control-Allow-Origin"]) == ("application/schema+json", "*")
    assert answer["Cache-Control"] == "public, max-age=86400"
