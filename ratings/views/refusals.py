"""Why a correction is refused, in the reader's language."""

from collections.abc import Mapping

from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext

from clubs.models import Club
from players.domain.errors import PlayerError
from ratings.domain.errors import CorrectionRefused
from ratings.views.patches import stands_sentence
from tournaments.domain.errors import CorrectionRefused as EventRefused
from tournaments.domain.errors import IdentityRefused, TournamentError
from tournaments.views.explaining import in_words, moment, say

Refusal = (CorrectionRefused, TournamentError, PlayerError)
"""Everything with which a correction may be refused."""


def refusal_sentence(
    refused: CorrectionRefused | TournamentError | PlayerError, club: Club | None = None, names: Mapping[int, str] | None = None
) -> str:
    """What is in the way; with the club, a link to the correction that is. Called where the club's clock is set.

    `names`: what the people of the event's latest version are called, by their numbers.
    """
    match refused:
        case EventRefused() if refused.now and names:
            return stands_sentence(int(refused.params["round"]), refused.now, names)
        case CorrectionRefused():
            return _with_link(refused, club)
        case EventRefused() | IdentityRefused():
            return gettext(refused.template) % in_words(refused.params)
        case PlayerError():
            return gettext(refused.message) % refused.params
        case TournamentError():
            return " ".join(map(say, refused.remarks)) or refused.message


def _with_link(refused: CorrectionRefused, club: Club | None) -> str:
    sentence = gettext(refused.template) % ({"when": moment(timezone.localtime(refused.at))} if refused.at else {})
    if club is None or not refused.later:
        return sentence
    url = reverse("ratings:correction", args=[club.public_id, refused.later])
    return format_html('{} <a href="{}">{}</a>', sentence, url, gettext("Show it"))
