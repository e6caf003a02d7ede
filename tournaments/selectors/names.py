"""Who may be meant by the names of an event: the matching of `players`, fed with what the club knows.

The arbiter's desk only: real names, never passed through the public's door.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils import timezone

from clubs.models import Club
from clubs.selectors import name_of_account
from players.domain.matching import Member, Proposal, Reason, Suggestion, build_index, find_alike, propose_event, suggest, without_declared
from players.domain.persons import Persons
from players.models import Player, Standing
from players.selectors import roots
from players.selectors.spellings import members_of, spellings_of
from tournaments.models import Entry, EntryLink, EventVersion
from tournaments.selectors.differing import declared_pairs, different_by_entry

STILL_AT_IT = timedelta(hours=3)
"""How long the last decision stays one that a single key takes back."""


@dataclass(frozen=True, slots=True)
class FreePerson:
    """A person of the club who has no name in the event. `rating` in tenths; None: not on the ladder yet."""

    player: Player
    rating: int | None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A person who may be meant, with what tells namesakes apart. `rating` in tenths; None: not on the ladder yet."""

    player: Player
    reason: Reason
    certain: bool
    rating: int | None
    games: int
    last_played: date | None


@dataclass(frozen=True, slots=True)
class Decided:
    """The link that holds for a name; `person_id` is the root of the linked player."""

    link_id: int
    person_id: int
    player: Player
    by: str
    at: datetime
    reason: str
    carried: bool


@dataclass(frozen=True, slots=True)
class EntryProposal:
    """Everything to show for one name. `suggestions` stand above "new player", `others` below.

    `preselected`: id of a suggested player, else None. `is_new_preselected`: nobody of the club and no other name of the event is like
    it, so that "new player" may be confirmed along with the others; whom it was declared not to be does not count. `is_taken`: people of
    the club are like it, but all of them have another name in the event. No decision about another name makes this one certain.
    """

    entry: Entry
    decided: Decided | None = None
    suggestions: tuple[Candidate, ...] = ()
    others: tuple[Candidate, ...] = ()
    preselected: int | None = None
    is_new_preselected: bool = False
    is_taken: bool = False
    doubtful: bool = False
    more: int = 0


@dataclass(frozen=True, slots=True)
class _People:
    """The persons of a club by the id of their root; `absorbed` are the players that are not one."""

    persons: Persons
    players: Mapping[int, Player]
    absorbed: tuple[Player, ...]
    standings: Mapping[int, Standing]

    def members(self, spellings: Mapping[int, list[str]]) -> list[Member]:
        return members_of(self.players.values(), spellings, self.standings)

    def candidate(self, one: Suggestion) -> Candidate:
        standing = self.standings.get(one.member_id)
        return Candidate(
            player=self.players[one.member_id],
            reason=one.reason,
            certain=one.certain,
            rating=standing.rating if standing else None,
            games=standing.games if standing else 0,
            last_played=standing.last_played if standing else None,
        )


def propose_names(*, club: Club, version: EventVersion) -> list[EntryProposal]:
    """A proposal or the decision for each name of a version, in the order of starting numbers. Eight queries, whatever the size."""
    people = _read_people(club)
    entries = list(Entry.objects.filter(club=club, version=version).order_by("number"))
    decided = _read_decided(club, version, people.persons)
    open_entries = [entry for entry in entries if entry.pk not in decided]
    proposals: dict[int, EntryProposal] = {}
    if open_entries:
        index = build_index(people.members(_read_spellings(club, people)))
        taken = {link.person_id for link in decided.values()}
        denied = different_by_entry(club, version, people.persons)
        apart = [denied.get(entry.pk, frozenset()) for entry in open_entries]
        answers = propose_event(index, [entry.name for entry in open_entries], taken=taken, different=apart)
        pairs = declared_pairs(club, people.persons)
        alike = find_alike([entry.name for entry in open_entries])
        for at, (entry, answer, others) in enumerate(zip(open_entries, answers, apart, strict=True)):
            shown = without_declared(answer, pairs)
            is_taken = _is_unknown(shown) and not _is_unknown(suggest(index, entry.name, different=others))
            proposals[entry.pk] = _proposal(people, entry, shown, is_alike=at in alike, is_taken=is_taken)
    return [proposals[entry.pk] if entry.pk in proposals else EntryProposal(entry, decided[entry.pk]) for entry in entries]


def list_free_people(*, club: Club, version: EventVersion) -> list[FreePerson]:
    """Everybody of the club who is nobody of the version yet, in the order of the alphabet. Four queries, whatever the size."""
    people = _read_people(club)
    linked = EntryLink.objects.filter(club=club, entry__version=version, undone_at=None).values_list("player_id", flat=True)
    taken = {people.persons.root_of(player_id) for player_id in linked}
    free = sorted((player for root, player in people.players.items() if root not in taken), key=lambda one: (one.sort_key, one.pk))
    ratings = {root: standing.rating for root, standing in people.standings.items()}
    return [FreePerson(player, ratings.get(player.pk)) for player in free]


def find_last_decision(*, club: Club, version: EventVersion, by: AbstractBaseUser | AnonymousUser) -> list[EntryLink]:
    """What this person decided last in this version, lately, and what still holds: one link, or all accepted in one go."""
    lately = timezone.now() - STILL_AT_IT
    own = EntryLink.objects.filter(club=club, entry__version=version, by__pk=by.pk or 0, undone_at=None, carried_from=None, at__gte=lately)
    links = list(own.select_related("entry", "player").order_by("-at", "entry__number"))
    return [link for link in links if link.at == links[0].at]


def _is_unknown(answer: Proposal) -> bool:
    """Nobody who may be meant, and no other name of the event, is like it."""
    return not (answer.suggestions or answer.others or answer.more or answer.doubtful)


def _proposal(people: _People, entry: Entry, answer: Proposal, *, is_alike: bool, is_taken: bool) -> EntryProposal:
    return EntryProposal(
        entry=entry,
        suggestions=tuple(people.candidate(one) for one in answer.suggestions),
        others=tuple(people.candidate(one) for one in answer.others),
        preselected=answer.preselected,
        is_new_preselected=_is_unknown(answer) and not (is_alike or is_taken),
        is_taken=is_taken,
        doubtful=answer.doubtful or (is_alike and _is_unknown(answer)),
        more=answer.more,
    )


def _read_people(club: Club) -> _People:
    persons = roots(club)
    everybody = list(Player.objects.filter(club=club, erased_at=None))
    players = {player.pk: player for player in everybody if player.pk not in persons.parents}
    absorbed = tuple(player for player in everybody if player.pk in persons.parents)
    standings = {standing.player_id: standing for standing in Standing.objects.filter(club=club)}
    return _People(persons, players, absorbed, standings)


def _read_decided(club: Club, version: EventVersion, persons: Persons) -> dict[int, Decided]:
    links = EntryLink.objects.filter(club=club, entry__version=version, undone_at=None).select_related("player", "by")
    return {
        link.entry_id: Decided(
            link_id=link.pk,
            person_id=persons.root_of(link.player_id),
            player=link.player,
            by=name_of_account(link.by),
            at=link.at,
            reason=link.reason,
            carried=link.carried_from_id is not None,
        )
        for link in links
    }


def _read_spellings(club: Club, people: _People) -> dict[int, list[str]]:
    """What each person has been called besides the own name: in events, before a change of the name, and as players merged into it."""
    return spellings_of(club, people.persons, people.absorbed)
