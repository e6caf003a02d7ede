"""Why a correction is refused, in the reader's language."""

from django.utils import timezone
from django.utils.translation import gettext

from players.domain.errors import PlayerError
from ratings.domain.errors import CorrectionRefused
from tournaments.domain.errors import CorrectionRefused as EventRefused
from tournaments.domain.errors import IdentityRefused, TournamentError
from tournaments.interchange.remarks import render_remark
from tournaments.views.explaining import moment

Refusal = (CorrectionRefused, TournamentError, PlayerError)
"""Everything with which a correction may be refused."""


def refusal_sentence(refused: CorrectionRefused | TournamentError | PlayerError) -> str:
    """What is in the way. Called where the club's clock is set."""
    match refused:
        case CorrectionRefused():
            params = {"when": moment(timezone.localtime(refused.at))} if refused.at else {}
            return gettext(refused.template) % params
        case EventRefused() | IdentityRefused():
            return gettext(refused.template) % refused.params
        case PlayerError():
            return gettext(refused.message) % refused.params
        case TournamentError():
            return " ".join(render_remark(remark, gettext) for remark in refused.remarks) or refused.message
