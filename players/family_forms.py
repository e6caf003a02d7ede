"""What families fill in."""

from typing import Any

from django import forms
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from clubs.domain.text import find_unfit_character
from players.domain.consent import ConsentTo, covers
from players.domain.errors import CONSENT_MESSAGES
from players.domain.wording import CLOSING, OPENING, PLACES, VERSION, Wording
from players.models import FamilyRequest


class ConsentForm(forms.Form):
    """To what, and that the child was asked. Nothing is ticked beforehand."""

    club_pages = forms.BooleanField(label=_(PLACES[ConsentTo.CLUB_PAGES]), required=False)
    events = forms.BooleanField(label=_(PLACES[ConsentTo.EVENTS]), required=False)
    child_asked = forms.BooleanField(label=_("I have asked the child, who agrees."), required=False)

    def clean(self) -> dict[str, Any]:
        """At least one place, and a child that agrees."""
        given = super().clean() or {}
        if not given.get("club_pages") and not given.get("events"):
            self.add_error(None, gettext(CONSENT_MESSAGES["to_nothing"]))
        if not given.get("child_asked"):
            self.add_error("child_asked", gettext(CONSENT_MESSAGES["child_not_asked"]))
        return given

    @property
    def covers(self) -> frozenset[ConsentTo]:
        """Of a valid form."""
        return covers(club_pages=self.cleaned_data["club_pages"], events=self.cleaned_data["events"])


class RequestForm(forms.Form):
    """What the club shall do."""

    kind = forms.ChoiceField(label=_("What do you ask for?"), choices=FamilyRequest.Kind, widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("In your words"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "dir": "auto"}),
        help_text=_("What is wrong, and where. The club's arbiters read it, and nobody else."),
    )

    def clean_text(self) -> str:
        """Nothing that cannot be seen."""
        text: str = self.cleaned_data["text"]
        if find_unfit_character(text.replace("\n", " ").replace("\r", " ")):
            raise forms.ValidationError(_("The text holds a character that cannot be seen. Type it again instead of pasting."))
        return text


def wording_of(agreed: frozenset[ConsentTo], language: str) -> Wording:
    """The words that were shown for these ticks, in this language."""
    with override(language):
        lines = [gettext(OPENING), *(f"– {gettext(PLACES[place])}" for place in ConsentTo if place in agreed), gettext(CLOSING)]
    return Wording(VERSION, language, "\n".join(lines))
