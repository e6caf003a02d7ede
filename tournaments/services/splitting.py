"""Events of one person turn out to be somebody else's: their names go to another person or to a new one, and back again.

A split has no row of its own: it is the links that it closed and those that it made instead, kept together by the journal of corrections.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from clubs.models import Club
from clubs.services import Person, outdate_pages, record_in_journal
from players.models import Player
from players.selectors import roots
from players.services import create_player
from tournaments.domain.errors import IdentityRefused
from tournaments.models import EntryLink, Event
from tournaments.services.forgetting import NEW_PLAYER, forget_those_made_for_names
from tournaments.services.identity_moves import MOVED, Pair, find_held, move_links, put_back, refuse_second_names
from tournaments.services.settling import identity_scope, refuse_erased


@dataclass(frozen=True, slots=True)
class Split:
    """The person that events were taken from, who has them now, and the links. `created`: that one was made for them."""

    player_id: int
    to_id: int
    created: bool
    links: tuple[Pair, ...]


def split_events(*, club: Club, player: Player, events: Collection[Event], to: Player | None, by: Person) -> Split:
    """The names by which a person appears in these events are `to` from now on, in every version; None: a new player.

    A new player is called as in the latest of the events.

    Raises:
        IdentityRefused: not_here; erased; nothing_chosen; already_one_person; already_in_event, `to` has another name in one of them.
        NameRefused: the name cannot be that of a player.
    """
    with identity_scope(club):
        persons = roots(club)
        refuse_erased(club, player.pk, *([to.pk] if to else []))
        links = _links_in(club, persons.players_of(player.pk), events)
        if not links:
            raise IdentityRefused("nothing_chosen")
        if to is not None and persons.are_one(player.pk, to.pk):
            raise IdentityRefused("already_one_person")
        if to is not None:
            refuse_second_names(club, links, persons.players_of(to.pk))
        target = to or create_player(club=club, name=links[-1].entry.name, by=by)
        if not Player.objects.filter(club=club, pk__in=[player.pk, target.pk]).count() == 2:
            raise IdentityRefused("not_here")
        pairs = move_links(club=club, links=links, player_id=target.pk, by=by, reason=MOVED if to else NEW_PLAYER)
        outdate_pages(club=club)
        detail = {"from": player.pk, "to": target.pk, "created": to is None, "links": pairs}
        record_in_journal(club=club, action="players.split", by=by, subject=player.public_id, detail=detail)
    return Split(player.pk, target.pk, to is None, tuple(pairs))


def unsplit_events(*, club: Club, split: Split, by: Person, also: Sequence[EntryLink] = ()) -> tuple[Pair, ...]:
    """The names are the former player's again, also in versions published since. What was decided otherwise since is left alone.

    A new player goes where nothing else is known of it. `also` are links confirmed for it since that belong to the former player too
    (`list_confirmed_since`); returns these moves.

    Raises:
        IdentityRefused: erased; already_in_event, the former player has another name in one of the events by now.
    """
    with identity_scope(club):
        refuse_erased(club, split.player_id, split.to_id)
        put_back(club=club, pairs=split.links, by=by)
        held = list(_in_force(club).filter(pk__in=[link.pk for link in also], player=split.to_id))
        persons = roots(club)
        refuse_second_names(club, held, persons.players_of(split.player_id))
        moved = move_links(club=club, links=held, player_id=split.player_id, by=by)
        outdate_pages(club=club)
        detail = {"from": split.player_id, "to": split.to_id, "links": list(split.links), "also": moved}
        subject = Player.objects.filter(club=club, pk=split.player_id).values_list("public_id", flat=True).first() or ""
        record_in_journal(club=club, action="players.unsplit", by=by, subject=subject, detail=detail)
        if split.created:
            forget_those_made_for_names(club, [split.to_id], though_moved=True)
    return tuple(moved)


def split_again(*, club: Club, split: Split, also: Sequence[Pair], by: Person) -> Split:
    """Undo the undoing of a split: to the same player, or to a new one where that is no longer there.

    Raises:
        As `split_events`.
    """
    with identity_scope(club):
        there = EntryLink.objects.filter(club=club, pk__in=[closed for closed, _ in also]).values_list("pk", flat=True)
        gone = [made for closed, made in also if closed not in there]  # with the player that the split had made
        rows = EntryLink.objects.filter(club=club).in_bulk([*(closed for closed, _ in split.links), *gone])
        held = {link.pk: link for closed in rows.values() for link in find_held(club, closed)}
        if not held:
            raise IdentityRefused("nothing_to_split")
        events = list(Event.objects.filter(club=club, versions__entries__links__in=held).distinct())
        target = Player.objects.filter(club=club, pk=split.to_id).first()
        if target is None and not split.created:
            raise IdentityRefused("not_here")
        player = Player.objects.filter(club=club, pk=split.player_id).first()
        if player is None:
            raise IdentityRefused("not_here")
        put_back(club=club, pairs=also, by=by)
        made = split_events(club=club, player=player, events=events, to=target, by=by)
    return Split(made.player_id, made.to_id, split.created, made.links)


def list_confirmed_since(club: Club, split: Split) -> list[list[EntryLink]]:
    """What was confirmed since for a player that a split made, one list a decision: without the split, whom would it be?

    Nothing for a player that was there before, or was joined with somebody since: then it is a person in its own right.
    """
    if not split.created or _is_joined(club, split.to_id):
        return []
    rows = EntryLink.objects.filter(club=club).in_bulk([made for _, made in split.links])
    of_split = {link.pk for made in rows.values() for link in find_held(club, made)}
    others = _in_force(club).filter(player=split.to_id).exclude(pk__in=of_split).order_by("entry__version_id", "pk")
    decisions: dict[int, list[EntryLink]] = {}
    for link in others:
        decisions.setdefault(link.entry.version.event_id, []).append(link)
    return list(decisions.values())


def _is_joined(club: Club, player_id: int) -> bool:
    parents: Mapping[int, int] = roots(club).parents
    return player_id in parents or player_id in parents.values()


def _links_in(club: Club, players: Collection[int], events: Collection[Event]) -> list[EntryLink]:
    chosen = _in_force(club).filter(player__in=players, entry__version__event__in=[event.pk for event in events])
    return list(chosen.order_by("entry__version__starts_on", "entry__version_id", "pk"))


def _in_force(club: Club) -> QuerySet[EntryLink]:
    return EntryLink.objects.filter(club=club, undone_at=None).select_related("entry__version__event")
