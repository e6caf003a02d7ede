"""Corrections of a ladder, each with a preview and an undo. One door to what is corrected elsewhere."""

from ratings.domain.effects import Effects, MemberEffect
from ratings.domain.errors import CorrectionRefused
from ratings.services.corrections.actions import Action, Applied, Inverse
from ratings.services.corrections.applying import EffectsDiffer, apply_correction, preview_correction
from ratings.services.corrections.undoing import preview_undo, undo_correction

__all__ = [
    "Action",
    "Applied",
    "CorrectionRefused",
    "Effects",
    "EffectsDiffer",
    "Inverse",
    "MemberEffect",
    "apply_correction",
    "preview_correction",
    "preview_undo",
    "undo_correction",
]
