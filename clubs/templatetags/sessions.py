"""How pages and mails about an account tell when and from where: by the clock of the reader's club, and the browser by its name."""

from datetime import datetime

from allauth.mfa.models import Authenticator
from django import template
from django.utils import timezone
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from clubs.domain.browsers import known_browser, shortened
from clubs.second_factors import second_step_without
from clubs.selectors import Account, time_zone_of
from clubs.templatetags.rookery import day
from clubs.time_zones import zone_name

register = template.Library()


@register.simple_tag
def time_zone_for(account: Account) -> str:
    """The zone by which the person reads times, for `{% timezone %}`."""
    return time_zone_of(account)


@register.simple_tag
def second_step_after_removing(authenticator: Authenticator) -> str:
    """As `second_step_without`."""
    return second_step_without(authenticator)


@register.simple_tag
def name_of_zone() -> str:
    """What the clock is called by which times on this page are told."""
    return zone_name(timezone.localtime())


@register.filter
def browser(user_agent: str, style: str = "") -> str | SafeString:
    """Chrome on Android; what nobody knows as it says itself, its beginning. `"plain"`: without markup, for a mail.

    The sentence runs as the page does, in Hebrew from the right; each name in it, and what nobody knows, from the left.
    """
    known = known_browser(user_agent)
    if known is None:
        return _from_left(shortened(user_agent), style) if user_agent else gettext("a browser that says nothing of itself")
    names = {"browser": _from_left(known[0], style), "system": _from_left(known[1], style)}
    sentence = gettext("%(browser)s on %(system)s")
    return sentence % names if style == "plain" else mark_safe(conditional_escape(sentence) % names)


def _from_left(text: str, style: str) -> str | SafeString:
    return text if style == "plain" else format_html('<bdi dir="ltr">{}</bdi>', text)


def told_moment(moment: datetime) -> str:
    """A moment in one line, by the clock that is set, with its name: 5 Mar 2026, 21:30 (Israel Standard Time)."""
    local = timezone.localtime(moment)
    return f"{day(local, 'plain')}, {local:%H:%M} ({zone_name(local)})"
