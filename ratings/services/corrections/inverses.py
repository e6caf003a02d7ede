"""How each kind of correction is taken back: the one table."""

from ratings.models import CorrectionKind
from ratings.services.corrections.actions import Inverse

INVERSES: dict[CorrectionKind, Inverse] = {}
