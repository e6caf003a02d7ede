"""A second implementation of the ladder, plain on purpose and sharing no code with the first.

It follows the sentences of RULES section 1 one by one, without a sweep: the state of a player at the start of an event
is asked of the whole past each time. Ratings are Fractions of a point, expected scores Decimals from the formula.

An event is a dict: id, starts and ends (date, order, publication), games [(white, black, White's half-points)],
players. Who brought a rating from elsewhere is given with that rating and the games behind it. A rule change is (date or
None for the beginning, dict of the settings). Far too slow for a club.
"""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache
from typing import TypedDict

Place = tuple[date, int, int]


class Event(TypedDict):
    """One rated event."""

    id: int
    starts: Place
    ends: Place
    games: list[tuple[int, int, int]]
    players: list[int]


class Row(TypedDict):
    """What one event did to one player; rating and change in tenths, score in half-points."""

    before: int
    games_before: int
    change: int
    counted: int
    score: int
    wins: int
    draws: int
    losses: int


Settings = dict[str, int]
Ladder = dict[int, dict[int, Row]]


@cache
def expected(own: Fraction, opponent: Fraction) -> Fraction:
    """The formula at 50 digits, rounded to nine decimals."""
    with localcontext(prec=50):
        difference = (opponent - own) / 400
        exponent = Decimal(difference.numerator) / Decimal(difference.denominator)
        score = 1 / (1 + Decimal(10) ** exponent)
        return Fraction(score.quantize(Decimal("0.000000001"), rounding=ROUND_HALF_UP))


def rounded_to_a_tenth(change: Fraction) -> Fraction:
    """Half away from zero."""
    size = abs(change) * 10
    whole = size.numerator // size.denominator
    if size - whole >= Fraction(1, 2):
        whole += 1
    return Fraction(whole if change > 0 else -whole, 10)


def settings_on(day: date, rules: list[tuple[date | None, Settings]]) -> Settings:
    """The last settings whose date has come."""
    best_date, best = None, None
    for since, settings in rules:
        begun = since is None or since <= day
        if begun and (best is None or best_date is None or (since is not None and since >= best_date)):
            best_date, best = since, settings
    assert best is not None
    return best


def everybody(event: Event) -> set[int]:
    """All who appear in the event."""
    return set(event["players"]) | {player for game in event["games"] for player in game[:2]}


def ladder(
    events: list[Event],
    rules: list[tuple[date | None, Settings]],
    known: dict[int, int],
    brought: dict[int, tuple[int, int]] | None = None,
) -> Ladder:
    """Every row of every event, by event id and player; `known` holds starting ratings in tenths, `brought` such with a number of games."""
    in_order = sorted(events, key=lambda event: (event["starts"], event["id"]))
    done: Ladder = {}
    for event in in_order:
        settings = settings_on(event["starts"][0], rules)
        done[event["id"]] = {}
        past = [earlier for earlier in in_order if earlier["id"] in done and earlier is not event]
        states = {player: state_of(player, event, past, done, settings, known, brought or {}) for player in everybody(event)}
        for player in everybody(event):
            done[event["id"]][player] = row_of(player, event, states, settings)
    return done


def state_of(
    player: int,
    event: Event,
    past: list[Event],
    done: Ladder,
    settings: Settings,
    known: dict[int, int],
    brought: dict[int, tuple[int, int]],
) -> tuple[Fraction, int]:
    """Rating and number of rated games before the event: where the player entered, and all that ended since."""
    appeared = [earlier for earlier in past if player in done[earlier["id"]]]
    if not appeared and player in brought:
        return Fraction(brought[player][0], 10), brought[player][1]
    if not appeared:
        return Fraction(known.get(player, settings["start"]), 10), 0
    rating = Fraction(done[appeared[0]["id"]][player]["before"], 10)
    games = done[appeared[0]["id"]][player]["games_before"]
    for earlier in appeared:
        if earlier["ends"] < event["starts"]:
            rating += Fraction(done[earlier["id"]][player]["change"], 10)
            games += done[earlier["id"]][player]["counted"]
    return rating, games


def row_of(player: int, event: Event, states: dict[int, tuple[Fraction, int]], settings: Settings) -> Row:
    """One player's evening."""
    own, games = states[player]
    k = settings["k_new"] if games < settings["new_games"] else settings["k_established"]
    established = games >= settings["provisional_games"]
    total = Fraction(0)
    counted = score = wins = draws = losses = 0
    for white, black, white_half_points in event["games"]:
        if player not in (white, black):
            continue
        opponent = black if player == white else white
        half_points = white_half_points if player == white else 2 - white_half_points
        wins += half_points == 2
        draws += half_points == 1
        losses += half_points == 0
        opponent_rating, opponent_games = states[opponent]
        if established and opponent_games < settings["provisional_games"]:
            continue
        counted += 1
        score += half_points
        total += Fraction(half_points, 2) - expected(own, opponent_rating)
    change = rounded_to_a_tenth(k * total) * 10
    return {
        "before": int(own * 10),
        "games_before": games,
        "change": int(change),
        "counted": counted,
        "score": score,
        "wins": wins,
        "draws": draws,
        "losses": losses,
    }
