"""The figures of a ladder, as an administrator types them."""

from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from players.models import Player
from players.services import HIGHEST_START, LOWEST_START
from ratings.domain.errors import InvalidRules
from ratings.domain.rules import Rules
from tournaments.interchange.dates import FIRST_DATE, LAST_DATE


class RulesForm(forms.Form):
    """One set of figures and the date from which it holds. `rules` and `since` (None: the beginning) are there when the form is valid."""

    holds = forms.ChoiceField(
        label=_("From when do these figures hold?"),
        widget=forms.RadioSelect,
        choices=[
            ("beginning", _("From the beginning: every event that was ever counted is computed again with them")),
            ("date", _("From a date on: events that start earlier stay as they are")),
        ],
    )
    day = forms.DateField(
        label=_("From this date on"),
        required=False,
        validators=[MinValueValidator(FIRST_DATE), MaxValueValidator(LAST_DATE)],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("An event counts by the rules of the day on which it starts."),
    )
    start = forms.DecimalField(label=_("Starting rating"), decimal_places=1, min_value=Decimal(100), max_value=Decimal(4000), localize=True)
    k_new = forms.IntegerField(label=_("K for new players"), min_value=0, max_value=200)
    new_games = forms.IntegerField(label=_("A player is new for so many rated games"), min_value=0, max_value=32767)
    k_established = forms.IntegerField(label=_("K afterwards"), min_value=0, max_value=200)
    provisional_games = forms.IntegerField(label=_("A rating is provisional for so many rated games"), min_value=0, max_value=32767)

    def clean(self) -> dict[str, Any]:
        """Let the ladder itself judge the figures."""
        cleaned = super().clean() or {}
        if cleaned.get("holds") == "date" and not cleaned.get("day") and "day" not in self.errors:
            self.add_error("day", _("Choose the date from which these figures hold."))
        if not self.errors:
            self.since = cleaned["day"] if cleaned["holds"] == "date" else None
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


class StartRatingForm(forms.Form):
    """The rating with which a person enters the ladder; clean, it is in tenths, or None."""

    start_rating = forms.DecimalField(
        label=_("Starting rating"),
        required=False,
        localize=True,
        decimal_places=1,
        min_value=Decimal(LOWEST_START) / 10,
        max_value=Decimal(HIGHEST_START) / 10,
        help_text=_("Only for somebody who comes with a known strength. Empty: as the ladder's rules say."),
    )

    def clean_start_rating(self) -> int | None:
        """In tenths."""
        given = self.cleaned_data["start_rating"]
        return None if given is None else int(given * 10)


def figures_of(rules: Rules) -> dict[str, Any]:
    """What the form shows of a set of figures."""
    return {
        "start": Decimal(rules.start) / 10,
        "k_new": rules.k_new,
        "k_established": rules.k_established,
        "new_games": rules.new_games,
        "provisional_games": rules.provisional_games,
    }


def start_of(player: Player) -> dict[str, Any]:
    """What the form shows of a person's start."""
    return {"start_rating": None if player.start_rating is None else Decimal(player.start_rating) / 10}


class ConfirmForm(forms.Form):
    """The last word on a correction: why, and the digest of what was shown."""

    expected = forms.RegexField(r"^[0-9a-f-]{32,80}$", widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Why?"), max_length=200, required=False, help_text=_("Stands in the journal of the club's arbiters."))
