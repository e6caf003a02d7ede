"""The one door through which the names of a club's people leave the program."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol, TypeAlias

from django.db.models import FilteredRelation, Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from clubs.models import Audience, Club
from players.domain.consent import LastWord, consent_of_person, covers
from players.domain.disclosure import (
    AgeGroup,
    ClubNames,
    EventNames,
    NameForm,
    NamePolicy,
    PersonNames,
    Viewer,
    age_group_on,
    form_of_name,
    involves_minor,
)
from players.domain.initials import distinguish, initials, marks_of
from players.domain.persons import Persons
from players.domain.pseudonyms import is_pseudonym, public_id_behind
from players.models import Player
from players.selectors.people import roots


class PublishedName(Protocol):
    """A name as it appeared in an event and is not yet linked to a player (an Entry of tournaments)."""

    @property
    def club(self) -> Club: ...
    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class EventPeople:
    """Who plays in an event, and what the club decided on their names there.

    `players`: primary keys of the linked players; `unlinked`: the names that nobody has linked. `initials_for_all` and
    `full_names_decided` (full names for adults although minors play) are the club's choices for this event.
    """

    players: frozenset[int] = frozenset()
    unlinked: tuple[PublishedName, ...] = ()
    initials_for_all: bool = False
    full_names_decided: bool = False


class _KnownPerson(NamedTuple):
    """What the door knows of one person. It stays behind the door."""

    public_id: str
    name: str
    facts: PersonNames


def display_name(person: Player | PublishedName, viewer: Viewer, event: EventPeople | None = None) -> str:
    """The one door through which a name leaves the program (DESIGN section 6).

    Reads the club's people each time: a page that shows more than one name opens the door once, with `names_of`.
    """
    return names_of(person.club, viewer, event).display_name(person)


def names_of(club: Club, viewer: Viewer, event: EventPeople | None = None) -> "NameBook":
    """The door, held open for one page: two statements, however many names. Read inside a scope of the club."""
    return _open_book(club, viewer, event, roots(club))


def names_apart(club: Club, viewer: Viewer) -> "NameBook":
    """The door for a page of the desk that tells apart the players that a person is made of: as if nobody was ever merged."""
    return _open_book(club, viewer, None, Persons())


def _open_book(club: Club, viewer: Viewer, event: EventPeople | None, persons: Persons) -> "NameBook":
    today = club.today
    last_word = FilteredRelation("consents", condition=Q(consents__superseded_at=None))
    rows = map(_NameRow._make, Player.objects.filter(club=club).annotate(word=last_word).values_list(*_NameRow._fields))
    return NameBook(club, viewer, event, persons, _known_persons(rows, persons, today))


class _NameRow(NamedTuple):
    """What the door reads of a player. Whole models of everybody would be half of the time that a page takes."""

    pk: int
    public_id: str
    name: str
    age_group: str
    age_group_lapses: int | None
    always_initials: bool
    word__at: datetime | None
    word__until: date | None
    word__withdrawn_at: datetime | None
    word__club_pages: bool | None
    word__events: bool | None


def _known_persons(rows: Iterable[_NameRow], persons: Persons, today: date) -> dict[int, _KnownPerson]:
    """Each person out of the players merged into it: the root's name, and of what protects a name the stricter."""
    kept: dict[int, _NameRow] = {}
    absorbed: dict[int, list[_NameRow]] = defaultdict(list)
    for row in rows:
        root = persons.root_of(row.pk)
        if root == row.pk:
            kept[root] = row
        else:
            absorbed[root].append(row)
    return {
        root: _KnownPerson(
            row.public_id, row.name, _facts_of(today, is_pseudonym(row.name), (row[3:], *(each[3:] for each in absorbed.get(root, ()))))
        )
        for root, row in kept.items()
    }


_Protection: TypeAlias = tuple[str, int | None, bool, datetime | None, date | None, datetime | None, bool | None, bool | None]
"""A `_NameRow` from the age group on."""


_STRICTEST_FIRST = (AgeGroup.UNDER_18, AgeGroup.UNKNOWN, AgeGroup.ADULT)


@lru_cache(maxsize=1024)
def _facts_of(today: date, erased: bool, protections: tuple[_Protection, ...]) -> PersonNames:
    """What protects the name of a person: of each thing the strictest of its players. Most people of a club share a few combinations."""
    groups = [age_group_on(today, AgeGroup(group), lapses) for group, lapses, *_ in protections]
    age_group = next(group for group in _STRICTEST_FIRST if group in groups)
    words = [
        LastWord(at, until, covers(club_pages=bool(club_pages), events=bool(events)), withdrawn_at)
        for *_, at, until, withdrawn_at, club_pages, events in protections
        if at is not None and until is not None
    ]
    return PersonNames(age_group, any(always for _, _, always, *_ in protections), consent_of_person(words, today), erased)


class NameBook:
    """What each person of a club is called before one viewer, in one event or outside of events.

    Whoever would be called like somebody else of the club has a mark behind the name, the same on every page.
    """

    def __init__(self, club: Club, viewer: Viewer, event: EventPeople | None, persons: Persons, known: Mapping[int, _KnownPerson]) -> None:
        self._of = club
        self._club = ClubNames(NamePolicy(club.name_policy), club.audience == Audience.ADULTS)
        self._viewer = viewer
        self._event = event
        self._persons = persons
        self._known = known

    def display_name(self, person: Player | PublishedName) -> str:
        """The name of a player (of the person it was merged into), or of a published name not yet linked."""
        return self.name_of(person.pk) if isinstance(person, Player) else self._unlinked_name(person)

    def name_of(self, player_id: int) -> str:
        """The name of a player by its primary key. Raises KeyError for one that is not of the club."""
        return self._shown[self._persons.root_of(player_id)]

    def public_id_of(self, player_id: int) -> str:
        """The id for the address of the person that a player belongs to. Raises KeyError as `name_of`."""
        return self._known[self._persons.root_of(player_id)].public_id

    def root_of(self, player_id: int) -> int:
        """The primary key of the person that a player belongs to."""
        return self._persons.root_of(player_id)

    def players_of(self, player_id: int) -> frozenset[int]:
        """The primary keys of every player of the person that a player belongs to."""
        return self._persons.players_of(player_id)

    def in_event(self, event: EventPeople) -> "NameBook":
        """The same door for the same viewer in an event; nothing is read."""
        return NameBook(self._of, self._viewer, event, self._persons, self._known)

    @cached_property
    def in_full(self) -> frozenset[int]:
        """The persons (primary keys of roots) who are called by their full name here."""
        return frozenset(root for root, form in self._forms.items() if form is NameForm.FULL)

    @cached_property
    def _forms(self) -> dict[int, NameForm]:
        facts = {id(person.facts): person.facts for person in self._known.values()}  # a few, shared by many people
        form_of = {key: self._form(each) for key, each in facts.items()}
        return {root: form_of[id(person.facts)] for root, person in self._known.items()}

    @cached_property
    def _shown(self) -> dict[int, str]:
        forms = self._forms
        shown: dict[int, str] = {}
        for form in set(forms.values()):
            if form is NameForm.PSEUDONYM:
                shown.update(self._pseudonyms(root for root in forms if forms[root] is form))
                continue
            # A mark at a full name says that another one is the same: of a name that is hidden here nobody may learn that.
            alike = forms if form is not NameForm.FULL else [root for root in forms if forms[root] is form]
            texts = {root: _in_form(self._known[root].name, form) for root in alike}
            marks = distinguish([(self._known[root].public_id, text) for root, text in texts.items()], key=_secret_of_marks())
            for root in (root for root in forms if forms[root] is form):
                shown[root] = f"{texts[root]} {marks[self._known[root].public_id]}".rstrip()
        return shown

    def _pseudonyms(self, roots: Iterable[int]) -> dict[int, str]:
        ids = {root: public_id_behind(self._known[root].name) for root in roots}
        numbers = marks_of(ids.values(), key=_secret_of_pseudonyms(), digits=PSEUDONYM_DIGITS)
        return {root: _called_former(numbers[public_id]) for root, public_id in ids.items()}

    def _form(self, facts: PersonNames) -> NameForm:
        return form_of_name(facts, viewer=self._viewer, club=self._club, event=self._event_names)

    def _unlinked_name(self, entry: PublishedName) -> str:
        """Told apart from a namesake in the event by its number there, which stands in every list of the event."""
        shown = self._unlinked_form(entry)
        return f"{shown} ({entry.number})" if shown in self._taken else shown

    def _unlinked_form(self, entry: PublishedName) -> str:
        if is_pseudonym(entry.name):
            return pseudonym_shown(entry.name)
        return _in_form(entry.name, form_of_name(None, viewer=self._viewer, club=self._club, event=self._event_names))

    @cached_property
    def _taken(self) -> frozenset[str]:
        """What more than one of the event's unlinked names, or one and a linked player, would be called."""
        if self._event is None:
            return frozenset()
        counted = Counter(self._unlinked_form(entry) for entry in self._event.unlinked)
        linked = {self.name_of(player_id) for player_id in self._event.players}
        return frozenset(shown for shown, times in counted.items() if times > 1 or shown in linked)

    @cached_property
    def _event_names(self) -> EventNames | None:
        """What the event adds to the club's policy; initials for all are the answer to a minor with nothing decided."""
        if self._event is None:
            return None
        groups: list[AgeGroup | None] = [self._known[self.root_of(player_id)].facts.age_group for player_id in self._event.players]
        minor = involves_minor([*groups, *(None for _ in self._event.unlinked)], adults_only=self._club.adults_only)
        if self._event.initials_for_all:
            return EventNames(involves_minor=True, full_names_decided=False)
        return EventNames(involves_minor=minor, full_names_decided=self._event.full_names_decided)


def _in_form(name: str, form: NameForm) -> str:
    return name if form is NameForm.FULL else initials(name)


PSEUDONYM_DIGITS = 5
"""So many that two erased people of a club hardly ever meet: the number of neither changes when somebody else is erased."""


def pseudonym_shown(pseudonym: str) -> str:
    """What readers see of an erased person, in their language: "Former player 38217"."""
    public_id = public_id_behind(pseudonym)
    return _called_former(marks_of([public_id], key=_secret_of_pseudonyms(), digits=PSEUDONYM_DIGITS)[public_id])


def _called_former(number: str) -> str:
    return gettext("Former player %(number)s") % {"number": number}


def _secret_of_marks() -> bytes:
    return salted_hmac("players.marks", "", algorithm="sha256").digest()


def _secret_of_pseudonyms() -> bytes:
    """Another than that of the marks: the number behind somebody's initials would tell who it was."""
    return salted_hmac("players.pseudonyms", "", algorithm="sha256").digest()
