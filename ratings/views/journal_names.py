"""Which name of an event was whom, for the journal's lines on names: they hold ids, and what these are called is read with the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.translation import ngettext

from clubs.models import Club, JournalEntry
from players.models import Player
from players.selectors import NameBook
from tournaments.selectors.deciding import names_of_entries

_MOST = 3  # names told of one line
_DIFFERENT = ("names.declared_different", "names.difference_withdrawn")


@dataclass(frozen=True, slots=True)
class NamesTold:
    """Names in events by the ids of their entries, and people by those of their players; what is not kept any more is missing."""

    entries: Mapping[int, str]
    people: Mapping[int, str]

    def told(self, line: JournalEntry) -> list[str]:
        """The first few names of a line, each with whom it was said to be, or not to be, and how many more there are."""
        pairs = _pairs_of(line)
        sign = "≠" if line.action in _DIFFERENT else "="
        texts: list[str] = [
            format_html("<bdi>{}</bdi> {} <bdi>{}</bdi>", self.entries.get(entry, "–"), sign, self.people.get(player, "–"))
            for entry, player in pairs[:_MOST]
        ]
        if more := len(pairs) - len(texts):
            texts.append(ngettext("and %(more)s more", "and %(more)s more", more) % {"more": more})
        return texts


def read_names(club: Club, book: NameBook, lines: Sequence[JournalEntry]) -> NamesTold:
    """What the lines among these that are on names need. Two statements, none where there is no such line."""
    pairs = [pair for line in lines for pair in _pairs_of(line)[:_MOST]]
    if not pairs:
        return NamesTold({}, {})
    entries = names_of_entries(club, {entry for entry, _ in pairs})
    kept = Player.objects.filter(club=club, pk__in={player for _, player in pairs}).values_list("pk", flat=True)
    return NamesTold(entries, {player: book.name_of(player) for player in kept})


def _pairs_of(line: JournalEntry) -> list[tuple[int, int]]:
    """Entry and player of each name that a line is about; none for a line on something else."""
    detail = line.detail if line.action.startswith("names.") else {}
    if "links" in detail:
        return [(entry, player) for entry, player in detail["links"]]
    return [(detail["entry"], detail["player"])] if "entry" in detail and "player" in detail else []
