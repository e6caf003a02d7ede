"""Forms for publishing. What follows from an answer is decided by the service, not here."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.templatetags.rookery import day
from tournaments.domain.stakes import OverCorrections
from tournaments.interchange.dates import FIRST_DATE, LAST_DATE
from tournaments.interchange.limits import MAX_EVENT_NAME

NEW_EVENT = "new"
"""The answer "a new event"; any other answer is an event's id and the number of its latest version."""


class DayField(forms.DateField):
    """A day of the calendar that events have; what is outside of it is told in the reader's own way of writing dates."""

    default_error_messages: ClassVar[dict[str, Any]] = {"outside": _("Give a day from %(first)s to %(last)s.")}

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"widget": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), "localize": False, **options})

    def validate(self, value: Any) -> None:
        """Also within the calendar."""
        super().validate(value)
        if value is not None and not FIRST_DATE <= value <= LAST_DATE:
            known = {"first": day(FIRST_DATE, "plain"), "last": day(LAST_DATE, "plain")}
            raise forms.ValidationError(self.error_messages["outside"], code="outside", params=known)


class UploadForm(forms.Form):
    """A file, or its text."""

    file = forms.FileField(
        label=_("File of the event"),
        required=False,
        help_text=_("TRF (from Swiss-Manager, Vega, SwissSys and others) or Rookery JSON, up to 2 MB."),
        widget=forms.FileInput(attrs={"accept": ".trf,.trfx,.txt,.json"}),
    )
    text = forms.CharField(
        label=_("Or paste its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "dir": "ltr", "spellcheck": "false", "autocomplete": "off", "wrap": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """Exactly one of the two."""
        answers = super().clean() or {}
        if not self.errors and bool(answers.get("file")) == bool(answers.get("text", "").strip()):
            raise forms.ValidationError(_("Choose a file, or paste its text."), code="one_of_two")
        return answers

    def content(self) -> tuple[bytes, str]:
        """The bytes and the name of the file; text is taken as UTF-8."""
        file = self.cleaned_data["file"]
        return (file.read(), file.name) if file else (self.cleaned_data["text"].encode(), "")


class EncodingForm(forms.Form):
    """In which encoding the names look right; `choices` are (encoding, how it looks)."""

    encoding = forms.ChoiceField(label=_("In which of these do the names look right?"), widget=forms.RadioSelect)

    def __init__(self, choices: Sequence[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["encoding"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class PublishForm(forms.Form):
    """What the event is called, which event it is, when it began where the file does not say so, whether corrections stand, and why."""

    name = forms.CharField(label=_("Name of the event"), max_length=MAX_EVENT_NAME)
    target = forms.ChoiceField(label=_("Which event is it?"), widget=forms.RadioSelect)
    corrections = forms.ChoiceField(
        label=_("Corrections made here"),
        choices=[
            (OverCorrections.KEEP.value, _("Keep them, on top of this version")),
            (OverCorrections.DROP.value, _("Drop them: everything as it is in the file")),
        ],
        error_messages={"required": _("This event was corrected here. Say whether the corrections stand.")},
        widget=forms.RadioSelect,
    )
    starts_on = DayField(label=_("Start date"), help_text=_("The file does not say when the event began."))
    reason = forms.CharField(
        label=_("Why is there a new version?"),
        max_length=200,
        required=False,
        help_text=_("Need not be filled in. Stands in the journal of the club's arbiters."),
    )

    def __init__(
        self,
        *args: Any,
        targets: Sequence[tuple[str, str]],
        asks_date: bool,
        asks_corrections: bool = False,
        asks_reason: bool = False,
        **kwargs: Any,
    ) -> None:
        """Without `targets` the file itself says which event it is. One of several likely ones is never chosen beforehand."""
        super().__init__(*args, **kwargs)
        if not asks_date:
            del self.fields["starts_on"]
        if not asks_corrections:
            del self.fields["corrections"]
        if not asks_reason:
            del self.fields["reason"]
        if targets:
            field = self.fields["target"]
            assert isinstance(field, forms.ChoiceField)
            field.choices = targets
        else:
            del self.fields["target"]


def split_target(target: str) -> tuple[str, int | None]:
    """The event's id and the version that was shown with it; no version for a new event."""
    event, _colon, version = target.partition(":")
    return event, read_version(version)


def read_version(sent: str) -> int | None:
    """The number of a version that a page has sent along; None for whatever no event ever has."""
    return int(sent) if sent.isdecimal() and len(sent) < 10 else None
