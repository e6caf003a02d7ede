"""Any order of publications, corrections, decisions and undoing, against a model that knows nothing but one result a game."""

from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from tests.factories import make_club
from tests.tournaments.corrections.evenings import DRAW, LOSS, NAMES, WIN, correct, evening, held_evening, latest_of, publish, read
from tournaments.domain.corrections import change_result
from tournaments.domain.errors import CorrectionRefused
from tournaments.domain.record import EventRecord
from tournaments.domain.results import ResultKind
from tournaments.domain.stakes import OverCorrections
from tournaments.interchange import content_digest
from tournaments.models import EntryLink, Event
from tournaments.services import undo_publication
from tournaments.services.correcting import Corrected
from tournaments.services.weighing import CorrectionsAtStake

PLACES = [(1, 1), (1, 2), (2, 1), (2, 2)]  # round and board
Results = tuple[ResultKind, ...]  # one for each place
FIRST: Results = (WIN, DRAW, LOSS, WIN)

kinds = st.sampled_from([WIN, DRAW, LOSS])
steps = st.lists(
    st.one_of(
        st.tuples(st.just("correct"), st.integers(0, 3), kinds),
        st.tuples(st.just("take back"), st.integers(0, 9)),
        st.tuples(st.just("publish"), st.tuples(kinds, kinds, kinds, kinds), st.sampled_from([None, *OverCorrections])),
        st.tuples(st.just("publish again"), st.sampled_from([None, *OverCorrections])),
        st.tuples(st.just("undo")),
    ),
    max_size=8,
)


def record_with(results: Results) -> EventRecord:
    return evening([[(1, 2, results[0]), (3, 4, results[1])], [(1, 3, results[2]), (2, 4, results[3])]])


@dataclass
class Model:
    """The versions in force, oldest first, each with whether it is a correction; and the corrections that were made."""

    chain: list[tuple[Results, bool]] = field(default_factory=lambda: [(FIRST, False)])
    made: list[tuple[Corrected, int, ResultKind, ResultKind]] = field(default_factory=list)

    @property
    def shown(self) -> Results:
        return self.chain[-1][0]

    @property
    def published(self) -> Results:
        return next(results for results, is_correction in reversed(self.chain) if not is_correction)

    def at_stake(self, sent: Results) -> set[int]:
        """The games that were corrected and that the file has otherwise."""
        return {at for at in range(4) if self.published[at] != self.shown[at] != sent[at]}

    def put(self, at: int, kind: ResultKind) -> None:
        self.chain.append(((*self.shown[:at], kind, *self.shown[at + 1 :]), True))

    def publish(self, sent: Results, decision: OverCorrections | None) -> str:
        """What it comes to."""
        stakes = self.at_stake(sent)
        if sent in (self.shown, self.published):
            return "unchanged"
        if stakes and decision is None:
            return "asked"
        kept = tuple(self.shown[at] if at in stakes else sent[at] for at in range(4))
        self.chain.append((sent, False))
        if stakes and decision is OverCorrections.KEEP:
            self.chain.append((kept, True))
        return "changed"


@pytest.mark.slow
@pytest.mark.django_db(databases=["default", "owner"])
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=steps)
def test_any_history_is_as_the_model_has_it(history: list[tuple]) -> None:  # type: ignore[type-arg]
    club, model = make_club(), Model()
    event, _first = held_evening(club, record_with(FIRST))
    for kind, *given_with in history:
        match kind:
            case "correct":
                _correct(club, event, model, *given_with)
            case "take back":
                _take_back(club, event, model, *given_with)
            case "publish":
                _publish(club, model, *given_with)
            case "publish again":
                _publish(club, model, model.published, *given_with)
            case "undo" if len(model.chain) > 1:
                undo_publication(club=club, event=event, by=None)
                model.chain.pop()
        _check(club, event, model)


def _correct(club: Club, event: Event, model: Model, at: int, kind: ResultKind) -> None:
    before = model.shown[at]
    if kind is before:
        return
    latest = latest_of(club, event)
    done = correct(club, event, change_result(read(club, latest), *PLACES[at], kind), on=latest)
    model.put(at, kind)
    model.made.append((done, at, before, kind))


def _take_back(club: Club, event: Event, model: Model, number: int) -> None:
    """Any correction that was ever made, whatever has happened since."""
    if not model.made:
        return
    done, at, before, after = model.made[number % len(model.made)]
    expected = "" if model.shown[at] is after else "same_content" if model.shown[at] is before else "changed_since"
    try:
        correct(club, event, done.patch.inverse(), on=done.version)
        ended = ""
        model.put(at, before)
    except CorrectionRefused as refused:
        ended = refused.code
    assert ended == expected


def _publish(club: Club, model: Model, sent: Results, decision: OverCorrections | None) -> None:
    stakes = len(model.at_stake(sent))
    try:
        ended, told = publish(club, record_with(sent), corrections=decision).outcome.value, stakes
    except CorrectionsAtStake as asked:
        ended, told = "asked", len(asked.stakes)
    assert (ended, told) == (model.publish(sent, decision), stakes)


def _check(club: Club, event: Event, model: Model) -> None:
    latest = latest_of(club, event)
    assert (read(club, latest), latest.is_correction) == (record_with(model.shown), model.chain[-1][1])
    with club_scope(club):
        found = Event.objects.get(club=club, pk=event.pk)
        links = EntryLink.objects.filter(club=club, entry__version=latest, undone_at=None).values_list("entry__name", "player__name")
        assert (found.rated_version_id, sorted(links)) == (latest.pk, [(name, name) for name in NAMES])
    assert latest.digest == content_digest(record_with(model.shown))
