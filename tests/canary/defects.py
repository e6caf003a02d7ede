"""Defects in the rules of names, put in on purpose, and the states whose names then stand where they must not, or nowhere any more."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from players.domain.consent import ConsentTo, LastWord
from players.domain.disclosure import NameForm, PersonNames, form_of_name
from players.domain.persons import Persons
from tests.canary.states import BOTH, ON_PAGES, STATES, Shown


@dataclass(frozen=True)
class Defect:
    """`put` stands in for what is `at`. `leaks`: states whose names strangers then read; `hides`: whose names they miss somewhere."""

    what: str
    at: str
    put: Any
    leaks: frozenset[str] = frozenset()
    hides: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return self.what


def _any_word(words: Iterable[LastWord], _today: date) -> frozenset[ConsentTo]:
    return frozenset[ConsentTo]().union(*(word.covers for word in words))


def _each_for_itself(words: Iterable[LastWord], today: date) -> frozenset[ConsentTo]:
    return _any_word((word for word in words if word.holds_on(today)), today)


def _whatever_was_asked_for(person: PersonNames | None, **more: Any) -> NameForm:
    return form_of_name(None if person is None else replace(person, always_initials=False), **more)


OVER = frozenset({"a minor whose consent was withdrawn", "a minor whose consent was withdrawn after merging"})
ELSEWHERE = frozenset({"a minor whose consent was withdrawn at another entry"})
LAPSED = frozenset({"a minor whose consent has lapsed"})
IN_PART = frozenset(state.name for state in STATES if state.agreed != BOTH)
ASKED = frozenset({"an adult who asked for initials", "a minor with consent who asked for initials"})
SHOWN = frozenset(state.name for state in STATES if state.shown is Shown.AS_ADULT)
IN_EVENTS = SHOWN - frozenset(state.name for state in STATES if state.agreed == ON_PAGES or state.role != "member")
MIXED_UP = ELSEWHERE | {"an adult who was merged with a minor"}
DEFECTS = (
    Defect("no consent ends", "players.selectors.door.consent_of_person", _any_word, leaks=OVER | ELSEWHERE | LAPSED),
    Defect("no consent lapses", "players.domain.consent.LastWord.holds_on", lambda word, _: word.withdrawn_at is None, leaks=LAPSED),
    Defect("one entry is not heard for the other", "players.selectors.door.consent_of_person", _each_for_itself, leaks=ELSEWHERE),
    Defect("nobody asks what a consent is for", "players.selectors.door.covers", lambda **_: BOTH, leaks=IN_PART),
    Defect("wishes for initials are not heard", "players.selectors.door.form_of_name", _whatever_was_asked_for, leaks=ASKED),
    Defect("a minor holds nothing back in an event", "players.domain.disclosure._held_back_by", lambda _: False, leaks=IN_EVENTS),
    Defect(
        "merged people are two",
        "players.selectors.door.roots",
        lambda _: Persons(),
        MIXED_UP,
        hides=frozenset({"a minor with consent at another entry"}),
    ),
    Defect("nobody is shown", "players.selectors.door.form_of_name", lambda *_, **__: NameForm.INITIALS, hides=SHOWN),
)
