"""Two players turn out to be one person. How they come apart again stands in `merging_undoing`."""

from clubs.models import Club
from clubs.services import Person, outdate_pages, record_in_journal
from players.domain.persons import Persons
from players.models import KeptFacts, Player, PlayerMerge
from players.selectors import roots
from tournaments.domain.errors import IdentityRefused, MergeRefused, SharedEvent
from tournaments.models import EntryLink, Event, EventVersion
from tournaments.selectors.events import list_versions_in_force
from tournaments.services.merging_facts import keep_facts
from tournaments.services.settling import identity_scope, refuse_erased

MOST_EVIDENCE = 20


def merge_players(*, club: Club, absorbed: Player, into: Player, by: Person, reason: str = "") -> PlayerMerge:
    """From now on `absorbed`, with all that was merged into it before, is the same person as `into`.

    The pointer leads from the root of `absorbed` to `into` as given, so that undoing another merge leaves this one as meant.

    Raises:
        IdentityRefused: not_here; already_one_person; erased.
        MergeRefused: same_event, with the events whose names prove that they are two.
    """
    with identity_scope(club):
        persons = roots(club)
        if persons.are_one(absorbed.pk, into.pk):
            raise IdentityRefused("already_one_person")
        refuse_erased(club, absorbed.pk, into.pk)
        source = _get_player(club, persons.root_of(absorbed.pk))
        target = _get_player(club, into.pk)
        refuse_shared_events(club, persons, source, target)
        merge = PlayerMerge.objects.create(club=club, absorbed=source, into=target, by_id=None if by is None else by.pk, reason=reason)
        root = persons.root_of(target.pk)
        keep_facts(club, merge, [source, target if root == target.pk else _get_player(club, root)], KeptFacts.Moment.JOINED)
        outdate_pages(club=club)
        detail = {"merge": merge.pk, "absorbed": source.pk, "into": target.pk}
        record_in_journal(club=club, action="players.merged", by=by, subject=source.public_id, detail=detail)
    return merge


def refuse_shared_events(club: Club, persons: Persons, one: Player, other: Player) -> None:
    """Raises MergeRefused (same_event), with the proof that they are two."""
    if evidence := find_shared_events(club, persons, one, other):
        raise MergeRefused("same_event", {"one": one.name, "other": other.name, "event": evidence[0].event}, evidence)


def find_shared_events(club: Club, persons: Persons, one: Player, other: Player) -> tuple[SharedEvent, ...]:
    """Versions in which both persons have a name, newest first, one an event, at most `MOST_EVIDENCE`.

    Every version in force counts, also one that is neither shown nor rated and those of removed events: each may be again.
    What was published and undone proves nothing.
    """
    ours, theirs = _names_by_version(club, persons, one), _names_by_version(club, persons, other)
    both = EventVersion.objects.filter(club=club, pk__in=ours.keys() & theirs.keys()).select_related("event")
    shared: dict[int, SharedEvent] = {}
    for version in both.order_by("-starts_on", "-pk"):
        if version.event_id not in shared and version in list_versions_in_force(club, version.event):
            shared[version.event_id] = SharedEvent(
                version.event.public_id, version.name, version.starts_on, version.number, ours[version.pk], theirs[version.pk]
            )
    return tuple(shared.values())[:MOST_EVIDENCE]


def refuse_joined(*, club: Club, event: Event) -> None:
    """For a version that is in force again: people of it may have become one while it was not.

    Raises:
        IdentityRefused: joined_since.
    """
    persons = roots(club)
    in_force = list_versions_in_force(club, event)
    links = EntryLink.objects.filter(club=club, entry__version__in=in_force, undone_at=None).select_related("entry").order_by("pk")
    first: dict[tuple[int, int], EntryLink] = {}
    for link in links:
        other = first.setdefault((link.entry.version_id, persons.root_of(link.player_id)), link)
        if other is not link:
            raise IdentityRefused("joined_since", {"one": other.entry.name, "other": link.entry.name})


def _names_by_version(club: Club, persons: Persons, player: Player) -> dict[int, str]:
    """Under which name a person appears, by version."""
    links = EntryLink.objects.filter(club=club, undone_at=None, player__in=persons.players_of(player.pk))
    return dict(links.values_list("entry__version_id", "entry__name"))


def _get_player(club: Club, player_id: int) -> Player:
    player = Player.objects.filter(club=club, pk=player_id).first()
    if player is None:
        raise IdentityRefused("not_here")
    return player
