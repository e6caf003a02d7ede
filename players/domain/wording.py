"""The words to which a parent agrees. They name nobody, so that they can be kept as they were shown.

Whoever changes them raises the version: a consent keeps the words of its own.
"""

from dataclasses import dataclass

from players.domain.consent import ConsentTo

N_ = str  # marks a text for extraction; it is translated where it is shown

VERSION = "2026-11"

OPENING = N_("I am a parent or guardian of this child and agree that the club shows the child's full name:")
PLACES = {
    ConsentTo.CLUB_PAGES: N_("on the club's pages: the ladder, the child's own page and history."),
    ConsentTo.EVENTS: N_("on the pages of events in which the child plays, where the club shows full names."),
}
CLOSING = N_(
    "The child was asked and agrees. These pages can be read by everybody whom the club lets in, which may be the whole world. The consent "
    "holds for 24 months. It can be withdrawn at any time, with one click on the family's page or by telling an arbiter."
)


@dataclass(frozen=True, slots=True)
class Wording:
    """The words as they were shown, in which language."""

    version: str
    language: str
    text: str
