"""Everything that the desk knows of one person besides the ladder: former names, spellings, notes, the players merged into it."""

from dataclasses import dataclass

from clubs.models import Club
from players.domain.persons import Persons
from players.models import Player, PlayerNote, PlayerRename
from players.selectors.spellings import list_spellings


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """`renames` newest first, of all players of the person, also undone ones; `undoable` is the one that can be undone.

    `spellings`: other names by which search and matching know the person. `other_notes` are those of players merged with this one.
    """

    root: int
    players: tuple[Player, ...]
    renames: tuple[PlayerRename, ...]
    undoable: int | None
    spellings: tuple[str, ...]
    note: PlayerNote | None
    other_notes: tuple[PlayerNote, ...]


def read_person(club: Club, player: Player, persons: Persons) -> KnownPerson:
    """Four statements. Read inside a scope of the club."""
    ids = persons.players_of(player.pk)
    players = tuple(Player.objects.filter(club=club, pk__in=ids).order_by("pk"))
    renames = tuple(PlayerRename.objects.filter(club=club, player__in=ids).select_related("by", "undone_by", "player").order_by("-pk"))
    notes = list(PlayerNote.objects.filter(club=club, player__in=ids).select_related("by", "player").order_by("pk"))
    root = persons.root_of(player.pk)
    name = next((each.name for each in players if each.pk == root), player.name)
    others = [each.name for each in players if each.pk != root] + list_spellings(club, ids)
    own = [rename for rename in renames if rename.player_id == player.pk and rename.undone_at is None]
    return KnownPerson(
        root=root,
        players=players,
        renames=renames,
        undoable=own[0].pk if own and own[0].after == player.name else None,
        spellings=tuple(spelling for spelling in dict.fromkeys(others) if spelling != name),
        note=next((note for note in notes if note.player_id == player.pk), None),
        other_notes=tuple(note for note in notes if note.player_id != player.pk),
    )
