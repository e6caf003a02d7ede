"""Two clubs that differ in hidden names alone are the same club to a stranger, byte for byte."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from clubs.kept import KEPT
from clubs.models import Visibility
from tests.canary.conftest import FIGURES
from tests.canary.flock import Flock, make_flock
from tests.canary.freezing import Chance
from tests.canary.judging import Record
from tests.canary.twins import HINTS, SWAPPED, Answers, Hint, answers_of, answers_to_hints, differences, hinting
from tests.once import made_once

pytestmark = [pytest.mark.django_db(databases=["default", "owner"]), pytest.mark.slow]

POLICIES = ("initials", "adults_in_full")
Told = dict[str, Answers]


def tell(flock: Flock, policies: tuple[str, ...], chance: Chance) -> Told:
    """What a stranger is answered under each policy, and with all hints given."""
    told = {}
    for policy in policies:
        flock.show(Visibility.UNLISTED, policy)
        KEPT.clear()
        told[policy] = answers_of(flock, chance)
    flock.show(Visibility.UNLISTED, "initials")
    KEPT.clear()
    with hinting(flock):
        told["hints"] = answers_to_hints(flock, chance)
    return told


@pytest.fixture(scope="module")
def both(django_db_setup: None, django_db_blocker: DjangoDbBlocker, chance: Chance) -> Iterator[tuple[Told, Told]]:
    """The answers of a world, and of those in which names are exchanged: in each what is hidden under its policy."""

    def told_by(policy: str | None) -> Told:
        chance.start("twins")
        with made_once(django_db_blocker, lambda: make_flock(SWAPPED[policy] if policy else frozenset())) as flock, blocker.unblock():
            return tell(flock, (policy,) if policy else POLICIES, chance)

    blocker = django_db_blocker
    exchanged = [told_by(policy) for policy in POLICIES]
    yield told_by(None), {policy: told[policy] for policy, told in zip(POLICIES, exchanged, strict=True)} | {"hints": exchanged[0]["hints"]}
    KEPT.clear()


@pytest.mark.parametrize("policy", POLICIES)
def test_a_stranger_cannot_tell_them_apart(policy: str, both: tuple[Told, Told], record_property: Record) -> None:
    one, other = both[0][policy], both[1][policy]
    differing = differences(one, other)
    figures = {"routes": sorted({answer.route for answer in one.values()} - {""}), "addresses": len(one) + len(other)}
    record_property(FIGURES, figures | {"bytes": sum(len(answer.body) for answer in one.values()), "leaks": len(differing)})
    assert len(one) > 200
    assert not differing, "\n".join(f"{key}: {what}" for key, what in differing.items())


@pytest.mark.parametrize("hint", HINTS, ids=str)
def test_a_hint_is_found(hint: Hint, both: tuple[Told, Told], record_property: Record) -> None:
    one, other = (told["hints"] for told in both)
    found = [key for key in differences(one, other) if hint.route in {answers[key].route for answers in (one, other) if key in answers}]
    record_property(FIGURES, {"planted": 1, "found": int(bool(found))})
    assert found
