"""How well a name fits one spelling of a member, and why: the rules, each with its reason.

Nothing fits that does not share a whole word of two letters or more, or differ from it by one letter only.
"""

from collections.abc import Callable
from dataclasses import dataclass

from players.domain.matching.alignment import Alignment, align
from players.domain.matching.index import Candidate
from players.domain.matching.reasons import ABOVE, CERTAIN, DOUBTFUL, SCORES, Reason, ReasonCode
from players.domain.matching.spelling import FOLDING_LEVELS, Form, Role, Spelling, fold_to, is_patronymic

_ENDINGS = frozenset("aeoаяеоהй")


@dataclass(frozen=True, slots=True)
class Fit:
    """`score` of 100; `certain` if nothing but order, case, punctuation, niqqud or ё differs."""

    score: int
    reason: Reason
    certain: bool = False


def compare(typed: Spelling, form: Form, candidate: Candidate, is_registered_word: Callable[[str], bool]) -> Fit | None:
    """The fit of a form of the typed name to a candidate, or None."""
    if typed.is_long or candidate.spelling.is_long:
        return _fit_as_a_whole(typed, candidate)
    plain = form.code is None and candidate.form.code is None
    alignment = align(form, candidate.form)
    if plain and _is_same_name(typed, candidate.spelling, alignment):
        return _fit_of_same_name(typed, candidate)
    if plain and "".join(form.words) in candidate.spelling.rotations:
        return _fit(ReasonCode.HYPHEN_OR_SPACE)
    fit = _Judge(form, candidate.form, alignment, is_registered_word).fit()
    if fit is None or plain:
        return fit
    if fit.score < ABOVE:  # a name rewritten and still only alike: chance
        return None
    if fit.reason.code in CERTAIN:
        return _fit(form.code or candidate.form.code or fit.reason.code)
    return Fit(fit.score - 2, fit.reason)


def _fit(code: ReasonCode, *, less: int = 0, at_most: int = 100) -> Fit:
    return Fit(min(SCORES[code] - less, at_most), Reason(code))


def _fit_as_a_whole(typed: Spelling, candidate: Candidate) -> Fit | None:
    """Of a name longer than MOST_WORDS: the same words, from any of them on, or at least the same letters."""
    known = candidate.spelling
    if any(known.words[at:] + known.words[:at] == typed.words for at in range(len(known.words))):
        return _fit_of_same_name(typed, candidate)
    return _fit(ReasonCode.HYPHEN_OR_SPACE) if "".join(typed.words) in known.rotations else None


def _is_same_name(typed: Spelling, known: Spelling, alignment: Alignment) -> bool:
    everything_equal = len(alignment.equal) == len(typed.words) == len(known.words) > 0
    return everything_equal and alignment.is_rotation


def _fit_of_same_name(typed: Spelling, candidate: Candidate) -> Fit:
    """The words are equal when folded: say what the folding had to take away."""
    known = candidate.spelling
    if typed.text == known.text:
        code = ReasonCode.EXACT if candidate.registered else ReasonCode.KNOWN_SPELLING
        return Fit(SCORES[code], Reason(code), certain=True)
    if typed.numbers != known.numbers:
        return _fit(ReasonCode.SIMILAR)
    code, swapped = _lowest_level(typed, known)
    if code in CERTAIN and swapped:
        code = ReasonCode.SWAPPED_ORDER
    if code in CERTAIN and sorted(typed.parts) != sorted(known.parts):
        code = ReasonCode.HYPHEN_OR_SPACE
    if code is ReasonCode.SAME_LETTERS and not candidate.registered:
        code = ReasonCode.KNOWN_SPELLING
    return Fit(SCORES[code], Reason(code), certain=code in CERTAIN)


def _lowest_level(typed: Spelling, known: Spelling) -> tuple[ReasonCode, bool]:
    """The first level of folding that makes the names equal, in the order written or turned round."""
    for level, code in enumerate(FOLDING_LEVELS):
        typed_words = [fold_to(word, level) for word in typed.written]
        known_words = [fold_to(word, level) for word in known.written]
        turns = [at for at in range(len(known_words)) if known_words[at:] + known_words[:at] == typed_words]
        if turns:
            return code, 0 not in turns
    return ReasonCode.ACCENTS, False


@dataclass(frozen=True, slots=True)
class _Judge:
    """The rules for names that are not the same."""

    typed: Form
    known: Form
    alignment: Alignment
    is_registered_word: Callable[[str], bool]

    def fit(self) -> Fit | None:
        found = self.alignment
        anchors = sum(len(self.typed.words[i]) > 1 for i, _ in found.equal)
        if found.one_letter or found.alike:
            return self._fit_of_misspelt(anchors)
        if anchors == 0:
            return None
        if found.initial:
            return self._fit_of_initials()
        if found.typed_left and found.known_left:
            return _fit(ReasonCode.SIMILAR) if self._agrees_on_both_names() else None
        if not found.typed_left and not found.known_left:
            return _fit(ReasonCode.SWAPPED_ORDER, at_most=100 if found.is_rotation else DOUBTFUL)
        if len(found.equal) == 1:
            return _fit(ReasonCode.ONE_NAME_ONLY)
        return self._fit_of_shorter()

    def _fit_of_misspelt(self, anchors: int) -> Fit | None:
        found = self.alignment
        if len(found.one_letter) != 1 or found.alike or (found.typed_left and found.known_left):
            close = anchors > 0 and not found.typed_left and not found.known_left and not found.initial
            return _fit(ReasonCode.SIMILAR) if close else None
        i, j = found.one_letter[0]
        typed, known = self.typed.words[i], self.known.words[j]
        is_surname = self.known.roles[j] is Role.SURNAME
        doubtful = (
            anchors == 0
            or bool(found.initial)
            or self.is_registered_word(typed)
            or (not is_surname and _is_rather_another_name(typed, known))
        )
        less = (0 if is_surname else 2) + (0 if found.in_order else 1) + self._left_over() * 4
        score = min(SCORES[ReasonCode.ONE_LETTER] - less, DOUBTFUL - less if doubtful else 100)
        return Fit(score, Reason(ReasonCode.ONE_LETTER, {"typed": self.typed.written[i], "known": self.known.written[j]}))

    def _fit_of_initials(self) -> Fit | None:
        """An initial of the surname needs the given name in full, and the reverse; of a middle name both."""
        found = self.alignment
        roles = {self.known.roles[j] for _, j in found.initial}
        less = (0 if found.is_rotation else 4) + self._left_over() * 4
        at_most = DOUBTFUL if self._contradicts_initials() else 100
        if Role.SURNAME in roles:
            return _fit(ReasonCode.INITIAL_OF_LAST_NAME, less=less, at_most=at_most)
        if Role.GIVEN in roles:
            return _fit(ReasonCode.INITIAL_OF_FIRST_NAME, less=less, at_most=at_most)
        given_left = any(self.known.roles[j] is Role.GIVEN for j in found.known_left)
        return _fit(ReasonCode.MIDDLE_NAME, less=less, at_most=DOUBTFUL if given_left else at_most)

    def _agrees_on_both_names(self) -> bool:
        """Given name and surname are equal: what differs is a patronymic or the other half of a surname."""
        return {Role.GIVEN, Role.SURNAME} <= {self.known.roles[j] for _, j in self.alignment.equal}

    def _contradicts_initials(self) -> bool:
        """П.А. is not Аркадий: an initial typed before the one that fits was left over."""
        first = min(i for i, _ in self.alignment.initial)
        return any(at < first and len(self.typed.words[at]) == 1 for at in self.alignment.typed_left)

    def _fit_of_shorter(self) -> Fit:
        """All words of the one are in the other, which has more."""
        found = self.alignment
        less = (0 if found.is_rotation else 4) + (self._left_over() - 1) * 4
        longer, left = (self.known, found.known_left) if found.known_left else (self.typed, found.typed_left)
        if Role.SURNAME not in {longer.roles[at] for at in left}:
            return _fit(ReasonCode.MIDDLE_NAME, less=less)
        kept = [at for at in range(len(longer.words)) if at not in left]
        if Role.SURNAME in {longer.roles[at] for at in kept}:
            return _fit(ReasonCode.HALF_OF_DOUBLE_SURNAME, less=less)
        if any(is_patronymic(longer.words[at]) for at in kept):
            return _fit(ReasonCode.SIMILAR)
        return _fit(ReasonCode.HALF_OF_DOUBLE_SURNAME, less=less + 4)

    def _left_over(self) -> int:
        return len(self.alignment.typed_left) + len(self.alignment.known_left)


def _is_rather_another_name(typed: str, known: str) -> bool:
    """Given names of up to three letters, or told apart by their ending (Daniel, Daniela), are seldom slips."""
    if min(len(typed), len(known)) <= 3:
        return True
    longer, shorter = sorted((typed, known), key=len, reverse=True)
    added = longer[:-1] == shorter and longer[-1] in _ENDINGS
    exchanged = len(typed) == len(known) and typed[:-1] == known[:-1] and {typed[-1], known[-1]} <= _ENDINGS
    return added or exchanged
