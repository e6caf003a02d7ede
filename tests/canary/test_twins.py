"""Two clubs that differ in hidden names alone are the same club to a stranger, byte for byte."""

from collections.abc import Iterator, Sequence

import pytest
from pytest_django import DjangoDbBlocker

from clubs.kept import KEPT
from clubs.models import NamePolicy, Visibility
from tests.canary.conftest import FIGURES
from tests.canary.flock import Flock, make_flock
from tests.canary.freezing import Chance
from tests.canary.judging import Record
from tests.canary.twins import (
    EXCHANGES,
    FRONT,
    HINTS,
    IN_EVENTS,
    ON_PAGES,
    Answers,
    Exchange,
    Hint,
    answers_in_events,
    answers_on_pages,
    answers_to_hints,
    differences,
    front_page,
    hinting,
)
from tests.once import made_once

pytestmark = [pytest.mark.django_db(databases=["default", "owner"]), pytest.mark.slow]

HINTED = "hints"
Told = dict[tuple[str, str], Answers]
"""What was answered, by the club's policy and where."""


def tell(flock: Flock, exchanges: Sequence[Exchange], chance: Chance) -> Told:
    """What a stranger is answered under each policy, and with all hints given."""
    told: Told = {}
    for policy in dict.fromkeys(exchange.policy for exchange in exchanges):
        flock.show(Visibility.UNLISTED, policy)
        KEPT.clear()
        told |= {(policy, IN_EVENTS): answers_in_events(flock, chance), (policy, FRONT): front_page(flock, chance)}
        if any(exchange.policy == policy and ON_PAGES in exchange.places for exchange in exchanges):
            told[policy, ON_PAGES] = answers_on_pages(flock, chance)
    if any(exchange.policy == NamePolicy.INITIALS for exchange in exchanges):
        flock.show(Visibility.UNLISTED, NamePolicy.INITIALS)
        KEPT.clear()
        with hinting(flock):
            told[HINTED, ""] = answers_to_hints(flock, chance)
    return told


Both = tuple[Told, dict[Exchange, Told]]


@pytest.fixture(scope="module")
def both(django_db_setup: None, django_db_blocker: DjangoDbBlocker, chance: Chance) -> Iterator[Both]:
    """The answers of a world, and those of others in which names are exchanged: in each what is hidden under its policy at its places."""

    def told_by(*exchanges: Exchange, twins: frozenset[str] = frozenset()) -> Told:
        chance.start("twins")
        with made_once(django_db_blocker, lambda: make_flock(twins)) as flock, django_db_blocker.unblock():
            return tell(flock, exchanges, chance)

    yield told_by(*EXCHANGES), {exchange: told_by(exchange, twins=exchange.states) for exchange in EXCHANGES}
    KEPT.clear()


def compared(both: Both, exchange: Exchange, places: frozenset[str]) -> tuple[Answers, Answers]:
    """What each of the two worlds answers at these places."""
    one, other = (
        {f"{place}: {key}": each[exchange.policy, place][key] for place in sorted(places) for key in each[exchange.policy, place]}
        for each in (both[0], both[1][exchange])
    )
    return one, other


@pytest.mark.parametrize("exchange", EXCHANGES, ids=str)
def test_a_stranger_cannot_tell_them_apart(exchange: Exchange, both: Both, record_property: Record) -> None:
    """Nor can the parent of another child, by the pages of its family."""
    one, other = compared(both, exchange, exchange.places)
    differing = differences(one, other)
    figures = {"routes": sorted({answer.route for answer in one.values()} - {""}), "addresses": len(one) + len(other)}
    record_property(FIGURES, figures | {"bytes": sum(len(answer.body) for answer in one.values()), "leaks": len(differing)})
    assert len(one) > (200 if ON_PAGES in exchange.places else 20)
    assert not differing, "\n".join(f"{key}: {what}" for key, what in differing.items())


@pytest.mark.parametrize("exchange", EXCHANGES[1:], ids=str)
def test_names_that_are_shown_elsewhere_tell_them_apart_there(exchange: Exchange, both: Both) -> None:
    """Or the run would exchange nobody whose name is hidden here alone."""
    elsewhere = IN_EVENTS if ON_PAGES in exchange.places else FRONT
    assert differences(*compared(both, exchange, frozenset({elsewhere})))


@pytest.mark.parametrize("hint", HINTS, ids=str)
def test_a_hint_is_found(hint: Hint, both: Both, record_property: Record) -> None:
    one, other = (told[HINTED, ""] for told in (both[0], both[1][EXCHANGES[0]]))
    found = [key for key in differences(one, other) if hint.route in {answers[key].route for answers in (one, other) if key in answers}]
    record_property(FIGURES, {"planted": 1, "found": int(bool(found))})
    assert found
