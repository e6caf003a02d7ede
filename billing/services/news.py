"""Finding out what is new about a club's subscription, once, under the lock of its row: for the journal, and for a mail to its owners."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.utils import timezone

from billing.domain.entitlement import Fetched, entitlement
from billing.domain.news import UNMAILED, News, Phase, Standing, is_renewed, news_between, standing, standing_untold
from billing.models import Subscription
from clubs.models import Club
from clubs.services import Person, record_in_journal

_ACTIONS: Final[Mapping[News, str]] = {
    News.PAUSED: "subscription.paused",
    News.ENDED: "subscription.ended",
    News.CANCELLED: "subscription.cancelled",
    News.RESUMED: "subscription.resumed",
    News.FAILED: "subscription.failed",
    News.PAID: "subscription.paid",
    News.SUBSCRIBED: "subscription.subscribed",
    News.INTERVAL: "subscription.interval_changed",
    News.RENEWED: "subscription.renewed",
}
"""That a trial will end is nothing that was done."""
_TOLD: Final = ("told_phase", "told_interval", "told_cancelling")
_DUE: Final = ("due_mail", "due_since", "tried_at")


def note_news(*, club: Club, known: Subscription, fetched: Fetched | None, by: Person) -> None:
    """Compare what the owners know with what is so now; write down what differs, and which mail is due.

    `known` is locked, and still as it was before `fetched`. In the transaction that stores `fetched`: what is told is stored with what it
    is about, or neither is. A newer mail takes the place of one that was not sent yet. A club that is shut tells nobody. The club is read
    after the lock, as `known.club`: what the caller knows of it may be older.
    """
    now, ends = timezone.now(), known.club.trial_ends_at
    told, stands = _told(known, fetched, now), standing(ends, fetched, now)
    news = news_between(told, stands) or ([News.RENEWED] if is_renewed(known.fetched, fetched) else [])
    for each in news[::-1]:
        if each in _ACTIONS:
            detail = _told_of(fetched, stands, ends, now)
            record_in_journal(club=club, action=_ACTIONS[each], by=by, subject=fetched.id if fetched else "", detail=detail)
    _keep(known, stands)
    if news and not known.club.is_shut:
        _have_mailed(known, news[0], now)


def _told(known: Subscription, fetched: Fetched | None, now: datetime) -> Standing:
    """What the owners know. One that owed when the page paused is forgotten where another one is paid: that is subscribed anew."""
    told = known.told or standing_untold(known.club.trial_ends_at, known.fetched, now)
    if told.phase == Phase.PAUSED and fetched is not None and fetched.id != known.subscription:
        return Standing(Phase.PAUSED)
    return told


def _keep(known: Subscription, stands: Standing) -> None:
    if known.told != stands:
        known.told_phase, known.told_interval, known.told_cancelling = stands.phase, stands.interval, stands.cancelling
        known.save(update_fields=_TOLD)


def _have_mailed(known: Subscription, news: News, now: datetime) -> None:
    if news not in UNMAILED:
        known.due_mail, known.due_since, known.tried_at = news, now, None
        known.save(update_fields=_DUE)


def _told_of(fetched: Fetched | None, stands: Standing, trial_ends_at: datetime, now: datetime) -> dict[str, str | None]:
    """For the journal: Stripe's word, which is for operators, and what a reader sees of it."""
    detail: dict[str, str | None] = {"stripe": fetched.status if fetched else None}
    if fetched is not None and fetched.is_live:
        detail["interval"] = fetched.interval
    if (until := entitlement(trial_ends_at, fetched, now).until) is not None:
        detail["open_until"] = until.isoformat()
    elif fetched is not None and stands.phase == Phase.ACTIVE:
        detail["next_payment"] = fetched.period_end.isoformat()
    return detail
