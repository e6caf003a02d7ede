"""Every message about a list of members, by its code; templates take their parameters by name."""

from collections.abc import Callable

from players.domain.errors import NAME_MESSAGES
from players.domain.members import MemberNote


def N_(message: str) -> str:
    """Mark a message for translation and leave it as it is; extraction looks for this name."""
    return message


ERRORS = {
    "file_empty": N_("The file is empty. Send a table with a row for each person."),
    "file_too_large": N_("The file has %(size)s bytes; at most %(limit)s are read. A row needs a name and nothing else."),
    "not_a_table": N_("This is an archive, a document or an image, not a table. Save the sheet as XLSX or as CSV (UTF-8)."),
    "not_a_workbook": N_("This is an archive without a workbook in it. Save the sheet as XLSX or as CSV (UTF-8)."),
    "workbook_too_large": N_(
        "Unpacked, the workbook is larger than %(limit)s MB. Copy the names into a new one, or save the sheet as CSV."
    ),
    "workbook_too_rich": N_("The workbook holds too many cells or styles. Copy the names into a new one, or save the sheet as CSV."),
    "workbook_broken": N_("The workbook is damaged. Open it in your spreadsheet and save it again as XLSX, or as CSV (UTF-8)."),
    "quotes_broken": N_('From this row on the quotation marks do not fit together. Write every " inside a quoted cell twice.'),
    "too_many_rows": N_("The table has more than %(limit)s rows. Send it in parts."),
    "too_many_columns": N_("The row has %(columns)s columns; at most %(limit)s are read. Leave out what is not needed."),
    "no_name_column": N_("Which column holds the names? Choose it below."),
    "column_twice": N_("Two columns are both “%(column)s”. Choose something else for one of them."),
    "name_and_parts": N_("Choose either one column with the whole name, or columns with its parts."),
    "personal_column": N_("The column “%(heading)s” holds what is never kept here, so it cannot be “%(column)s”. Choose another one."),
    "no_rows": N_("Below the first row there is nobody. Add a row for each person."),
    "name_missing": N_("The name is missing. Write it, or delete the row."),
    "name_is_formula": N_("A formula stands here; nothing is computed. In your spreadsheet, copy the column and paste it as values."),
    "name_is_date": N_("A date stands here, and no name. Write the name, or choose another column."),
    "name_is_number": N_("A number stands here, and no name. Write the name, or choose another column."),
    "name_is_truth": N_("TRUE or FALSE stands here, and no name. Write the name, or choose another column."),
    "name_is_fault": N_("A fault of the spreadsheet stands here, and no name. Write the name, or choose another column."),
    "name_no_letter": N_("There is no letter in the name. Write the name, or choose another column."),
    "age_group_unreadable": N_("“%(found)s” is no age group. Write adult or under 18, or leave the cell empty."),
    "until_unreadable": N_("“%(found)s” is no year. Write a year from %(first)s to %(last)s, or leave the cell empty."),
    "person_twice": N_("Row %(first_row)s has the same rookery_id. Delete one of them, or empty its cell."),
    "more_errors": N_("There is more: %(count)s further errors. They are shown when these are corrected."),
}

REMARKS = {
    "marks_left_out": N_("Invisible marks around the name were left out (%(count)s)."),
    "looks_like_formula": N_("The name begins like a formula of a spreadsheet. It is kept as text; look whether it is a name."),
    "apostrophe_left_out": N_("The apostrophe before the name, by which a spreadsheet knows a text, was left out."),
}

MESSAGES = {**ERRORS, **REMARKS}


def render_member_note(note: MemberNote, gettext: Callable[[str], str]) -> str:
    """The message of `note` in the language of `gettext`; refusals of names come with the message of `players.domain.errors`."""
    template = MESSAGES.get(note.code) or NAME_MESSAGES[note.code]
    return gettext(template) % note.params
