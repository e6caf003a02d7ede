"""Of whom a person is made, and what stands in the journal of it. Everything here runs inside `club_scope` or `snapshot` of the club."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q

from clubs.models import Club
from players.models import Player, PlayerMerge
from ratings.models import Correction, CorrectionKind
from ratings.selectors.corrections import find_last_word, list_corrections
from tournaments.models import EntryLink, Event, Game


@dataclass(frozen=True, slots=True)
class Part:
    """A player that a person is made of, by the merge that holds."""

    player: Player
    merge: PlayerMerge


@dataclass(frozen=True, slots=True)
class Played:
    """An event in which somebody has a name: as it appeared there, and how many games of the version that is shown (else the newest)."""

    event: Event
    name: str
    title: str
    on: date
    games: int


def list_parts(club: Club, players: Collection[int]) -> list[Part]:
    """What was merged into one of these players, the latest first. One statement."""
    merges = PlayerMerge.objects.filter(club=club, undone_at=None, absorbed__in=players).select_related("absorbed", "into", "by")
    return [Part(merge.absorbed, merge) for merge in merges.order_by("-at", "-pk")]


def find_merge_of(club: Club, player: Player) -> PlayerMerge | None:
    """The merge that holds and made this player somebody else."""
    held = PlayerMerge.objects.filter(club=club, absorbed=player, undone_at=None)
    return held.select_related("absorbed", "into", "by").first()


def find_correction_of_merge(club: Club, merge: PlayerMerge) -> Correction | None:
    """What has the last word on a merge in the journal; None for one that is older than its place there."""
    first = list_corrections(club).filter(kind=CorrectionKind.MERGE, detail__merge=merge.pk).order_by("pk").first()
    return None if first is None else find_last_word(club, first)


def list_splits(club: Club, players: Collection[int]) -> list[Correction]:
    """Splits that took events from one of these players or gave them some, and the undoing of splits; the latest first."""
    concerned = Q(detail__from__in=list(players)) | Q(detail__to__in=list(players))
    return list(list_corrections(club).filter(concerned, kind=CorrectionKind.SPLIT))


def list_played(club: Club, players: Collection[int]) -> list[Played]:
    """Every event with a name of one of these players, newest first; removed ones too. Two statements."""
    links = EntryLink.objects.filter(club=club, undone_at=None, player__in=players).select_related("entry__version__event")
    newest: dict[int, EntryLink] = {}
    for link in links.order_by("entry__version_id"):
        event = link.entry.version.event
        kept = newest.get(event.pk)
        if kept is None or kept.entry.version_id != event.latest_id:
            newest[event.pk] = link
    games = _count_games(club, [link.entry_id for link in newest.values()])
    rows = [
        Played(version.event, entry.name, version.name, version.starts_on, games.get(entry.pk, 0))
        for entry, version in ((link.entry, link.entry.version) for link in newest.values())
    ]
    return sorted(rows, key=lambda row: (row.on, row.event.pk), reverse=True)


def _count_games(club: Club, entries: Collection[int]) -> Mapping[int, int]:
    """Games on a board, without byes, by entry."""
    played = Game.objects.filter(club=club, black__isnull=False)
    counted: dict[int, int] = {}
    for side in ("white", "black"):
        rows = played.filter(**{f"{side}__in": entries}).values(side).annotate(games=Count("pk")).values_list(side, "games")
        for entry, games in rows:
            counted[entry] = counted.get(entry, 0) + games
    return counted
