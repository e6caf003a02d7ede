"""What pages call the state of an event, and how they print tie-breaks."""

from datetime import date
from decimal import Decimal

import pytest
from django.utils.translation import override

from tournaments.domain.counting import Counting, Obstacle
from tournaments.domain.record import EventFormat, Variant
from tournaments.domain.results import ResultKind
from tournaments.domain.standings import TieBreak
from tournaments.models import EventVersion
from tournaments.views.event import quarters
from tournaments.views.words import dates_of, format_word, result_note, state_kind, state_sentence, state_word, tie_break_words


def version(variant: Variant = Variant.STANDARD, event_format: EventFormat = EventFormat.SWISS) -> EventVersion:
    day = date(2026, 3, 3)
    return EventVersion(variant=variant, format=event_format, starts_on=day, ends_on=day)


@pytest.mark.parametrize(
    ("counting", "word", "kind"),
    [
        (Counting(1, None, 0), "", ""),
        (Counting(None, Obstacle.NAMES, 1), "waiting for 1 name, not yet rated", "warn"),
        (Counting(1, Obstacle.NAMES, 3), "waiting for 3 names, not yet rated", "warn"),
        (Counting(None, Obstacle.UNFINISHED, 3), "unfinished, not yet rated", "info"),
        (Counting(None, Obstacle.UNRATED, 0), "not rated", ""),
        (Counting(None, Obstacle.BEFORE_OPENING, 0), "before the opening ratings, not rated", ""),
    ],
)
def test_the_state_in_a_list(counting: Counting, word: str, kind: str) -> None:
    assert (state_word(version(), counting), state_kind(counting)) == (word, kind)


@pytest.mark.parametrize(
    ("counting", "sentence"),
    [
        (Counting(1, None, 0), ""),
        (Counting(None, Obstacle.NAMES, 1), "This event is waiting for 1 name and is not yet rated. The arbiter decides whose it is."),
        (Counting(4, Obstacle.NAMES, 2), "The ladder counts version 4 until 2 new names are decided."),
        (Counting(None, Obstacle.UNFINISHED, 0), "This event is unfinished. It is rated when it has ended."),
        (Counting(None, Obstacle.UNRATED, 0), "This event does not count for the ladder."),
        (
            Counting(None, Obstacle.BEFORE_OPENING, 0),
            "This event does not count for the ladder: it was played before the date of the opening ratings, which hold it already.",
        ),
    ],
)
def test_the_state_on_the_events_page(counting: Counting, sentence: str) -> None:
    assert state_sentence(version(), counting) == sentence


def test_a_game_that_is_not_standard_chess_is_named() -> None:
    counting = Counting(None, Obstacle.VARIANT, 0)
    assert [(format_word(version(v)), state_word(version(v), counting)) for v in (Variant.BUGHOUSE, Variant.CHESS960, Variant.OTHER)] == [
        ("Bughouse", "not rated: bughouse"),
        ("Chess960", "not rated: Chess960"),
        ("Not standard chess", "not rated: not standard chess"),
    ]


def test_every_format_has_a_word_but_the_one_that_says_nothing() -> None:
    words = {event_format: format_word(version(event_format=event_format)) for event_format in EventFormat}
    assert words.pop(EventFormat.OTHER) == ""
    assert "" not in words.values()
    assert len(set(words.values())) == len(words)


def test_every_result_that_does_not_speak_for_itself_has_a_note() -> None:
    silent = {kind for kind in ResultKind if not result_note(kind)}
    assert silent == {ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN}


def test_every_tie_break_that_a_table_shows_is_explained() -> None:
    assert all(tie_break_words(code).endswith(".") for code in TieBreak)


def test_an_event_of_several_days_shows_first_and_last() -> None:
    shown = version()
    assert ">3 Mar 2026</time>" in dates_of(shown)
    shown.ends_on = date(2026, 3, 5)
    with override("en"):
        assert dates_of(shown).count("<time ") == 2


@pytest.mark.parametrize(("value", "text"), [("0", "0"), ("0.25", "¼"), ("9.25", "9¼"), ("14.5", "14½"), ("6.75", "6¾"), ("12", "12")])
def test_tie_breaks_are_printed_in_quarters(value: str, text: str) -> None:
    assert quarters(Decimal(value)) == text
