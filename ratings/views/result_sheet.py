"""The results of an event as a form: a chooser for every board, and what the answers make of the event."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from django.core.exceptions import BadRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, gettext_lazy

from clubs.templatetags.rookery import result
from tournaments.domain.record import EventRecord, PairingRecord, RoundRecord
from tournaments.domain.results import ResultKind
from tournaments.views.words import result_note_in_full

REMOVED: Final = "none"
_BYES_FOR_BOTH: Final = (
    (ResultKind.HALF_POINT_BYE, gettext_lazy("half-point byes for both")),
    (ResultKind.ZERO_POINT_BYE, gettext_lazy("zero-point byes for both")),
    (ResultKind.FULL_POINT_BYE, gettext_lazy("full-point byes for both")),
)
_BYE_OF_WHITE: Final = {
    ResultKind.HALF_POINT_BYE: gettext_lazy("White: half-point bye"),
    ResultKind.ZERO_POINT_BYE: gettext_lazy("White: zero-point bye"),
    ResultKind.FULL_POINT_BYE: gettext_lazy("White: full-point bye"),
}
_BYE_OF_BLACK: Final = {
    ResultKind.HALF_POINT_BYE: gettext_lazy("Black: half-point bye"),
    ResultKind.ZERO_POINT_BYE: gettext_lazy("Black: zero-point bye"),
    ResultKind.FULL_POINT_BYE: gettext_lazy("Black: full-point bye"),
}
_BYES_INSTEAD: Final = {
    f"byes {white.value}{'' if white is black else black.value}": (white, black)
    for white, _ in _BYES_FOR_BOTH
    for black, _ in _BYES_FOR_BOTH
}
"""What two byes instead of a game can be: (White's, Black's) by the answer of a chooser."""
_OF_A_GAME: Final = (
    (gettext_lazy("Played"), (ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN, ResultKind.BOTH_LOSE)),
    (
        gettext_lazy("Not played"),
        (ResultKind.WHITE_FORFEIT_WIN, ResultKind.BLACK_FORFEIT_WIN, ResultKind.DOUBLE_FORFEIT, ResultKind.PENDING),
    ),
    (
        gettext_lazy("Played and never rated"),
        (
            ResultKind.WHITE_WIN_UNRATED,
            ResultKind.DRAW_UNRATED,
            ResultKind.BLACK_WIN_UNRATED,
            ResultKind.ARMAGEDDON_WHITE_WIN,
            ResultKind.ARMAGEDDON_BLACK_WIN,
        ),
    ),
)
_OF_A_BYE: Final = (
    ResultKind.PAIRING_ALLOCATED_BYE,
    ResultKind.FULL_POINT_BYE,
    ResultKind.HALF_POINT_BYE,
    ResultKind.ZERO_POINT_BYE,
)


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game or bye that a round lacks."""

    round: int
    white: int
    black: int | None
    result: ResultKind


def field_name(round_number: int, board: int) -> str:
    """The name of a board's chooser."""
    return f"r{round_number}b{board}"


def sheet_rounds(rounds: Iterable[RoundRecord], names: Mapping[int, str], answers: Mapping[str, str]) -> list[dict[str, Any]]:
    """The rounds for the template, each board with the answer given, or with what stands there."""
    return [
        {
            "number": played.number,
            "played_on": played.played_on,
            "boards": [_board(played.number, each, names, answers) for each in played.pairings],
        }
        for played in rounds
    ]


def _board(round_number: int, pairing: PairingRecord, names: Mapping[int, str], answers: Mapping[str, str]) -> dict[str, Any]:
    name = field_name(round_number, pairing.board)
    return {
        "field": name,
        "board": pairing.board,
        "white": names[pairing.white],
        "black": None if pairing.black is None else names[pairing.black],
        "options": _options(pairing.black is None, answers.get(name, pairing.result.value), get_language() or "en"),
    }


@lru_cache(maxsize=256)
def _options(is_bye: bool, chosen: str, _language: str) -> SafeString:
    """The options of a chooser: few differ, and a large event has many boards."""
    if is_bye:
        return _group(gettext("Bye"), _kinds(_OF_A_BYE), chosen) + _group(gettext("Nothing"), [(REMOVED, gettext("no bye"))], chosen)
    groups = [_group(str(label), _kinds(kinds), chosen) for label, kinds in _OF_A_GAME]
    both = [(f"byes {kind.value}", str(label)) for kind, label in _BYES_FOR_BOTH]
    different = [(value, _byes_text(*kinds)) for value, kinds in _BYES_INSTEAD.items() if kinds[0] is not kinds[1]]
    groups.append(_group(gettext("No game"), [*both, (REMOVED, gettext("no game at all"))], chosen))
    return SafeString("".join([*groups, _group(gettext("No game, and different byes"), different, chosen)]))


def _byes_text(white: ResultKind, black: ResultKind) -> str:
    return f"{_BYE_OF_WHITE[white]}, {_BYE_OF_BLACK[black]}"


def _group(label: str, options: Sequence[tuple[str, str]], chosen: str) -> SafeString:
    listed = format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        ((value, SafeString(" selected") if value == chosen else "", text) for value, text in options),
    )
    return format_html('<optgroup label="{}">{}</optgroup>', label, listed)


def _kinds(kinds: Iterable[ResultKind]) -> list[tuple[str, str]]:
    return [(kind.value, kind_text(kind)) for kind in kinds]


def kind_text(kind: ResultKind) -> str:
    """A result for an option: 1–0, or + − and what that is."""
    note = result_note_in_full(kind)
    if kind.is_bye:
        return note
    figures = result(kind.value, "option")
    return f"{figures} {note}" if note else figures


def kinds_of_new_games() -> list[tuple[str, str]]:
    """What a game or bye can be that is added."""
    return _kinds([*(kind for _, kinds in _OF_A_GAME for kind in kinds), *_OF_A_BYE])


def corrected_rounds(rounds: Iterable[RoundRecord], answers: Mapping[str, str], new: NewGame | None) -> tuple[RoundRecord, ...]:
    """The rounds as the answers want them. Whether an event can be like that is for the service to say.

    Raises:
        BadRequest: an answer that no chooser offers.
    """
    return tuple(_corrected(played, answers, new if new and new.round == played.number else None) for played in rounds)


def _corrected(played: RoundRecord, answers: Mapping[str, str], new: NewGame | None) -> RoundRecord:
    pairings: list[PairingRecord] = []
    behind = 1 + max((pairing.board for pairing in played.pairings), default=0)
    for pairing in played.pairings:
        answer = answers.get(field_name(played.number, pairing.board), pairing.result.value)
        if answer == REMOVED:
            continue
        if answer in _BYES_INSTEAD and pairing.black is not None:
            white, black = _BYES_INSTEAD[answer]
            pairings += [PairingRecord(pairing.board, pairing.white, None, white), PairingRecord(behind, pairing.black, None, black)]
            behind += 1
        else:
            pairings.append(replace(pairing, result=_kind(answer)))
    if new is not None:
        pairings.append(PairingRecord(behind, new.white, new.black, new.result))
    return replace(played, pairings=tuple(sorted(pairings, key=lambda pairing: pairing.board)))


def _kind(answer: str) -> ResultKind:
    try:
        return ResultKind(answer)
    except ValueError:
        raise BadRequest("No chooser offers this result.") from None  # the cause quotes what was sent, and this is logged


def changed_answers(record: EventRecord, answers: Mapping[str, str]) -> list[tuple[str, str]]:
    """The answers that differ from what stands there, for a form that repeats them."""
    named = {field_name(played.number, pairing.board): pairing.result.value for played in record.rounds for pairing in played.pairings}
    return [(name, answers[name]) for name, stands in named.items() if answers.get(name, stands) != stands]
