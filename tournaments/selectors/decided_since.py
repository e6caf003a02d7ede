"""What somebody has decided since a merge about the person that it made: to whom each decision belongs is asked when it is undone.

Without the merge there would be two: the player that was absorbed, with everybody merged into it, and the rest of the person. A decision
stands on one of the two sides, because a link, a merge or a fact names a player; it may have been meant for the other one.
Read inside a scope of the club.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from clubs.models import Club
from players.domain.matching import Member, build_index, suggest
from players.domain.persons import Persons
from players.models import AgeGroupChoice, KeptFacts, Player, PlayerMerge
from players.selectors import roots
from tournaments.domain.held import held_since
from tournaments.models import EntryLink

FACTS: Mapping[str, tuple[str, ...]] = {
    "name": ("name",),
    "age_group": ("age_group", "age_group_lapses"),
    "initials": ("always_initials",),
    "start": ("start_rating", "start_games"),
}
"""What is known of a player and may be decided since, each with its columns. A parent's consent joins them here."""

STRICTNESS = {AgeGroupChoice.ADULT.value: 0, AgeGroupChoice.UNKNOWN.value: 1, AgeGroupChoice.UNDER_18.value: 2}
"""How much an age group protects a name."""


class Side(StrEnum):
    """ABSORBED: the player that the merge absorbed. INTO: whom it was merged into. BOTH: for what is known of a person."""

    ABSORBED = "absorbed"
    INTO = "into"
    BOTH = "both"

    @property
    def other(self) -> "Side":
        """The other one of the two people."""
        return Side.INTO if self is Side.ABSORBED else Side.ABSORBED


@dataclass(frozen=True, slots=True)
class LinkSince:
    """A name of an event that was confirmed for the person. `links` are those that hold, of the newest version last."""

    links: tuple[EntryLink, ...]
    holder: Side
    default: Side

    @property
    def key(self) -> str:
        """Names the question in a form, and changes where something else is asked."""
        return f"link-{self.links[-1].pk}"

    @property
    def options(self) -> tuple[Side, ...]:
        return Side.ABSORBED, Side.INTO


@dataclass(frozen=True, slots=True)
class MergeSince:
    """A merge made since. `player_id` is whom the person was joined with. `absorbs`: the person was merged into that one."""

    merge: PlayerMerge
    player_id: int
    absorbs: bool
    holder: Side

    @property
    def key(self) -> str:
        return f"merge-{self.merge.pk}"

    @property
    def default(self) -> Side:
        return self.holder

    @property
    def options(self) -> tuple[Side, ...]:
        return Side.ABSORBED, Side.INTO


@dataclass(frozen=True, slots=True)
class FactSince:
    """A fact of a player that is another one than when the merge began; `kept` is what was known then."""

    fact: str
    player: Player
    kept: KeptFacts
    holder: Side
    default: Side

    @property
    def key(self) -> str:
        return f"{self.fact}-{self.player.pk}"

    @property
    def options(self) -> tuple[Side, ...]:
        return Side.ABSORBED, Side.INTO, Side.BOTH


Question = LinkSince | MergeSince | FactSince


@dataclass(frozen=True, slots=True)
class DecidedSince:
    """Everything to be asked before a merge is undone."""

    links: tuple[LinkSince, ...] = ()
    merges: tuple[MergeSince, ...] = ()
    facts: tuple[FactSince, ...] = ()

    @property
    def questions(self) -> tuple[Question, ...]:
        return *self.links, *self.merges, *self.facts

    @property
    def digest(self) -> str:
        """Stands for the questions: others have another one."""
        asked = [(question.key, question.holder.value) for question in self.questions]
        return hashlib.sha256(repr(asked).encode()).hexdigest()[:32]


def list_decided_since(club: Club, merge: PlayerMerge) -> DecidedSince:
    """Of a merge that holds. About eight statements, whatever there is."""
    persons = roots(club)
    sides = _sides_of(persons, merge)
    later = PlayerMerge.objects.filter(club=club, undone_at=None, pk__gt=merge.pk).select_related("absorbed", "into").order_by("pk")
    merges = [one for one in later if one.absorbed_id in sides]
    return DecidedSince(
        links=tuple(_links_since(club, merge, sides)),
        merges=tuple(_merges_since(merge, merges, persons, sides)),
        facts=tuple(_facts_since(club, [merge, *merges], sides)),
    )


def _sides_of(persons: Persons, merge: PlayerMerge) -> dict[int, Side]:
    """On which side each player of the person stands."""
    without = Persons({one: other for one, other in persons.parents.items() if one != merge.absorbed_id})
    absorbed = without.players_of(merge.absorbed_id)
    return {player: Side.ABSORBED if player in absorbed else Side.INTO for player in persons.players_of(merge.absorbed_id)}


def _links_since(club: Club, merge: PlayerMerge, sides: Mapping[int, Side]) -> Iterator[LinkSince]:
    rows = EntryLink.objects.filter(club=club, player__in=sides).select_related("entry__version__event").order_by("entry__version_id", "pk")
    of_player: dict[int, dict[int, EntryLink]] = defaultdict(dict)
    for link in rows:
        of_player[link.player_id][link.pk] = link
    parents = {player: {pk: link.carried_from_id for pk, link in links.items()} for player, links in of_player.items()}
    decisions: dict[int, list[EntryLink]] = defaultdict(list)
    old: dict[Side, list[str]] = defaultdict(list)
    for link in rows:
        if link.undone_at is not None:
            continue
        decided = of_player[link.player_id][held_since(parents[link.player_id], link.pk)[-1]]
        if decided.at > merge.at:
            decisions[decided.pk].append(link)
        else:
            old[sides[link.player_id]].append(link.entry.name)
    fits = _fit(club, merge, sides, old) if decisions else None
    for links in decisions.values():
        holder = sides[links[-1].player_id]
        assert fits is not None
        yield LinkSince(tuple(links), holder, fits(links[-1].entry.name, holder))


def _fit(club: Club, merge: PlayerMerge, sides: Mapping[int, Side], old: Mapping[Side, list[str]]) -> Callable[[str, Side], Side]:
    """To whom a name belongs by its letters: who fits it better, as both were called before the merge; else whoever has it."""
    known = {row.player_id: row.name for row in KeptFacts.objects.filter(club=club, merge=merge, moment=KeptFacts.Moment.JOINED)}
    names: dict[Side, list[str]] = {Side.ABSORBED: [], Side.INTO: []}
    for player_id, name in Player.objects.filter(club=club, pk__in=sides).order_by("pk").values_list("pk", "name"):
        names[sides[player_id]].append(known.get(player_id, name))
    members = [Member(number, tuple(dict.fromkeys(names[side] + old.get(side, [])))) for number, side in enumerate(names)]
    index = build_index(members)

    def fit(name: str, holder: Side) -> Side:
        found = suggest(index, name)
        scores = {one.member_id: one.score for one in (*found.suggestions, *found.others)}
        absorbed, into = (scores.get(number, 0) for number in range(2))
        if absorbed == into:
            return holder
        return Side.ABSORBED if absorbed > into else Side.INTO

    return fit


def _merges_since(merge: PlayerMerge, merges: list[PlayerMerge], persons: Persons, sides: Mapping[int, Side]) -> Iterator[MergeSince]:
    """Those with one end in the person as it was then."""
    later = {one.absorbed_id for one in merges}
    parents = {one: other for one, other in persons.parents.items() if one not in later}
    for one in merges:
        then = Persons(dict(parents)).players_of(merge.absorbed_id)
        if one.absorbed_id in then:
            yield MergeSince(one, one.into_id, absorbs=True, holder=sides[one.absorbed_id])
        elif one.into_id in then:
            yield MergeSince(one, one.absorbed_id, absorbs=False, holder=sides[one.into_id])
        parents[one.absorbed_id] = one.into_id


def _facts_since(club: Club, merges: list[PlayerMerge], sides: Mapping[int, Side]) -> Iterator[FactSince]:
    kept: dict[int, KeptFacts] = {}
    joined = KeptFacts.objects.filter(club=club, merge__in=merges, moment=KeptFacts.Moment.JOINED, player__in=sides)
    for row in joined.order_by("merge_id"):
        kept.setdefault(row.player_id, row)
    for player in Player.objects.filter(club=club, pk__in=kept).order_by("pk"):
        was = kept[player.pk]
        for fact, columns in FACTS.items():
            if any(getattr(player, column) != getattr(was, column) for column in columns):
                holder = sides[player.pk]
                yield FactSince(fact, player, was, holder, Side.BOTH if _protects_more(fact, player, was) else holder)


def _protects_more(fact: str, now: Player, then: KeptFacts) -> bool:
    if fact == "initials":
        return now.always_initials
    return fact == "age_group" and STRICTNESS[now.age_group] > STRICTNESS[then.age_group]
