"""What an arbiter writes down about a person, and how the list of people is searched."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.domain.errors import NameRefused
from players.domain.pseudonyms import living_name
from players.models import LONGEST_NOTE, AgeGroupChoice, RenameKind


class NameField(forms.CharField):
    """A name as it is stored; what cannot stand in one is refused with its place."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"label": _("Name"), "max_length": 200, "strip": False, **options})

    def clean(self, value: Any) -> str:
        """The name, clean."""
        try:
            return living_name(super().clean(value))
        except NameRefused as refused:
            raise ValidationError(gettext(refused.message) % refused.params, code=refused.code) from refused


class PersonForm(forms.Form):
    """What protects a name, and whether the person still comes."""

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
    inactive = forms.BooleanField(
        label=_("Does not come any more"),
        required=False,
        help_text=_(
            "Left out of the list of people, and named last where a name fits several. History, rating and ladder stay as they are."
        ),
    )


class NewPersonForm(forms.Form):
    """A person added by hand."""

    name = NameField()


class RenameForm(forms.Form):
    """Another name, and what it says of the old one."""

    name = NameField(label=_("New name"))
    kind = forms.ChoiceField(label=_("Why?"), choices=RenameKind, widget=forms.RadioSelect)


class NoteForm(forms.Form):
    """Notes of the arbiters; `seen` is the edition that stood on the page."""

    text = forms.CharField(
        label=_("Notes"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "maxlength": LONGEST_NOTE}),
        help_text=_(
            "Only arbiters of this club see them. "
            "They stand in no file but that of the whole club, which its owners and administrators take along."
        ),
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class SearchForm(forms.Form):
    """A name to look for; empty: nothing is looked for any more."""

    q = forms.CharField(required=False, max_length=120)
