"""Looking for somebody on a ladder: by the name as the visitor sees it, and by nothing else."""

from collections.abc import Iterable

from players.domain.names import sort_key
from players.selectors import NameBook
from ratings.domain.ladder import Line


def search_lines(lines: Iterable[Line], book: NameBook, search: str) -> list[Line]:
    """The lines whose shown name has every word of `search` in it, whatever the case, accents and dots; all of them for "".

    A real name that is shown as initials is not looked at: what finds somebody must not tell more than what shows them.
    """
    words = sort_key(search).split()
    if not words:
        return [] if search else list(lines)
    return [line for line in lines if _has_all(words, sort_key(book.name_of(line.place.player)))]


def _has_all(words: list[str], shown: str) -> bool:
    together = shown.replace(" ", "")
    return all(word in shown or word in together for word in words)
