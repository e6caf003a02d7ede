"""The peer: a replay of the same rules as one would write it with Django's ORM, all of it at every correction.

Objects, dictionaries, DELETE and `bulk_create`; one row a player and event, in tables as Django makes them. It is tested to give the same
ladder as ours. Opening ratings are not its business.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.db import connections, models

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player, PlayerMerge
from ratings.domain.elo import HALF, change_in_tenths, expected_score
from ratings.domain.rules import RuleBook, Rules
from ratings.selectors import ladder_rules_of
from tournaments.domain.record import Variant
from tournaments.domain.results import RATED, ResultKind
from tournaments.models import EntryLink, Event


class PlainChange(models.Model):
    """What one event did to one player."""

    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE, related_name="+")
    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="+", db_constraint=False)
    player = models.ForeignKey("players.Player", on_delete=models.CASCADE, related_name="+", db_constraint=False)
    before = models.IntegerField()
    games_before = models.IntegerField()
    change = models.IntegerField()
    counted = models.IntegerField()
    score = models.IntegerField()
    wins = models.IntegerField()
    draws = models.IntegerField()
    losses = models.IntegerField()
    event_id: int
    player_id: int
    objects: ClassVar["models.Manager[PlainChange]"] = models.Manager()

    class Meta:
        app_label = "bench"

    def __str__(self) -> str:
        return f"event {self.event_id}, player {self.player_id}"


class PlainStanding(models.Model):
    """Where one player stands."""

    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey("players.Player", on_delete=models.CASCADE, related_name="+", db_constraint=False)
    rating = models.IntegerField()
    games = models.IntegerField()
    peak = models.IntegerField()
    player_id: int
    objects: ClassVar["models.Manager[PlainStanding]"] = models.Manager()

    class Meta:
        app_label = "bench"

    def __str__(self) -> str:
        return f"player {self.player_id}"


@dataclass(slots=True)
class Rating:
    """A player during the replay."""

    rating: int
    games: int = 0
    peak: int = 0


def create_tables() -> None:
    """Make the two tables, and let the application's role work with them."""
    connection = connections["owner"]
    with connection.schema_editor() as editor:
        editor.create_model(PlainChange)
        editor.create_model(PlainStanding)
    role = connections["default"].settings_dict["USER"]
    with connection.cursor() as cursor:
        cursor.execute(f'GRANT SELECT, INSERT, UPDATE, DELETE ON bench_plainchange, bench_plainstanding TO "{role}"')
        cursor.execute(f'GRANT USAGE ON SEQUENCE bench_plainchange_id_seq, bench_plainstanding_id_seq TO "{role}"')


def drop_tables() -> None:
    """Take both away again."""
    with connections["owner"].schema_editor() as editor:
        editor.delete_model(PlainStanding)
        editor.delete_model(PlainChange)


def replay_plainly(club: Club) -> None:
    """Compute the whole ladder of the club and store it anew."""
    with club_scope(club):
        changes, ratings = _compute(club)
        PlainChange.objects.filter(club=club).delete()
        PlainChange.objects.bulk_create(changes, batch_size=5000)
        PlainStanding.objects.filter(club=club).delete()
        PlainStanding.objects.bulk_create(
            PlainStanding(club=club, player_id=player, rating=row.rating, games=row.games, peak=row.peak) for player, row in ratings.items()
        )


def _compute(club: Club) -> tuple[list[PlainChange], dict[int, Rating]]:
    rules = ladder_rules_of(club)
    people = _people(club)
    known = Player.objects.filter(club=club, start_rating__isnull=False).values_list("pk", "start_rating")
    start_ratings = {player: rating for player, rating in known if rating is not None}
    ratings: dict[int, Rating] = {}
    changes: dict[int, list[PlainChange]] = {}
    for event, ends in _timeline(club):
        if ends:
            for change in changes[event.pk]:
                row = ratings[change.player_id]
                row.rating += change.change
                row.games += change.counted
                row.peak = max(row.peak, row.rating)
        else:
            changes[event.pk] = _rate(club, event, people, ratings, rules, start_ratings)
    return [change for rows in changes.values() for change in rows], ratings


def _people(club: Club) -> dict[int, int]:
    """The person of every entry."""
    parents = dict(PlayerMerge.objects.filter(club=club, undone_at=None).values_list("absorbed_id", "into_id"))
    people = {}
    for entry, player in EntryLink.objects.filter(club=club, undone_at=None).values_list("entry_id", "player_id"):
        person = player
        while person in parents:
            person = parents[person]
        people[entry] = person
    return people


def _timeline(club: Club) -> Iterable[tuple[Event, bool]]:
    """Every event at its start (False) and at its end (True)."""
    events = (
        Event.objects.filter(
            club=club,
            removed_at=None,
            rated_version__rated=True,
            rated_version__finished=True,
            rated_version__variant=Variant.STANDARD,
        )
        .select_related("rated_version")
        .prefetch_related("rated_version__games")
    )
    stops = []
    for event in events:
        version = event.rated_version
        assert version is not None
        stops.append(((version.starts_on, event.order_in_date, event.pk, False), event))
        stops.append(((version.ends_on, event.order_in_date, event.pk, True), event))
    stops.sort(key=lambda stop: stop[0])
    return [(event, key[-1]) for key, event in stops]


def _rate(
    club: Club, event: Event, people: dict[int, int], ratings: dict[int, Rating], rulebook: RuleBook, start_ratings: dict[int, int]
) -> list[PlainChange]:
    """The changes of one event, its people in the order of their ids."""
    version = event.rated_version
    assert version is not None
    rules = rulebook.on(version.starts_on)
    games = version.games.all()
    present = sorted({people[entry] for game in games for entry in (game.white_id, game.black_id) if entry in people})
    rows: dict[int, PlainChange] = {}
    for player in present:
        held = ratings.setdefault(player, Rating(start_ratings.get(player, rules.start)))
        rows[player] = PlainChange(
            club=club,
            event=event,
            player_id=player,
            before=held.rating,
            games_before=held.games,
            change=0,
            counted=0,
            score=0,
            wins=0,
            draws=0,
            losses=0,
        )
    surplus: defaultdict[int, int] = defaultdict(int)
    for game in games:
        kind = ResultKind(game.result)
        white, black = rows.get(people.get(game.white_id, 0)), rows.get(people.get(game.black_id or 0, 0))
        if kind in RATED and white is not None and black is not None and white is not black:
            _count(white, black, kind.white_points, rules, surplus)
            _count(black, white, kind.black_points, rules, surplus)
    for player, row in rows.items():
        row.change = change_in_tenths(rules.k_for(row.games_before), surplus[player])
    return list(rows.values())


def _count(own: PlainChange, opponent: PlainChange, points: int, rules: Rules, surplus: dict[int, int]) -> None:
    """One game for one of its players."""
    own.wins += points == 2
    own.draws += points == 1
    own.losses += points == 0
    if rules.is_provisional(own.games_before) or not rules.is_provisional(opponent.games_before):
        own.counted += 1
        own.score += points
        surplus[own.player_id] += points * HALF - expected_score(own.before - opponent.before)
