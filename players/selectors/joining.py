"""Who the people of a list of members are: somebody of the club, somebody who stands in the list already, or somebody new.

Everything here runs inside `club_scope` or `snapshot` of the club. The arbiter's desk only: real names.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from clubs.models import Club
from players.domain.matching import Member, Proposal, Reason, build_index, propose_event, suggest
from players.domain.members import MemberRow
from players.domain.persons import Persons
from players.models import Player
from players.selectors.people import KnownPeople, Likely, read_known_people

Pairs = Collection[frozenset[int]]
"""Pairs of persons, by the ids of their roots, who were declared different."""


@dataclass(frozen=True, slots=True)
class Twin:
    """An earlier row of the list that may be the same person, and why."""

    row: MemberRow
    reason: Reason


@dataclass(frozen=True, slots=True)
class MemberProposal:
    """Who a row may be. `likely` are people of the club, best first; `preselected` the id of the one whom the row fits with certainty.

    `is_new`: nobody in the club or above in the list is much like it. `by_id`: the row names the person by the id of an exported list.
    """

    row: MemberRow
    likely: tuple[Likely, ...] = ()
    preselected: int | None = None
    is_new: bool = False
    by_id: bool = False
    twin: Twin | None = None

    @property
    def is_open(self) -> bool:
        """True if the arbiter has to choose."""
        return self.preselected is None and not self.is_new

    @property
    def person(self) -> Player | None:
        """The person whom the row fits with certainty."""
        return next((one.player for one in self.likely if one.player.pk == self.preselected), None)


def propose_members(club: Club, rows: Sequence[MemberRow], *, different: Callable[[Persons], Pairs]) -> list[MemberProposal]:
    """A proposal for each row, in their order: the statements of `read_known_people` and of `different`, however many rows.

    Two rows are never one person of the club. Where a row is somebody with certainty, nobody declared different is shown with it.
    """
    known = read_known_people(club)
    named = {row.row: _root_by_id(known, row.person) for row in rows if row.person}
    taken = {root for root in named.values() if root is not None}
    others = [row for row in rows if named.get(row.row) is None]
    answers = dict(zip((row.row for row in others), propose_event(known.index, [row.name for row in others], taken=taken), strict=True))
    apart = different(known.persons)
    proposals = [
        _by_id(known, row, root) if (root := named.get(row.row)) is not None else _by_name(known, row, answers[row.row], apart)
        for row in rows
    ]
    return _with_twins(proposals)


def _root_by_id(known: KnownPeople, public_id: str) -> int | None:
    return next((root for root, player in known.players.items() if player.public_id == public_id), None)


def _by_id(known: KnownPeople, row: MemberRow, root: int) -> MemberProposal:
    likely = [one for one in known.like(row.name, limit=10) if one.player.pk == root]
    return MemberProposal(row, tuple(likely) or (known.likely(root),), root, by_id=True)


def _by_name(known: KnownPeople, row: MemberRow, answer: Proposal, apart: Pairs) -> MemberProposal:
    ranked = (*((one, True) for one in answer.suggestions), *((one, False) for one in answer.others))
    likely = [known.likely_of(one, above=above) for one, above in ranked]
    if answer.preselected is not None:
        likely = [one for one in likely if frozenset({one.player.pk, answer.preselected}) not in apart]
    is_new = answer.preselected is None and not answer.suggestions and not answer.doubtful
    return MemberProposal(row, tuple(likely), answer.preselected, is_new)


def _with_twins(proposals: Sequence[MemberProposal]) -> list[MemberProposal]:
    """Rows of people whom the club knows are nobody's twins: who they are is known already."""
    unknown = [proposal for proposal in proposals if proposal.preselected is None]
    index = build_index(Member(proposal.row.row, (proposal.row.name,)) for proposal in unknown)
    rows = {proposal.row.row: proposal.row for proposal in unknown}
    found: dict[int, Twin] = {}
    for number, row in rows.items():
        answer = suggest(index, row.name, taken={number}, limit=5)
        earlier = [one for one in answer.suggestions if one.member_id < number]
        if earlier:
            found[number] = Twin(rows[earlier[0].member_id], earlier[0].reason)
    return [
        MemberProposal(one.row, one.likely, one.preselected, is_new=False, twin=found[one.row.row]) if one.row.row in found else one
        for one in proposals
    ]
