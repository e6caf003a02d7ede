"""What an arbiter is told before somebody is added or renamed: who may be the same person, and letters that only look right."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from clubs.models import Club
from players.domain.lookalikes import MIXED_WORD, SCRIPT_NAMES, find_mixed_words
from players.selectors import Likely, NameBook, read_known_people

WARNED = "warned"
"""Field with the name of which the page has warned: whoever sends it again with the same name has seen that."""


@dataclass(frozen=True, slots=True)
class Doubts:
    """`people` may be the person of this name; `letters` are sentences about look-alikes."""

    name: str
    people: tuple[Likely, ...]
    letters: tuple[str, ...]

    def stand(self, sent: dict[str, Any]) -> bool:
        """True if there is anything to say that has not been said of this name."""
        return bool(self.people or self.letters) and sent.get(WARNED) != self.name

    def context(self, book: NameBook) -> dict[str, Any]:
        """For `players/doubts.html`."""
        return {"name": self.name, "letters": self.letters, "people": [(one, book.display_name(one.player)) for one in self.people]}


def doubts_about(club: Club, name: str, *, besides: Collection[int] = ()) -> Doubts:
    """Doubts about a name that somebody is to get, `besides` those who are known to be meant. Read inside a scope of the club."""
    likely = read_known_people(club).like(name, besides=besides)
    return Doubts(name, tuple(one for one in likely if one.above), letters_of(name))


def letters_of(name: str) -> tuple[str, ...]:
    """A sentence for each word of a name with letters of another alphabet in it."""
    return tuple(
        gettext(MIXED_WORD)
        % {"word": mixed.word, "position": mixed.position, "letter": mixed.letter, "script": gettext(SCRIPT_NAMES[mixed.script])}
        for mixed in find_mixed_words(name)
    )
