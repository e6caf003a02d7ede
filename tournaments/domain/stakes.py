"""Corrections at stake: what was put right here and would be undone by a new version of the event from its program.

Not handled: several games of one pair in a round, where one was corrected; it cannot be kept. No file format has them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.domain.corrections import EventPatch, FieldValue, GamePatch, Pairings, apply_patch, pairings_of, players_in
from tournaments.domain.errors import CorrectionRefused
from tournaments.domain.record import EventRecord
from tournaments.domain.refitting import put_on_boards, say_same, translate_game, translate_numbers


class OverCorrections(StrEnum):
    """What somebody decided about the corrections at stake."""

    KEEP = "keep"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class GameAtStake:
    """Boards of one round: as published before, as corrected here, and as the new version has them; () is nothing there.

    In the numbers of the new version, or where it is not clear who is who in it (`found` is false) in those of the version before.
    """

    round: int
    published: Pairings
    corrected: Pairings
    sent: Pairings
    found: bool = True

    @property
    def can_be_kept(self) -> bool:
        """True if nobody else would lose a game by it, and no pair one of several games."""
        pairs = {players_in([pairing]) for pairing in self.sent}
        return self.found and len(pairs) == len(self.sent) and players_in(self.sent) <= players_in((*self.published, *self.corrected))


@dataclass(frozen=True, slots=True)
class SettingAtStake:
    """Something of the event as a whole; `name` is one of `corrections.FIELDS`."""

    name: str
    published: FieldValue
    corrected: FieldValue
    sent: FieldValue

    @property
    def can_be_kept(self) -> bool:
        return True


Stake = GameAtStake | SettingAtStake


def weigh_corrections(net: EventPatch, corrected: EventRecord, sent: EventRecord) -> tuple[Stake, ...]:
    """What `sent` would undo of the corrections that `net` sums up; it speaks of `corrected`.

    What `sent` has just as it was corrected is not at stake, and neither is what it does not state (a missing date).
    """
    numbers = translate_numbers(corrected, sent)
    games = [stake for game in net.games if (stake := _weigh_game(game, numbers, sent)) is not None]
    settings = [
        SettingAtStake(name, before, after, getattr(sent, name))
        for name, (before, after) in net.fields.items()
        if getattr(sent, name) not in (after, None)
    ]
    return (*settings, *games)


def keep_corrections(stakes: Iterable[Stake], sent: EventRecord) -> EventRecord:
    """The new version with everything that is at stake as it was corrected.

    Errors: CorrectionRefused correction_lost for a game that the new version has paired otherwise or whose players are not found in
    it, and what would make the event contradict itself.
    """
    listed = list(stakes)
    for stake in listed:
        if isinstance(stake, GameAtStake) and not stake.can_be_kept:
            raise CorrectionRefused("correction_lost", {"round": stake.round})
    games = [_on_boards_of(stake) for stake in listed if isinstance(stake, GameAtStake)]
    fields = {stake.name: (stake.sent, stake.corrected) for stake in listed if isinstance(stake, SettingAtStake)}
    return apply_patch(sent, EventPatch(put_on_boards(sent, games), fields))


def _weigh_game(game: GamePatch, numbers: Mapping[int, int], sent: EventRecord) -> GameAtStake | None:
    if game.players - numbers.keys():
        return GameAtStake(game.round, game.before, game.after, (), found=False)
    ours = translate_game(game, numbers)
    played = next((played for played in sent.rounds if played.number == game.round), None)
    now = () if played is None else pairings_of(played, ours.players)
    if say_same(now, ours.after):
        return None
    return GameAtStake(game.round, ours.before, ours.after, now, found=played is not None)


def _on_boards_of(stake: GameAtStake) -> GamePatch:
    """What was corrected, on the boards on which the new version has these players."""
    boards = [pairing.board for pairing in stake.sent]
    own = [pairing.board for pairing in stake.corrected][len(boards) :]
    after = tuple(replace(pairing, board=board) for pairing, board in zip(stake.corrected, [*boards, *own], strict=False))
    return GamePatch(stake.round, stake.sent, after)
