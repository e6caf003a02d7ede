"""What each column of a list of members is, and who each row is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clubs.templatetags.rookery import rating
from players.domain.matching import REASONS, Reason
from players.domain.members import Columns, MemberColumn, MemberFile
from players.interchange.member_columns import recognise
from players.interchange.tables import Table
from players.models import AgeGroupChoice
from players.selectors import Likely, NameBook
from players.selectors.joining import MemberProposal
from players.services import ImportRow
from tournaments.forms import UploadForm

NEW: Final = "new"
LEFT_OUT: Final = "out"
"""Answers for a row; any other answer is a person's id."""
_ISOLATED: Final = "\N{FIRST STRONG ISOLATE}{}\N{POP DIRECTIONAL ISOLATE}"  # an option can hold no markup
COLUMNS: dict[MemberColumn, Promise] = {
    MemberColumn.NAME: _("Whole name"),
    MemberColumn.GIVEN: _("First name"),
    MemberColumn.MIDDLE: _("Middle name or patronymic"),
    MemberColumn.SURNAME: _("Surname"),
    MemberColumn.AGE_GROUP: _("Age group"),
    MemberColumn.AGE_GROUP_UNTIL: _("Last year of the age group"),
    MemberColumn.PERSON: _("rookery_id of an exported list"),
}


class MemberUploadForm(UploadForm):
    """A list of members, or its text."""

    file = forms.FileField(
        label=_("List of members"),
        required=False,
        help_text=_("XLSX or CSV with a row for each person, up to 2,000 people."),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.tsv,.txt"}),
    )


@dataclass(frozen=True, slots=True)
class Layout:
    """How the table is read: what each column is, and whether the first row names them. An address holds it, and no name."""

    columns: Columns
    has_heading: bool

    @classmethod
    def asked(cls, query: QueryDict, table: Table) -> "Layout":
        """What somebody chose, else what the first row says."""
        chosen = query.getlist("c")
        if len(chosen) == table.width:
            known = [MemberColumn(each) if each in list(MemberColumn) else None for each in chosen]
            return cls(tuple(known), query.get("head") == "1")
        columns = recognise(table.rows[0], table.width)
        if columns is None:
            return cls((None,) * table.width if table.width > 1 else (MemberColumn.NAME,), has_heading=False)
        return cls(columns, has_heading=True)

    def context(self, table: Table) -> dict[str, Any]:
        """For `players/import_columns.html`: each column with its first cells and what it may be."""
        samples = [
            {"cells": [row.cells[at] for row in table.rows[:3] if at < len(row.cells) and row.cells[at].strip()], "chosen": column}
            for at, column in enumerate(self.columns)
        ]
        return {
            "columns": samples,
            "kinds": list(COLUMNS.items()),
            "has_heading": self.has_heading,
            "sheets": list(enumerate(table.sheets)) if len(table.sheets) > 1 else [],
            "sheet": table.sheet,
        }


class MemberListForm(forms.Form):
    """Who each row is."""

    def __init__(self, sent: Mapping[str, Any] | None, *, proposals: Sequence[MemberProposal], file: MemberFile, book: NameBook) -> None:
        super().__init__(sent)
        self._proposals = proposals
        self._file = file
        self._people = {likely.player.public_id: likely.player for proposal in proposals for likely in proposal.likely}
        for proposal in proposals:
            self.fields[field_name(proposal)] = _chooser(proposal, book)

    def clean(self) -> dict[str, Any]:
        """Two rows are never one person."""
        answers = super().clean() or {}
        taken: dict[str, int] = {}
        for proposal in self._proposals:
            answer = answers.get(field_name(proposal), NEW)
            if answer in {NEW, LEFT_OUT, ""}:
                continue
            first = taken.setdefault(answer, proposal.row.row)
            if first != proposal.row.row:
                self.add_error(field_name(proposal), gettext("Row %(row)s is this person already.") % {"row": first})
        return answers

    def rows(self) -> tuple[ImportRow, ...]:
        """Who is added and who is known, without those that are left out; only for a valid form."""
        made = []
        for proposal in self._proposals:
            answer = self.cleaned_data[field_name(proposal)]
            if answer != LEFT_OUT:
                person = self._people.get(answer)
                made.append(
                    ImportRow(None if person is None else person.pk, proposal.row.name, protection_of(proposal, self._file, answer))
                )
        return tuple(made)


def protection_of(proposal: MemberProposal, file: MemberFile, answer: str) -> tuple[str, int | None] | None:
    """What a row sets; None: nothing. Without a column for the last year, an age group that is known already keeps its year."""
    row = proposal.row
    if row.age_group is None:
        return None
    person = next((likely.player for likely in proposal.likely if likely.player.public_id == answer), None)
    if not file.says_until and person is not None and person.age_group == row.age_group.value:
        return None
    return row.age_group.value, row.age_group_until


def field_name(proposal: MemberProposal) -> str:
    """The name of a row's chooser."""
    return f"row{proposal.row.row}"


def age_group_change(proposal: MemberProposal, file: MemberFile) -> str:
    """What the list says of the age group where that is something new; empty: nothing."""
    person = proposal.person
    answer = person.public_id if person else NEW
    wanted = protection_of(proposal, file, answer)
    if wanted is None or (person is not None and (person.age_group, person.age_group_lapses) == wanted):
        return ""
    label = str(AgeGroupChoice(wanted[0]).label)
    return label if wanted[1] is None else gettext("%(group)s until %(year)s") % {"group": label, "year": wanted[1]}


def _chooser(proposal: MemberProposal, book: NameBook) -> forms.ChoiceField:
    """What fits with certainty, or a new person, is chosen beforehand; where neither does, nothing is."""
    people = [(likely.player.public_id, _label(likely, book)) for likely in proposal.likely]
    out = gettext("Leave out")
    if proposal.twin is not None:
        out = gettext("Leave out: the same person as row %(row)s") % {"row": proposal.twin.row.row}
    choices = [*people, (NEW, gettext("A new person")), (LEFT_OUT, out)]
    if proposal.is_open:
        choices.insert(0, ("", gettext("Choose who this is")))
    chosen = proposal.person
    initial = NEW if proposal.is_new else "" if chosen is None else chosen.public_id
    label = gettext("Who is %(name)s?") % {"name": proposal.row.name}
    return forms.ChoiceField(label=label, choices=choices, initial=initial, widget=forms.Select(attrs={"aria-label": label}))


def _label(likely: Likely, book: NameBook) -> str:
    """The name, what tells namesakes apart, and why: Yossi Cohen, 1432.5, 24 games (initial of the first name)."""
    facts = [_ISOLATED.format(book.display_name(likely.player))]
    if likely.standing is not None:
        games = likely.standing.games
        facts.append(rating(likely.standing.rating, "plain"))
        facts.append(ngettext("%(games)s game", "%(games)s games", games) % {"games": games})
    return f"{', '.join(facts)} ({reason_in_words(likely.reason)})"


def reason_in_words(reason: Reason) -> str:
    """Why two names may be one, for a place that can hold no markup."""
    return gettext(REASONS[reason.code]) % {name: _ISOLATED.format(text) for name, text in reason.params.items()}
