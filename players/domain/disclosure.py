"""Which form of a name may leave the program: the rules of RULES section 3, with no name in sight.

The caller gathers the facts, asks `form_of_name`, and shows that form and no other. Whatever is not known is
answered with the stricter form.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from players.domain.consent import NOTHING, ConsentTo
from players.domain.errors import PolicyRefused


class AgeGroup(StrEnum):
    """The three-way mark of a player; no date of birth is kept. The value is what the database stores."""

    ADULT = "adult"
    UNDER_18 = "under18"
    UNKNOWN = "unknown"


class NamePolicy(StrEnum):
    """What a club shows to everybody. INITIALS is every new club's, unless it was founded adults-only."""

    INITIALS = "initials"
    ADULTS_IN_FULL = "adults_in_full"
    EVERYONE_IN_FULL = "everyone_in_full"


class NameForm(StrEnum):
    """FULL: the name. INITIALS: see `initials`. PSEUDONYM: nothing that comes from the name."""

    FULL = "full"
    INITIALS = "initials"
    PSEUDONYM = "pseudonym"


@dataclass(frozen=True, slots=True)
class ClubNames:
    """A club's choice. `adults_only` is its own declaration, made when it was founded or later."""

    policy: NamePolicy = NamePolicy.INITIALS
    adults_only: bool = False


@dataclass(frozen=True, slots=True)
class EventNames:
    """What an event adds: whether it involves a minor (see `involves_minor`) and whether the club let it off."""

    involves_minor: bool = True
    full_names_decided: bool = False


@dataclass(frozen=True, slots=True)
class PersonNames:
    """One player as of today. `consents`: what a parent's consent covers that is recorded, not withdrawn and not lapsed."""

    age_group: AgeGroup = AgeGroup.UNKNOWN
    always_initials: bool = False
    consents: frozenset[ConsentTo] = NOTHING
    erased: bool = False


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks. An arbiter sees what everybody sees, except at the desk: the club's page must look the same to all."""

    is_arbiter_of_club: bool = False
    at_desk: bool = False


PUBLIC = Viewer()


def form_of_name(person: PersonNames | None, *, viewer: Viewer, club: ClubNames, event: EventNames | None = None) -> NameForm:
    """The form in which a name may be shown. `person` None is an entry not yet linked to a player.

    In order: an erased person is a pseudonym to everyone; an arbiter at the desk sees the name; an entry not linked,
    a person who asked for initials and an event with a minor in it show initials; then the club's policy decides.
    """
    if person is not None and person.erased:
        return NameForm.PSEUDONYM
    if viewer.is_arbiter_of_club and viewer.at_desk:
        return NameForm.FULL
    if person is None or person.always_initials or _held_back_by(event):
        return NameForm.INITIALS
    if not _policy_shows_full_names(club):
        return NameForm.INITIALS
    if counts_as_minor(person.age_group, adults_only=club.adults_only) and _place(event) not in person.consents:
        return NameForm.INITIALS
    return NameForm.FULL


def _place(event: EventNames | None) -> ConsentTo:
    return ConsentTo.CLUB_PAGES if event is None else ConsentTo.EVENTS


def _held_back_by(event: EventNames | None) -> bool:
    return event is not None and event.involves_minor and not event.full_names_decided


def _policy_shows_full_names(club: ClubNames) -> bool:
    """A club that was adults-only and is no more falls back to initials until somebody chooses again."""
    if club.policy is NamePolicy.EVERYONE_IN_FULL:
        return club.adults_only
    return club.policy is NamePolicy.ADULTS_IN_FULL


def check_policy(club: ClubNames) -> None:
    """Raises PolicyRefused (policy_needs_adults_only) for full names of everyone in a club not adults-only."""
    if club.policy is NamePolicy.EVERYONE_IN_FULL and not club.adults_only:
        raise PolicyRefused("policy_needs_adults_only")


def policy_when_founded(*, adults_only: bool) -> NamePolicy:
    """The policy a new club starts with."""
    return NamePolicy.EVERYONE_IN_FULL if adults_only else NamePolicy.INITIALS


def counts_as_minor(age_group: AgeGroup, *, adults_only: bool) -> bool:
    """Not known counts as a minor, except in an adults-only club. A child marked as one is a child in any club."""
    return age_group is AgeGroup.UNDER_18 or (age_group is AgeGroup.UNKNOWN and not adults_only)


def involves_minor(age_groups: Iterable[AgeGroup | None], *, adults_only: bool) -> bool:
    """True if one of an event's entries counts as a minor. None stands for an entry not yet linked: not known."""
    return any(counts_as_minor(group or AgeGroup.UNKNOWN, adults_only=adults_only) for group in age_groups)


def age_group_on(day: date, mark: AgeGroup, last_year: int | None) -> AgeGroup:
    """The mark as it counts on a day: it holds to the end of `last_year` (None: for ever), then nothing is known."""
    return mark if last_year is None or day.year <= last_year else AgeGroup.UNKNOWN


def lapses_on(last_year: int | None) -> date | None:
    """The first day on which the mark no longer counts; None if it never lapses."""
    return None if last_year is None else date(last_year + 1, 1, 1)
