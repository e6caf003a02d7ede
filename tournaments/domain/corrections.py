"""What a correction of an event says: which pairings and which settings stood there, and what stands there instead.

A patch is exact and can be turned round, so that undoing a correction is applying its inverse. It speaks of boards and
of entry numbers; `tournaments.domain.refitting` makes it speak of another version of the event.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from tournaments.domain.errors import CorrectionRefused
from tournaments.domain.record import EventRecord, PairingRecord, RoundRecord
from tournaments.domain.results import ResultKind

FieldValue = date | bool
Pairings = tuple[PairingRecord, ...]

DATE_FIELDS = ("starts_on", "ends_on")
SWITCH_FIELDS = ("rated", "finished")
FIELDS = (*DATE_FIELDS, *SWITCH_FIELDS)
"""What of an event as a whole can be corrected."""


@dataclass(frozen=True, slots=True)
class GamePatch:
    """The pairings that one correction replaces in a round, and what replaces them; () is nothing there."""

    round: int
    before: Pairings
    after: Pairings

    def inverse(self) -> "GamePatch":
        """What undoes it."""
        return GamePatch(self.round, self.after, self.before)

    @property
    def players(self) -> frozenset[int]:
        """The numbers of all who are concerned."""
        return players_in((*self.before, *self.after))


@dataclass(frozen=True, slots=True)
class EventPatch:
    """A whole correction. `fields`: (before, after) by name, of `FIELDS`."""

    games: tuple[GamePatch, ...] = ()
    fields: Mapping[str, tuple[FieldValue, FieldValue]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """False if it changes nothing."""
        return bool(self.games or self.fields)

    def inverse(self) -> "EventPatch":
        """What undoes it."""
        fields = {name: (after, before) for name, (before, after) in self.fields.items()}
        return EventPatch(tuple(game.inverse() for game in reversed(self.games)), fields)

    def as_json(self) -> dict[str, Any]:
        """The patch as plain values, numbers and no names; `from_json` reads it back."""
        return {
            "games": [
                {"round": game.round, "before": _pairings_value(game.before), "after": _pairings_value(game.after)} for game in self.games
            ],
            "fields": {name: [_field_value(value) for value in values] for name, values in self.fields.items()},
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "EventPatch":
        """The patch that `as_json` wrote."""
        games = tuple(GamePatch(game["round"], _pairings_of(game["before"]), _pairings_of(game["after"])) for game in value["games"])
        return cls(games, {name: (_field_of(name, before), _field_of(name, after)) for name, (before, after) in value["fields"].items()})


def change_result(record: EventRecord, round_number: int, board: int, kind: ResultKind) -> EventPatch:
    """Another result for one board: a game stays a game (forfeits too), a bye stays a bye.

    Errors: CorrectionRefused round_unknown, game_unknown, bye_with_opponent, game_without_opponent, same_content.
    """
    pairing = pairing_at(record, round_number, board)
    if pairing.result is kind:
        raise CorrectionRefused("same_content")
    return _checked(record, GamePatch(round_number, (pairing,), (replace(pairing, result=kind),)))


def replace_by_byes(record: EventRecord, round_number: int, board: int, white_kind: ResultKind, black_kind: ResultKind) -> EventPatch:
    """No game but a bye for each of its players; White's keeps the board, Black's goes behind the last one.

    Errors: CorrectionRefused round_unknown, game_unknown, bye_already, game_without_opponent for a kind that is no bye.
    """
    pairing = pairing_at(record, round_number, board)
    if pairing.black is None:
        raise CorrectionRefused("bye_already", {"round": round_number, "board": board})
    behind = 1 + max(each.board for each in round_of(record, round_number).pairings)
    byes = (PairingRecord(board, pairing.white, None, white_kind), PairingRecord(behind, pairing.black, None, black_kind))
    return _checked(record, GamePatch(round_number, (pairing,), byes))


def remove_game(record: EventRecord, round_number: int, board: int) -> EventPatch:
    """Nothing on this board: its players have no line in this round any more.

    Errors: CorrectionRefused round_unknown, game_unknown.
    """
    return _checked(record, GamePatch(round_number, (pairing_at(record, round_number, board),), ()))


def restore_game(record: EventRecord, round_number: int, pairing: PairingRecord) -> EventPatch:
    """A pairing or bye that the round lacks.

    Errors: CorrectionRefused round_unknown, board_taken, plays_twice, plays_itself, player_unknown, and those of a wrong kind.
    """
    return _checked(record, GamePatch(round_number, (), (pairing,)))


def change_dates(record: EventRecord, starts_on: date, ends_on: date) -> EventPatch:
    """Other dates; `record` has both. Errors: CorrectionRefused end_before_start, same_content."""
    return _fields_patch(record, starts_on=starts_on, ends_on=ends_on)


def set_rated(record: EventRecord, rated: bool) -> EventPatch:
    """Whether the ladder counts the event. Errors: CorrectionRefused same_content."""
    return _fields_patch(record, rated=rated)


def set_finished(record: EventRecord, finished: bool) -> EventPatch:
    """Whether the event has ended. Errors: CorrectionRefused finished_pending, same_content."""
    return _fields_patch(record, finished=finished)


def together(patches: Iterable[EventPatch]) -> EventPatch:
    """Several patches made from the same record as one. Of a setting that two of them change, the last one counts."""
    listed = list(patches)
    fields = {name: values for patch in listed for name, values in patch.fields.items()}
    return EventPatch(tuple(game for patch in listed for game in patch.games), fields)


def apply_patch(record: EventRecord, patch: EventPatch) -> EventRecord:
    """The record as corrected; pairings of the rounds that are touched are in the order of their boards.

    Exact: what the patch says was there before must be there, on the same boards.
    Errors: CorrectionRefused changed_since, and everything that would make the record contradict itself.
    """
    rounds = {played.number: played for played in record.rounds}
    for number in {game.round for game in patch.games}:
        rounds[number] = _apply_games(round_of(record, number), [game for game in patch.games if game.round == number])
    for name, (before, _after) in patch.fields.items():
        if getattr(record, name) != before:
            raise CorrectionRefused(f"{name}_changed_since", {"now": str(getattr(record, name))})
    values: dict[str, Any] = {name: after for name, (_before, after) in patch.fields.items()}
    changed = replace(record, rounds=tuple(rounds[played.number] for played in record.rounds), **values)
    _check(changed, patch)
    return changed


def round_of(record: EventRecord, number: int) -> RoundRecord:
    """Errors: CorrectionRefused round_unknown."""
    found = next((played for played in record.rounds if played.number == number), None)
    if found is None:
        raise CorrectionRefused("round_unknown", {"round": number})
    return found


def pairing_at(record: EventRecord, round_number: int, board: int) -> PairingRecord:
    """Errors: CorrectionRefused round_unknown, game_unknown."""
    found = next((pairing for pairing in round_of(record, round_number).pairings if pairing.board == board), None)
    if found is None:
        raise CorrectionRefused("game_unknown", {"round": round_number, "board": board})
    return found


def players_in(pairings: Iterable[PairingRecord]) -> frozenset[int]:
    """The numbers of all who are in these pairings."""
    return frozenset(number for pairing in pairings for number in (pairing.white, pairing.black) if number is not None)


def pairings_of(played: RoundRecord, players: frozenset[int]) -> Pairings:
    """The pairings and byes of a round in which one of these players is."""
    return tuple(pairing for pairing in played.pairings if pairing.white in players or pairing.black in players)


def _apply_games(played: RoundRecord, games: Iterable[GamePatch]) -> RoundRecord:
    """All that goes goes first, so that what comes finds its boards and players free."""
    left = list(played.pairings)
    for game in games:
        for pairing in game.before:
            if pairing not in left:
                place = {"round": game.round, "board": pairing.board}
                raise CorrectionRefused("changed_since", place, now=pairings_of(played, game.players))
            left.remove(pairing)
    for game in games:
        for pairing in game.after:
            if any(each.board == pairing.board for each in left):
                raise CorrectionRefused("board_taken", {"round": game.round, "board": pairing.board})
            _refuse_twice(game.round, pairing, left)
            left.append(pairing)
    return replace(played, pairings=tuple(sorted(left, key=lambda pairing: pairing.board)))


def _refuse_twice(round_number: int, pairing: PairingRecord, others: Iterable[PairingRecord]) -> None:
    """Nobody is in a round twice, except for several games of one pair."""
    players = players_in([pairing])
    for other in others:
        for number in sorted(players & players_in([other])):
            if players_in([other]) != players or pairing.black is None:
                raise CorrectionRefused("plays_twice", {"round": round_number, "number": number}, now=(other,))


def _check(record: EventRecord, patch: EventPatch) -> None:
    """Refuse a corrected record that no reader would accept."""
    numbers = {entry.number for entry in record.entries}
    for game in patch.games:
        for pairing in game.after:
            _check_pairing(game.round, pairing)
        for unknown in sorted(game.players - numbers):
            raise CorrectionRefused("player_unknown", {"number": unknown})
    if record.starts_on is not None and record.ends_on is not None and record.ends_on < record.starts_on:
        raise CorrectionRefused("end_before_start", {"starts_on": str(record.starts_on), "ends_on": str(record.ends_on)})
    if record.finished and ("finished" in patch.fields or patch.games):
        for played in record.rounds:
            for pairing in played.pairings:
                if pairing.result is ResultKind.PENDING:
                    raise CorrectionRefused("finished_pending", {"round": played.number, "board": pairing.board})


def _check_pairing(round_number: int, pairing: PairingRecord) -> None:
    place = {"round": round_number, "board": pairing.board}
    if pairing.black is None and not pairing.result.is_bye:
        raise CorrectionRefused("game_without_opponent", place)
    if pairing.black is not None and pairing.result.is_bye:
        raise CorrectionRefused("bye_with_opponent", place)
    if pairing.black == pairing.white:
        raise CorrectionRefused("plays_itself", place)


def _checked(record: EventRecord, game: GamePatch) -> EventPatch:
    """A patch that can be applied to the record it was made from."""
    patch = EventPatch((game,))
    apply_patch(record, patch)
    return patch


def _fields_patch(record: EventRecord, **values: FieldValue) -> EventPatch:
    changed = {name: (getattr(record, name), value) for name, value in values.items() if getattr(record, name) != value}
    if not changed:
        raise CorrectionRefused("same_content")
    patch = EventPatch((), changed)
    apply_patch(record, patch)
    return patch


def _pairings_value(pairings: Pairings) -> list[dict[str, Any]]:
    return [{"board": each.board, "white": each.white, "black": each.black, "result": each.result.value} for each in pairings]


def _pairings_of(values: Iterable[Mapping[str, Any]]) -> Pairings:
    return tuple(PairingRecord(each["board"], each["white"], each["black"], ResultKind(each["result"])) for each in values)


def _field_value(value: FieldValue) -> str | bool:
    return value.isoformat() if isinstance(value, date) else value


def _field_of(name: str, value: str | bool) -> FieldValue:
    if name not in FIELDS:
        raise ValueError(name)
    return date.fromisoformat(value) if isinstance(value, str) else value
