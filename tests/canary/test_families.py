"""The page of a family, and what it may take away, tell of its own child and of nobody else."""

from collections.abc import Iterable, Iterator

import pytest
from django.http import HttpRequest, HttpResponse

from clubs.kept import KEPT
from clubs.middleware import PrivateByDefault
from clubs.models import NamePolicy, Visibility
from players.domain.disclosure import Viewer
from players.selectors.door import _facts_of
from tests.canary.birds import Bird, person_of
from tests.canary.conftest import FIGURES
from tests.canary.crawl import Answer, ask
from tests.canary.defects import DEFECTS, Defect
from tests.canary.families import own_names, pages_of
from tests.canary.flock import Flock
from tests.canary.freezing import Chance
from tests.canary.judging import BY_NAME, Record, Watch
from tests.canary.planned import must_be_read
from tests.canary.visitors import LINK_HOLDER, anonymous, events

pytestmark = [pytest.mark.django_db(databases=["default", "owner"]), pytest.mark.slow]

OPENED = [*((policy, Visibility.UNLISTED) for policy in NamePolicy.values), (NamePolicy.EVERYONE_IN_FULL, Visibility.ARBITERS_ONLY)]


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    forget()
    yield
    forget()


def forget() -> None:
    """What was rendered, and what protects whose name."""
    KEPT.clear()
    _facts_of.cache_clear()


def keys(flock: Flock, *, some: bool = False) -> dict[str, Bird]:
    """Those to the pages of canaries: of each state in one script after the other, or a few of these."""
    found = [(token, bird) for token, bird in flock.families.items() if bird is not None]
    return dict([each for place, each in enumerate(found) if place % 3 == place // 3 % 3][:: 3 if some else 1])


def pages(flock: Flock, chance: Chance, token: str) -> list[Answer]:
    return [ask(anonymous(f"family of {flock.families[token]}"), address, chance=chance) for address in pages_of(token)]


@pytest.mark.parametrize(("policy", "visibility"), OPENED)
def test_a_family_reads_the_names_of_its_child_alone(
    policy: str, visibility: str, flock: Flock, chance: Chance, record_property: Record
) -> None:
    """And these it does read; of others what a stranger reads of them in each event."""
    watch = Watch(flock, policy, visibility)
    flock.show(visibility, policy)
    for token, child in keys(flock, some=policy != NamePolicy.ADULTS_IN_FULL).items():
        answers = pages(flock, chance, token)
        watch.look(answers)
        read = [watch.net.caught(answer.body) & own_names(child) for answer in answers]
        assert read == [now_called(child), *(own_names(child) for _ in answers[1:])], f"the page of {child}"
    record_property(FIGURES, watch.figures())
    assert not watch.leaks, "\n".join(watch.leaks)
    assert not watch.faults, "\n".join(watch.faults)
    shown_in = {place for _, _, place in watch.read} - {"page of the family"}
    assert ("decided" in shown_in) == (policy != NamePolicy.INITIALS and visibility == Visibility.UNLISTED)


def now_called(child: Bird) -> frozenset[str]:
    """Whose name the person goes by: of somebody who was renamed nobody's."""
    match child.state.role:
        case "former name":
            return frozenset()
        case "namesake":
            return own_names(child)
    return frozenset({str(person_of(child))})


def test_a_name_too_many_is_found(flock: Flock, chance: Chance, monkeypatch: pytest.MonkeyPatch, record_property: Record) -> None:
    """Where what is held would call other people as the desk does."""
    watch = Watch(flock, NamePolicy.ADULTS_IN_FULL)
    flock.show(Visibility.UNLISTED, NamePolicy.ADULTS_IN_FULL)
    monkeypatch.setattr("ratings.selectors.held.PUBLIC", Viewer(is_arbiter_of_club=True, at_desk=True))
    watch.look(pages(flock, chance, next(iter(keys(flock)))))
    found = {place for place in ("ratings:family_data", "ratings:family_json") if any(_path(place) in leak for leak in watch.leaks)}
    record_property(FIGURES, {"planted": 2, "found": len(found)})
    assert found == {"ratings:family_data", "ratings:family_json"}


def _path(route: str) -> str:
    return {"ratings:family_data": "/data/ ", "ratings:family_json": "/data.json "}[route]


def test_the_key_of_another_family_is_found(flock: Flock, chance: Chance, monkeypatch: pytest.MonkeyPatch, record_property: Record) -> None:
    own, other = list(keys(flock))[:2]
    unchanged = PrivateByDefault.__call__

    def telling(self: PrivateByDefault, request: HttpRequest) -> HttpResponse:
        response = unchanged(self, request)
        response.headers["X-Also"] = other.encode().hex()
        return response

    monkeypatch.setattr(PrivateByDefault, "__call__", telling)
    watch = Watch(flock)
    watch.look(pages(flock, chance, own))
    found = [leak for leak in watch.leaks if f"key to {flock.families[other]}: header X-Also" in leak]
    record_property(FIGURES, {"planted": 1, "found": int(bool(found))})
    assert len(found) == len(pages_of(own))


@pytest.mark.parametrize("defect", DEFECTS, ids=str)
def test_a_defect_in_the_rules_of_names_is_found(
    defect: Defect, flock: Flock, chance: Chance, monkeypatch: pytest.MonkeyPatch, record_property: Record
) -> None:
    """On the club's page and those of the events: by names that leak, or by those that are missing where they may be read."""
    watch, stranger = Watch(flock, NamePolicy.ADULTS_IN_FULL), anonymous(LINK_HOLDER)
    flock.show(Visibility.UNLISTED, NamePolicy.ADULTS_IN_FULL)
    monkeypatch.setattr(defect.at, defect.put)
    clubs = [f"/club/{made.club.slug}/" for made in (flock.world.ours, flock.world.theirs)]
    watch.look(ask(stranger, address, chance=chance) for address in [*clubs, *events(flock)])
    missing = must_be_read(NamePolicy.ADULTS_IN_FULL, in_open_club=True) - watch.read_by(LINK_HOLDER)
    record_property(FIGURES, {"planted": 1, "found": int(bool(watch.leaks or missing))})
    assert (states(watch.leaked), states(whose for whose, _ in missing)) == (defect.leaks, defect.hides)


def states(whose: Iterable[str]) -> frozenset[str]:
    return frozenset(BY_NAME[each].state.name for each in whose)
