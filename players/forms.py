"""What an arbiter writes down about a person."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.domain.errors import NameRefused
from players.domain.names import clean_name
from players.models import AgeGroupChoice


class PersonForm(forms.Form):
    """The name and what protects it."""

    name = forms.CharField(label=_("Name"), max_length=200, help_text=_("Results keep the name as it was typed at the time."))
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


class NewPersonForm(forms.Form):
    """A person added by hand."""

    name = forms.CharField(label=_("Name"), max_length=200)

    clean_name = PersonForm.clean_name
