"""How far a club is open: who may read its pages, and how much of a name they may find there (RULES section 3).

Going narrower is always safe and done at once. Going wider shows a child's name to the world if it was a slip, so it is a step of its own,
after a preview.
"""

from dataclasses import dataclass

_READERS = ("arbiters", "unlisted", "public")
_NAMES = ("initials", "adults_in_full", "everyone_in_full")


@dataclass(frozen=True, slots=True)
class Openness:
    """The three settings, as the database stores them: `visibility`, `audience` and `name_policy` of a club."""

    visibility: str
    audience: str
    name_policy: str

    @property
    def adults_only(self) -> bool:
        return self.audience == "adults"


def opens_to_more(before: Openness, after: Openness) -> bool:
    """True if more people may read the pages."""
    return _READERS.index(after.visibility) > _READERS.index(before.visibility)


def may_show_more(before: Openness, after: Openness) -> bool:
    """True if a name may be shown in full that was not, whoever may read the pages.

    In a club for adults only everybody whose age group is not known counts as an adult. Where initials stay for everybody, that shows
    nothing.
    """
    if _NAMES.index(after.name_policy) > _NAMES.index(before.name_policy):
        return True
    return after.name_policy != _NAMES[0] and after.adults_only and not before.adults_only


def is_wider(before: Openness, after: Openness) -> bool:
    """True if the world may see more than before: such a change is shown first, and made only when it is confirmed."""
    return opens_to_more(before, after) or may_show_more(before, after)
