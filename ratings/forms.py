"""The figures of a ladder, as an administrator types them."""

from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.models import Player
from players.services import HIGHEST_START, LOWEST_START
from ratings.domain.errors import InvalidRules
from ratings.domain.rules import Rules
from ratings.interchange.opening_cells import read_number
from tournaments.forms import DayField


class RatingField(forms.DecimalField):
    """A rating of the ladder as people type it, in every language: 1432, 1432.5, 1432,5 or 1 432,5. Clean, it is a Decimal."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": _("Write a rating such as 1432 or 1432.5: at most one decimal, after a point or a comma."),
        "max_decimal_places": _("Write a rating such as 1432 or 1432.5: at most one decimal, after a point or a comma."),
        "outside": _("A rating is from %(lowest)s to %(highest)s."),
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"localize": True, "decimal_places": 1, **options})
        self.widget.attrs.setdefault("inputmode", "decimal")

    def to_python(self, value: Any) -> Any:
        """The comma is a decimal sign and never one between thousands: with it, 1,432 has too many decimals."""
        given = read_number(value) if isinstance(value, str) and value.strip() else value
        if given is None and value:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(given)

    def clean(self, value: Any) -> Any:
        """Also between the lowest and the highest rating with which somebody starts; said of what is a rating at all."""
        given = super().clean(value)
        if given is not None and not LOWEST_START <= given * 10 <= HIGHEST_START:
            known = {"lowest": LOWEST_START // 10, "highest": HIGHEST_START // 10}
            raise ValidationError(self.error_messages["outside"], code="outside", params=known)
        return given


class AnsweredDay(forms.DateInput):
    """A day that is needed with one answer to another question only: the browser, which cannot know, does not insist on it."""

    def use_required_attribute(self, initial: Any) -> bool:
        """Never."""
        return False


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
    day = DayField(
        label=_("The date, if it is “from a date on”"),
        widget=AnsweredDay(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("An event counts by the rules of the day on which it starts."),
        error_messages={"required": _("You chose “from a date on”: say from which one.")},
    )
    start = RatingField(label=_("Starting rating"))
    k_new = forms.IntegerField(label=_("K for new players"), min_value=0, max_value=200)
    new_games = forms.IntegerField(label=_("A player is new for so many rated games"), min_value=0, max_value=32767)
    k_established = forms.IntegerField(label=_("K afterwards"), min_value=0, max_value=200)
    provisional_games = forms.IntegerField(label=_("A rating is provisional for so many rated games"), min_value=0, max_value=32767)

    def clean(self) -> dict[str, Any]:
        """Let the ladder itself judge the figures."""
        cleaned = super().clean() or {}
        if cleaned.get("holds") != "date" and self.has_error("day", code="required"):
            del self.errors["day"]
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

    start_rating = RatingField(
        label=_("Starting rating"),
        required=False,
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


class ErasureForm(forms.Form):
    """The last word before a person is erased."""

    final = forms.BooleanField(
        label=_("I know that nobody can take this back"),
        error_messages={"required": _("Tick the box first: what is erased cannot be brought back.")},
    )
