"""Making and collecting remarks about a source.

A remark's message is the catalogue's template filled with its parameters. Who shows it in another language takes
the template by its code: `render_remark(remark, gettext)`.
"""

from collections import Counter
from collections.abc import Callable

from tournaments.domain.record import Remark
from tournaments.interchange.limits import MAX_REMARKS_OF_A_KIND
from tournaments.interchange.messages import MESSAGES


def make_remark(code: str, line: int | None = None, column: int | None = None, **params: str | int) -> Remark:
    """A remark whose message comes from the catalogue; an unknown code is a KeyError.

    The place is among the parameters too, because some messages name it.
    """
    place = {"line": line, "column": column}
    params |= {name: number for name, number in place.items() if number is not None}
    return Remark(code, MESSAGES[code] % params, line, column, params)


def render_remark(remark: Remark, gettext: Callable[[str], str]) -> str:
    """The message of `remark` in the language of `gettext`; the English one for a code outside the catalogue."""
    template = MESSAGES.get(remark.code)
    return remark.message if template is None else gettext(template) % remark.params


def quote(text: str, length: int = 30) -> str:
    """A short, printable piece of the source to show in a message."""
    shown = "".join(character if character.isprintable() else "�" for character in text[: length + 1].strip())
    return shown if len(shown) <= length else shown[: length - 1] + "…"


class Remarks:
    """Collects warnings in the order of their discovery; beyond a number of one kind they are only counted."""

    def __init__(self) -> None:
        self._kept: list[Remark] = []
        self._counts: Counter[str] = Counter()

    def warn(self, code: str, line: int | None = None, column: int | None = None, **params: str | int) -> None:
        """Add a warning."""
        self._counts[code] += 1
        if self._counts[code] <= MAX_REMARKS_OF_A_KIND:
            self._kept.append(make_remark(code, line, column, **params))

    def collected(self) -> tuple[Remark, ...]:
        """Everything kept, and one line for each kind of which some were only counted."""
        more = [
            make_remark("more_of_a_kind", kind=code, count=count - MAX_REMARKS_OF_A_KIND)
            for code, count in self._counts.items()
            if count > MAX_REMARKS_OF_A_KIND
        ]
        return (*self._kept, *more)
