"""How each kind of correction is taken back: the one table."""

from ratings.models import CorrectionKind
from ratings.services.corrections.actions import Inverse
from ratings.services.corrections.events import uncorrect_event, unorder_event, unremove_event, unrestore_event

INVERSES: dict[CorrectionKind, Inverse] = {
    CorrectionKind.RESULTS: uncorrect_event,
    CorrectionKind.DATES: uncorrect_event,
    CorrectionKind.RATED: uncorrect_event,
    CorrectionKind.REMOVED: unremove_event,
    CorrectionKind.RESTORED: unrestore_event,
    CorrectionKind.ORDER: unorder_event,
}
