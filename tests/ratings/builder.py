"""Events made straight in the tables: names decided, ready to be rated. What is published and confirmed by services is tested elsewhere."""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import count

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player, PlayerMerge
from tournaments.domain.results import ResultKind
from tournaments.models import Entry, EntryLink, Event, EventVersion, Game

WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN
DAY = date(2026, 3, 3)

Board = tuple[Player, Player | None, ResultKind]
_numbers = count(1)


def new_club() -> Club:
    """A club without people or rules."""
    return Club.objects.create(name="Nest", slug=f"nest-{next(_numbers)}", language="en", time_zone="UTC")


def new_players(club: Club, number: int, *, start_rating: int | None = None, start_games: int | None = None) -> list[Player]:
    """So many players; `start_rating` in tenths, `start_games` for those who come from elsewhere."""
    with club_scope(club):
        names = [f"Player {next(_numbers)}" for _ in range(number)]
        figures = {"start_rating": start_rating, "start_games": start_games}
        return Player.objects.bulk_create(Player(club=club, name=name, sort_key=name, **figures) for name in names)


def one_game(club: Club, result: ResultKind) -> list[Board]:
    """Two new players and what they played."""
    white, black = new_players(club, 2)
    return [(white, black, result)]


def new_event(
    club: Club,
    boards: Iterable[Board],
    *,
    on: date = DAY,
    until: date | None = None,
    order: int = 0,
    rated: bool = True,
    finished: bool = True,
    variant: str = "standard",
) -> Event:
    """An event of one version whose every name is linked; each pair has a round of its own."""
    with club_scope(club):
        event = Event.objects.create(club=club, order_in_date=order)
        publish(club, event, boards, on=on, until=until, rated=rated, finished=finished, variant=variant)
    return event


def publish(
    club: Club,
    event: Event,
    boards: Iterable[Board],
    *,
    on: date = DAY,
    until: date | None = None,
    rated: bool = True,
    finished: bool = True,
    variant: str = "standard",
    decided: bool = True,
) -> EventVersion:
    """One more version of the event; undecided ones become the latest and not the rated one."""
    boards = list(boards)
    with club_scope(club):
        version = EventVersion.objects.create(
            club=club,
            event=event,
            replaces_id=event.latest_id,
            number=1 + (EventVersion.objects.filter(event=event).count() if event.latest_id else 0),
            digest="",
            name="Evening",
            starts_on=on,
            ends_on=until or on,
            format="swiss",
            variant=variant,
            rated=rated,
            finished=finished,
            source="test",
        )
        entries = _enter(club, version, [player for white, black, _ in boards for player in (white, black) if player], decided)
        Game.objects.bulk_create(
            Game(
                club=club,
                version=version,
                round=number,
                board=1,
                white=entries[white.pk],
                black=entries[black.pk] if black else None,
                result=result,
            )
            for number, (white, black, result) in enumerate(boards, 1)
        )
        event.latest = version
        if decided:
            event.rated_version = version
        event.save()
    return version


def _enter(club: Club, version: EventVersion, players: Sequence[Player], decided: bool) -> dict[int, Entry]:
    entries = {player.pk: Entry(club=club, version=version, number=0, name=player.name) for player in players}
    for number, entry in enumerate(entries.values(), 1):
        entry.number = number
    Entry.objects.bulk_create(entries.values())
    if decided:
        EntryLink.objects.bulk_create(EntryLink(club=club, entry=entry, player_id=player) for player, entry in entries.items())
    return entries


def merge(club: Club, absorbed: Player, into: Player) -> PlayerMerge:
    """`absorbed` is `into` from now on."""
    with club_scope(club):
        return PlayerMerge.objects.create(club=club, absorbed=absorbed, into=into)
