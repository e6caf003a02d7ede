"""Another name for a person. A fix says that the name was never right; a change, that the old one was right until now.

Entries keep the name as it appeared in either case. Names stand in rows of their own and never in the journal.
"""

from django.utils import timezone

from clubs.models import Club
from clubs.services import Person, outdate_pages, record_in_journal
from clubs.tenancy.scope import club_scope
from players.domain.errors import RenameRefused
from players.domain.names import sort_key
from players.domain.pseudonyms import living_name
from players.models import Player, PlayerRename, RenameKind
from players.services.living import lock_living


def rename_player(*, club: Club, player: Player, name: str, by: Person, kind: str = RenameKind.FIX) -> Player:
    """Give a person another name from now on. Nothing happens if it is the name already.

    After a change the old name is a spelling that search and matching know; after a fix it is forgotten by both.

    Raises:
        NameRefused, Player.DoesNotExist
    """
    clean = living_name(name)
    with club_scope(club):
        renamed = lock_living(club, player.pk)
        if renamed.name != clean:
            row = PlayerRename.objects.create(
                club=club, player=renamed, before=renamed.name, after=clean, kind=kind, by_id=None if by is None else by.pk
            )
            _put(renamed, clean)
            _record(club, renamed, "player.renamed", by, {"rename": row.pk, "kind": str(kind)})
    return renamed


def undo_rename(*, club: Club, rename: PlayerRename, by: Person) -> Player:
    """The name is what it was before, as if the other had never been given. Undoing twice changes nothing.

    Raises:
        RenameRefused: renamed_since, another name was given later; undo that first.
        PlayerRename.DoesNotExist
    """
    with club_scope(club):
        held = PlayerRename.objects.select_related("player").get(club=club, pk=rename.pk)
        renamed = lock_living(club, held.player_id)
        held.refresh_from_db()
        if held.undone_at is not None:
            return renamed
        if PlayerRename.objects.filter(club=club, player=renamed, undone_at=None, pk__gt=held.pk).exists() or renamed.name != held.after:
            raise RenameRefused("renamed_since")
        PlayerRename.objects.filter(club=club, pk=held.pk).update(undone_at=timezone.now(), undone_by_id=None if by is None else by.pk)
        _put(renamed, held.before)
        _record(club, renamed, "player.rename_undone", by, {"rename": held.pk})
    return renamed


def _put(player: Player, name: str) -> None:
    player.name, player.sort_key = name, sort_key(name)
    player.save(update_fields=["name", "sort_key"])


def _record(club: Club, player: Player, action: str, by: Person, detail: dict[str, int | str]) -> None:
    outdate_pages(club=club)
    record_in_journal(club=club, action=action, by=by, subject=player.public_id, detail=detail)
