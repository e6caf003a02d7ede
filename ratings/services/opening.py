"""Opening ratings: what a club brings from elsewhere as of a date, all of it at once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models.fields.reverse_related import ForeignObjectRel

from clubs.models import Club, JournalEntry
from clubs.services import Person, record_in_journal
from clubs.tenancy.scope import club_scope, lock_ladder
from players.domain.names import sort_key
from players.domain.pseudonyms import living_name
from players.models import DERIVED, Player
from players.selectors import roots
from players.services.duplicates import ask_for_duplicates
from ratings.domain.errors import CorrectionRefused
from ratings.domain.opening import OpeningRefused
from ratings.models import LadderOpening
from ratings.selectors.opening import Start, opening_of

NOTHING: Start = (None, None)


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """One person of an opening: `player_id` of somebody who is known, None for somebody new of this name. `rating` in tenths."""

    player_id: int | None
    name: str
    rating: int
    games: int


@dataclass(frozen=True, slots=True)
class OpeningChange:
    """What an opening changed: the date and everybody's start, before and after. `created` are the people who were new."""

    as_of: tuple[date | None, date | None]
    before: Mapping[int, Start]
    after: Mapping[int, Start]
    created: tuple[int, ...] = ()


def set_opening(*, club: Club, as_of: date, rows: Sequence[OpeningRow], by: Person) -> OpeningChange:
    """From `as_of` on the club counts; everybody of `rows` enters the ladder with what stands there. It replaces an opening set before.

    Whoever had brought something and is not in `rows` has brought nothing, but for people who were erased: no table has their rows, and the
    ratings of others rest on what they brought. The ladder is replayed by itself.

    Raises:
        OpeningRefused: person_twice, person_gone. NameRefused.
    """
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        _check_people(club, [row.player_id for row in rows if row.player_id is not None])
        created = _create_players(club, [row.name for row in rows if row.player_id is None])
        fresh = iter(created)
        wanted: dict[int, Start] = {row.player_id or next(fresh): (row.rating, row.games) for row in rows}
        change = _change(club, as_of, wanted, created)
        detail = {"as_of": as_of.isoformat(), "people": len(rows), "new": len(created)}
        record_in_journal(club=club, action="ladder.opening_set", by=by, detail=detail)
        if created:  # so many come at once that some may be here already
            ask_for_duplicates(club=club, by=by)
    return change


def drop_opening(*, club: Club, by: Person) -> OpeningChange:
    """The club has brought nothing: everybody starts as the rules say, and every event counts. The people stay."""
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        change = _change(club, None, {}, ())
        record_in_journal(club=club, action="ladder.opening_dropped", by=by)
    return change


def put_back(*, club: Club, change: OpeningChange, by: Person) -> OpeningChange:
    """Take back what an opening changed; people who were made by it and of whom nothing else is known go. Returns what this changed.

    Raises:
        CorrectionRefused: people_gone; opening_changed_since, something is not as it was left.
    """
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        now = _starts_of(club, change.after)
        if len(now) < len(change.after):
            raise CorrectionRefused("people_gone")
        if (opening_of(club).as_of, now) != (change.as_of[1], change.after):
            raise CorrectionRefused("opening_changed_since")
        wanted = {player: change.before.get(player, NOTHING) for player in change.after}
        _put_date(club, change.as_of[0])
        _put_starts(club, wanted)
        _forget_unused(club, change.created)
        detail = {"as_of": change.as_of[0].isoformat() if change.as_of[0] else None}
        record_in_journal(club=club, action="ladder.opening_put_back", by=by, detail=detail)
    return OpeningChange((change.as_of[1], change.as_of[0]), dict(change.after), wanted)


def _change(club: Club, as_of: date | None, wanted: dict[int, Start], created: Iterable[int]) -> OpeningChange:
    erased = set(Player.objects.filter(club=club).exclude(erased_at=None).values_list("pk", flat=True))
    earlier = opening_of(club)
    after = {**dict.fromkeys(earlier.starts.keys() - erased, NOTHING), **wanted}
    before = {player: start for player, start in _starts_of(club, after).items() if player not in set(created)}
    _put_date(club, as_of)
    _put_starts(club, after)
    return OpeningChange((earlier.as_of, as_of), before, after, tuple(created))


def _check_people(club: Club, chosen: Sequence[int]) -> None:
    if len(set(chosen)) < len(chosen):
        raise OpeningRefused("person_twice")
    absorbed = roots(club).parents
    if Player.objects.filter(club=club, pk__in=chosen).count() < len(chosen) or any(player in absorbed for player in chosen):
        raise OpeningRefused("person_gone")


def _create_players(club: Club, names: Iterable[str]) -> tuple[int, ...]:
    cleaned = [living_name(name) for name in names]
    made = Player.objects.bulk_create(Player(club=club, name=name, sort_key=sort_key(name)) for name in cleaned)
    return tuple(player.pk for player in made)


def _starts_of(club: Club, players: Iterable[int]) -> dict[int, Start]:
    found = Player.objects.filter(club=club, pk__in=list(players)).values_list("pk", "start_rating", "start_games")
    return {player: (rating, games) for player, rating, games in found}


def _put_date(club: Club, as_of: date | None) -> None:
    """Nothing is written, and nothing queued for the ladder, where nothing changes."""
    if as_of is None:
        LadderOpening.objects.filter(club=club).delete()
    elif not LadderOpening.objects.filter(club=club, as_of=as_of).exists():
        LadderOpening.objects.update_or_create(club=club, defaults={"as_of": as_of})


def _put_starts(club: Club, wanted: Mapping[int, Start]) -> None:
    players = [player for player in Player.objects.filter(club=club, pk__in=list(wanted)).select_for_update() if _differs(player, wanted)]
    for player in players:
        player.start_rating, player.start_games = wanted[player.pk]
    Player.objects.bulk_update(players, ["start_rating", "start_games"], batch_size=500)


def _differs(player: Player, wanted: Mapping[int, Start]) -> bool:
    return (player.start_rating, player.start_games) != wanted[player.pk]


def _forget_unused(club: Club, created: Sequence[int]) -> None:
    """Remove those of whom nothing is known but the name with which they were made."""
    plain = Player.objects.filter(club=club, pk__in=created, age_group="unknown", always_initials=False)
    candidates = dict(plain.values_list("public_id", "pk"))
    known = set(JournalEntry.objects.filter(club=club, subject__in=candidates).values_list("subject", flat=True))
    unused = {pk for public_id, pk in candidates.items() if public_id not in known}
    for relation in Player._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel) and relation.related_model not in DERIVED:
            field = relation.field.name
            naming = relation.related_model._base_manager.filter(**{"club": club, f"{field}__in": unused})
            unused -= set(naming.values_list(f"{field}_id", flat=True))
    Player.objects.filter(club=club, pk__in=unused).delete()
