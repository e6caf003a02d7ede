"""Everything that the club keeps about one person, as the family may take it away. Inside `snapshot` or `club_scope` of the club.

Other people stand in it as strangers see them, by initials where strangers see nobody: it is one child's data and nobody else's. What
arbiters have noted for themselves stays with them; that there is something is said.
"""

from collections.abc import Collection, Iterator
from copy import copy
from typing import Any

from django.db.models import F, Q
from django.utils import timezone

from clubs.models import Club, JournalEntry, NamePolicy
from players.domain.disclosure import PUBLIC
from players.models import Consent, FamilyLink, FamilyRequest, Player, PlayerNote, PlayerRename
from players.selectors import NameBook, names_of
from ratings.models import RatingChange
from ratings.selectors import change_of
from ratings.selectors.family import FamilySheet
from tournaments.models import Entry, EntryLink, Game
from tournaments.selectors.present import people_of_events

FORMAT = "rookery-person-1"


def read_held(club: Club, sheet: FamilySheet) -> dict[str, Any]:
    """As JSON has it but for dates, which are still dates; ratings in points. Fifteen statements, whatever the size."""
    book = names_of(_as_strangers_find_it(club), PUBLIC)
    kept = {"club": club, "player__in": sheet.players}
    players = list(Player.objects.filter(club=club, pk__in=sheet.players).order_by("pk"))
    ids = [player.public_id for player in players]
    journal = JournalEntry.objects.filter(club=club, subject__in=ids).order_by("pk")
    return {
        "format": FORMAT,
        "made_at": timezone.now(),
        "club": club.name,
        "shown_as": sheet.shown_name,
        "kept_as": [_player(player) for player in players],
        "former_names": list(PlayerRename.objects.filter(**kept).order_by("pk").values_list("before", flat=True)),
        "arbiters_keep_a_note": PlayerNote.objects.filter(**kept).exclude(text="").exists(),
        "consents": [_consent(consent) for consent in Consent.objects.filter(**kept).order_by("pk")],
        "family_links": [
            {"issued_at": link.at, "revoked_at": link.revoked_at} for link in FamilyLink.objects.filter(**kept).order_by("pk")
        ],
        "requests": [
            {"kind": asked.kind, "text": asked.text, "asked_at": asked.at, "answered_at": asked.answered_at}
            for asked in FamilyRequest.objects.filter(**kept).order_by("pk")
        ],
        "events": list(_events(club, sheet, book)),
        "journal": [{"at": row.at, "action": row.action} for row in journal],
    }


def _as_strangers_find_it(club: Club) -> Club:
    """A club for arbiters only tells strangers no name."""
    found = copy(club)
    if not club.shows_pages:
        found.name_policy = NamePolicy.INITIALS
    return found


def _player(player: Player) -> dict[str, Any]:
    return {
        "id": player.public_id,
        "name": player.name,
        "age_group": player.age_group,
        "age_group_holds_until_end_of": player.age_group_lapses,
        "always_initials": player.always_initials,
        "start_rating": None if player.start_rating is None else player.start_rating / 10,
        "games_brought": player.start_games,
        "known_since": player.created_at,
    }


def _consent(consent: Consent) -> dict[str, Any]:
    return {
        "given_at": consent.at,
        "through": "family" if consent.through_id else "arbiter",
        "club_pages": consent.club_pages,
        "events": consent.events,
        "wording": consent.wording,
        "wording_version": consent.wording_version,
        "language": consent.language,
        "child_asked": consent.child_asked,
        "until": consent.until,
        "withdrawn_at": consent.withdrawn_at,
    }


def _events(club: Club, sheet: FamilySheet, book: NameBook) -> Iterator[dict[str, Any]]:
    """Each with the name as it appeared, what was played, and what it did to the rating; the latest first."""
    links = EntryLink.objects.filter(club=club, player__in=sheet.players, undone_at=None, entry__version__event__latest=F("entry__version"))
    own = {link.entry.version_id: link.entry for link in links.select_related("entry")}
    games = _games(club, [entry.pk for entry in own.values()])
    opponents = _opponents(club, sheet, book, {pk for rows in games.values() for row in rows for pk in row[1:3] if pk is not None})
    rows = RatingChange.objects.filter(club=club, players__contains=[sheet.person])
    changes = {row.event_id: change_of(row, row.players.index(sheet.person)) for row in rows}
    for seen in sheet.events:
        entry, change = own.get(seen.version.pk), changes.get(seen.event.pk)
        yield {
            "id": seen.event.public_id,
            "name": seen.version.name,
            "starts_on": seen.version.starts_on,
            "ends_on": seen.version.ends_on,
            "shown_as": seen.shown_name,
            "open_to_strangers": seen.is_open,
            "removed": seen.event.removed_at is not None,
            "entry": None if entry is None else _entry(entry),
            "games": [] if entry is None else [_game(entry.pk, row, opponents) for row in games.get(seen.version.pk, [])],
            "rating": None if change is None else {"before": change.before / 10, "change": change.change / 10},
        }


def _entry(entry: Entry) -> dict[str, Any]:
    return {"number": entry.number, "name": entry.name, "rating": entry.rating, "title": entry.title}


_Row = tuple[int, int, int | None, str]
"""(round, entry with White, entry with Black or None, result)"""


def _games(club: Club, entries: Collection[int]) -> dict[int, list[_Row]]:
    found: dict[int, list[_Row]] = {}
    games = Game.objects.filter(Q(white__in=entries) | Q(black__in=entries), club=club).order_by("version_id", "round", "board")
    for game in games:
        found.setdefault(game.version_id, []).append((game.round, game.white_id, game.black_id, game.result))
    return found


def _opponents(club: Club, sheet: FamilySheet, book: NameBook, entries: Collection[int]) -> dict[int, str]:
    """What strangers call everybody of these games, each in its event."""
    people = people_of_events(club, [seen.event for seen in sheet.events])
    events = {seen.version.pk: seen.event.pk for seen in sheet.events}
    players = dict(EntryLink.objects.filter(club=club, entry__in=entries, undone_at=None).values_list("entry_id", "player_id"))
    books = {version: book.in_event(people[event]) for version, event in events.items()}
    named: dict[int, str] = {}
    for entry in Entry.objects.filter(club=club, pk__in=entries):
        there = books[entry.version_id]
        named[entry.pk] = there.name_of(players[entry.pk]) if entry.pk in players else there.display_name(entry)
    return named


def _game(own: int, row: _Row, opponents: dict[int, str]) -> dict[str, Any]:
    number, white, black, result = row
    other = black if white == own else white
    return {
        "round": number,
        "colour": None if black is None else "white" if white == own else "black",
        "opponent": None if other is None else opponents[other],
        "result": result,
    }
