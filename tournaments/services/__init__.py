"""Writing events: publishing them, and deciding who the names in them are."""

from tournaments.services.finding import AmbiguousEvent, Candidate, find_candidates
from tournaments.services.publish import Outcome, Publication, publish_event, undo_publication

__all__ = [
    "AmbiguousEvent",
    "Candidate",
    "Outcome",
    "Publication",
    "find_candidates",
    "publish_event",
    "undo_publication",
]
