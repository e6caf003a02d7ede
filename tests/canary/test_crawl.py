"""No hidden name leaves the program: everything is asked for, decoded and searched, and every leak that is planted is found."""

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import quote

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker, Settings

from clubs.kept import KEPT
from clubs.models import NamePolicy, Visibility
from ratings.courier import publish_to_celery
from ratings.services.audit import Audit
from ratings.services.findings import note_audit, tell_of_finding
from ratings.tasks import audit_club
from tests.access.routes import list_routes
from tests.canary.birds import SCRIPTS, named_bird
from tests.canary.conftest import FIGURES
from tests.canary.crawl import Answer, Bounds, Visitor, ask, crawl, leads_of
from tests.canary.flock import Flock
from tests.canary.formats_to_come import FORMATS, hidden_names
from tests.canary.freezing import Chance
from tests.canary.judging import Record, Watch
from tests.canary.leaks import PLANTED, Planted, assign, canaries, planting
from tests.canary.needles import Net, needles_of
from tests.canary.planned import must_be_read
from tests.canary.provoking import provoke
from tests.canary.surfaces import listening
from tests.canary.twins import search
from tests.canary.visitors import (
    BRIEF,
    GLANCE,
    LINK_HOLDER,
    THOROUGH,
    events,
    link_holder,
    members_of_something,
    others,
    parent,
    places,
    starts,
    starts_of_parent,
)

pytestmark = [pytest.mark.django_db(databases=["default", "owner"]), pytest.mark.slow]


TASKS, MAILS = 2, 3
"""What `_let_it_speak` makes the program send, at the least."""


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    KEPT.clear()
    yield
    KEPT.clear()


@pytest.mark.parametrize("policy", NamePolicy.values)
def test_nobody_reads_a_hidden_name(policy: str, flock: Flock, chance: Chance, record_property: Record) -> None:
    """By everybody in turn, so that a page kept for one is not served to another; more open clubs come before closer ones."""
    watch = Watch(flock, policy)
    with listening() as heard:
        for visibility in (Visibility.PUBLIC, Visibility.UNLISTED, Visibility.ARBITERS_ONLY):
            flock.show(visibility, policy)
            watch.visibility, is_usual = visibility, visibility == Visibility.UNLISTED
            watch.read.clear()
            watch.look(crawl(link_holder(), starts(flock), THOROUGH if is_usual else GLANCE, chance))
            if visibility != Visibility.PUBLIC:  # of which there was but a glance
                watch.look(ask(link_holder(), address, chance=chance) for address in events(flock))
                assert watch.read_by(LINK_HOLDER) == must_be_read(policy, in_open_club=is_usual), "names that may be read must be"
            for visitor in members_of_something(flock):
                watch.look(crawl(visitor, starts(flock), BRIEF if is_usual else GLANCE, chance))
            watch.look(crawl(parent(), starts_of_parent(flock), BRIEF if is_usual else GLANCE, chance))
            for visitor in others(flock) if is_usual and policy == NamePolicy.INITIALS else []:
                watch.look(crawl(visitor, starts(flock), BRIEF, chance))
        watch.look(provoke(flock))
        _let_it_speak(flock)
    watch.listen(heard.all())
    record_property(FIGURES, watch.figures())
    assert {route.name for route in list_routes()} - watch.routes - {"None"} == set(), "every route is asked for"
    assert len(heard.tasks) == TASKS
    assert not watch.leaks, "\n".join(watch.leaks)
    assert not watch.faults, "\n".join(watch.faults)


def _let_it_speak(flock: Flock) -> None:
    """Everything that the program sends on its own: tasks for Celery, a mail of what an audit found, a code to sign in with."""
    publish_to_celery(flock.club.pk)
    audit_club.delay(flock.club.pk)
    players = tuple(player.pk for player in flock.rows.values())
    note_audit(club=flock.club, audit=Audit(flock.club.pk, players=players, compared=True))
    tell_of_finding(club=flock.club)
    Client(HTTP_HOST="127.0.0.1").post("/accounts/login/", {"login": "owner@amberley.example"})
    assert len(mail.outbox) >= MAILS


def test_no_method_tells_an_outsider_a_name(flock: Flock, chance: Chance, record_property: Record) -> None:
    """What forms send, sent by people who were never shown the form; and whatever else than reading HTTP knows."""
    watch = Watch(flock)
    flock.show(Visibility.UNLISTED, NamePolicy.INITIALS)
    outsiders = (link_holder(), members_of_something(flock)[0])
    with listening() as heard:
        for place in places(flock, most=1):
            for visitor in outsiders if place.declared.keys else ():
                for method in ("HEAD", "OPTIONS", "POST"):
                    body = place.declared.post(place.club) if method == "POST" else None
                    watch.look([ask(visitor, place.address, method=method, body=body, chance=chance)])
    watch.listen(heard.all())
    record_property(FIGURES, watch.figures())
    assert not watch.leaks, "\n".join(watch.leaks)


def test_a_desk_shows_names_in_its_pages_and_nowhere_else(flock: Flock, chance: Chance, record_property: Record) -> None:
    """Not in an address, a header, a cookie, a log line, a mail, a task or Valkey, whatever its owner reads or sends."""
    watch, whole = Watch(flock), Watch(flock)
    flock.show(Visibility.UNLISTED, NamePolicy.INITIALS)
    owner = Visitor("owner of the club", flock.world.named("owner of ours").client)
    with listening() as heard:
        sent = reverse("tournaments:check_upload", args=[flock.club.public_id, flock.upload])
        answers = list(crawl(owner, [sent, *(place.address for place in places(flock, most=2))], Bounds(5, 3), chance))
        for place in places(flock, most=0):
            if "POST" in place.declared.methods and place.declared.keys:
                with transaction.atomic():
                    answers.append(ask(owner, place.address, method="POST", body=place.declared.post(place.club), chance=chance))
                    transaction.set_rollback(True)
    watch.look(replace(answer, body=b"") for answer in answers)
    assert not [fault for fault in watch.faults if fault.endswith("fails")]
    watch.listen(("address of a link", f"{found} on {answer.address}") for answer in answers for found in leads_of(answer))
    watch.listen(heard.all())
    record_property(FIGURES, watch.figures())
    assert not watch.leaks, "\n".join(watch.leaks)
    whole.look(answers)
    assert {leak.partition(",")[0] for leak in whole.leaks} >= {"a minor", "not linked", "in a file on its way"}, "the desk shows names"


def test_a_search_for_a_hidden_name_finds_what_nonsense_finds(flock: Flock, chance: Chance) -> None:
    """The twin of a name is nonsense here: as long, and of the same letters."""
    flock.show(Visibility.UNLISTED, NamePolicy.ADULTS_IN_FULL)
    visitor = link_holder()
    for bird in (named_bird(state, script) for state in ("a minor", "not linked", "of unknown age") for script in SCRIPTS):
        for real, nonsense in zip(needles_of(bird.name), needles_of(bird.twin), strict=True):
            for route in ("", "ladder.csv", "ladder.json"):
                one, other = (_without(word, search(visitor, flock, word, chance, route)) for word in (real.word, nonsense.word))
                assert one == other
    shown = named_bird("an adult", "Latin")
    assert flock.players[shown] in search(visitor, flock, needles_of(shown.name)[0].word, chance).text


def _without(word: str, answer: Answer) -> tuple[int, bytes]:
    """The answer without what was typed."""
    return answer.status, answer.body.replace(word.encode(), b"WORD").replace(quote(word).encode(), b"WORD")


@pytest.mark.parametrize("name", ["no name of ours", "Zzqxj Wvkpq"])
def test_the_search_finds_nothing_where_nothing_is(name: str, flock: Flock) -> None:
    assert Watch(flock).net.caught(f"<title>{name}</title>") == set()


@pytest.fixture(scope="module")
def found(flock: Flock, chance: Chance, django_db_blocker: DjangoDbBlocker) -> dict[str, int]:
    """In how many parts of the answers the canary of each planted leak was caught, by a crawl with all leaks planted."""
    with django_db_blocker.unblock(), transaction.atomic():
        caught = _crawl_with_leaks(flock, chance)
        transaction.set_rollback(True)
    return caught


def _crawl_with_leaks(flock: Flock, chance: Chance) -> dict[str, int]:
    net = Net({each.whose: [each.name] for each in canaries()})
    caught: dict[str, int] = {}
    given = assign()
    flock.show(Visibility.UNLISTED, NamePolicy.INITIALS)
    with listening() as heard, planting(given):
        answers = [*crawl(link_holder(), starts(flock), BRIEF, chance), *provoke(flock)]
        said = [content for answer in answers for _, content in answer.places] + [content for _, content in heard.all()]
    for content in said:
        for whose in net.caught(content):
            caught[whose] = caught.get(whose, 0) + 1
    return {where: caught.get(canary.whose, 0) for where, canary in given.items()}


@pytest.mark.parametrize("planted", PLANTED, ids=str)
def test_a_planted_leak_is_found(planted: Planted, found: dict[str, int], record_property: Record) -> None:
    record_property(FIGURES, {"planted": 1, "found": int(found[planted.where] > 0)})
    assert found[planted.where] > 0


def test_formats_to_come_are_crawled_by_themselves(flock: Flock, chance: Chance, settings: Settings, record_property: Record) -> None:
    """A calendar, a feed, a drawing and a page for printing that nobody has declared, each with a name, and some found through others."""
    settings.ROOT_URLCONF = "tests.canary.formats_to_come"
    watch = Watch(flock)
    flock.show(Visibility.UNLISTED, NamePolicy.INITIALS)
    told = [place.address for place in places(flock, most=1)]
    with hidden_names([flock.name_of(named_bird("a minor", script)) for script in SCRIPTS]):
        watch.look(crawl(link_holder(), [address for address in told if "to-come" in address], Bounds(9, 2), chance))
    found = {leak.partition(" of GET ")[2].partition(" ")[0].rpartition("/")[2] for leak in watch.leaks}
    record_property(FIGURES, {"planted": len(FORMATS), "found": len(found)})
    assert found == set(FORMATS)
