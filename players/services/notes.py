"""What arbiters write down about a person for each other. It never leaves the desk: no page, file or program of others reads the table."""

from clubs.domain.text import find_unfit_character
from clubs.models import Club
from clubs.services import Person, record_in_journal
from clubs.tenancy.scope import club_scope
from players.domain.errors import NoteRefused
from players.models import LONGEST_NOTE, Player, PlayerNote
from players.services.living import lock_living


def write_note(*, club: Club, player: Player, text: str, by: Person, seen: int) -> PlayerNote | None:
    """Replace what is written about a person; nothing is left of an empty text, and None returned.

    `seen` is the edition that the writer has read, 0 for none: nobody overwrites what they have not seen.

    Raises:
        NoteRefused: note_changed_since, note_too_long, note_control_character.
        Player.DoesNotExist
    """
    clean = text.replace("\r\n", "\n").strip()
    if len(clean) > LONGEST_NOTE:
        raise NoteRefused("note_too_long", {"length": len(clean), "limit": LONGEST_NOTE})
    if find_unfit_character(clean.replace("\n", " ")):
        raise NoteRefused("note_unfit_character")
    with club_scope(club):
        lock_living(club, player.pk)
        note = PlayerNote.objects.filter(club=club, player=player).first()
        if (note.edition if note else 0) != seen:
            raise NoteRefused("note_changed_since")
        if (note.text if note else "") == clean:
            return note
        written = _write(club, player, note, clean, by)
        record_in_journal(club=club, action="player.note_written", by=by, subject=player.public_id)
    return written


def _write(club: Club, player: Player, note: PlayerNote | None, text: str, by: Person) -> PlayerNote | None:
    if note is None:
        return PlayerNote.objects.create(club=club, player=player, text=text, by_id=None if by is None else by.pk)
    if not text:
        note.delete()
        return None
    note.text, note.edition, note.by_id = text, note.edition + 1, None if by is None else by.pk
    note.save()
    return note
