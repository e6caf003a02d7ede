"""How each kind of correction is taken back: the one table."""

from ratings.models import CorrectionKind
from ratings.services.corrections.actions import Inverse
from ratings.services.corrections.events import uncorrect_event, unorder_event, unremove_event, unrestore_event
from ratings.services.corrections.opening import put_opening_back
from ratings.services.corrections.persons import undo_joining
from ratings.services.corrections.publication import unpublish_version
from ratings.services.corrections.rules import put_rules_back
from ratings.services.corrections.splits import undo_splitting
from ratings.services.corrections.starts import put_start_back

INVERSES: dict[CorrectionKind, Inverse] = {
    CorrectionKind.RESULTS: uncorrect_event,
    CorrectionKind.DATES: uncorrect_event,
    CorrectionKind.RATED: uncorrect_event,
    CorrectionKind.REMOVED: unremove_event,
    CorrectionKind.RESTORED: unrestore_event,
    CorrectionKind.ORDER: unorder_event,
    CorrectionKind.PUBLICATION: unpublish_version,
    CorrectionKind.START_RATING: put_start_back,
    CorrectionKind.RULES: put_rules_back,
    CorrectionKind.OPENING: put_opening_back,
    CorrectionKind.MERGE: undo_joining,
    CorrectionKind.SPLIT: undo_splitting,
}
