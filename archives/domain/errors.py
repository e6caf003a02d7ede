"""What can be wrong with the file of a club, each fault with its place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from clubs.domain.errors import ClubError

N_ = str  # marks a text for extraction
Path = tuple[str | int, ...]
LONGEST_QUOTE = 60

MESSAGES: Mapping[str, str] = {
    "not_an_archive": N_("This is neither the ZIP that an export gives nor the club.json in it. Choose that file as it was downloaded."),
    "archive_broken": N_("The ZIP cannot be unpacked: it is damaged or protected. Download the export again and choose it as it is."),
    "club_missing": N_("There is no club.json in this ZIP. Choose the ZIP that “Take everything along” gives, as it was downloaded."),
    "club_twice": N_(
        "There is more than one club.json in this ZIP. Choose the ZIP that “Take everything along” gives, as it was downloaded."
    ),
    "too_large": N_("The file is too large: %(limit)d MB are taken. The operator of the installation can bring larger clubs in."),
    "too_large_inside": N_("What is packed in the file is too large: %(limit)d MB are taken."),
    "too_many_values": N_(
        "There is more in club.json than is taken: %(limit)d values. The operator of the installation can bring larger clubs in."
    ),
    "too_many_clubs": N_("One account brings in %(limit)d clubs a day at the most. Go on tomorrow."),
    "too_many_files": N_(
        "Of one account %(limit)d files a day are read at the most. Go on tomorrow, or ask the operator to look at the file."
    ),
    "busy": N_("Another club is being brought in just now. Try again in a minute."),
    "not_utf8": N_("club.json is not text in UTF-8. Download the export again and choose it as it is."),
    "json": N_("club.json cannot be read. %(problem)s"),
    "other_kind": N_("This is not the file of a club: it does not say “rookery-club” under “format”."),
    "other_version": N_("This file is of another version of the format (%(found)s). This installation reads version 1: update it."),
    "key_unknown": N_("“%(key)s” is not known here. Update this installation, or remove it."),
    "key_missing": N_("“%(key)s” is missing."),
    "wrong_type": N_("Here stands something of the wrong kind: %(expected)s is expected."),
    "not_allowed": N_("“%(found)s” is not one of: %(allowed)s."),
    "out_of_range": N_("%(found)s is not between %(least)s and %(most)s."),
    "text_empty": N_("The text is empty."),
    "text_too_long": N_("The text is longer than %(limit)d characters."),
    "too_many": N_("There are more than %(limit)d of them."),
    "not_an_id": N_("“%(found)s” is not an id that Rookery has made. Put the one back that the export gave."),
    "not_a_date": N_("“%(found)s” is not a date as 2026-03-01, or a time as 2026-03-01T18:00:00+00:00."),
    "unfit_character": N_(
        "The text holds a character that cannot be seen or turns text round (%(character)s, the %(position)d.). Remove it."
    ),
    "unfit_shape": N_("What stands here is not what this installation knows of “%(word)s”."),
    "number_twice": N_("The id %(number)d is there twice. Give each row its own."),
    "reference_missing": N_("There is no row with the id %(number)d under “%(table)s”."),
    "same_twice": N_("This row is like /%(table)s/%(other)d in what must be unique: %(fields)s."),
    "rule_broken": N_("This row breaks a rule: %(rule)s."),
    "circle": N_("By “%(field)s” this row leads back to itself."),
    "other_parent": N_("“%(field)s” leads to a row of another one: both must belong to the same."),
    "entry_elsewhere": N_("“%(field)s” is a name of another version of an event."),
    "opponent_wrong": N_("The result “%(found)s” does not go with %(players)d players."),
    "plays_himself": N_("Nobody plays against themselves. Name two."),
    "person_twice": N_("Two names of one version are linked to one person: this one and /links/%(other)d."),
    "not_erased": N_("“Former player” and an id is the name of somebody who was erased, and of nobody else. Both must go together."),
    "erased_lives": N_("The player with the id “%(found)s” was not erased."),
    "dates_reversed": N_("The event ends before it begins."),
    "policy_wrong": N_("Full names for everybody are possible only in a club for adults only."),
    "time_zone_unknown": N_("There is no time zone “%(found)s”."),
    "database": N_("The database refuses the file (%(rule)s). Nothing was taken in. Tell the operator of the installation."),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong. `path` leads to it in `club.json`; () is the file as a whole."""

    code: str
    path: Path = ()
    params: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def pointer(self) -> str:
        """The place as a JSON pointer (RFC 6901)."""
        return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in self.path)

    @property
    def message(self) -> str:
        """In English, its variables not yet filled in."""
        return MESSAGES[self.code]


class ArchiveRefused(ClubError):
    """The file is not taken in, and nothing of it is kept. `faults`: the first ones that were found."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        first = self.faults[0]
        place = f"{first.pointer}: " if first.path else ""
        super().__init__(f"archive_{first.code}", "%(told)s", {"told": f"{place}{first.message % first.params}"})


class ClosingRefused(ClubError):
    """The club cannot be closed now."""

    def __init__(self, code: str) -> None:
        super().__init__(code, CLOSING_MESSAGES[code])


CLOSING_MESSAGES: Mapping[str, str] = {
    "name_differs": N_("That is not the name of the club. Type it as it stands above."),
    "export_first": N_("Download the export first: it must be of the last seven days."),
    "closing_already": N_("It is decided already that the club will be deleted."),
}


def quoted(value: object) -> str:
    """A value of the file as it is shown in a message."""
    text = str(value)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"
