"""Two people become one, or two again, as a correction of the ladder."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from clubs.models import Club
from clubs.services import Person
from players.models import Player, PlayerMerge
from ratings.domain.errors import CorrectionRefused
from ratings.models import Correction, CorrectionKind
from ratings.services.corrections.actions import Applied
from tournaments.selectors.decided_since import Side, list_decided_since
from tournaments.services.merging import merge_players
from tournaments.services.merging_undoing import Parted, remerge_players, unmerge_players


@dataclass(frozen=True, slots=True)
class MergePeople:
    """`absorbed` is the same person as `into`, whose name stays."""

    absorbed: Player
    into: Player
    reason: str = ""
    kind: ClassVar[CorrectionKind] = CorrectionKind.MERGE

    def apply(self, *, club: Club, by: Person) -> Applied:
        """Raises IdentityRefused; MergeRefused with the events that prove them to be two."""
        merge = merge_players(club=club, absorbed=self.absorbed, into=self.into, by=by, reason=self.reason)
        return _applied(merge, holds=True)


@dataclass(frozen=True, slots=True)
class PartPeople:
    """The two that a merge made one are two again. `answers`: to whom belongs what was decided since, by key of the question."""

    merge_id: int
    answers: Mapping[str, Side] = field(default_factory=dict)
    kind: ClassVar[CorrectionKind] = CorrectionKind.MERGE

    def apply(self, *, club: Club, by: Person) -> Applied:
        """Raises CorrectionRefused person_gone_since, two_again; IdentityRefused."""
        merge = get_merge(club, self.merge_id)
        if merge.undone_at is not None:
            raise CorrectionRefused("two_again")
        detail = {"asked": list_decided_since(club, merge).digest}
        parted = unmerge_players(club=club, merge=merge, by=by, answers=self.answers)
        return _applied(merge, holds=False, links=parted.links, merges=parted.merges, **detail)


@dataclass(frozen=True, slots=True)
class JoinAgain:
    """The merge holds again, as it was before it was undone."""

    merge_id: int
    parted: Parted
    kind: ClassVar[CorrectionKind] = CorrectionKind.MERGE

    def apply(self, *, club: Club, by: Person) -> Applied:
        """Raises CorrectionRefused person_gone_since, one_again; IdentityRefused; MergeRefused."""
        merge = get_merge(club, self.merge_id)
        if merge.undone_at is None:
            raise CorrectionRefused("one_again")
        remerge_players(club=club, merge=merge, parted=self.parted, by=by)
        return _applied(merge, holds=True)


def undo_joining(_club: Club, correction: Correction) -> PartPeople | JoinAgain:
    """The inverse of every correction of this kind; what was decided since stays with whom it names."""
    kept = correction.detail
    if kept["holds"]:
        return PartPeople(kept["merge"])
    links, merges = (tuple((one, other) for one, other in kept[which]) for which in ("links", "merges"))
    return JoinAgain(kept["merge"], Parted(links, merges))


def get_merge(club: Club, merge_id: int) -> PlayerMerge:
    """Raises CorrectionRefused (person_gone_since): one of the two is no longer in the club."""
    found = PlayerMerge.objects.filter(club=club, pk=merge_id).select_related("absorbed", "into").first()
    if found is None:
        raise CorrectionRefused("person_gone_since")
    return found


def _applied(merge: PlayerMerge, **detail: Any) -> Applied:
    kept = {"merge": merge.pk, "absorbed": merge.absorbed_id, "into": merge.into_id, **detail}
    touches = {f"merge {merge.pk}", *(f"link {link}" for pair in detail.get("links", ()) for link in pair)}
    return Applied(kept, touches=frozenset(touches))
