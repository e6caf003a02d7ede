"""The figures of a ladder, as an administrator types them."""

from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from ratings.domain.errors import InvalidRules
from ratings.domain.rules import Rules


class RulesForm(forms.Form):
    """One set of figures and the date from which it holds. `rules` is there when the form is valid."""

    since = forms.DateField(
        label=_("Holds for events from"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Empty: from the beginning. The whole ladder from that date on is computed again."),
    )
    start = forms.DecimalField(label=_("Starting rating"), decimal_places=1, min_value=Decimal(100), max_value=Decimal(4000), localize=True)
    k_new = forms.IntegerField(label=_("K for new players"), min_value=0, max_value=200)
    new_games = forms.IntegerField(label=_("A player is new for so many rated games"), min_value=0, max_value=32767)
    k_established = forms.IntegerField(label=_("K afterwards"), min_value=0, max_value=200)
    provisional_games = forms.IntegerField(label=_("A rating is provisional for so many rated games"), min_value=0, max_value=32767)

    def clean(self) -> dict[str, Any]:
        """Let the ladder itself judge the figures."""
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                self.rules = Rules(
                    start=int(cleaned["start"] * 10),
                    k_new=cleaned["k_new"],
                    k_established=cleaned["k_established"],
                    new_games=cleaned["new_games"],
                    provisional_games=cleaned["provisional_games"],
                )
            except InvalidRules as refused:
                raise ValidationError(str(refused)) from refused
        return cleaned


def figures_of(rules: Rules) -> dict[str, Any]:
    """What the form shows of a set of figures."""
    return {
        "start": Decimal(rules.start) / 10,
        "k_new": rules.k_new,
        "k_established": rules.k_established,
        "new_games": rules.new_games,
        "provisional_games": rules.provisional_games,
    }
