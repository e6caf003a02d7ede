"""What an arbiter corrects of an event besides its results."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ratings.views.result_sheet import NewGame, kinds_of_new_games
from tournaments.domain.results import ResultKind
from tournaments.forms import DayField


class SettingsForm(forms.Form):
    """Dates, rated and finished; and the number of the version that was shown."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**31 - 1)
    starts_on = DayField(label=_("First day"))
    ends_on = DayField(label=_("Last day"))
    rated = forms.BooleanField(label=_("Rated: the event counts for the ladder"), required=False)
    finished = forms.BooleanField(label=_("Finished: no more rounds will come"), required=False)


class NewGameForm(forms.Form):
    """A game or a bye that is missing; nothing if no player is chosen."""

    round = forms.TypedChoiceField(label=_("Round"), coerce=int, empty_value=None, required=False)
    white = forms.TypedChoiceField(label=_("White, or who has the bye"), coerce=int, empty_value=None, required=False)
    black = forms.TypedChoiceField(label=_("Black, nobody for a bye"), coerce=int, empty_value=None, required=False)
    result = forms.ChoiceField(label=_("Result"), required=False)

    def __init__(self, sent: QueryDict | None, *, rounds: Iterable[int], names: Mapping[int, str]) -> None:
        """`names` by the numbers of the entries."""
        super().__init__(sent, prefix="new")
        people = [("", "–"), *((str(number), f"{number} {name}") for number, name in names.items())]
        choices: dict[str, list[tuple[str, str]]] = {
            "round": [(str(number), str(number)) for number in rounds],
            "white": people,
            "black": people,
            "result": kinds_of_new_games(),
        }
        for name, listed in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = listed

    def clean(self) -> dict[str, Any]:
        """Somebody plays White, or has the bye; and nobody plays against themselves."""
        given = super().clean() or {}
        if self.errors:
            return given
        if given["black"] is not None and given["white"] is None:
            self.add_error("white", _("Choose who has White. A bye has its player here, and nobody below."))
        elif given["black"] is not None and given["white"] == given["black"]:
            self.add_error("black", _("Nobody plays against themselves. Choose somebody else."))
        return given

    @property
    def new_game(self) -> NewGame | None:
        """The game of a valid form, None if it was left empty."""
        given = self.cleaned_data
        if given["white"] is None or given["round"] is None:
            return None
        return NewGame(given["round"], given["white"], given["black"], ResultKind(given["result"] or ResultKind.WHITE_WIN))


class OrderForm(forms.Form):
    """The place among the events of a date."""

    order = forms.IntegerField(
        label=_("Order within the date"),
        min_value=-1000,
        max_value=1000,
        help_text=_("When several events have the same date, the ladder counts the lower number first."),
    )
