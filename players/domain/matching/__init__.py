"""Which members of a club a name in an event may mean: normalise, find candidates, score, explain, decide what to show.

Pure and without memory: `build_index` once for a club, then `suggest` for a name or `propose_event` for all of a night.
The prose is in docs/how-names-are-matched.md.
"""

from players.domain.matching.index import Member, MemberIndex, build_index
from players.domain.matching.proposing import Proposal, Suggestion, find_alike, propose_event, suggest, without_declared
from players.domain.matching.reasons import REASONS, Reason, ReasonCode

__all__ = [
    "REASONS",
    "Member",
    "MemberIndex",
    "Proposal",
    "Reason",
    "ReasonCode",
    "Suggestion",
    "build_index",
    "find_alike",
    "propose_event",
    "suggest",
    "without_declared",
]
