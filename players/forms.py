"""What an arbiter writes down about a person."""

from decimal import Decimal

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.domain.errors import NameRefused
from players.domain.names import clean_name
from players.models import AgeGroupChoice
from players.services import HIGHEST_START, LOWEST_START


class PersonForm(forms.Form):
    """Name, starting rating and what protects the name."""

    name = forms.CharField(label=_("Name"), max_length=200, help_text=_("Results keep the name as it was typed at the time."))
    start_rating = forms.DecimalField(
        label=_("Starting rating"),
        required=False,
        localize=True,
        decimal_places=1,
        min_value=Decimal(LOWEST_START) / 10,
        max_value=Decimal(HIGHEST_START) / 10,
        help_text=_("Only for somebody who comes with a known strength. Empty: as the ladder's rules say."),
    )
    age_group = forms.ChoiceField(
        label=_("Age group"),
        choices=AgeGroupChoice,
        widget=forms.RadioSelect,
        help_text=_("Decides whether the full name may be shown. Nobody but the arbiters ever sees it."),
    )
    age_group_lapses = forms.IntegerField(
        label=_("Holds until the end of"),
        required=False,
        min_value=2000,
        max_value=2199,
        help_text=_("A year; after it the age group is not known any more. Empty: it holds for good."),
    )
    always_initials = forms.BooleanField(label=_("Always show initials, as this person asked"), required=False)

    def clean_name(self) -> str:
        """The name as it is stored."""
        try:
            return clean_name(self.cleaned_data["name"])
        except NameRefused as refused:
            raise ValidationError(gettext(refused.message) % refused.params, code=refused.code) from refused

    def clean_start_rating(self) -> int | None:
        """In tenths."""
        given = self.cleaned_data["start_rating"]
        return None if given is None else int(given * 10)


class NewPersonForm(forms.Form):
    """A person added by hand."""

    name = forms.CharField(label=_("Name"), max_length=200)

    clean_name = PersonForm.clean_name
