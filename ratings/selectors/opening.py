"""What a club brought from elsewhere, and who the names in a table of opening ratings may be.

The arbiter's desk only: real names. Everything here runs inside `club_scope` or `snapshot` of the club.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from clubs.models import Club
from players.domain.matching import Reason, build_index, propose_event, without_declared
from players.models import Player, Standing
from players.selectors import roots
from players.selectors.spellings import members_of, spellings_of
from ratings.domain.opening import BroughtRating
from ratings.models import LadderOpening
from tournaments.selectors.differing import declared_pairs

Start = tuple[int | None, int | None]
"""What a player starts with: a rating in tenths and a number of rated games; None: as the rules say, and nothing brought."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The date from which the club counts, None if it brought nothing, and what each player brought (`start_games` is not None)."""

    as_of: date | None = None
    starts: Mapping[int, Start] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Likely:
    """A person whom a row may mean. `rating` in tenths; None: not on the ladder."""

    player: Player
    reason: Reason
    rating: int | None
    games: int


@dataclass(frozen=True, slots=True)
class RowProposal:
    """Who a row may be: `likely` people, best first. Of three kinds:

    `preselected` is the primary key of the one whom the name fits with certainty; `is_new`: nobody whose name is much like it; neither:
    the arbiter has to choose.
    """

    brought: BroughtRating
    likely: tuple[Likely, ...] = ()
    preselected: int | None = None
    is_new: bool = False

    @property
    def is_open(self) -> bool:
        return self.preselected is None and not self.is_new


def opened_on(club: Club) -> date | None:
    """The date before which no event counts; None if the club brought nothing. One statement."""
    return LadderOpening.objects.filter(club=club).order_by().values_list("as_of", flat=True).first()


def opening_of(club: Club) -> Opening:
    """Two statements."""
    as_of = opened_on(club)
    brought = Player.objects.filter(club=club, start_games__isnull=False).values_list("pk", "start_rating", "start_games")
    return Opening(as_of, {player: (rating, games) for player, rating, games in brought})


def find_inherited_start(club: Club, player_id: int) -> Player | None:
    """Who of those merged into this person gives it its start where it has none of its own; None: the rules do. Two statements at most.

    The same as the replay chooses (`ratings.services.sources`): of those with a rating or games the smallest id.
    """
    absorbed = roots(club).players_of(player_id) - {player_id}
    if not absorbed:
        return None
    brought = Player.objects.filter(club=club, pk__in=absorbed).exclude(start_rating=None, start_games=None)
    return brought.order_by("pk").first()


def list_standings(club: Club) -> list[Standing]:
    """Everybody on the ladder, the established first, best first. One statement."""
    standings = Standing.objects.filter(club=club)
    return sorted(standings, key=lambda row: (row.provisional, -row.rating, -row.games, row.player_id))


def propose_people(club: Club, rows: Sequence[BroughtRating]) -> list[RowProposal]:
    """A proposal for each row, in their order: six statements, however many.

    Names are compared as those of an event are: two rows are never one person, and what is claimed twice is left to the arbiter.
    """
    persons = roots(club)
    everybody = list(Player.objects.filter(club=club, erased_at=None))
    people = {player.pk: player for player in everybody if player.pk not in persons.parents}
    standings = {standing.player_id: standing for standing in Standing.objects.filter(club=club)}
    index = build_index(members_of(people.values(), spellings_of(club, persons, everybody), standings))
    declared = declared_pairs(club, persons)
    proposals = []
    for row, answer in zip(rows, propose_event(index, [row.name for row in rows]), strict=True):
        shown = without_declared(answer, declared)
        likely = tuple(
            _likely(people[one.member_id], one.reason, standings.get(one.member_id)) for one in (*shown.suggestions, *shown.others)
        )
        is_new = answer.preselected is None and not answer.suggestions and not answer.doubtful
        proposals.append(RowProposal(row, likely, answer.preselected, is_new))
    return proposals


def _likely(player: Player, reason: Reason, standing: Standing | None) -> Likely:
    return Likely(player, reason, standing.rating if standing else None, standing.games if standing else 0)
