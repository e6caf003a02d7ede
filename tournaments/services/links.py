"""Deciding which player a name in an event is, and taking the decision back."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.utils import timezone

from clubs.models import Club
from clubs.selectors import name_of_account
from clubs.services import Person, record_in_journal
from players.models import Player
from players.selectors import roots
from players.services import create_player
from tournaments.domain.errors import DecisionConflict, IdentityRefused
from tournaments.models import Entry, EntryLink, Event, EventVersion, NameDifference
from tournaments.selectors.names import EntryProposal, propose_names
from tournaments.services.carrying import rows_of_decision
from tournaments.services.forgetting import NEW_PLAYER, forget_those_made_for_names
from tournaments.services.settling import identity_scope, refuse_erased, settle_rated_version

CHOSEN = "chosen"
"""The reason of a link that a person picked by hand; others are `ReasonCode` and `NEW_PLAYER`."""

Shown = tuple[int, int | None]
"""What a page showed as pre-selected: id of an entry, and of a player; None is "new player"."""


def link_entry(*, club: Club, entry: Entry, player: Player, by: Person, reason: str = CHOSEN) -> EntryLink:
    """Decide that a name is this player. Deciding the same again changes nothing and returns the link that holds.

    Raises:
        DecisionConflict: decided meanwhile as somebody else.
        IdentityRefused: not_here; erased; already_in_event, another name of the same version is this person; is_not_this_player, as
            was said of this name before.
    """
    with identity_scope(club):
        entry = _get_entry(club, entry.pk)
        refuse_erased(club, player.pk)
        [link] = _link(club, entry.version, [(entry, _get_player(club, player.pk), reason)], by)
    return link


def link_to_new_player(*, club: Club, entry: Entry, by: Person) -> EntryLink:
    """Decide that a name is nobody the club knows yet, and add the person under this name.

    Raises:
        DecisionConflict: decided meanwhile.
        IdentityRefused: not_here.
        NameRefused: the name cannot be that of a player.
    """
    with identity_scope(club):
        entry = _get_entry(club, entry.pk)
        _refuse_if_decided(club, [entry])
        player = create_player(club=club, name=entry.name, by=by)
        [link] = _link(club, entry.version, [(entry, player, NEW_PLAYER)], by)
    return link


def accept_preselected(
    *, club: Club, version: EventVersion, by: Person, expected: Sequence[Shown], read: Sequence[EntryProposal] | None = None
) -> list[EntryLink]:
    """Confirm at once everything that was pre-selected when the page was shown, and nothing else. All or nothing.

    What is pre-selected only now is left alone. What has been decided meanwhile just as it was shown is passed over, a new player of
    the same name too.
    `read` are the version's proposals where nobody can have decided anything since they were read; None: they are read now.

    Raises:
        DecisionConflict: already_decided, something shown is decided otherwise; proposals_changed, or not pre-selected any more.
    """
    with identity_scope(club):
        version = _get_version(club, version.pk)
        now = propose_names(club=club, version=version) if read is None else read
        proposals = {proposal.entry.pk: proposal for proposal in now}
        changed = [entry_id for entry_id, player_id in expected if not _still_stands(proposals.get(entry_id), player_id)]
        if changed:
            _refuse_if_decided(club, [proposals[entry_id].entry for entry_id in changed if entry_id in proposals])
            names = ", ".join(proposals[entry_id].entry.name for entry_id in changed if entry_id in proposals)
            raise DecisionConflict("proposals_changed", {"names": names or "…"})
        accepted = [proposals[entry_id] for entry_id, _ in expected if proposals[entry_id].decided is None]
        pairs = [(one.entry, *_preselected(club, one, by)) for one in accepted]
        return _link(club, version, pairs, by)


def undo_link(*, club: Club, link: EntryLink, by: Person) -> None:
    """Take a decision back, at any time: the name is undecided again in every version that the decision was carried to.

    A player who was made for a name and whom nothing refers to any more goes too. Undoing twice changes nothing.

    Raises:
        IdentityRefused: not_here.
    """
    undo_links(club=club, links=[link], by=by)


def undo_links(*, club: Club, links: Sequence[EntryLink], by: Person) -> None:
    """Take several decisions back as one: all or nothing, but for names of people who were erased, which stay as they are.

    Raises:
        IdentityRefused: not_here; erased, if they all were.
    """
    with identity_scope(club):
        found = EntryLink.objects.filter(club=club, pk__in=[link.pk for link in links]).select_related("entry__version__event")
        if found.count() < len({link.pk for link in links}):
            raise IdentityRefused("not_here")
        decisions = list(found.filter(player__erased_at=None))
        if links and not decisions:
            raise IdentityRefused("erased")
        for event in {link.entry.version.event for link in decisions}:
            _undo(club, event, [link for link in decisions if link.entry.version.event == event], by)
            settle_rated_version(club=club, event=event)


def _undo(club: Club, event: Event, decisions: list[EntryLink], by: Person) -> None:
    """Take back decisions about one event; of each the row of a person and all that were carried from it."""
    links = EntryLink.objects.filter(club=club, entry__version__event=event)
    carried_from: dict[int, int | None] = dict(links.values_list("pk", "carried_from_id"))
    held = set(links.filter(undone_at=None).values_list("pk", flat=True))
    named = dict(links.values_list("pk", "player_id"))
    players: set[int] = set()  # somebody may have given a name to another one since
    undone: set[int] = set()
    for link in decisions:
        decision = rows_of_decision(carried_from, link.pk)
        rows = (decision & held) - undone
        if rows:
            detail = {"entry": link.entry_id, "player": link.player_id}
            record_in_journal(club=club, action="names.undone", by=by, subject=event.public_id, detail=detail)
            undone |= rows
            players |= {named[row] for row in decision}
    by_id = None if by is None else by.pk
    EntryLink.objects.filter(club=club, pk__in=undone).update(undone_at=timezone.now(), undone_by_id=by_id)
    forget_those_made_for_names(club, players)


def _link(club: Club, version: EventVersion, pairs: list[tuple[Entry, Player, str]], by: Person) -> list[EntryLink]:
    """Write decisions about names of one version, after the checks that hold for each of them."""
    already = _refuse_if_decided(club, [entry for entry, _, _ in pairs], {entry.pk: player for entry, player, _ in pairs})
    fresh = [(entry, player, reason) for entry, player, reason in pairs if entry.pk not in already]
    _refuse_if_denied(club, fresh)
    _refuse_if_in_event(club, version, fresh)
    by_id = None if by is None else by.pk
    made = EntryLink.objects.bulk_create(
        EntryLink(club=club, entry=entry, player=player, by_id=by_id, reason=reason) for entry, player, reason in fresh
    )
    if made:
        _share_moment(club, made)
        detail = {"links": [[link.entry_id, link.player_id] for link in made]}
        record_in_journal(club=club, action="names.decided", by=by, subject=version.event.public_id, detail=detail)
        settle_rated_version(club=club, event=version.event)
    return [*already.values(), *made]


def _share_moment(club: Club, links: list[EntryLink]) -> None:
    """What was decided in one go has one time, by which it can be found and undone as one."""
    for link in links:
        link.at = links[0].at
    EntryLink.objects.filter(club=club, pk__in=[link.pk for link in links[1:]]).update(at=links[0].at)


def _refuse_if_decided(club: Club, entries: list[Entry], chosen: dict[int, Player] | None = None) -> dict[int, EntryLink]:
    """The links that hold already and say what was chosen, by entry; any other is a conflict."""
    persons = roots(club)
    links = EntryLink.objects.filter(club=club, entry__in=entries, undone_at=None).select_related("entry", "player", "by")
    links = links.order_by("entry__number")
    same: dict[int, EntryLink] = {}
    for link in links:
        if chosen is None or not persons.are_one(link.player_id, chosen[link.entry_id].pk):
            at = timezone.localtime(link.at, ZoneInfo(club.time_zone))
            who = name_of_account(link.by) or "—"
            params = {"name": link.entry.name, "who": who, "when": f"{at:%Y-%m-%d %H:%M}", "player": link.player.name}
            raise DecisionConflict("already_decided", params, at=at)
        same[link.entry_id] = link
    return same


def _refuse_if_in_event(club: Club, version: EventVersion, pairs: list[tuple[Entry, Player, str]]) -> None:
    """Two names of one version are never one person (RULES section 2)."""
    persons = roots(club)
    links = EntryLink.objects.filter(club=club, entry__version=version, undone_at=None).select_related("entry")
    taken = {persons.root_of(link.player_id): link.entry for link in links}
    for entry, player, _ in pairs:
        other = taken.setdefault(persons.root_of(player.pk), entry)
        if other != entry:
            raise IdentityRefused("already_in_event", {"name": entry.name, "player": player.name, "other": other.name})


def _refuse_if_denied(club: Club, pairs: list[tuple[Entry, Player, str]]) -> None:
    """What somebody has said a name is not, it does not become until that is taken back."""
    persons = roots(club)
    chosen = {entry.pk: (entry, player) for entry, player, _ in pairs}
    held = NameDifference.objects.filter(club=club, entry__in=chosen, withdrawn_at=None).order_by("pk")
    for entry_id, denied_id in held.values_list("entry_id", "player_id"):
        entry, player = chosen[entry_id]
        if persons.are_one(denied_id, player.pk):
            raise IdentityRefused("is_not_this_player", {"name": entry.name, "player": player.name})


def _still_stands(proposal: EntryProposal | None, player_id: int | None) -> bool:
    """Whether a name is still pre-selected as it was shown, or already decided so."""
    if proposal is None:
        return False
    if proposal.decided is not None:
        return proposal.decided.person_id == player_id or (player_id is None and proposal.decided.reason == NEW_PLAYER)
    return proposal.is_new_preselected if player_id is None else proposal.preselected == player_id


def _preselected(club: Club, proposal: EntryProposal, by: Person) -> tuple[Player, str]:
    if proposal.preselected is None:
        return create_player(club=club, name=proposal.entry.name, by=by), NEW_PLAYER
    reasons = {one.player.pk: (one.player, str(one.reason.code)) for one in proposal.suggestions}
    return reasons[proposal.preselected]


def _get_entry(club: Club, entry_id: int) -> Entry:
    entry = Entry.objects.filter(club=club, pk=entry_id).select_related("version__event").first()
    if entry is None:
        raise IdentityRefused("not_here")
    return entry


def _get_player(club: Club, player_id: int) -> Player:
    player = Player.objects.filter(club=club, pk=player_id).first()
    if player is None:
        raise IdentityRefused("not_here")
    return player


def _get_version(club: Club, version_id: int) -> EventVersion:
    version = EventVersion.objects.filter(club=club, pk=version_id).select_related("event").first()
    if version is None:
        raise IdentityRefused("not_here")
    return version
