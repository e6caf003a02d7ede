"""How figures and dates are written on a page: one door for every template, server-side, in the reader's language.

The decimal sign and the dates follow the language (1413.8 in English and Hebrew, 1413,8 in Russian); the figure itself never
flips in a line that runs from right to left: it stands in `<bdi dir="ltr">`. What belongs to two people, the points of White and
of Black, follows the line, as their names do (`of_two`). Every filter takes `"plain"` as its argument
where the text goes into an attribute, a title or a mail and no markup is wanted. None is written as an en dash.
"""

from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Final

from babel import Locale
from babel.dates import format_date
from babel.numbers import format_decimal, get_decimal_symbol
from django import template
from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, get_language_bidi, gettext_lazy

from clubs.domain.text import isolated
from clubs.selectors import name_of_account

register = template.Library()
register.filter(isolated)

MINUS: Final = "\N{MINUS SIGN}"
DASH: Final = "\N{EN DASH}"
HALF: Final = "\N{VULGAR FRACTION ONE HALF}"
_LOCALES: Final = {"en": "en_GB"}
_DATE_PATTERNS: Final = {"en_GB": "d MMM y", "he": "d בMMM y", "ru": "d MMM y"}
_SHORT_PATTERNS: Final = {"en_GB": "d MMM", "he": "d בMMM", "ru": "d MMM"}
_RESULTS: Final = {
    "1-0": f"1{DASH}0",
    "½-½": f"{HALF}{DASH}{HALF}",
    "0-1": f"0{DASH}1",
    "0-0": f"0{DASH}0",
    "1-0u": f"1{DASH}0",
    "½-½u": f"{HALF}{DASH}{HALF}",
    "0-1u": f"0{DASH}1",
    "1-0a": f"1{DASH}0",
    "0-1a": f"0{DASH}1",
    "+-": f"+ {MINUS}",
    "-+": f"{MINUS} +",
    "--": f"{MINUS} {MINUS}",
    "*": "*",
}
_ISOLATES: Final = {"ltr": "\N{LEFT-TO-RIGHT ISOLATE}", "rtl": "\N{RIGHT-TO-LEFT ISOLATE}"}
_BYES: Final = {
    "U": gettext_lazy("bye"),
    "F": gettext_lazy("full-point bye"),
    "H": gettext_lazy("half-point bye"),
    "Z": gettext_lazy("zero-point bye"),
}


@lru_cache(maxsize=16)
def _locale(language: str) -> Locale:
    """The locale that writes the figures of a language code; a regional code falls back to its language."""
    code = language.split("-")[0]
    return Locale.parse(_LOCALES.get(code, code))


@lru_cache(maxsize=16)
def _decimal_sign(language: str) -> str:
    return get_decimal_symbol(_locale(language))


def decimal_sign() -> str:
    """The decimal sign of the reader's language."""
    return _decimal_sign(_language())


def _language() -> str:
    return get_language() or "en"


def _tenths(value: int) -> str:
    """Tenths without a sign: 14138 → 1413.8, never grouped."""
    whole, tenth = divmod(abs(value), 10)
    return f"{whole}{_decimal_sign(_language())}{tenth}"


def _ltr(text: str, style: str) -> str:
    """The figure isolated left to right, or bare for `style == "plain"`. The text is ours: digits and signs only."""
    if style == "plain":
        return text
    return mark_safe(f'<bdi dir="ltr">{text}</bdi>')


def of_two(text: str, style: str = "") -> str:
    """Points of White and of Black, or of two people in the order of their names: the first stands on the side of the first name.

    In Hebrew White is on the right, and so are White's points. What has more than one sign on a side is isolated there by the caller.
    `style` "option" is for where no markup can stand.
    """
    direction = "rtl" if get_language_bidi() else "ltr"
    if style == "option":
        return f"{_ISOLATES[direction]}{text}\N{POP DIRECTIONAL ISOLATE}"
    return text if style == "plain" else mark_safe(f'<bdi dir="{direction}">{text}</bdi>')


@register.filter
def rating(tenths: int | None, style: str = "") -> str:
    """A rating from tenths: 14138 → 1413.8; one below nothing has a true minus."""
    if tenths is None:
        return DASH
    return _ltr((MINUS if tenths < 0 else "") + _tenths(tenths), style)


@register.filter
def change(tenths: int | None, style: str = "") -> str:
    """A change of rating from tenths, always with its sign: +13.8, −4.2 (a true minus), 0.0."""
    if tenths is None:
        return DASH
    sign = "+" if tenths > 0 else MINUS if tenths < 0 else ""
    return _ltr(sign + _tenths(tenths), style)


@register.filter
def change_class(tenths: int | None) -> str:
    """The class that colours a change: gain, loss or even. The sign says the same to those who see no colour."""
    if not tenths:
        return "even"
    return "gain" if tenths > 0 else "loss"


@register.filter
def points(half_points: int | None, style: str = "") -> str:
    """Points from half-points: 25 → 12½, 1 → ½, 0 → 0."""
    if half_points is None:
        return DASH
    whole, half = divmod(abs(half_points), 2)
    digits = (str(whole) if whole or not half else "") + (HALF if half else "")
    return _ltr((MINUS if half_points < 0 else "") + digits, style)


@register.simple_tag
def wdl(wins: int, draws: int, losses: int) -> str:
    """Wins, draws and losses on one line: 14–9–8."""
    return _ltr(f"{wins}{DASH}{draws}{DASH}{losses}", "")


@register.simple_tag
def score(half_points: int | None, games: int) -> str:
    """Points out of games: 2½/4."""
    return DASH if half_points is None else _ltr(f"{points(half_points, 'plain')}/{games}", "")


@register.filter
def result(kind: str, style: str = "") -> str:
    """The result of a board from its stored value: 1–0, ½–½, + −, White first; a bye in words. An unknown value is shown as it is."""
    if kind in _BYES:
        return str(_BYES[kind])
    text = _RESULTS.get(kind)
    return conditional_escape(kind) if text is None else of_two(text, style)


@register.filter
def decimal(value: float | Decimal, places: int = 2) -> str:
    """A figure with a fixed number of decimals and a true minus, bare: 0.36, −1.81; for expected scores and exact changes."""
    text = f"{value:.{places}f}"
    if not text.strip("-0."):
        text = text.removeprefix("-")
    return text.replace("-", MINUS).replace(".", _decimal_sign(_language()))


@register.filter
def count(value: int) -> str:
    """A whole number with the grouping of the language: 15,600 or 15 600."""
    return format_decimal(value, locale=_locale(_language()))


@lru_cache(maxsize=4096)
def _written_date(day: date, language: str, *, short: bool = False) -> str:
    locale = _locale(language)
    patterns = _SHORT_PATTERNS if short else _DATE_PATTERNS
    return format_date(day, patterns.get(str(locale), "medium"), locale=locale)


def short_day(value: date) -> str:
    """A date of the last twelve months, where the year goes without saying: 5 Mar, 5 במרץ, 5 мар."""
    return _written_date(value, _language(), short=True)


@register.filter
def day(value: date | datetime | None, style: str = "") -> str | SafeString:
    """A date in the words of the language: 5 Mar 2026, 5 במרץ 2026, 5 мар. 2026. A moment is taken in the current time zone."""
    if value is None:
        return DASH
    if isinstance(value, datetime):
        value = timezone.localtime(value).date() if timezone.is_aware(value) else value.date()
    text = _written_date(value, _language())
    return text if style == "plain" else format_html('<time datetime="{}">{}</time>', value.isoformat(), text)


@register.filter
def account(person: AbstractBaseUser | None) -> str:
    """Who did something, as their colleagues know them."""
    return name_of_account(person)
