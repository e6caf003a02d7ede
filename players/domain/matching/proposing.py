"""What to show the arbiter for the names of one event: ranked members, what tells them apart, and what to pre-select.

Ambiguity is shown, not resolved, and nothing here links anything: a person decides (RULES section 2).
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from players.domain.matching.comparing import compare
from players.domain.matching.effort import Effort
from players.domain.matching.index import Member, MemberIndex, build_index
from players.domain.matching.judging import Fit
from players.domain.matching.keyboards import meant_with_other_layout
from players.domain.matching.reasons import ABOVE, ACROSS_SCRIPTS, NAMESAKE, SCORES, Reason, ReasonCode
from players.domain.matching.spelling import Spelling, read_spelling
from players.domain.names import FINAL_LETTERS

_AS_FOLDED = FINAL_LETTERS | str.maketrans({"ё": "е"})

MOST_SHOWN = 12
"""Members shown above "new player" if they fit equally, whatever the limit."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A member who may be meant. `score` of 100 orders them; `certain` if only case, punctuation, order, niqqud or ё differs."""

    member_id: int
    score: int
    reason: Reason
    certain: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """Everything to show for one name.

    `suggestions` stand above "new player", `others` below it. `preselected` waits for one key to be confirmed.
    `doubtful`: another name of the same event claims a member of this one. `more`: how many did not fit the limit.
    """

    name: str
    suggestions: tuple[Suggestion, ...] = ()
    others: tuple[Suggestion, ...] = ()
    preselected: int | None = None
    doubtful: bool = False
    more: int = 0


def suggest(
    index: MemberIndex, entry_name: str, *, taken: Collection[int] = (), different: Collection[int] = (), limit: int = 5
) -> Proposal:
    """Members who may be meant by a name, best first; those who fit equally by who plays most and most lately.

    A spelling confirmed before comes first of all. `taken` are the members already in this event, `different` those declared
    not to be this person: neither is shown. A taken member still keeps a namesake from being pre-selected. `limit` counts
    suggestions and others together; those who fit as well as the last of the suggestions are shown beyond it, up to MOST_SHOWN.
    """
    typed = read_spelling(entry_name)
    ranked = [(member, one) for member, one in _ranked(index, typed) if member.id not in different]
    free = [one for member, one in ranked if member.id not in taken]
    above = tuple(one for one in free if one.score >= ABOVE)
    below = tuple(one for one in free if one.score < ABOVE)
    shown = above[:limit] + _equals_beyond(above, limit)
    others = below[: max(limit - len(shown), 0)]
    return Proposal(
        name=entry_name,
        suggestions=shown,
        others=others,
        preselected=_preselected(typed, [one for _, one in ranked], taken),
        more=len(free) - len(shown) - len(others),
    )


def _equals_beyond(above: tuple[Suggestion, ...], limit: int) -> tuple[Suggestion, ...]:
    """Nobody is cut off whom only the order of equals put behind the limit."""
    return tuple(one for one in above[limit:MOST_SHOWN] if limit > 0 and one.score == above[limit - 1].score)


def _ranked(index: MemberIndex, typed: Spelling) -> list[tuple[Member, Suggestion]]:
    best: dict[int, tuple[Member, Fit]] = {}
    effort = Effort()
    for form in typed.forms:
        for candidate in index.candidates(form, effort):
            fit = compare(typed, form, candidate, index.is_registered_word)
            member = candidate.member
            if fit is not None and (member.id not in best or fit.score > best[member.id][1].score):
                best[member.id] = (member, fit)
    for fit, member in _with_other_layout(index, typed, effort):
        if member.id not in best or fit.score > best[member.id][1].score:
            best[member.id] = (member, fit)
    ranked = sorted(
        best.values(),
        key=lambda found: (-found[1].score, found[1].reason.code is not ReasonCode.KNOWN_SPELLING, *_order_of_equals(found[0])),
    )
    return [(member, Suggestion(member.id, fit.score, fit.reason, fit.certain)) for member, fit in ranked]


def _with_other_layout(index: MemberIndex, typed: Spelling, effort: Effort) -> Iterator[tuple[Fit, Member]]:
    """Members whom the name fits if the keys that were pressed are read in another keyboard layout."""
    for text in meant_with_other_layout(typed.text):
        if not any(index.knows(word) for word in text.translate(_AS_FOLDED).split()):
            continue
        meant = read_spelling(text)
        form = meant.forms[0]
        if len(form.words) < 2:
            continue
        for candidate in index.candidates(form, effort):
            fit = compare(meant, form, candidate, index.is_registered_word)
            if fit is not None and fit.score >= ABOVE and fit.reason.code is not ReasonCode.ONE_LETTER:
                reason = Reason(ReasonCode.WRONG_LAYOUT, {"typed": typed.text, "known": text})
                yield Fit(min(fit.score, SCORES[ReasonCode.WRONG_LAYOUT]), reason), candidate.member


def _order_of_equals(member: Member) -> tuple[int, int, str, int]:
    last_played = member.last_played or date.min
    return (-last_played.toordinal(), -member.games, member.names[0] if member.names else "", member.id)


def _preselected(typed: Spelling, ranked: list[Suggestion], taken: Collection[int]) -> int | None:
    """The one member who fits with certainty. A name with an initial or of one word must fit nobody else at all."""
    certain = [one for one in ranked if one.certain]
    if len(certain) != 1 or certain[0].member_id in taken:
        return None
    rivals = sum(one.score >= ABOVE for one in ranked) - 1
    if any(one.reason.code in ACROSS_SCRIPTS and one.score >= NAMESAKE for one in ranked):
        return None
    vague = len(typed.words) == 1 or any(len(word) == 1 for word in typed.words)
    if rivals and (vague or certain[0].reason.code is ReasonCode.KNOWN_SPELLING):
        return None
    return certain[0].member_id


def propose_event(
    index: MemberIndex,
    names: Sequence[str],
    *,
    taken: Collection[int] = (),
    different: Sequence[Collection[int]] | None = None,
    limit: int = 5,
) -> list[Proposal]:
    """A proposal for each name of one event, in their order. Two names in one event are never one person.

    A member suggested for two names stays with the one that fits with certainty, if it is the only one; else is shown
    below "new player" for both, and both are doubtful. `different` holds for each name the members declared not
    to be it: of two namesakes in one event one may be a member whom the other is not.
    """
    apart = different or [()] * len(names)
    proposals = [suggest(index, name, taken=taken, different=others, limit=limit) for name, others in zip(names, apart, strict=True)]
    claims: dict[int, list[int]] = defaultdict(list)
    for at, proposal in enumerate(proposals):
        for one in proposal.suggestions:
            claims[one.member_id].append(at)
    for member_id, claimants in claims.items():
        if len(claimants) > 1:
            sure = [at for at in claimants if _is_certain(proposals[at], member_id)]
            keeper = sure[0] if len(sure) == 1 else None
            for at in claimants:
                if at != keeper:
                    proposals[at] = _step_back(proposals[at], member_id)
    return proposals


def find_alike(names: Sequence[str]) -> frozenset[int]:
    """The places of those names of one event that may be the same person as another name of it, whoever is known in the club."""
    index = build_index(Member(at, (name,)) for at, name in enumerate(names))
    return frozenset(at for at, name in enumerate(names) if suggest(index, name, different={at}).suggestions)


def _is_certain(proposal: Proposal, member_id: int) -> bool:
    return any(one.member_id == member_id and one.certain for one in proposal.suggestions)


def _step_back(proposal: Proposal, member_id: int) -> Proposal:
    """Put a member whom another name of the event claims below "new player"."""
    contested = tuple(one for one in proposal.suggestions if one.member_id == member_id)
    return replace(
        proposal,
        suggestions=tuple(one for one in proposal.suggestions if one.member_id != member_id),
        others=contested + proposal.others,
        preselected=None if proposal.preselected == member_id else proposal.preselected,
        doubtful=True,
    )


def without_declared(proposal: Proposal, pairs: Collection[frozenset[int]]) -> Proposal:
    """The proposal without whom an arbiter has declared different from the member whom the name fits with certainty.

    `pairs` are two members each. What is pre-selected stays as it was: a rival who is not shown is a rival.
    """
    sure = {one.member_id for one in proposal.suggestions if one.certain}

    def is_somebody_else(one: Suggestion) -> bool:
        return not one.certain and any(frozenset({one.member_id, member_id}) in pairs for member_id in sure)

    return replace(
        proposal,
        suggestions=tuple(one for one in proposal.suggestions if not is_somebody_else(one)),
        others=tuple(one for one in proposal.others if not is_somebody_else(one)),
    )
