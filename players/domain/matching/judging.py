"""The rules for names that are not the same: how well they fit, and why.

Nothing fits that does not share a whole word of two letters or more, by letters or by sound, or differ from it by one letter only.
"""

from collections.abc import Callable
from dataclasses import dataclass

from players.domain.matching.alignment import Alignment, Kind, Pair
from players.domain.matching.keyboards import are_neighbouring_keys
from players.domain.matching.letters import script_of
from players.domain.matching.reasons import DOUBTFUL, SCORES, Reason, ReasonCode
from players.domain.matching.shortened import are_one_name_in_full, are_two_names, is_given_name, is_sure
from players.domain.matching.sounds import are_one_letter_apart
from players.domain.matching.spelling import Form, Role, is_patronymic

_ENDINGS = frozenset("aeoаяеоהй")
_PER_DISTANCE = 12
"""Points of the score for a whole unit of distance between words."""

_FAR = 1.0
"""Distance of all words together from which a fit is more likely another person."""

_CLOSE = 0.15
"""Distance up to which two spellings in one script are one name even if a member has the one that was typed."""

_WHOLE = 89
"""The least for a name of which every word has its answer, if nothing makes it doubtful: more than one of which words are missing."""

_WITHOUT_GIVEN_NAME = 12

_TWO_OF_ONE = 0.5
"""Distance beyond which two names in full are two, though one may be short for the other."""

_LETTERS = {"hebrew": ReasonCode.IN_HEBREW, "cyrillic": ReasonCode.IN_CYRILLIC, "latin": ReasonCode.IN_LATIN}


@dataclass(frozen=True, slots=True)
class Fit:
    """`score` of 100; `certain` if nothing but order, case, punctuation, niqqud or ё differs."""

    score: int
    reason: Reason
    certain: bool = False


def fit_of(code: ReasonCode, *, less: int = 0, at_most: int = 100, words: dict[str, str] | None = None) -> Fit:
    """The fit that a reason gives at its best, less what speaks against it."""
    return Fit(min(SCORES[code] - less, at_most), Reason(code, words or {}))


def judge(typed: Form, known: Form, alignment: Alignment, is_registered_word: Callable[[str], bool]) -> Fit | None:
    """The fit of two forms whose words are paired, or None."""
    return _Judge(typed, known, alignment, is_registered_word).fit()


@dataclass(frozen=True, slots=True)
class _Judge:
    typed: Form
    known: Form
    alignment: Alignment
    is_registered_word: Callable[[str], bool]

    def fit(self) -> Fit | None:
        found = self.alignment
        anchors = sum(len(self.typed.words[pair.typed]) > 1 for pair in found.of(Kind.EQUAL, Kind.SOUND))
        if found.of(Kind.ONE_LETTER, Kind.ALIKE):
            return self._fit_of_misspelt(anchors)
        if anchors == 0:
            return None
        if found.of(Kind.INITIAL):
            return self._fit_of_initials()
        if found.typed_left and found.known_left:
            return fit_of(ReasonCode.SIMILAR) if self._agrees_on_both_names() else None
        if not found.typed_left and not found.known_left:
            return self._fit_of_whole()
        if len(found.pairs) == 1:
            return fit_of(ReasonCode.ONE_NAME_ONLY)
        return self._fit_of_shorter()

    def _fit_of_whole(self) -> Fit:
        """Every word has its answer: say the greatest difference among them."""
        found = self.alignment
        changed = found.of(Kind.SHORT) or found.of(Kind.SOUND)
        at_most = self._at_most(100 if found.is_rotation else DOUBTFUL)
        if not changed:
            return fit_of(ReasonCode.SWAPPED_ORDER, at_most=at_most)
        worst = max(changed, key=lambda pair: pair.distance)
        code, words = self._reason_of(worst, changed)
        less = self._less_for_distance() + (0 if found.in_order else 1)
        return Fit(min(max(SCORES[_score_of(worst)] - less, _WHOLE), at_most), Reason(code, words))

    def _reason_of(self, pair: Pair, changed: list[Pair]) -> tuple[ReasonCode, dict[str, str]]:
        """The reason that the worst of the changed pairs gives."""
        typed, known = self.typed.words[pair.typed], self.known.words[pair.known]
        words = self._written(pair)
        if pair.kind is Kind.SHORT:
            return (ReasonCode.OTHER_SPELLING if are_one_name_in_full(typed, known) else ReasonCode.SHORT_FORM), words
        if script_of(typed) != script_of(known):
            return _LETTERS[script_of(known)], {}
        if len(changed) > 1:
            return ReasonCode.OTHER_SPELLING, self._written(*changed)
        return (ReasonCode.ONE_LETTER if are_one_letter_apart(typed, known) else ReasonCode.OTHER_SPELLING), words

    def _written(self, *pairs: Pair) -> dict[str, str]:
        typed, known = (self.typed.written[pair.typed] for pair in pairs), (self.known.written[pair.known] for pair in pairs)
        return {"typed": " ".join(typed), "known": " ".join(known)}

    def _less_for_distance(self) -> int:
        crossing = any(self._is_across_scripts(pair) for pair in self.alignment.pairs)
        return round(self.alignment.distance * _PER_DISTANCE) + crossing

    def _is_across_scripts(self, pair: Pair) -> bool:
        return script_of(self.typed.words[pair.typed]) != script_of(self.known.words[pair.known])

    def _at_most(self, limit: int) -> int:
        """DOUBTFUL if the words are far apart, or one that was typed is another member's or another name of its own."""
        doubtful = self.alignment.distance > _FAR or any(map(self._is_rather_another, self.alignment.of(Kind.SOUND, Kind.SHORT)))
        return min(limit, DOUBTFUL) if doubtful else limit

    def _is_rather_another(self, pair: Pair) -> bool:
        typed, known = self.typed.words[pair.typed], self.known.words[pair.known]
        if script_of(typed) != script_of(known):
            return False
        if pair.kind is Kind.SHORT:
            return pair.distance > _TWO_OF_ONE or (
                not is_sure(typed, known) and are_one_letter_apart(typed, known) and self.is_registered_word(typed)
            )
        if pair.distance <= _CLOSE:
            return False
        is_surname = self.known.roles[pair.known] is Role.SURNAME
        return self.is_registered_word(typed) or (not is_surname and are_two_names(typed, known))

    def _fit_of_misspelt(self, anchors: int) -> Fit | None:
        found = self.alignment
        slips = found.of(Kind.ONE_LETTER)
        if len(slips) != 1 or found.of(Kind.ALIKE) or (found.typed_left and found.known_left):
            close = anchors > 0 and not found.typed_left and not found.known_left and not found.of(Kind.INITIAL)
            return fit_of(ReasonCode.SIMILAR) if close else None
        slip = slips[0]
        typed, known = self.typed.words[slip.typed], self.known.words[slip.known]
        is_surname = self.known.roles[slip.known] is Role.SURNAME
        doubtful = (
            anchors == 0
            or bool(found.of(Kind.INITIAL))
            or self.is_registered_word(typed)
            or (not is_surname and _is_rather_another_name(typed, known))
        )
        less = (0 if is_surname else 2) + (0 if found.in_order else 1) + self._left_over() * 4 + self._less_for_distance()
        score = min(SCORES[ReasonCode.ONE_LETTER] - less, DOUBTFUL - less if doubtful else self._at_most(100))
        return Fit(score, Reason(ReasonCode.ONE_LETTER, self._written(slip)))

    def _fit_of_initials(self) -> Fit | None:
        """An initial of the surname needs the given name in full, and the reverse; of a middle name both."""
        found = self.alignment
        roles = {self.known.roles[pair.known] for pair in found.of(Kind.INITIAL)}
        less = (0 if found.is_rotation else 4) + self._left_beside_patronymics() * 4 + self._less_for_distance()
        at_most = self._at_most(DOUBTFUL if self._contradicts_initials() or self._lacks_a_name() else 100)
        if Role.SURNAME in roles:
            return fit_of(ReasonCode.INITIAL_OF_LAST_NAME, less=less, at_most=at_most)
        if Role.GIVEN in roles:
            return fit_of(ReasonCode.INITIAL_OF_FIRST_NAME, less=less, at_most=at_most)
        return fit_of(ReasonCode.INITIAL_OF_MIDDLE_NAME, less=less, at_most=at_most)

    def _agrees_on_both_names(self) -> bool:
        """Given name and surname answer each other: what differs is a patronymic or the other half of a surname."""
        return {Role.GIVEN, Role.SURNAME} <= {self.known.roles[pair.known] for pair in self.alignment.pairs}

    def _lacks_a_name(self) -> bool:
        """Given name or surname has no answer at all: an initial beside a middle name or half a surname says too little."""
        answered = {self.known.roles[pair.known] for pair in self.alignment.pairs}
        return bool(({Role.GIVEN, Role.SURNAME} & set(self.known.roles)) - answered)

    def _left_beside_patronymics(self) -> int:
        """Whoever writes an initial leaves a patronymic out."""
        words = self.known.words
        known = [at for at in self.alignment.known_left if not (self.known.roles[at] is Role.MIDDLE and is_patronymic(words[at]))]
        return len(known) + len(self.alignment.typed_left)

    def _contradicts_initials(self) -> bool:
        """П.А. is not Аркадий: an initial typed before the one that fits was left over."""
        first = min(pair.typed for pair in self.alignment.of(Kind.INITIAL))
        return any(at < first and len(self.typed.words[at]) == 1 for at in self.alignment.typed_left)

    def _fit_of_shorter(self) -> Fit:
        """All words of the one are in the other, which has more."""
        found = self.alignment
        less = (0 if found.is_rotation else 4) + (self._left_over() - 1) * 4 + self._less_for_distance()
        at_most = self._at_most(100)
        longer, left = (self.known, found.known_left) if found.known_left else (self.typed, found.typed_left)
        if Role.SURNAME not in {longer.roles[at] for at in left}:
            less += _WITHOUT_GIVEN_NAME if Role.GIVEN in {longer.roles[at] for at in left} else 0
            return fit_of(ReasonCode.MIDDLE_NAME, less=less, at_most=at_most)
        kept = [at for at in range(len(longer.words)) if at not in left]
        if Role.SURNAME in {longer.roles[at] for at in kept}:
            return fit_of(ReasonCode.HALF_OF_DOUBLE_SURNAME, less=less, at_most=at_most)
        if any(is_patronymic(longer.words[at]) for at in kept):
            return fit_of(ReasonCode.SIMILAR)
        return fit_of(ReasonCode.HALF_OF_DOUBLE_SURNAME, less=less + 4, at_most=at_most)

    def _left_over(self) -> int:
        return len(self.alignment.typed_left) + len(self.alignment.known_left)


def _score_of(pair: Pair) -> ReasonCode:
    return ReasonCode.SHORT_FORM if pair.kind is Kind.SHORT else ReasonCode.OTHER_SPELLING


def _is_rather_another_name(typed: str, known: str) -> bool:
    """Given names of up to three letters, told apart by their ending (Daniel, Daniela), or known as names are seldom slips."""
    if min(len(typed), len(known)) <= 3 or is_given_name(typed):
        return True
    if typed[1:] == known[1:] and not are_neighbouring_keys(typed[0], known[0]):
        return True
    longer, shorter = sorted((typed, known), key=len, reverse=True)
    added = longer[:-1] == shorter and longer[-1] in _ENDINGS
    exchanged = len(typed) == len(known) and typed[:-1] == known[:-1] and {typed[-1], known[-1]} <= _ENDINGS
    return added or exchanged
