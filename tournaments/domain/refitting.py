"""Making a correction that speaks of one version of an event speak of another one.

Numbers are given anew when somebody joins late, and boards when a file is sorted otherwise. So people are found by their
names, as links are, and a game by who plays it. Where that is not certain, nothing is corrected.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from tournaments.domain.corrections import EventPatch, GamePatch, Pairings, pairings_of, round_of
from tournaments.domain.errors import CorrectionRefused
from tournaments.domain.record import EventRecord, PairingRecord


def refit_patch(patch: EventPatch, spoken_of: EventRecord, latest: EventRecord) -> EventPatch:
    """The patch in the numbers and boards of `latest`; it can be applied to it exactly.

    Games and settings that are already as the patch wants them are left out.
    Errors: CorrectionRefused changed_since, paired_already, round_unknown, player_unknown, who_is_unclear, same_content if nothing is left.
    """
    numbers = translate_numbers(spoken_of, latest)
    games = [game for each in patch.games if (game := _find_game(translate_game(each, numbers), latest)) is not None]
    fields = {name: values for name, values in patch.fields.items() if getattr(latest, name) != values[1]}
    if not games and not fields:
        raise CorrectionRefused("same_content")
    return EventPatch(put_on_boards(latest, games), fields)


def translate_numbers(one: EventRecord, other: EventRecord) -> Mapping[int, int]:
    """The numbers in `other` of those in `one` of whom it is certain who they are there.

    The same list of names gives the same numbers; in another list a person is found by a name that is unique in both.
    """
    ours = {entry.number: entry.name for entry in one.entries}
    theirs = {entry.number: entry.name for entry in other.entries}
    if ours == theirs:
        return {number: number for number in ours}
    times, their_times = Counter(ours.values()), Counter(theirs.values())
    by_name = {name: number for number, name in theirs.items()}
    return {number: by_name[name] for number, name in ours.items() if times[name] == their_times[name] == 1}


def translate_game(game: GamePatch, numbers: Mapping[int, int]) -> GamePatch:
    """The game with other numbers for its players. Errors: CorrectionRefused who_is_unclear."""
    for number in sorted(game.players - numbers.keys()):
        raise CorrectionRefused("who_is_unclear", {"round": game.round, "number": number})
    return GamePatch(game.round, _translate(game.before, numbers), _translate(game.after, numbers))


def say_same(one: Pairings, other: Pairings) -> bool:
    """True if both are the same games with the same results, on whatever boards."""
    return _anywhere(one) == _anywhere(other)


def put_on_boards(record: EventRecord, games: Iterable[GamePatch]) -> tuple[GamePatch, ...]:
    """The same games, of which no pairing that comes takes a board that is not free: it goes behind the last one instead."""
    listed = list(games)
    boards = {played.number: {pairing.board for pairing in played.pairings} for played in record.rounds}
    for game in listed:
        boards[game.round] -= {pairing.board for pairing in game.before}
    placed = []
    for game in listed:
        taken = boards[game.round]
        after = []
        for pairing in game.after:
            board = pairing.board if pairing.board not in taken else max(taken) + 1
            taken.add(board)
            after.append(replace(pairing, board=board))
        placed.append(replace(game, after=tuple(after)))
    return tuple(placed)


def _find_game(game: GamePatch, latest: EventRecord) -> GamePatch | None:
    """The game as it stands in this record, with its boards there; None if it is already as wanted."""
    now = pairings_of(round_of(latest, game.round), game.players)
    if say_same(now, game.after):
        return None
    if not game.before and now:
        raise CorrectionRefused("paired_already", {"round": game.round}, now=now)
    if not (say_same(now, game.before) or (game.before and _anywhere(game.before) <= _anywhere(now))):
        board = (*game.before, *game.after)[0].board
        raise CorrectionRefused("changed_since", {"round": game.round, "board": board}, now=now)
    where = {pairing.board: _board_in(now, pairing) for pairing in game.before}
    before = tuple(replace(pairing, board=where[pairing.board]) for pairing in game.before)
    return GamePatch(game.round, before, tuple(replace(each, board=where.get(each.board, each.board)) for each in game.after))


def _board_in(pairings: Pairings, wanted: PairingRecord) -> int:
    return next(each.board for each in pairings if replace(each, board=wanted.board) == wanted)


def _translate(pairings: Pairings, numbers: Mapping[int, int]) -> Pairings:
    return tuple(
        replace(pairing, white=numbers[pairing.white], black=None if pairing.black is None else numbers[pairing.black])
        for pairing in pairings
    )


def _anywhere(pairings: Pairings) -> Counter[PairingRecord]:
    return Counter(replace(pairing, board=0) for pairing in pairings)
