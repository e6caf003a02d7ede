"""Of whoever was erased nothing is left: not in a table, not in an answer, not in Valkey, a line of the log, a mail or a file."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from django.conf import settings
from django.db import transaction
from pytest_django import DjangoDbBlocker

from clubs.kept import KEPT
from clubs.models import NamePolicy, Visibility
from tests.canary.conftest import FIGURES
from tests.canary.crawl import Answer, Bounds, Visitor, crawl
from tests.canary.erased import Exchanged, Nest, make_nest
from tests.canary.families import pages_of
from tests.canary.flock import Flock
from tests.canary.freezing import Chance
from tests.canary.judging import Record
from tests.canary.needles import Net
from tests.canary.stored import APART, Rows, comparable, count_from, read_tables, said_in
from tests.canary.surfaces import Said, listening
from tests.canary.twins import Answers, answers_in_events, answers_on_pages, differences, front_page
from tests.canary.visitors import link_holder, starts
from tests.once import made_once

pytestmark = [pytest.mark.django_db(databases=["default", "owner"]), pytest.mark.slow]


@dataclass
class Left:
    """Whose names are found where: before and after they are erased, in all that is said then, and when files were sent again.

    `unguarded`: when they are sent again and no name is known as erased. `front`: the club's page before; `answers`: everything afterwards.
    """

    whose: list[str]
    front: Answers
    before: dict[str, set[str]]
    after: dict[str, set[str]]
    said: dict[str, set[str]]
    unguarded: dict[str, set[str]]
    again: dict[str, set[str]]
    answers: Answers
    rows: Rows
    searched: int


def found_in(net: Net, said: Iterator[Said] | list[Said]) -> dict[str, set[str]]:
    """Whose names stand where."""
    found: dict[str, set[str]] = {}
    for place, content in said:
        if caught := net.caught(content):
            found.setdefault(place, set()).update(caught)
    return found


def look(nest: Nest, chance: Chance) -> Left:
    """Erase everybody, and look everywhere; then send every file again, and look once more."""
    net = Net({str(bird): [nest.flock.name_of(bird)] for bird in nest.birds})
    nest.flock.show(Visibility.UNLISTED, NamePolicy.ADULTS_IN_FULL)
    before, front = found_in(net, said_in(read_tables())), front_page(nest.flock, chance)
    list(crawl(link_holder(), starts(nest.flock), Bounds(3, 1), chance))  # so that pages are kept
    with listening() as heard:
        nest.erase()
        rows = read_tables()
        after = found_in(net, said_in(rows))
        answers = answers_on_pages(nest.flock, chance)
        answers |= {f"in events {key}": answer for key, answer in answers_in_events(nest.flock, chance).items()}
        desk = [*starts(nest.flock), *(page for token in nest.tokens for page in pages_of(token))]
        inside = list(crawl(owner(nest), desk, Bounds(5, 3), chance))
        unguarded = _without_memory(nest, net)
        for send in nest.sent:
            send()
        again = found_in(net, said_in(read_tables()))
        said = found_in(net, [*heard.all(), ("ledger", ledger()), *_places_of([*answers.values(), *inside])])
    return Left([*map(str, nest.birds)], front, before, after, said, unguarded, again, answers, rows, net.searched)


def _without_memory(nest: Nest, net: Net) -> dict[str, set[str]]:
    with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("tournaments.services.publish.without_erased", lambda _club, record, _event: record)
        for send in nest.sent[:3:2]:
            send()
        found = found_in(net, said_in(read_tables()))
        transaction.set_rollback(True)
    return found


def owner(nest: Nest) -> Visitor:
    return Visitor("owner of the club", nest.flock.world.named("owner of ours").client)


def ledger() -> bytes:
    path = Path(settings.ERASURE_LEDGER)
    return path.read_bytes() if path.exists() else b""


def _places_of(answers: list[Answer]) -> Iterator[Said]:
    """Without answers to a search, which say what was typed."""
    told = (answer for answer in answers if "?q=" not in answer.address)
    return ((f"{place} of {answer.address}, for {answer.visitor}", content) for answer in told for place, content in answer.places)


@pytest.fixture(scope="module")
def both(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, chance: Chance, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Left, Left]]:
    """Of a club, and of one in which the erased were called otherwise."""

    def hatch(kind: type[Flock]) -> Nest:
        count_from(APART)
        return make_nest(tmp_path_factory.mktemp("sent"), kind)

    def left_of(kind: type[Flock]) -> Left:
        chance.start("erased")
        KEPT.clear()
        people.setattr("tests.factories._numbers", count(1))
        with made_once(django_db_blocker, lambda: hatch(kind)) as nest, django_db_blocker.unblock():
            return look(nest, chance)

    with pytest.MonkeyPatch.context() as people:
        yield left_of(Flock), left_of(Exchanged)
    KEPT.clear()


HELD = frozenset(
    {
        "players_familyrequest.text",
        "players_keptfacts.name",
        "players_player.name",
        "players_player.sort_key",
        "players_playerdifference.reason",
        "players_playermerge.reason",
        "players_playernote.text",
        "players_playerrename.after",
        "players_playerrename.before",
        "ratings_correction.reason",
        "tournaments_entry.name",
        "tournaments_eventversion.warnings",
        "tournaments_namedifference.reason",
        "tournaments_stagedupload.content",
    }
)
HASHED = "tournaments_erasedname"
SESSIONS = "django_session"  # signed with the moment


def test_their_names_stood_everywhere(both: tuple[Left, Left], record_property: Record) -> None:
    """What is not found afterwards was there, of everybody; and pages differed by it."""
    one, other = both
    record_property(FIGURES, {"planted": len(HELD), "found": len(one.before)})
    assert set(one.before) == HELD == set(other.before)
    assert set().union(*one.before.values()) == set(one.whose)
    assert differences(one.front, other.front)


def test_nothing_is_left_of_them(both: tuple[Left, Left], record_property: Record) -> None:
    for left in both:
        figures = {"addresses": len(left.answers), "bytes": left.searched, "leaks": len(left.after) + len(left.said)}
        record_property(FIGURES, figures | {"tables": sorted(left.rows), "heard": ["ledger of the erased"]})
        assert (left.after, left.said) == ({}, {})


def test_the_same_files_do_not_bring_them_back(both: tuple[Left, Left]) -> None:
    """Though they would, if nobody knew what was erased."""
    assert [left.again for left in both] == [{}, {}]
    assert [set(left.unguarded) for left in both] == [{"tournaments_entry.name"}] * 2


def test_nobody_can_tell_what_they_were_called(both: tuple[Left, Left], record_property: Record) -> None:
    one, other = (left.answers for left in both)
    differing = differences(one, other)
    record_property(FIGURES, {"addresses": len(one) + len(other), "leaks": len(differing)})
    assert len(one) > 200
    assert not differing, "\n".join(f"{key}: {what}" for key, what in differing.items())


def test_nothing_stored_tells_what_they_were_called(both: tuple[Left, Left]) -> None:
    """But for keyed hashes of the names, of which there are as many."""
    one, other = (comparable(left.rows, but=frozenset({SESSIONS})) for left in both)
    assert {table for table, rows in one.items() if rows != other[table]} == {HASHED}
    unhashed = [comparable(left.rows, but=frozenset({f"{HASHED}.digest"}))[HASHED] for left in both]
    assert unhashed[0] == unhashed[1]
