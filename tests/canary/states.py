"""Every state that a name can be in, and by whom it may then be read. A new state is one line of `STATES`."""

from dataclasses import dataclass
from datetime import date
from enum import Enum

from players.domain.consent import NOTHING, ConsentTo
from players.models import AgeGroupChoice
from tests.canary.freezing import NOW

ADULT, CHILD, UNKNOWN = AgeGroupChoice.ADULT, AgeGroupChoice.UNDER_18, AgeGroupChoice.UNKNOWN


class Shown(Enum):
    """The most open club in which a stranger may read the name outside of events; in every club that is stricter nobody may."""

    NEVER = 0
    WHERE_ALL_ARE_ADULTS = 1
    AS_ADULT = 2


BOTH = frozenset(ConsentTo)
ON_PAGES, IN_EVENTS = frozenset({ConsentTo.CLUB_PAGES}), frozenset({ConsentTo.EVENTS})
LONG_AGO, JUST_HOLDS, TODAY = date(2024, 11, 20), date(2024, 11, 21), NOW.date()  # 24 months are over today, and not before tomorrow
ONCE, LATER = date(2025, 3, 1), date(2025, 9, 1)


@dataclass(frozen=True)
class Word:
    """What a family says on a day: to what it agrees, or, where that is nothing, that it takes everything back."""

    on: date
    covers: frozenset[ConsentTo] = NOTHING


@dataclass(frozen=True)
class State:
    """`role` says what `flock.py` does with the name: "member" is a player who plays in the events; any other has a line there.

    `said` is what the family says, in order, and `agreed` what counts of it.
    """

    name: str
    shown: Shown
    group: str = ADULT
    lapses: int | None = None
    always_initials: bool = False
    role: str = "member"
    said: tuple[Word, ...] = ()
    agreed: frozenset[ConsentTo] = BOTH


MERGED = "merged into the one before"
NEVER, AS_ADULT = Shown.NEVER, Shown.AS_ADULT
STATES = (
    State("a minor", NEVER, CHILD),
    State("of unknown age", Shown.WHERE_ALL_ARE_ADULTS, UNKNOWN),
    State("an adult", AS_ADULT),
    State("another adult", AS_ADULT),
    State("an adult who asked for initials", NEVER, always_initials=True),
    State("an adult whose mark has lapsed", Shown.WHERE_ALL_ARE_ADULTS, lapses=2024),
    State("an adult who was merged with a minor", NEVER),
    State("the minor merged with that adult", NEVER, CHILD, role=MERGED),
    State("an adult who was somebody else", AS_ADULT),
    State("merged away into that adult", NEVER, role=MERGED),
    State("another spelling of an adult", NEVER, role="spelling"),
    State("renamed since", NEVER, role="former name"),
    State("not linked", NEVER, role="not linked"),
    State("not linked, in a closed event", NEVER, role="not linked, closed"),
    State("of a removed event", NEVER, role="not linked, removed"),
    State("of an earlier version", NEVER, role="earlier version"),
    State("in a file on its way", NEVER, role="on its way"),
    State("of another club", AS_ADULT, role="of another club"),
    State("a child named like an adult", NEVER, CHILD, role="namesake"),
    State("a minor with consent", AS_ADULT, CHILD, said=(Word(JUST_HOLDS, BOTH),)),
    State("a minor with consent to club pages", AS_ADULT, CHILD, said=(Word(ONCE, ON_PAGES),), agreed=ON_PAGES),
    State("a minor with consent to events", AS_ADULT, CHILD, said=(Word(ONCE, IN_EVENTS),), agreed=IN_EVENTS),
    State("a minor whose consent was withdrawn", NEVER, CHILD, said=(Word(ONCE, BOTH), Word(TODAY))),
    State("a minor whose consent has lapsed", NEVER, CHILD, said=(Word(LONG_AGO, BOTH),)),
    State(
        "a minor whose consent was replaced by a lesser one",
        AS_ADULT,
        CHILD,
        said=(Word(ONCE, BOTH), Word(LATER, IN_EVENTS)),
        agreed=IN_EVENTS,
    ),
    State("a minor with consent who asked for initials", NEVER, CHILD, always_initials=True, said=(Word(ONCE, BOTH),)),
    State("of unknown age with consent to club pages", AS_ADULT, UNKNOWN, said=(Word(ONCE, ON_PAGES),), agreed=ON_PAGES),
    State("a minor whose consent was withdrawn at another entry", NEVER, CHILD, said=(Word(ONCE, BOTH),)),
    State("the entry where it was withdrawn", NEVER, CHILD, role=MERGED, said=(Word(JUST_HOLDS, BOTH), Word(LATER))),
    State("a minor whose consent was withdrawn after merging", NEVER, CHILD, said=(Word(ONCE, BOTH),)),
    State("merged away into that minor", NEVER, CHILD, role=MERGED, said=(Word(TODAY),)),
    State("a minor with consent at another entry", AS_ADULT, CHILD, said=(Word(JUST_HOLDS, BOTH), Word(ONCE))),
    State("the entry with the consent", NEVER, CHILD, role=MERGED, said=(Word(LATER, BOTH),)),
)
