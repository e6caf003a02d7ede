"""Adding people to a club and changing what is known of them."""

from typing import Any

from clubs.models import Club
from clubs.services import Person, changed_from, outdate_pages, record_in_journal
from clubs.tenancy.scope import club_scope
from players.domain.errors import StartRatingRefused
from players.domain.names import sort_key
from players.domain.pseudonyms import living_name
from players.models import Player
from players.services.living import lock_living

AGE = ("age_group", "age_group_lapses")
LOWEST_START, HIGHEST_START = 1000, 40000  # tenths


def create_player(*, club: Club, name: str, by: Person) -> Player:
    """A new person of the club under this name; a namesake is no obstacle.

    Raises:
        NameRefused
    """
    clean = living_name(name)
    with club_scope(club):
        player = Player.objects.create(club=club, name=clean, sort_key=sort_key(clean))
        record_in_journal(club=club, action="player.created", by=by, subject=player.public_id)
    return player


def change_person(
    *,
    club: Club,
    player: Player,
    by: Person,
    age_group: str,
    age_group_lapses: int | None,
    always_initials: bool,
    inactive: bool,
) -> Player:
    """What protects the name, and whether the person still comes, at once.

    `age_group` holds to the end of the year `age_group_lapses` (None: for good). Who is inactive keeps history, rating and place on the
    ladder; the list of people leaves them out, and the matching names them after all who fit a name equally well.

    Raises:
        Player.DoesNotExist
    """
    protection = {"age_group": age_group, "age_group_lapses": age_group_lapses, "always_initials": always_initials}
    with club_scope(club):
        return _change(club, lock_living(club, player.pk), by, "player.changed", inactive=inactive, **protection)


def set_start(*, club: Club, player: Player, rating: int | None, games: int | None, by: Person) -> Player:
    """The rating in tenths with which a person enters the ladder; None: as the ladder's rules say.

    `games` are the rated games brought from elsewhere with it; None: none were brought.

    Raises:
        StartRatingRefused: outside 100.0 to 4000.0.
        Player.DoesNotExist
    """
    if rating is not None and not LOWEST_START <= rating <= HIGHEST_START:
        raise StartRatingRefused
    return _change(club, player, by, "player.start_rating_set", start_rating=rating, start_games=games)


def set_start_rating(*, club: Club, player: Player, rating: int | None, by: Person) -> Player:
    """The same for somebody who brings no games. Raises as `set_start`."""
    return set_start(club=club, player=player, rating=rating, games=None, by=by)


def set_age_group(*, club: Club, player: Player, age_group: str, lapses: int | None, by: Person) -> Player:
    """The three-way mark, and the last year for which it holds (None: for good).

    Raises:
        Player.DoesNotExist
    """
    return _change(club, player, by, "player.age_group_set", age_group=age_group, age_group_lapses=lapses)


def _change(club: Club, player: Player, by: Person, action: str, **changes: Any) -> Player:
    """Write what differs. Nothing is written, and nothing queued for the ladder, where nothing changes."""
    with club_scope(club):
        changed = Player.objects.select_for_update().get(club=club, pk=player.pk)
        differing = [name for name, value in changes.items() if getattr(changed, name) != value]
        if differing:
            detail = changed_from(changed, {name: changes[name] for name in differing}, untold=AGE)
            for name in differing:
                setattr(changed, name, changes[name])
            changed.save(update_fields=differing)
            outdate_pages(club=club)
            record_in_journal(club=club, action=action, by=by, subject=changed.public_id, detail=detail)
    return changed
