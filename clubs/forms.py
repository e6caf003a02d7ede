"""Forms about a club. What follows from an answer is decided by the service, not here."""

from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.models import Audience, Language


def time_zone_choices() -> list[tuple[str, object]]:
    """Time zones as people look for them: by region, then by city; those without a city are left out, but for UTC."""
    regions: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(available_timezones()):
        region, slash, city = name.partition("/")
        if slash and region not in {"Etc", "SystemV", "US"}:
            regions.setdefault(region, []).append((name, city.replace("_", " ")))
    return [("", _("Choose a time zone")), *regions.items(), ("UTC", "UTC")]


class FoundClubForm(forms.Form):
    """What is asked of a new club: its name, who plays there, its language and its clock."""

    name = forms.CharField(
        label=_("Name of the club"), max_length=100, widget=forms.TextInput(attrs={"autocomplete": "organization", "dir": "auto"})
    )
    audience = forms.ChoiceField(
        label=_("Who plays there?"),
        choices=Audience.choices,
        widget=forms.RadioSelect,
        help_text=_(
            "This decides how much strangers see at first. With children: initials for everybody. A school: only its arbiters "
            "see the page. Adults only: full names. You can change it later."
        ),
    )
    language = forms.ChoiceField(
        label=_("Language"), choices=Language.choices, help_text=_("Readers can switch the pages to another language.")
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"), choices=time_zone_choices, help_text=_("Events count by the date at the club, wherever the reader is.")
    )
