"""A name as the matcher sees it: folded words with their roles, and the other forms it could be written in."""

import re
import unicodedata
from dataclasses import dataclass, field
from enum import StrEnum

from players.domain.matching.folding import fold
from players.domain.matching.reasons import ReasonCode
from players.domain.matching.shortened import is_given_name
from players.domain.names import HYPHENS, split_name

_HYPHENS = re.compile(f"[{re.escape(HYPHENS)}]+")
_NUMBER = re.compile(r"\d+")
_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_WRITTEN_OUT_LETTER = re.compile("[äöüøåÄÖÜØÅ\u0300-\u036f]")
_PATRONYMIC = re.compile("(ович|евич|ьич|мич|кич|тич|овна|евна|ична)$")
# Folded as words are: בנ is בן.
_PARTICLES = frozenset(
    {"de", "del", "della", "di", "da", "dos", "van", "von", "der", "den", "ter", "la", "le", "al", "el", "abu", "ben", "bar"}
    | {"בנ", "בר", "בת", "אבו", "אל", "דה", "бен", "бар", "абу", "фон", "ван", "де"}
)

MOST_WORDS = 6
"""A name of more words than that is compared as a whole only: the same letters, in this or a turned order."""


class Role(StrEnum):
    """What a word is in its name, as far as the spelling tells."""

    GIVEN = "given"
    MIDDLE = "middle"
    SURNAME = "surname"


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write a name: folded words and their roles. `code` says what was done to it; None: folded only.

    `written` are the words before folding, to be shown to a person.
    """

    words: tuple[str, ...]
    roles: tuple[Role, ...]
    code: ReasonCode | None = None
    written: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Spelling:
    """A name as written.

    `written` are its words before folding; `parts` the folded words between spaces, more than one where hyphens join
    them; `numbers` what may tell Guest 1 from Guest 2 (three or four digits are a rating, which may change);
    `rotations` the name without spaces from each word on, round to the one before it: swapped order is one of them.
    """

    text: str
    written: tuple[str, ...]
    parts: tuple[tuple[str, ...], ...]
    numbers: tuple[str, ...]
    forms: tuple[Form, ...]
    rotations: frozenset[str]

    @property
    def is_long(self) -> bool:
        """True for a name of more than MOST_WORDS words."""
        return len(self.words) > MOST_WORDS

    @property
    def words(self) -> tuple[str, ...]:
        """The folded words, given name first if the spelling tells the order."""
        return self.forms[0].words


def read_spelling(name: str) -> Spelling:
    """Take a name apart. Never fails: a name without letters has no words and fits nobody."""
    text = unicodedata.normalize("NFC", " ".join(name.split()))
    split = split_name(text)
    parts = [tuple(word for word in _HYPHENS.split(part) if fold(word)) for part in split.parts]
    parts = [words for words in parts if words]
    written = tuple(word for words in parts for word in words)
    part_roles = _roles([fold(words[0]) if len(words) == 1 else "" for words in parts], surname_parts=len(split.surname))
    roles = tuple(role for words, role in zip(parts, part_roles, strict=True) for _ in words)
    plain = Form(tuple(fold(word) for word in written), roles, written=written)
    others = [] if len(written) > MOST_WORDS else [*_with_umlauts_written_out(plain, written), *_joined(plain)]
    return Spelling(
        text=text,
        written=written,
        parts=tuple(tuple(map(fold, words)) for words in parts),
        numbers=tuple(number for number in _NUMBER.findall(text) if not 3 <= len(number) <= 4),
        forms=(plain, *others),
        rotations=frozenset("".join(plain.words[at:] + plain.words[:at]) for at in range(len(plain.words))),
    )


def _roles(words: list[str], *, surname_parts: int) -> list[Role]:
    """Roles by the comma if there was one, else by a patronymic at the end, a given name behind what is none, a particle, or the place."""
    count = len(words)
    if count == 2 and not surname_parts and is_given_name(words[1]) and len(words[0]) > 1 and not is_given_name(words[0]):
        return [Role.SURNAME, Role.GIVEN]
    if count > 2 and not surname_parts and is_patronymic(words[-1]) and not is_patronymic(words[-2]):
        return [Role.SURNAME, Role.GIVEN, *[Role.MIDDLE] * (count - 2)]
    start = count - surname_parts if surname_parts else max(count - 1, 1)
    if not surname_parts:
        start = next((at for at in range(1, count - 1) if words[at] in _PARTICLES), start)
    roles = [Role.SURNAME if at >= start else Role.MIDDLE for at in range(count)]
    if roles and start > 0:
        roles[0] = Role.GIVEN
    return roles


def is_patronymic(word: str) -> bool:
    """True for the ending of a patronymic; surnames such as Рабинович have it too, so look at the place as well."""
    return bool(_PATRONYMIC.search(word))


def _with_umlauts_written_out(plain: Form, written: tuple[str, ...]) -> list[Form]:
    """Jürgen also as Juergen; José stays José."""
    if not any(map(_WRITTEN_OUT_LETTER.search, written)):
        return []
    words = tuple(fold(unicodedata.normalize("NFC", word.lower()).translate(_WRITTEN_OUT)) for word in written)
    return [] if words == plain.words else [Form(words, plain.roles, ReasonCode.ACCENTS, written)]


def _joined(plain: Form) -> list[Form]:
    """Each two neighbours written as one word: Jeanluc, ברלב. A lone letter is an initial and joins nothing."""
    forms = []
    for at in range(len(plain.words) - 1):
        first, second = plain.words[at : at + 2]
        if len(plain.words) > 2 and len(first) > 1 and len(second) > 1:
            role = Role.SURNAME if Role.SURNAME in plain.roles[at : at + 2] else plain.roles[at]
            words = (*plain.words[:at], first + second, *plain.words[at + 2 :])
            roles = (*plain.roles[:at], role, *plain.roles[at + 2 :])
            written = (*plain.written[:at], " ".join(plain.written[at : at + 2]), *plain.written[at + 2 :])
            forms.append(Form(words, roles, ReasonCode.HYPHEN_OR_SPACE, written))
    return forms
