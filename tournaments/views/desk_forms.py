"""What an arbiter decides about one event as a whole."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import EventAccess, EventNames


class EventForm(forms.Form):
    """Who may open the event's page, and the names on it."""

    access = forms.ChoiceField(label=_("Who may open the event's page"), choices=EventAccess)
    names = forms.ChoiceField(
        label=_("Names on the event's page"),
        choices=EventNames,
        help_text=_("While a minor plays, or somebody whose age group is not known, the event shows initials for all unless you decide."),
    )
