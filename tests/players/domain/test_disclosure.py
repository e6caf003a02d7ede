"""The truth table of names: every person × viewer × club × event, and the sentences of RULES section 3."""

from datetime import date
from itertools import product

import pytest

from players.domain.consent import ConsentTo
from players.domain.disclosure import (
    PUBLIC,
    AgeGroup,
    ClubNames,
    EventNames,
    NameForm,
    NamePolicy,
    PersonNames,
    Viewer,
    age_group_on,
    check_policy,
    counts_as_minor,
    form_of_name,
    involves_minor,
    lapses_on,
    policy_when_founded,
)
from players.domain.errors import PolicyRefused

FULL, INITIALS, PSEUDONYM = NameForm.FULL, NameForm.INITIALS, NameForm.PSEUDONYM
ADULT, CHILD, UNKNOWN = AgeGroup.ADULT, AgeGroup.UNDER_18, AgeGroup.UNKNOWN
DESK = Viewer(is_arbiter_of_club=True, at_desk=True)
NEW_CLUB = ClubNames()
ADULTS_IN_FULL = ClubNames(NamePolicy.ADULTS_IN_FULL)
ADULTS_ONLY = ClubNames(NamePolicy.EVERYONE_IN_FULL, adults_only=True)
NO_MINOR = EventNames(involves_minor=False)
WITH_MINOR = EventNames(involves_minor=True)
LET_OFF = EventNames(involves_minor=True, full_names_decided=True)


@pytest.mark.parametrize(
    ("club", "age_group", "no_event", "no_minor", "with_minor", "let_off"),
    [
        (NEW_CLUB, ADULT, INITIALS, INITIALS, INITIALS, INITIALS),
        (NEW_CLUB, CHILD, INITIALS, INITIALS, INITIALS, INITIALS),
        (NEW_CLUB, UNKNOWN, INITIALS, INITIALS, INITIALS, INITIALS),
        (ADULTS_IN_FULL, ADULT, FULL, FULL, INITIALS, FULL),
        (ADULTS_IN_FULL, CHILD, INITIALS, INITIALS, INITIALS, INITIALS),
        (ADULTS_IN_FULL, UNKNOWN, INITIALS, INITIALS, INITIALS, INITIALS),
        (ADULTS_ONLY, ADULT, FULL, FULL, INITIALS, FULL),
        (ADULTS_ONLY, CHILD, INITIALS, INITIALS, INITIALS, INITIALS),
        (ADULTS_ONLY, UNKNOWN, FULL, FULL, INITIALS, FULL),
    ],
)
def test_what_everybody_sees(
    club: ClubNames,
    age_group: AgeGroup,
    no_event: NameForm,
    no_minor: NameForm,
    with_minor: NameForm,
    let_off: NameForm,
) -> None:
    person = PersonNames(age_group)
    seen = [form_of_name(person, viewer=PUBLIC, club=club, event=e) for e in (None, NO_MINOR, WITH_MINOR, LET_OFF)]
    assert seen == [no_event, no_minor, with_minor, let_off]


EVERYWHERE = frozenset(ConsentTo)
EVERY_CLUB = [ClubNames(policy, adults_only) for policy, adults_only in product(NamePolicy, (False, True))]
EVERY_EVENT = [None, *(EventNames(minor, decided) for minor, decided in product((False, True), repeat=2))]
EVERY_VIEWER = [Viewer(arbiter, desk) for arbiter, desk in product((False, True), repeat=2)]
EVERY_CONSENT = [frozenset(given) for given in ((), (ConsentTo.CLUB_PAGES,), (ConsentTo.EVENTS,), tuple(ConsentTo))]
EVERY_PERSON = [
    PersonNames(age, initials, consents, erased)
    for age, initials, consents, erased in product(AgeGroup, (False, True), EVERY_CONSENT, (False, True))
]


def reasons_for_initials(person: PersonNames | None, club: ClubNames, event: EventNames | None) -> list[str]:
    """The sentences of RULES section 3 that hold a name back, each on its own."""
    held_back_by = {
        "not linked to anybody": person is None,
        "asked for initials": person is not None and person.always_initials,
        "the club shows initials": club.policy is NamePolicy.INITIALS,
        "a minor in the event": event is not None and event.involves_minor and not event.full_names_decided,
    }
    if person is not None and (ConsentTo.CLUB_PAGES if event is None else ConsentTo.EVENTS) not in person.consents:
        held_back_by["a child without consent"] = person.age_group is CHILD
        held_back_by["age not known"] = person.age_group is UNKNOWN and not club.adults_only
    if club.policy is NamePolicy.EVERYONE_IN_FULL:
        held_back_by["not for adults only"] = not club.adults_only
    return [sentence for sentence, holds in held_back_by.items() if holds]


@pytest.mark.parametrize("club", EVERY_CLUB)
def test_every_case_follows_the_sentences_of_the_rules(club: ClubNames) -> None:
    for person, viewer, event in product([None, *EVERY_PERSON], EVERY_VIEWER, EVERY_EVENT):
        form = form_of_name(person, viewer=viewer, club=club, event=event)
        if person is not None and person.erased:
            assert form is PSEUDONYM
        elif viewer == DESK:
            assert form is FULL
        else:
            assert form is (INITIALS if reasons_for_initials(person, club, event) else FULL)


@pytest.mark.parametrize("viewer", [PUBLIC, Viewer(is_arbiter_of_club=True), Viewer(at_desk=True)])
def test_only_an_arbiter_at_the_desk_sees_more_than_everybody(viewer: Viewer) -> None:
    assert form_of_name(PersonNames(ADULT), viewer=viewer, club=NEW_CLUB) is INITIALS
    assert form_of_name(PersonNames(ADULT), viewer=DESK, club=NEW_CLUB) is FULL


def test_an_entry_not_linked_shows_initials_except_at_the_desk() -> None:
    assert form_of_name(None, viewer=PUBLIC, club=ADULTS_ONLY, event=NO_MINOR) is INITIALS
    assert form_of_name(None, viewer=DESK, club=ADULTS_ONLY, event=NO_MINOR) is FULL


def test_consent_frees_a_minor_only_where_the_club_shows_full_names() -> None:
    child = PersonNames(CHILD, consents=EVERYWHERE)
    forms = [form_of_name(child, viewer=PUBLIC, club=club) for club in (NEW_CLUB, ADULTS_IN_FULL, ADULTS_ONLY)]
    assert forms == [INITIALS, FULL, FULL]
    assert form_of_name(child, viewer=PUBLIC, club=ADULTS_IN_FULL, event=WITH_MINOR) is INITIALS
    asked = PersonNames(CHILD, always_initials=True, consents=EVERYWHERE)
    assert form_of_name(asked, viewer=PUBLIC, club=ADULTS_IN_FULL) is INITIALS


def test_consent_holds_for_what_it_was_given_and_for_no_more() -> None:
    pages, events = (
        PersonNames(CHILD, consents=frozenset({ConsentTo.CLUB_PAGES})),
        PersonNames(CHILD, consents=frozenset({ConsentTo.EVENTS})),
    )
    seen = [form_of_name(child, viewer=PUBLIC, club=ADULTS_IN_FULL, event=event) for child in (pages, events) for event in (None, LET_OFF)]
    assert seen == [FULL, INITIALS, INITIALS, FULL]


def test_a_club_that_is_no_longer_adults_only_falls_back_to_initials() -> None:
    club = ClubNames(NamePolicy.EVERYONE_IN_FULL, adults_only=False)
    assert form_of_name(PersonNames(ADULT), viewer=PUBLIC, club=club) is INITIALS
    with pytest.raises(PolicyRefused) as refused:
        check_policy(club)
    assert refused.value.code == "policy_needs_adults_only"
    check_policy(ADULTS_ONLY)
    check_policy(ADULTS_IN_FULL)


def test_new_clubs() -> None:
    assert policy_when_founded(adults_only=False) is NamePolicy.INITIALS
    assert policy_when_founded(adults_only=True) is NamePolicy.EVERYONE_IN_FULL
    assert ClubNames() == ClubNames(NamePolicy.INITIALS, adults_only=False)


@pytest.mark.parametrize(
    ("age_group", "elsewhere", "adults_only"),
    [(ADULT, False, False), (CHILD, True, True), (UNKNOWN, True, False)],
)
def test_who_counts_as_a_minor(age_group: AgeGroup, elsewhere: bool, adults_only: bool) -> None:
    assert counts_as_minor(age_group, adults_only=False) is elsewhere
    assert counts_as_minor(age_group, adults_only=True) is adults_only


@pytest.mark.parametrize(
    ("groups", "elsewhere", "adults_only"),
    [
        ([], False, False),
        ([ADULT, ADULT], False, False),
        ([ADULT, CHILD], True, True),
        ([ADULT, UNKNOWN], True, False),
        ([ADULT, None], True, False),
    ],
)
def test_events_that_involve_a_minor(groups: list[AgeGroup | None], elsewhere: bool, adults_only: bool) -> None:
    assert involves_minor(groups, adults_only=False) is elsewhere
    assert involves_minor(groups, adults_only=True) is adults_only


def test_a_mark_holds_to_the_end_of_its_year() -> None:
    assert age_group_on(date(2031, 12, 31), CHILD, 2031) is CHILD
    assert age_group_on(date(2032, 1, 1), CHILD, 2031) is UNKNOWN
    assert age_group_on(date(2032, 1, 1), ADULT, None) is ADULT
    assert lapses_on(2031) == date(2032, 1, 1)
    assert lapses_on(None) is None
