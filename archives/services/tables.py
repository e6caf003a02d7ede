"""What stands beside `club.json` in the file of a club, for people and their spreadsheets: names are those of the desk."""

from collections.abc import Iterator

from django.template.loader import render_to_string
from django.utils import translation

from archives.selectors.evenings import Evening
from clubs.models import Club
from clubs.views.csv_files import Cell, csv_of
from players.domain.disclosure import Viewer
from players.domain.pseudonyms import is_pseudonym
from players.selectors import NameBook, names_of
from players.selectors.door import pseudonym_shown
from players.views.exporting import COLUMNS as MEMBER_COLUMNS
from players.views.exporting import member_rows
from ratings.selectors.ladder import read_ladder
from ratings.views.ladder_files import COLUMNS as LADDER_COLUMNS
from ratings.views.ladder_files import csv_rows
from tournaments.interchange.json_words import RESULT_WORDS

ARBITER = Viewer(is_arbiter_of_club=True, at_desk=True)
EVENT_COLUMNS = (
    *("id", "name", "starts_on", "ends_on", "format", "variant", "rated", "finished", "removed"),
    *("players", "rounds", "games", "program", "external_id"),
)
GAME_COLUMNS = (
    *("event", "event_name", "date", "round", "board"),
    *("white_id", "white", "black_id", "black", "result"),
)


def readme_of(club: Club) -> bytes:
    """What each file is, in the club's language."""
    with translation.override(club.language):
        return render_to_string("archives/readme.txt", {"club": club}).strip().encode() + b"\n"


def members_csv(club: Club) -> bytes:
    return csv_of(MEMBER_COLUMNS, member_rows(club, names_of(club, ARBITER)))


def ladder_csv(club: Club) -> bytes:
    """Everybody, also who has not played for a year."""
    book = names_of(club, ARBITER)
    return csv_of(LADDER_COLUMNS, csv_rows(read_ladder(club, book, today=club.today, everybody=True).lines, book))


def event_row(evening: Evening) -> list[Cell]:
    """By `EVENT_COLUMNS`."""
    event, record = evening.event, evening.record
    games = sum(len(played.pairings) for played in record.rounds)
    return [
        *(event.public_id, record.name, record.starts_on, record.ends_on, record.format.value, record.variant.value),
        *(record.rated, record.finished, event.removed_at is not None),
        *(len(record.entries), len(record.rounds), games, record.program, record.external_id),
    ]


def game_rows(evening: Evening, book: NameBook) -> Iterator[list[Cell]]:
    """By `GAME_COLUMNS`, one for each board and bye; ids are those of the people, empty while a name waits for a decision."""
    record = evening.record
    names: dict[int | None, str] = {entry.number: readable(entry.name) for entry in record.entries}
    ids: dict[int | None, str] = {number: book.public_id_of(player) for number, player in evening.people.items()}
    for played in record.rounds:
        for pairing in played.pairings:
            who = [part for number in (pairing.white, pairing.black) for part in (ids.get(number), names.get(number))]
            day = played.played_on or record.starts_on
            yield [evening.event.public_id, record.name, day, played.number, pairing.board, *who, RESULT_WORDS[pairing.result]]


def readable(name: str) -> str:
    """A name as it appeared; of somebody erased what pages say, as the pseudonym itself is for programs."""
    return pseudonym_shown(name) if is_pseudonym(name) else name
