"""The rating with which a person enters the ladder, as a correction."""

from dataclasses import dataclass
from typing import Any, ClassVar

from clubs.models import Club
from clubs.services import Person
from players.models import Player
from players.services import set_start
from ratings.domain.errors import CorrectionRefused
from ratings.models import Correction, CorrectionKind
from ratings.selectors.opening import Start, find_inherited_start
from ratings.services.corrections.actions import Applied
from ratings.services.opening import NOTHING


@dataclass(frozen=True, slots=True)
class SetStartRating:
    """A person enters with `rating` (tenths); None: as the ladder's rules say, and without games brought from elsewhere."""

    player: Player
    rating: int | None
    kind: ClassVar[CorrectionKind] = CorrectionKind.START_RATING

    def apply(self, *, club: Club, by: Person) -> Applied:
        now = _start_of(club, self.player.pk)
        return _change(club, by, self.player, now, (self.rating, None if self.rating is None else now[1]))


@dataclass(frozen=True, slots=True)
class PutStartBack:
    """A person's start, which is `now`, becomes `wanted` again."""

    player_id: int
    now: Start
    wanted: Start
    kind: ClassVar[CorrectionKind] = CorrectionKind.START_RATING

    def apply(self, *, club: Club, by: Person) -> Applied:
        if _start_of(club, self.player_id) != self.now:
            raise CorrectionRefused("start_changed_since")
        return _change(club, by, Player.objects.get(club=club, pk=self.player_id), self.now, self.wanted)


def put_start_back(_club: Club, correction: Correction) -> PutStartBack:
    """The inverse of every correction of this kind."""
    if correction.player_id is None:
        raise CorrectionRefused("person_gone")
    before, after = (_start(correction.detail[which]) for which in ("before", "after"))
    return PutStartBack(correction.player_id, now=after, wanted=before)


def _change(club: Club, by: Person, player: Player, now: Start, wanted: Start) -> Applied:
    if now == wanted:
        raise CorrectionRefused("nothing_changes")
    changed = set_start(club=club, player=player, rating=wanted[0], games=wanted[1], by=by)
    detail: dict[str, Any] = {"before": list(now), "after": list(wanted)}
    if (inherited := find_inherited_start(club, player.pk)) is not None:
        counts = (inherited.start_rating, inherited.start_games)
        detail |= {"held": list(counts if now == NOTHING else now), "holds": list(counts if wanted == NOTHING else wanted)}
    return Applied(detail, player=changed, touches=frozenset({"start"}))


def _start_of(club: Club, player_id: int) -> Start:
    """Raises CorrectionRefused for somebody who is not here any more."""
    found = Player.objects.filter(club=club, pk=player_id).values_list("start_rating", "start_games").first()
    if found is None:
        raise CorrectionRefused("person_gone")
    return found


def _start(kept: list[int | None]) -> Start:
    return (kept[0], kept[1])
