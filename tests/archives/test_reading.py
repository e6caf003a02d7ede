"""A file from anybody: what is wrong with it is said with its place, and nothing of it goes any further."""

import base64
import copy
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from archives.domain.errors import MESSAGES, ArchiveRefused
from archives.interchange.checking import shape_faults
from archives.interchange.reading import Limits, read_club_file
from archives.interchange.rules import club_schema
from tests.archives.small import LIMITS, Document, T, as_json, as_zip, refused, small_document


def test_the_small_file_is_taken_as_json_and_as_zip() -> None:
    plain, packed = as_json(small_document()), as_zip(("README.txt", b"x"), ("club.json", as_json(small_document())))
    for content in (plain, packed):
        file = read_club_file(content, LIMITS)
        assert (file.club["name"], file.ladder_build, len(file.rows["games"])) == ("Nest", 7, 2)
    assert file.rows["players"][0]["always_initials"] is False, "what a file leaves out has its default"


def test_it_follows_the_published_schema() -> None:
    Draft202012Validator.check_schema(club_schema())
    assert list(Draft202012Validator(club_schema(), format_checker=FormatChecker()).iter_errors(small_document())) == []


def at(document: Document, *path: str | int) -> Any:
    for step in path:
        document = document[step]  # type: ignore[index]
    return document


def put(*path: str | int) -> Callable[[Any], Callable[[Document], None]]:
    """`put(a, b)(value)` sets what is at /a/b."""

    def with_value(value: Any) -> Callable[[Document], None]:
        def change(document: Document) -> None:
            at(document, *path[:-1])[path[-1]] = value

        return change

    return with_value


def drop(*path: str | int) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        del at(document, *path[:-1])[path[-1]]

    return change


def both(*changes: Callable[[Document], None]) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        for each in changes:
            each(document)

    return change


def again(*path: str | int, **differing: Any) -> Callable[[Document], None]:
    """Another row like the one at the path, with these differences."""

    def change(document: Document) -> None:
        at(document, path[0]).append({**copy.deepcopy(at(document, *path)), **differing})

    return change


SHAPES: dict[str, tuple[Callable[[Document], None], str, str]] = {
    "another version": (put("version")(2), "other_version", "/version"),
    "a version that is a flag": (put("version")(True), "other_version", "/version"),
    "an unknown table": (put("chairs")([]), "key_unknown", "/chairs"),
    "no club": (drop("club"), "key_missing", ""),
    "a club of another kind": (put("club")([]), "wrong_type", "/club"),
    "a setting of the subscription": (put("club", "paid_until")("2099-01-01T00:00:00+00:00"), "key_unknown", "/club/paid_until"),
    "a language that is not": (put("club", "language")("xx"), "not_allowed", "/club/language"),
    "a table of another kind": (put("players")({}), "wrong_type", "/players"),
    "a row of another kind": (put("players", 1)("Bo"), "wrong_type", "/players/1"),
    "a missing field": (drop("players", 1, "name"), "key_missing", "/players/1"),
    "an unknown field": (put("players", 1, "born_on")("2010-01-01"), "key_unknown", "/players/1/born_on"),
    "a text that is a number": (put("players", 1, "name")(5), "wrong_type", "/players/1/name"),
    "an empty name": (put("players", 1, "name")(""), "text_empty", "/players/1/name"),
    "a long name": (put("players", 1, "name")("a" * 121), "text_too_long", "/players/1/name"),
    "a zero byte": (put("players", 1, "name")("a\0"), "unfit_character", "/players/1/name"),
    "a number that is a flag": (put("players", 1, "id")(True), "wrong_type", "/players/1/id"),
    "a number that is none": (put("players", 1, "id")(1.5), "wrong_type", "/players/1/id"),
    "a large id": (put("players", 1, "id")(10**14), "out_of_range", "/players/1/id"),
    "a flag that is a number": (put("players", 1, "inactive")(1), "wrong_type", "/players/1/inactive"),
    "nothing where something must be": (put("players", 1, "inactive")(None), "wrong_type", "/players/1/inactive"),
    "a name for an id": (put("players", 1, "public_id")("Bo Birch"), "not_an_id", "/players/1/public_id"),
    "a day that is none": (put("versions", 0, "starts_on")("2026-02-30"), "not_a_date", "/versions/0/starts_on"),
    "a time without a zone": (put("versions", 0, "published_at")("2026-03-03T18:00:00"), "not_a_date", "/versions/0/published_at"),
    "an unknown result": (put("games", 0, "result")("2-0"), "not_allowed", "/games/0/result"),
    "a detail of another kind": (put("journal", 0, "detail")([]), "wrong_type", "/journal/0/detail"),
    "an item of another kind": (put("revisions", 0, "players")([1, "9"]), "wrong_type", "/revisions/0/players/1"),
    "more games than anybody brings": (put("players", 1, "start_games")(100_000), "out_of_range", "/players/1/start_games"),
    "a start beyond all bounds": (put("players", 0, "start_rating")(999_999), "out_of_range", "/players/0/start_rating"),
    "a version beyond which no number is": (put("versions", 1, "number")(2**31 - 1), "out_of_range", "/versions/1/number"),
    "a place below which none is": (put("events", 0, "order_in_date")(-(2**31)), "out_of_range", "/events/0/order_in_date"),
    "a round that no event has": (put("rounds", 0, "number")(32_767), "out_of_range", "/rounds/0/number"),
    "a rating of no list": (put("entries", 0, "rating")(2**31 - 1), "out_of_range", "/entries/0/rating"),
    "a zero byte deep inside": (put("journal", 0, "detail")({"a": [{"b": "\0"}]}), "unfit_character", "/journal/0/detail/a/0/b"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_what_breaks_the_schema_is_told_with_its_place(name: str) -> None:
    change, code, pointer = SHAPES[name]
    document = small_document()
    change(document)
    assert refused(as_json(document)) == [(code, pointer)]


NO_SCHEMA_SAYS = {"a zero byte", "a zero byte deep inside", "a day that is none"}
"""What JSON Schema as such lets pass: control characters; and days, where nobody checks formats."""


@pytest.mark.parametrize("name", sorted(SHAPES.keys() - NO_SCHEMA_SAYS))
def test_the_quick_checks_say_what_the_schema_says(name: str) -> None:
    document = small_document()
    SHAPES[name][0](document)
    errors = list(Draft202012Validator(club_schema(), format_checker=FormatChecker()).iter_errors(document))
    assert len(errors) >= 1
    assert list(shape_faults(document)) != []


EFFECTS = {"members": [], "leader": [None, None], "failed": None}
SENSE: dict[str, tuple[Callable[[Document], None], list[tuple[str, str]]]] = {
    "an id twice": (put("players", 1, "id")(1), [("number_twice", "/players/1/id")]),
    "a reference to nobody": (put("links", 0, "player")(8), [("reference_missing", "/links/0/player")]),
    "a name of no version": (put("entries", 0, "version")(3), [("reference_missing", "/entries/0/version")]),
    "a public id twice": (put("players", 1, "public_id")("AAAAAAAA"), [("same_twice", "/players/1")]),
    "a board twice": (again("games", 0, id=3), [("same_twice", "/games/2")]),
    "two merges of one": (again("merges", 0, id=2, into=1), [("same_twice", "/merges/1")]),
    "two last words": (again("consents", 0, id=2), [("same_twice", "/consents/1")]),
    "rules of one date twice": (again("rules", 0, id=2), [("same_twice", "/rules/1")]),
    "two openings": (
        put("opening")([{"id": 1, "as_of": "2026-01-01"}, {"id": 2, "as_of": "2026-01-02"}]),
        [("same_twice", "/opening/1")],
    ),
    "a merge with oneself": (put("merges", 0, "into")(3), [("rule_broken", "/merges/0")]),
    "a consent to nothing": (put("consents", 0, "club_pages")(False), [("rule_broken", "/consents/0")]),
    "a difference the wrong way round": (
        put("differences")([{"id": 1, "one": 2, "other": 1, "at": "2026-03-03T18:00:00Z"}]),
        [("rule_broken", "/differences/0")],
    ),
    "rules beyond all bounds": (put("rules", 0, "k_new")(201), [("rule_broken", "/rules/0")]),
    "a round of merges": (again("merges", 0, id=2, absorbed=2, into=3), [("circle", "/merges/0/into")]),
    "versions in a circle": (put("versions", 0, "replaces")(2), [("circle", "/versions/0/replaces")]),
    "a version that replaces itself": (put("versions", 0, "replaces")(1), [("circle", "/versions/0/replaces")]),
    "links carried in a circle": (put("links", 0, "carried_from")(3), [("circle", "/links/0/carried_from")]),
    "the version of another event": (
        both(again("events", 0, id=2, public_id="GGGGGGGGGGGGGGGGGGGGGA")),
        [("other_parent", "/events/1/latest"), ("other_parent", "/events/1/rated_version")],
    ),
    "a version that replaces that of another event": (
        both(
            again("events", 0, id=2, public_id="GGGGGGGGGGGGGGGGGGGGGA", latest=None, rated_version=None),
            again("versions", 0, id=3, event=2, replaces=1),
        ),
        [("other_parent", "/versions/2/replaces")],
    ),
    "a name that turns text round": (put("players", 1, "name")("Bo \u202eBirch"), [("unfit_character", "/players/1/name")]),
    "an invisible name of an event": (put("versions", 1, "name")("Eve\u200bning"), [("unfit_character", "/versions/1/name")]),
    "a word for an id": (put("events", 0, "public_id")("BoBirchBoBirchBoBirchB"), [("not_an_id", "/events/0/public_id")]),
    "a club's name that turns text round": (put("club", "name")("N\u202eest"), [("unfit_character", "/club/name")]),
    "a club without a name": (put("club", "name")(" "), [("text_empty", "/club/name")]),
    "a time zone that is not": (put("club", "time_zone")("Nowhere/Land"), [("time_zone_unknown", "/club/time_zone")]),
    "full names where children play": (put("club", "name_policy")("everyone_in_full"), [("policy_wrong", "/club/name_policy")]),
    "dates the wrong way round": (put("versions", 0, "ends_on")("2026-03-02"), [("dates_reversed", "/versions/0/ends_on")]),
    "a game with a name of another version": (put("games", 0, "white")(3), [("entry_elsewhere", "/games/0/white")]),
    "a game against oneself": (put("games", 0, "black")(1), [("plays_himself", "/games/0/black")]),
    "two names of one version that are one person": (put("links", 3, "player")(1), [("person_twice", "/links/3/player")]),
    "two names of one version that became one person": (
        both(again("merges", 0, id=2, absorbed=1, into=3)),
        [("person_twice", "/links/1/player"), ("person_twice", "/links/3/player")],
    ),
    "somebody erased with a name": (put("players", 2, "erased_at")(T), [("not_erased", "/players/2/name")]),
    "somebody living with a pseudonym": (put("players", 2, "name")("Former player CCCCCCCC"), [("not_erased", "/players/2/name")]),
    "an erasure of somebody living": (
        put("erasures")([{"id": 1, "person": "CCCCCCCC", "players": ["CCCCCCCC"], "at": T}]),
        [("erased_lives", "/erasures/0/players/0")],
    ),
    "a start to put back that no ladder takes": (
        both(
            put("corrections", 0, "kind")("start_rating"),
            put("corrections", 0, "player")(1),
            put("corrections", 0, "detail")({"effects": EFFECTS, "before": [12_000, 2**31 - 1], "after": [None, None]}),
        ),
        [("unfit_shape", "/corrections/0/detail")],
    ),
    "an opening to put back that no ladder takes": (
        both(
            put("corrections", 0, "kind")("opening"),
            put("corrections", 0, "detail")(
                {"effects": EFFECTS, "as_of": [None, None], "before": {"1": [10**9, 5]}, "after": {}, "created": []}
            ),
        ),
        [("unfit_shape", "/corrections/0/detail")],
    ),
    "a bye with two": (put("games", 0, "result")("H"), [("opponent_wrong", "/games/0/result")]),
    "a game of one": (drop("games", 0, "black"), [("opponent_wrong", "/games/0/result")]),
    "arrays of other lengths": (put("revisions", 0, "after")([1]), [("unfit_shape", "/revisions/0/players")]),
    "a detail that lacks something": (drop("corrections", 0, "detail", "version"), [("unfit_shape", "/corrections/0/detail/version")]),
    "a detail with something else": (
        put("corrections", 0, "detail", "effects", "members", 0)([1, 2]),
        [("unfit_shape", "/corrections/0/detail/effects/members/0")],
    ),
    "a detail that names a negative row": (
        put("corrections", 0, "detail", "effects", "leader", 0)(-1),
        [("unfit_shape", "/corrections/0/detail")],
    ),
    "a correction of no event": (drop("corrections", 0, "event"), [("unfit_shape", "/corrections/0/event")]),
    "a line of the journal that was something before": (
        put("journal", 1, "detail")({"before": "so", "after": {}}),
        [("unfit_shape", "/journal/1/detail/before")],
    ),
    "a line of the journal in another shape": (
        put("journal", 0, "detail")({"links": [[1]]}),
        [("unfit_shape", "/journal/0/detail/links/0")],
    ),
}


@pytest.mark.parametrize("name", SENSE)
def test_what_makes_no_sense_is_told_with_its_place(name: str) -> None:
    change, expected = SENSE[name]
    document = small_document()
    change(document)
    assert refused(as_json(document)) == expected


def test_an_event_may_be_called_by_an_emoji() -> None:
    """Whatever a file of an event may bring, the file of the club may bring again."""
    document = small_document()
    document["versions"][1]["name"] = "Blitz ⚡️"
    assert read_club_file(as_json(document), LIMITS).rows["versions"][1]["name"] == "Blitz ⚡️"


def test_an_undone_merge_makes_no_circle() -> None:
    document = small_document()
    again("merges", 0, id=2, absorbed=2, into=3, undone_at="2026-03-04T18:00:00Z")(document)
    assert read_club_file(as_json(document), LIMITS).club["name"] == "Nest"


def test_what_was_undone_may_say_of_two_names_that_they_are_one_person() -> None:
    document = small_document()
    document["links"][3]["player"] = 1
    document["links"][3]["undone_at"] = T
    document["versions"] += [{**document["versions"][1], "id": 3, "number": 3}]  # undone: nothing leads to it
    document["entries"] += [{"id": 5, "version": 3, "number": 1, "name": "A"}, {"id": 6, "version": 3, "number": 2, "name": "B"}]
    document["links"] += [{"id": number, "entry": number, "player": 2, "at": T} for number in (5, 6)]
    assert read_club_file(as_json(document), LIMITS).club["name"] == "Nest"


def test_an_erased_person_is_taken_in() -> None:
    document = small_document()
    document["players"][0].update(name="Former player AAAAAAAA", erased_at=T)
    document["erasures"] = [{"id": 1, "person": "AAAAAAAA", "players": ["AAAAAAAA"], "at": T}]
    assert read_club_file(as_json(document), LIMITS).rows["erasures"][0]["players"] == ["AAAAAAAA"]


def crowd(merges: int) -> Document:
    """So many players, each merged into the next one."""
    document = small_document()
    for number in range(4, 5 + merges):
        public_id = base64.urlsafe_b64encode(number.to_bytes(6)).decode()
        document["players"].append({"id": number, "public_id": public_id, "name": "A", "sort_key": "a", "created_at": T})
    document["merges"] += [{"id": number, "absorbed": number, "into": number + 1, "at": T} for number in range(4, 4 + merges)]
    return document


def test_a_thousand_players_are_one_person_and_no_more() -> None:
    assert len(read_club_file(as_json(crowd(1_000)), LIMITS).rows["merges"]) == 1_001
    assert refused(as_json(crowd(1_001))) == [("too_many", "/merges/1001/into")]


HUGE: dict[str, tuple[Callable[[Document], None], tuple[str, str]]] = {
    "empty objects": (put("tokens")([{}] * 600_000), ("too_many_values", "")),
    "lists in lists": (put("journal", 1, "detail")({"a": [[[]]] * 160_000}), ("too_many_values", "")),
    "tokens": (put("tokens")([{}] * 10_001), ("too_many", "/tokens")),
    "free JSON": (put("journal", 1, "detail")({"a": [[]] * 100_000, "b": [0] * 100_001}), ("too_many", "/journal/1/detail")),
    "free JSON of many rows": (
        lambda document: document["journal"].extend({"id": n, "action": "x", "at": T, "detail": {"a": [0] * 50_000}} for n in range(3, 8)),
        ("too_many", "/journal/4/detail"),
    ),
    "a list of warnings": (put("versions", 0, "warnings")([0] * 200_001), ("too_many", "/versions/0/warnings")),
    "what a correction touched": (put("corrections", 0, "detail", "touches")([""] * 200_001), ("too_many", "/corrections/0/detail")),
    "names of a version": (
        lambda document: document["entries"].extend({"id": n, "version": 1, "number": n, "name": "A"} for n in range(5, 1_004)),
        ("too_many", "/entries/1002"),
    ),
}


@pytest.mark.parametrize("name", HUGE)
def test_what_would_keep_a_process_busy_is_refused_before_it_does(name: str) -> None:
    """Files that ZIP to nothing, each within the limits of the page: they took half a minute and half a gigabyte."""
    change, expected = HUGE[name]
    document = small_document()
    change(document)
    with pytest.raises(ArchiveRefused) as error:
        read_club_file(as_zip(("club.json", as_json(document))), Limits(file=1, unpacked=3))
    assert [(fault.code, fault.pointer) for fault in error.value.faults] == [expected]


def test_as_many_values_as_may_be_are_read() -> None:
    assert Limits(file=8, unpacked=16).values == 2_400_000


def test_no_more_than_twenty_faults_are_told() -> None:
    document = small_document()
    document["players"] = [{"id": 0} for _ in range(50)]
    assert len(refused(as_json(document))) == 20


def test_every_message_can_be_told() -> None:
    """Whatever a message names is a parameter of it: none has a bare per cent sign."""
    for message in MESSAGES.values():
        assert message.replace("%(", "").count("%") == 0
