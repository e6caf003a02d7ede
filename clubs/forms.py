"""Forms about a club. What follows from an answer is decided by the service, not here."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.account_forms import MailAddressField
from clubs.domain.roles import Act, may, roles_to_give
from clubs.domain.tokens import LIFETIMES, SCOPES
from clubs.models import Audience, Language, NamePolicy, Role, Visibility
from clubs.time_zones import old_names, time_zone_choices


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
        label=_("Time zone"),
        choices=time_zone_choices,
        help_text=_("Events count by the date at the club, wherever the reader is."),
        widget=forms.Select(attrs={"data-old-names": json.dumps(old_names())}),  # static/js/time_zone.js chooses the reader's
    )


class ClubForm(forms.Form):
    """Name, language and clock."""

    name = forms.CharField(label=_("Name of the club"), max_length=100, widget=forms.TextInput(attrs={"dir": "auto"}))
    language = forms.ChoiceField(label=_("Language"), choices=Language.choices)
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zone_choices)


class PrivacyForm(forms.Form):
    """How open the club is."""

    audience = forms.ChoiceField(label=_("Who plays there?"), choices=Audience.choices, widget=forms.RadioSelect)
    visibility = forms.ChoiceField(label=_("Who may see the club's pages"), choices=Visibility.choices, widget=forms.RadioSelect)
    name_policy = forms.ChoiceField(
        label=_("Names on the club's pages"),
        choices=NamePolicy.choices,
        widget=forms.RadioSelect,
        help_text=_(
            "Initials for everybody is the safe choice wherever anybody under 18 plays: initials for the children alone would tell "
            "who the children are. With full names for adults, anybody whose age group is not known and every event in which a minor "
            "plays still show initials."
        ),
    )


SCOPE_WORDS = {"publish": _("publish events"), "read": _("read events")}


def scopes_in_words(scopes: Iterable[str]) -> str:
    """What a key may do, in the words of the boxes that were ticked for it; a word that is not known stays as it is."""
    return ", ".join(str(SCOPE_WORDS.get(scope, scope)) for scope in scopes)


LIFETIME_WORDS = {365: _("a year"), 90: _("three months"), 7: _("a week"), 0: _("until it is revoked")}


class TokenForm(forms.Form):
    """A key for one program."""

    label = forms.CharField(
        label=_("Name of the program"), max_length=60, help_text=_("Only for this list, so that you know which key is whose.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=[(scope, SCOPE_WORDS[scope]) for scope in SCOPES],
        widget=forms.CheckboxSelectMultiple,
        initial=list(SCOPES),
    )
    holds = forms.TypedChoiceField(
        label=_("How long it holds"),
        choices=[(days, LIFETIME_WORDS[days]) for days in LIFETIMES],
        coerce=int,
        initial=LIFETIMES[0],
        help_text=_("After that the program is refused until you make a new key."),
    )


class InvitationForm(forms.Form):
    """Whom to invite, and to what. Offers the roles that the inviting person may give."""

    email = MailAddressField(label=_("Mail address"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "off", "dir": "ltr"}))
    role = forms.ChoiceField(label=_("Role"), widget=forms.RadioSelect, initial=Role.ARBITER)
    steps_down = forms.BooleanField(
        label=_("I hand the club over: when an owner has accepted, I become an administrator"),
        required=False,
        help_text=_("Only for an invitation as an owner."),
    )

    def __init__(self, *args: Any, role: str | None, pays_on: bool = False, **more: Any) -> None:
        """`role`: that of the person who invites. `pays_on`: a card pays for the club, whoever owns it."""
        super().__init__(*args, **more)
        if pays_on:
            card = gettext(
                "If the club is paid with your card, it goes on paying, and receipts come to your address, until an owner changes both "
                "under “Subscription”."
            )
            self.fields["steps_down"].help_text = f"{self.fields['steps_down'].help_text} {card}"
        choice = self.fields["role"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [(given, Role(given).label) for given in roles_to_give(role)]
        if not may(role, Act.MANAGE_ROLES):
            del self.fields["steps_down"]

    def clean(self) -> dict[str, Any]:
        """Handing over means that somebody takes over."""
        cleaned = super().clean() or {}
        if cleaned.get("steps_down") and cleaned.get("role") != Role.OWNER:
            self.add_error("steps_down", gettext("To hand the club over, invite an owner."))
        return cleaned


class RoleForm(forms.Form):
    """Another role for somebody who acts for the club. Ownership is not given but offered."""

    role = forms.ChoiceField(
        label=_("Role"), choices=[(Role.ADMIN, Role.ADMIN.label), (Role.ARBITER, Role.ARBITER.label)], widget=forms.RadioSelect
    )


class JournalForm(forms.Form):
    """Which lines of the journal to show; everything that is left empty hinders none."""

    by = forms.TypedChoiceField(label=_("Who"), coerce=int, required=False, empty_value=None)
    kind = forms.ChoiceField(label=_("About"), required=False)
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(self, *args: Any, authors: Sequence[tuple[int, str]], kinds: Sequence[tuple[str, str]], **more: Any) -> None:
        """`authors`: accounts by their primary keys, and what they are called; `kinds`: what lines may be about."""
        super().__init__(*args, **more)
        for name, choices in (("by", authors), ("kind", kinds)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", _("everything") if name == "kind" else _("everybody")), *choices]
