"""What a publication would undo of the corrections made here, and what somebody decided about it (docs/publishing.md)."""

from collections.abc import Sequence

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from tournaments.domain.corrections import Pairings
from tournaments.domain.differences import difference
from tournaments.domain.errors import CorrectionRefused, EventConflict, shown_pairing
from tournaments.domain.record import EventRecord, Remark
from tournaments.domain.stakes import GameAtStake, SettingAtStake, Stake, keep_corrections, weigh_corrections
from tournaments.interchange.remarks import make_remark
from tournaments.models import Event
from tournaments.selectors.events import find_published_version
from tournaments.selectors.records import record_of


class CorrectionsAtStake(EventConflict):
    """A publication would undo corrections in force, and nobody has said whether they stand. Nothing was published.

    `event` and the number of its latest `version` are those whose corrections are meant.
    """

    def __init__(self, event: Event, stakes: tuple[Stake, ...]) -> None:
        remark = make_remark("corrections_at_stake", count=len(stakes))
        super().__init__(remark.code, remark.message, (remark, *map(stake_remark, stakes)))
        self.event = event
        self.stakes = stakes


def find_stakes(*, club: Club, event: Event, record: EventRecord) -> tuple[Stake, ...]:
    """The corrections in force that `record` would undo: the net difference between what was published last and what is shown."""
    latest = event.latest
    if latest is None or not latest.is_correction:
        return ()
    with club_scope(club):
        published = find_published_version(club, event)
        if published is None:
            return ()
        corrected = record_of(club, latest)
        return weigh_corrections(difference(record_of(club, published), corrected), corrected, record)


def keep_at_stake(stakes: Sequence[Stake], record: EventRecord) -> EventRecord:
    """The record with everything at stake as it was corrected.

    Errors: EventConflict corrections_cannot_stay, with what is in the way.
    """
    try:
        return keep_corrections(stakes, record)
    except CorrectionRefused as refused:
        remark = make_remark("corrections_cannot_stay")
        raise EventConflict(remark.code, remark.message, (remark, *refused.remarks)) from None


def stake_remark(stake: Stake) -> Remark:
    """What is at stake in a sentence: rounds, numbers and results, no names."""
    if isinstance(stake, SettingAtStake):
        return _setting_remark(stake)
    return _game_remark(stake)


def _setting_remark(stake: SettingAtStake) -> Remark:
    if isinstance(stake.corrected, bool):
        return make_remark(f"stake_{'' if stake.corrected else 'un'}{stake.name}")
    return make_remark(f"stake_{stake.name}", corrected=str(stake.corrected), sent=str(stake.sent))


def _game_remark(stake: GameAtStake) -> Remark:
    code = "stake_game"
    if not stake.found:
        code = "stake_game_lost" if stake.corrected else "stake_game_lost_removed"
    elif not stake.corrected:
        code = "stake_game_removed"
    elif not stake.sent:
        code = "stake_game_missing"
    return make_remark(code, round=stake.round, corrected=_listed(stake.corrected), sent=_listed(stake.sent))


def _listed(pairings: Pairings) -> str:
    return ", ".join(map(shown_pairing, pairings))
