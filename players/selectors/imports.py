"""Lists of members that were taken in."""

from dataclasses import dataclass

from django.db.models import Count, OuterRef, Subquery

from clubs.models import Club
from players.models import ImportedPerson, PeopleImport


@dataclass(frozen=True, slots=True)
class ListedImport:
    """`added` and `changed` count the people of it who are still there."""

    made: PeopleImport
    added: int
    changed: int


def list_imports(club: Club) -> list[ListedImport]:
    """Newest first; one statement. Read inside a scope of the club."""
    made = PeopleImport.objects.filter(club=club).select_related("by", "undone_by").order_by("-at", "-pk")
    counted = made.annotate(added=_count(club, created=True), changed=_count(club, created=False))
    return [ListedImport(one, one.added or 0, one.changed or 0) for one in counted]


def _count(club: Club, *, created: bool) -> Subquery:
    """How many people of a list it has added, or changed; None for nobody."""
    people = ImportedPerson.objects.filter(club=club, of=OuterRef("pk"), created=created).order_by()
    return Subquery(people.values("of").annotate(number=Count("pk")).values("number"))


def find_import(club: Club, public_id: str) -> PeopleImport | None:
    """The list with this id in its address. Read inside a scope of the club."""
    return PeopleImport.objects.filter(club=club, public_id=public_id).select_related("by", "undone_by").first()


def read_import(club: Club, made: PeopleImport) -> list[ImportedPerson]:
    """Its people who are still there, by name; one statement."""
    rows = ImportedPerson.objects.filter(club=club, of=made).select_related("player")
    return list(rows.order_by("-created", "player__sort_key", "pk"))
