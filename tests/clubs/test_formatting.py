"""How figures and dates are written in each language (clubs/templatetags/rookery.py)."""

from datetime import UTC, date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.utils import timezone
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from clubs.templatetags import rookery
from clubs.templatetags.sessions import browser

LANGUAGES = ["en", "he", "ru"]


def render(source: str, language: str = "en", **values: object) -> str:
    with override(language):
        return Template("{% load rookery %}" + source).render(Context(values))


@pytest.mark.parametrize(
    ("tenths", "en", "he", "ru"),
    [
        (14138, "1413.8", "1413.8", "1413,8"),
        (12000, "1200.0", "1200.0", "1200,0"),
        (5, "0.5", "0.5", "0,5"),
        (0, "0.0", "0.0", "0,0"),
        (-5, "−0.5", "−0.5", "−0,5"),
        (-12345, "−1234.5", "−1234.5", "−1234,5"),
    ],
)
def test_a_rating_has_one_decimal_in_the_sign_of_the_language(tenths: int, en: str, he: str, ru: str) -> None:
    written = {language: render("{{ v|rating }}", language, v=tenths) for language in LANGUAGES}
    assert written == {k: f'<bdi dir="ltr">{v}</bdi>' for k, v in {"en": en, "he": he, "ru": ru}.items()}


@pytest.mark.parametrize(("tenths", "text"), [(138, "+13.8"), (-42, "\N{MINUS SIGN}4.2"), (0, "0.0"), (-5, "\N{MINUS SIGN}0.5")])
def test_a_change_always_shows_its_sign_and_a_true_minus(tenths: int, text: str) -> None:
    assert render("{{ v|change }}", v=tenths) == f'<bdi dir="ltr">{text}</bdi>'
    assert render("{{ v|change }}", "he", v=tenths) == f'<bdi dir="ltr">{text}</bdi>'
    assert render("{{ v|change }}", "ru", v=tenths) == f'<bdi dir="ltr">{text.replace(".", ",")}</bdi>'


@pytest.mark.parametrize(
    ("half_points", "text"), [(0, "0"), (1, "½"), (2, "1"), (25, "12½"), (24, "12"), (-1, "\N{MINUS SIGN}½"), (-3, "\N{MINUS SIGN}1½")]
)
def test_points_are_written_with_halves(half_points: int, text: str) -> None:
    assert [render("{{ v|points }}", language, v=half_points) for language in LANGUAGES] == [f'<bdi dir="ltr">{text}</bdi>'] * 3


def test_wins_draws_and_losses_stand_on_one_line() -> None:
    assert [render("{% wdl 14 9 8 %}", language) for language in LANGUAGES] == ['<bdi dir="ltr">14–9–8</bdi>'] * 3


def test_a_score_is_points_out_of_games() -> None:
    assert [render("{% score 5 4 %}", language) for language in LANGUAGES] == ['<bdi dir="ltr">2½/4</bdi>'] * 3


@pytest.mark.parametrize(
    ("value", "text"), [(0.361, "0.36"), (-1.806, "−1.81"), (0.0, "0.00"), (-0.001, "0.00"), (Decimal("13.7591"), "13.76")]
)
def test_exact_figures_have_fixed_decimals_and_never_a_minus_before_nothing(value: float | Decimal, text: str) -> None:
    assert render("{{ v|decimal }}", v=value) == text
    assert render("{{ v|decimal }}", "ru", v=value) == text.replace(".", ",")


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("1-0", '<bdi dir="ltr">1–0</bdi>'),
        ("½-½", '<bdi dir="ltr">½–½</bdi>'),
        ("0-1a", '<bdi dir="ltr">0–1</bdi>'),
        ("+-", '<bdi dir="ltr">+ −</bdi>'),
        ("*", '<bdi dir="ltr">*</bdi>'),
        ("U", "bye"),
        ("H", "half-point bye"),
        ("<b>", "&lt;b&gt;"),
    ],
)
def test_a_result_is_written_from_its_stored_value(kind: str, text: str) -> None:
    assert render("{{ v|result }}", v=kind) == text


@pytest.mark.parametrize(
    ("style", "language", "text"),
    [
        ("", "he", '<bdi dir="rtl">1–0</bdi>'),
        ("", "ru", '<bdi dir="ltr">1–0</bdi>'),
        ("plain", "he", "1–0"),
        ("option", "he", "\N{RIGHT-TO-LEFT ISOLATE}1–0\N{POP DIRECTIONAL ISOLATE}"),
        ("option", "en", "\N{LEFT-TO-RIGHT ISOLATE}1–0\N{POP DIRECTIONAL ISOLATE}"),
    ],
)
def test_the_points_of_two_run_with_the_line(style: str, language: str, text: str) -> None:
    assert render("{{ v|result:'" + style + "' }}", language, v="1-0") == text


@pytest.mark.parametrize("tag", ["rating", "change", "points"])
def test_nothing_is_a_dash(tag: str) -> None:
    assert render("{{ v|" + tag + " }}", v=None) == "–"


@pytest.mark.parametrize(
    ("source", "value"), [("rating", 14138), ("change", -42), ("points", 25), ("result", "1-0"), ("day", date(2026, 3, 5))]
)
def test_plain_text_has_no_markup(source: str, value: object) -> None:
    expected = {"rating": "1413.8", "change": "−4.2", "points": "12½", "result": "1–0", "day": "5 Mar 2026"}
    assert render("{{ v|" + source + ":'plain' }}", v=value) == expected[source]


def test_the_class_of_a_change_follows_its_sign() -> None:
    assert [rookery.change_class(value) for value in (1, -1, 0, None)] == ["gain", "loss", "even", "even"]


@pytest.mark.parametrize(
    ("language", "text"), [("en", "5 Mar 2026"), ("he", "5 במרץ 2026"), ("ru", "5 мар. 2026"), ("en-gb", "5 Mar 2026")]
)
def test_a_date_is_written_in_the_words_of_the_language(language: str, text: str) -> None:
    assert render("{{ v|day }}", language, v=date(2026, 3, 5)) == f'<time datetime="2026-03-05">{text}</time>'


def test_a_moment_is_dated_in_the_current_time_zone() -> None:
    with timezone.override(ZoneInfo("Asia/Jerusalem")):
        assert render("{{ v|day:'plain' }}", v=datetime(2026, 3, 5, 23, 30, tzinfo=UTC)) == "6 Mar 2026"
    assert render("{{ v|day }}", v=None) == "–"


def test_whole_numbers_are_grouped_as_the_language_does() -> None:
    assert {language: render("{{ v|count }}", language, v=15600) for language in LANGUAGES} == {
        "en": "15,600",
        "he": "15,600",
        "ru": "15\N{NO-BREAK SPACE}600",
    }


@given(st.integers(-50_000, 50_000))
def test_a_written_change_reads_back_as_the_same_tenths(tenths: int) -> None:
    for language in LANGUAGES:
        with override(language):
            text = rookery.change(tenths, "plain")
        assert int(text.replace("\N{MINUS SIGN}", "-").replace(".", "").replace(",", "")) == tenths


@given(st.integers(-50_000, 50_000))
def test_a_written_rating_reads_back_as_the_same_tenths(tenths: int) -> None:
    for language in LANGUAGES:
        with override(language):
            text = rookery.rating(tenths, "plain")
        assert int(text.replace("\N{MINUS SIGN}", "-").replace(".", "").replace(",", "")) == tenths


@given(st.integers(0, 400))
def test_written_points_read_back_as_the_same_half_points(half_points: int) -> None:
    text = rookery.points(half_points, "plain")
    assert int(text.rstrip("½") or 0) * 2 + text.endswith("½") == half_points


@pytest.mark.parametrize(
    ("said", "shown", "plain"),
    [
        ("(X11; Linux x86_64) Firefox/143.0", '<bdi dir="ltr">Firefox</bdi> on <bdi dir="ltr">Linux</bdi>', "Firefox on Linux"),
        ("<b>/1", '<bdi dir="ltr">&lt;b&gt;/1</bdi>', "<b>/1"),
        ("", "a browser that says nothing of itself", "a browser that says nothing of itself"),
    ],
)
def test_a_browser_is_told_in_the_direction_of_the_page_and_its_names_from_the_left(said: str, shown: str, plain: str) -> None:
    assert (render("{% load sessions %}{{ said|browser }}", said=said), browser(said, "plain")) == (shown, plain)
