"""Who is who in a table of opening ratings: a chooser for every row that may be somebody of the club."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clubs.templatetags.rookery import rating
from players.domain.matching import REASONS
from players.selectors import NameBook
from ratings.selectors.opening import Likely, RowProposal
from ratings.services.opening import OpeningRow
from tournaments.forms import DayField, UploadForm

NEW: Final = "new"
"""The answer "a new person"; any other answer is a person's id."""
_ISOLATED: Final = "\N{FIRST STRONG ISOLATE}{}\N{POP DIRECTIONAL ISOLATE}"  # an option can hold no markup


class OpeningUploadForm(UploadForm):
    """A table of opening ratings, or its text."""

    file = forms.FileField(
        label=_("Table of ratings"),
        required=False,
        help_text=_("CSV with the columns name, rating and games, up to 2,000 people."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt"}),
    )


class OpeningForm(forms.Form):
    """The date from which the club counts, and who each row is."""

    as_of = DayField(
        label=_("As of which day are these ratings?"),
        help_text=_("Events that start on this day or later count; what was played before is in the ratings already."),
    )

    def __init__(self, sent: Mapping[str, Any] | None, *, proposals: Sequence[RowProposal], book: NameBook, today: date) -> None:
        super().__init__(sent, initial={"as_of": today})
        self._proposals = proposals
        self._people = {likely.player.public_id: likely.player.pk for proposal in proposals for likely in proposal.likely}
        for proposal in proposals:
            if proposal.likely:
                self.fields[field_name(proposal)] = _chooser(proposal, book)

    def clean(self) -> dict[str, Any]:
        """Two rows are never one person."""
        answers = super().clean() or {}
        taken: dict[str, int] = {}
        for proposal in self._proposals:
            answer = answers.get(field_name(proposal), NEW)
            first = taken.setdefault(answer, proposal.brought.row) if answer != NEW else proposal.brought.row
            if first != proposal.brought.row:
                self.add_error(field_name(proposal), gettext("Row %(row)s is this person already.") % {"row": first})
        return answers

    def rows(self) -> tuple[OpeningRow, ...]:
        """Who enters with what; only for a valid form."""
        return tuple(
            OpeningRow(
                self._people.get(self.cleaned_data.get(field_name(proposal), NEW)),
                proposal.brought.name,
                proposal.brought.rating,
                proposal.brought.games,
            )
            for proposal in self._proposals
        )


def field_name(proposal: RowProposal) -> str:
    """The name of a row's chooser."""
    return f"row{proposal.brought.row}"


def _chooser(proposal: RowProposal, book: NameBook) -> forms.ChoiceField:
    """What fits with certainty, or a new person, is chosen beforehand; where neither does, nothing is."""
    people = [(likely.player.public_id, _label(likely, book)) for likely in proposal.likely]
    preselected = next((likely.player.public_id for likely in proposal.likely if likely.player.pk == proposal.preselected), "")
    choices = [*people, (NEW, gettext("A new person"))]
    if proposal.is_open:
        choices.insert(0, ("", gettext("Choose who this is")))
    initial = preselected or (NEW if proposal.is_new else "")
    label = gettext("Who is %(name)s?") % {"name": proposal.brought.name}
    return forms.ChoiceField(label=label, choices=choices, initial=initial, widget=forms.Select(attrs={"aria-label": label}))


def _label(likely: Likely, book: NameBook) -> str:
    """The name, what tells namesakes apart, and why: Yossi Cohen, 1432.5, 24 games (initial of the first name)."""
    facts = [_ISOLATED.format(book.display_name(likely.player))]
    if likely.rating is not None:
        facts.append(rating(likely.rating, "plain"))
        facts.append(ngettext("%(games)s game", "%(games)s games", likely.games) % {"games": likely.games})
    why = gettext(REASONS[likely.reason.code]) % {name: _ISOLATED.format(text) for name, text in likely.reason.params.items()}
    return f"{', '.join(facts)} ({why})"
