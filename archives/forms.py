"""Forms of leaving and moving."""

from django import forms
from django.utils.translation import gettext_lazy as _


class CloseForm(forms.Form):
    """The name of the club, typed by its owner."""

    name = forms.CharField(
        label=_("Type the name of the club"), max_length=100, widget=forms.TextInput(attrs={"dir": "auto", "autocomplete": "off"})
    )


class BringForm(forms.Form):
    """The file of an export."""

    file = forms.FileField(
        label=_("File of the club"),
        help_text=_("The ZIP that “Take everything along” gave on the other installation, up to 8 MB, as it is."),
        widget=forms.FileInput(attrs={"accept": ".zip,.json"}),
    )
