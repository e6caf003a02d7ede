"""What is played in the demo clubs: two seasons of weekly events, made by dice that always fall the same way."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from ratings.demo.clubs import DemoClub
from tournaments.domain.record import EntryRecord, EventFormat, EventRecord, PairingRecord, RoundRecord, Variant
from tournaments.domain.results import ResultKind

PROGRAM = "demo"
SEASONS = (date(2025, 9, 1), date(2026, 9, 1))
WEEKS = (36, 12)
NEWCOMERS = 2  # join with the second season
LATEST = 2  # come for the first time on the evening before the last, so that their ratings are provisional
RUBBER = 0.75  # how strongly results follow hidden strength; 1 is always

Board = tuple[int, int | None, ResultKind]


@dataclass(frozen=True, slots=True)
class Evening:
    """One event. `correction` is what was published again later, with a wrong result put right."""

    record: EventRecord
    correction: EventRecord | None = None


def evenings_of(club: DemoClub) -> Iterator[Evening]:
    """All events of a club, by date. The same club always gives the same events."""
    dice = Random(f"rookery demo {club.slug}")
    for season, (start, weeks) in enumerate(zip(SEASONS, WEEKS, strict=True), 1):
        first = start + timedelta(days=(club.evening - start.weekday()) % 7)
        for week in range(weeks):
            to_come = weeks - 1 - week if season == len(SEASONS) else weeks
            away = LATEST * (to_come != 1) + NEWCOMERS * (season == 1)
            who = _present(dice, club.members[: len(club.members) - away], always=club.members[-LATEST:] if to_come == 1 else ())
            yield _evening(club, dice, who, season, week, first + timedelta(weeks=week), last=to_come == 0)


def _present(dice: Random, members: tuple[str, ...], always: tuple[str, ...]) -> list[str]:
    """Who comes tonight, in order of hidden strength."""
    others = [member for member in members if member not in always]
    return sorted([*dice.sample(others, dice.randint(9, 16 - len(always))), *always], key=members.index)


def _evening(club: DemoClub, dice: Random, who: list[str], season: int, week: int, day: date, *, last: bool) -> Evening:
    name, kind, rounds, variant = _programme(club, dice, who, season, week)
    record = EventRecord(
        name=name,
        starts_on=day,
        ends_on=day,
        entries=tuple(EntryRecord(number, each) for number, each in enumerate(who, 1)),
        rounds=tuple(_round(number, boards) for number, boards in enumerate(rounds, 1)),
        program=PROGRAM,
        external_id=f"{season}-{week + 1}",
        format=kind,
        variant=variant,
        time_control="10+5",
        planned_rounds=len(rounds),
    )
    if last:
        return Evening(_as_typed(record, dice))
    if week == 9:
        return Evening(record, correction=_put_right(record))
    return Evening(record)


def _programme(club: DemoClub, dice: Random, who: list[str], season: int, week: int) -> tuple[str, EventFormat, list[list[Board]], Variant]:
    """The event's name, format and rounds: mostly a Swiss of four rounds, other nights at fixed intervals."""
    count = len(who)
    number = f"{season}.{week + 1}"
    if week % 12 == 5:
        return club.words.bughouse.format(number=number), EventFormat.OTHER, _swiss(dice, count, 3), Variant.BUGHOUSE
    if week % 6 == 3:
        return club.words.round_robin.format(number=number), EventFormat.ROUND_ROBIN, _quads(dice, count), Variant.STANDARD
    if week % 12 == 11:
        return club.words.knockout.format(number=number), EventFormat.KNOCKOUT, _knockout(dice, count), Variant.STANDARD
    if week == 20:
        return club.words.championship.format(number=season), EventFormat.SWISS, _swiss(dice, count, 7), Variant.STANDARD
    return club.words.swiss.format(number=number), EventFormat.SWISS, _swiss(dice, count, 4), Variant.STANDARD


def _swiss(dice: Random, count: int, rounds: int) -> list[list[Board]]:
    """Neighbours on the table meet who have not met; a plain way to make plausible evenings, not a pairing system."""
    points = dict.fromkeys(range(1, count + 1), 0)
    met: set[frozenset[int]] = set()
    rested: set[int] = set()
    made = []
    for number in range(rounds):
        table = sorted(points, key=lambda player: (-points[player], player))
        boards: list[Board] = []
        if len(table) % 2:
            resting = next(player for player in reversed(table) if player not in rested)
            rested.add(resting)
            table.remove(resting)
            boards.append((resting, None, ResultKind.PAIRING_ALLOCATED_BYE))
        if number == 1 and dice.random() < 0.5:
            boards += [(table.pop(), None, ResultKind.HALF_POINT_BYE), (table.pop(), None, ResultKind.ZERO_POINT_BYE)]
        boards[:0] = [_play(dice, white, black) for white, black in _neighbours(table, met)]
        for white, black, result in boards:
            points[white] += result.white_points
            if black is not None:
                points[black] += result.black_points
        made.append(boards)
    return made


def _neighbours(table: list[int], met: set[frozenset[int]]) -> Iterator[tuple[int, int]]:
    waiting = list(table)
    while waiting:
        first = waiting.pop(0)
        second = next((player for player in waiting if frozenset((first, player)) not in met), waiting[0])
        waiting.remove(second)
        met.add(frozenset((first, second)))
        yield (first, second) if (first + second) % 2 else (second, first)


def _quads(dice: Random, count: int) -> list[list[Board]]:
    """Fours by strength, everyone meets the three others; who is left over rests (RULES section 5)."""
    schedule = (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    fours = [range(start, start + 4) for start in range(1, count - 2, 4) if start + 3 <= count]
    rounds = []
    for pairs in schedule:
        boards = [_play(dice, four[white - 1], four[black - 1]) for four in fours for white, black in pairs]
        rounds.append(boards + [(player, None, ResultKind.ZERO_POINT_BYE) for player in range(4 * len(fours) + 1, count + 1)])
    return rounds


def _knockout(dice: Random, count: int) -> list[list[Board]]:
    """Single games; byes for the first seeds, in round 1 only; a drawn game is played off by Armageddon (RULES section 6)."""
    bracket = 1 << (count - 1).bit_length()
    byes, alive, rounds = bracket - count, list(range(1, count + 1)), []
    while len(alive) > 1:
        resting = alive[:byes]
        playing = alive[byes:]
        half = len(playing) // 2
        boards = [_decide(dice, white, black) for white, black in zip(playing[:half], reversed(playing[half:]), strict=True)]
        winners = [white if result.white_points else black for white, black, result in boards]
        rounds.append(boards + [(player, None, ResultKind.FULL_POINT_BYE) for player in resting])
        alive, byes = sorted(resting + [player for player in winners if player is not None]), 0
    return rounds


def _decide(dice: Random, white: int, black: int) -> Board:
    board = _play(dice, white, black)
    if board[2] in {ResultKind.DRAW, ResultKind.DOUBLE_FORFEIT}:
        return white, black, dice.choice((ResultKind.ARMAGEDDON_WHITE_WIN, ResultKind.ARMAGEDDON_BLACK_WIN))
    return board


def _play(dice: Random, white: int, black: int) -> Board:
    """The lower number is the stronger player; one game in fifty is not played."""
    if dice.random() < 0.02:
        return white, black, dice.choice((ResultKind.WHITE_FORFEIT_WIN, ResultKind.BLACK_FORFEIT_WIN))
    if dice.random() < 0.2:
        return white, black, ResultKind.DRAW
    stronger_wins = dice.random() < RUBBER
    return white, black, ResultKind.WHITE_WIN if (white < black) is stronger_wins else ResultKind.BLACK_WIN


def _round(number: int, boards: list[Board]) -> RoundRecord:
    return RoundRecord(number, tuple(PairingRecord(board, *each) for board, each in enumerate(boards, 1)))


def _put_right(record: EventRecord) -> EventRecord:
    """The event with the first decided game of its first round turned round."""
    turned = {ResultKind.WHITE_WIN: ResultKind.BLACK_WIN, ResultKind.BLACK_WIN: ResultKind.WHITE_WIN}
    first, *others = record.rounds
    wrong = next(pairing for pairing in first.pairings if pairing.result in turned)
    right = replace(wrong, result=turned[wrong.result])
    return replace(record, rounds=(replace(first, pairings=tuple(right if p is wrong else p for p in first.pairings)), *others))


def _as_typed(record: EventRecord, dice: Random) -> EventRecord:
    """The last evening as somebody typed it in a hurry: an initial, swapped names and a slip, for the arbiter to decide."""
    first, second, third, *others = record.entries
    given, surname = first.name.split(" ", 1)
    typed = (
        replace(first, name=f"{given[0]}. {surname}"),
        replace(second, name=" ".join(reversed(second.name.split(" ", 1)))),
        replace(third, name=_slip(third.name, dice)),
    )
    return replace(record, entries=(*typed, *others))


def _slip(name: str, dice: Random) -> str:
    """One letter of the surname left out, never the first."""
    given, surname = name.split(" ", 1)
    at = dice.randrange(1, len(surname) - 1)
    return f"{given} {surname[:at]}{surname[at + 1 :]}"
