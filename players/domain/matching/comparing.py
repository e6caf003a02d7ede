"""How well a name fits one spelling of a member, and why: the rules, each with its reason.

Nothing fits that does not share a whole word of two letters or more, or differ from it by one letter only.
"""

from collections.abc import Callable

from players.domain.matching.alignment import Alignment, Kind, align
from players.domain.matching.folding import FOLDING_LEVELS, fold_to
from players.domain.matching.index import Candidate
from players.domain.matching.judging import Fit, fit_of, judge
from players.domain.matching.reasons import ABOVE, CERTAIN, SCORES, Reason, ReasonCode
from players.domain.matching.spelling import Form, Spelling


def compare(typed: Spelling, form: Form, candidate: Candidate, is_registered_word: Callable[[str], bool]) -> Fit | None:
    """The fit of a form of the typed name to a candidate, or None."""
    if typed.is_long or candidate.spelling.is_long:
        return _fit_as_a_whole(typed, candidate)
    plain = form.code is None and candidate.form.code is None
    alignment = align(form, candidate.form)
    if plain and _is_same_name(typed, candidate.spelling, alignment):
        return _fit_of_same_name(typed, candidate)
    if plain and "".join(form.words) in candidate.spelling.rotations:
        return fit_of(ReasonCode.HYPHEN_OR_SPACE)
    fit = judge(form, candidate.form, alignment, is_registered_word)
    if fit is None or plain:
        return fit
    if fit.score < ABOVE:  # a name rewritten and still only alike: chance
        return None
    if fit.reason.code in CERTAIN:
        return fit_of(form.code or candidate.form.code or fit.reason.code)
    return Fit(fit.score - 2, fit.reason)


def _fit_as_a_whole(typed: Spelling, candidate: Candidate) -> Fit | None:
    """Of a name longer than MOST_WORDS: the same words, from any of them on, or at least the same letters."""
    known = candidate.spelling
    if any(known.words[at:] + known.words[:at] == typed.words for at in range(len(known.words))):
        return _fit_of_same_name(typed, candidate)
    return fit_of(ReasonCode.HYPHEN_OR_SPACE) if "".join(typed.words) in known.rotations else None


def _is_same_name(typed: Spelling, known: Spelling, alignment: Alignment) -> bool:
    everything_equal = len(alignment.of(Kind.EQUAL)) == len(typed.words) == len(known.words) > 0
    return everything_equal and alignment.is_rotation


def _fit_of_same_name(typed: Spelling, candidate: Candidate) -> Fit:
    """The words are equal when folded: say what the folding had to take away."""
    known = candidate.spelling
    if typed.text == known.text:
        code = ReasonCode.EXACT if candidate.registered else ReasonCode.KNOWN_SPELLING
        return Fit(SCORES[code], Reason(code), certain=True)
    if typed.numbers != known.numbers:
        return fit_of(ReasonCode.SIMILAR)
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
