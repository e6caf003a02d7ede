"""Every message about a file of opening ratings, by its code; templates take their parameters by name."""

from collections.abc import Callable

from ratings.domain.opening import Note


def N_(message: str) -> str:
    """Mark a message for translation and leave it as it is; extraction looks for this name."""
    return message


ERRORS = {
    "file_empty": N_("The file is empty. Send a table with the columns name, rating and games."),
    "file_too_large": N_("The file has %(size)s bytes; at most %(limit)s are read. A row needs a name, a rating and a number of games."),
    "not_a_table": N_("This is a spreadsheet, an archive, a document or an image, not a table as text. Save the sheet as CSV (UTF-8)."),
    "no_heading": N_(
        "The first row does not name the columns. Write name, rating and games there, separated by commas, semicolons or tabs; "
        "Hebrew and Russian headings are known too."
    ),
    "heading_twice": N_("Two columns of the first row are both the %(column)s: “%(one)s” and “%(other)s”. Delete or rename one of them."),
    "no_rows": N_("Below the first row there is nobody. Add a row for each person."),
    "too_many_rows": N_("The table has more than %(limit)s rows. Leave out who does not play any more."),
    "quotes_broken": N_('From this row on the quotation marks do not fit together. Write every " inside a quoted cell twice.'),
    "too_many_cells": N_(
        "The row has %(cells)s cells, but there are %(columns)s columns. Put quotation marks around a cell with a comma in it."
    ),
    "name_missing": N_("The name is missing. Write it, or delete the row."),
    "name_too_long": N_("The name has %(length)s characters; at most %(limit)s are kept. Shorten it."),
    "name_refused": N_("The name holds a character that cannot be kept. Type the name again."),
    "rating_missing": N_("The rating is missing. Write it, or delete the row: without it a person starts as the rules say."),
    "rating_unreadable": N_("“%(found)s” is no rating. Write a number like 1432 or 1432.5."),
    "rating_out_of_range": N_("A rating lies between %(lowest)s and %(highest)s, and this is “%(found)s”. Correct it."),
    "games_unreadable": N_("“%(found)s” is no number of games. Write a whole number like 24, or leave the cell empty."),
    "games_out_of_range": N_("At most %(limit)s games are possible, and this is “%(found)s”. Correct it."),
    "more_errors": N_("There is more: %(count)s further errors. They are shown when these are corrected."),
}

REMARKS = {
    "columns_left_out": N_("Columns that are not read and not kept: %(columns)s."),
    "no_games_column": N_("There is no column for games: everybody counts as somebody with none, and is provisional at first."),
    "games_missing": N_("The number of games is missing; it counts as none."),
    "rating_rounded": N_("“%(found)s” is rounded to one decimal: %(rating)s."),
    "unseen_characters": N_("Characters of the name that cannot be seen were left out (%(count)s)."),
    "looks_like_formula": N_("The name begins like a formula of a spreadsheet. It is kept as text; look whether it is a name."),
    "no_letter": N_("There is no letter in the name. Look whether it is a name."),
    "name_twice": N_("The same name stands in row %(first_row)s too. Two people, or one who stands there twice?"),
}

MESSAGES = {**ERRORS, **REMARKS}


def render_note(note: Note, gettext: Callable[[str], str]) -> str:
    """The message of `note` in the language of `gettext`."""
    return gettext(MESSAGES[note.code]) % note.params
