"""Everything that the players app refuses, as one tree of exceptions.

An error carries a code and the figures of its message, not a finished sentence: the edge translates `message` with
gettext and fills in `params`. `str(error)` is the English sentence, for logs and for the command line.
"""

from collections.abc import Mapping

from clubs.domain.text import UNFIT_MESSAGES

N_ = str  # marks a text for extraction; it is translated where it is shown


class PlayerError(Exception):
    """Base of the app: `code` for programs, `message % params` for people."""

    def __init__(self, code: str, message: str, params: Mapping[str, str | int] | None = None) -> None:
        self.code = code
        self.message = message
        self.params = dict(params or {})
        super().__init__(message % self.params)


class NameRefused(PlayerError):
    """A name that cannot be stored. `position` counts characters of the name as given, from 1; None means the whole."""

    def __init__(self, code: str, position: int | None = None, params: Mapping[str, str | int] | None = None) -> None:
        self.position = position
        where = {} if position is None else {"position": position}
        super().__init__(code, NAME_MESSAGES[code], {**where, **(params or {})})


class PolicyRefused(PlayerError):
    """A club may not choose this form of names."""

    def __init__(self, code: str) -> None:
        super().__init__(code, POLICY_MESSAGES[code])


class ConsentRefused(PlayerError):
    """A consent that cannot be recorded."""

    def __init__(self, code: str) -> None:
        super().__init__(code, CONSENT_MESSAGES[code])


class RequestRefused(PlayerError):
    """Something that a family cannot ask now."""

    def __init__(self, code: str) -> None:
        super().__init__(code, REQUEST_MESSAGES[code])


class ErasureRefused(PlayerError):
    """Somebody who cannot be erased, or for whom nothing can be done any more because they were."""

    def __init__(self, code: str) -> None:
        super().__init__(code, ERASURE_MESSAGES[code])


class StartRatingRefused(PlayerError):
    """A starting rating that nobody can have."""

    def __init__(self) -> None:
        super().__init__("start_rating_out_of_range", N_("A starting rating lies between 100 and 4000. Correct it, or leave it empty."))


class SearchEnded(PlayerError):
    """Whoever searches for duplicates shall stop: it was asked for again, somebody else has finished it, or the program ends."""

    def __init__(self) -> None:
        super().__init__("search_ended", "This search is not wanted any more.")


class RenameRefused(PlayerError):
    """A name that cannot be given back."""

    def __init__(self, code: str) -> None:
        super().__init__(code, RENAME_MESSAGES[code])


class NoteRefused(PlayerError):
    """A note that is not kept; what stood there before stays."""

    def __init__(self, code: str, params: Mapping[str, str | int] | None = None) -> None:
        super().__init__(code, NOTE_MESSAGES[code], params)


class ImportRefused(PlayerError):
    """A list of members that cannot be taken in as it was looked through."""

    def __init__(self, code: str) -> None:
        super().__init__(code, IMPORT_MESSAGES[code])


NAME_MESSAGES: dict[str, str] = {
    "name_is_pseudonym": N_("This stands for somebody who was erased. Type a name."),
    "name_empty": N_("The name is empty. Type at least one character."),
    "name_too_long": N_("The name has %(length)d characters and at most %(limit)d are allowed. Shorten it."),
    **{f"name_{why}": text for why, text in UNFIT_MESSAGES.items()},
}

POLICY_MESSAGES: dict[str, str] = {
    "policy_needs_adults_only": N_(
        "Full names for everyone are possible only in a club that is for adults only. Choose initials, or full names for adults."
    ),
}

RENAME_MESSAGES: dict[str, str] = {
    "renamed_since": N_("Another name was given later. Undo that first."),
}

NOTE_MESSAGES: dict[str, str] = {
    "note_too_long": N_("The notes have %(length)d characters and at most %(limit)d are kept. Shorten them."),
    "note_unfit_character": N_("The notes hold a character that cannot be seen. Type them again instead of pasting."),
    "note_changed_since": N_("Somebody else has changed these notes meanwhile. What stands there now is shown above; add what is missing."),
}

IMPORT_MESSAGES: dict[str, str] = {
    "person_gone": N_("Somebody who was chosen is not here any more, or became one person with somebody else. Look again."),
    "person_twice": N_("Two rows are the same person. Choose somebody else for one of them."),
}

CONSENT_MESSAGES: dict[str, str] = {
    "to_nothing": N_("Choose at least one place where the full name may be shown."),
    "child_not_asked": N_("Ask the child too, and tick that the child agrees: a name is not shown against the child's will."),
}

ERASURE_MESSAGES: dict[str, str] = {
    "erased_already": N_("This person was erased. What is left are results without a name, and nothing about them can be changed."),
    "names_waiting": N_("The name waits in an event for somebody to decide who it is. Decide it first, so that it is erased there too."),
}

REQUEST_MESSAGES: dict[str, str] = {
    "erased": ERASURE_MESSAGES["erased_already"],
    "too_many": N_("Several requests wait for an answer already. Wait until the club has answered, or talk to an arbiter."),
}
