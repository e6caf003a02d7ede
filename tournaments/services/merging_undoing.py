"""One person comes apart into the two that a merge made one of, at any time; and the two are joined again.

Undoing is closing the row of the merge, and giving what was decided since to whom it is said to belong (`selectors.decided_since`).
Joining again opens the same row, and takes all of that back.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils import timezone

from clubs.models import Club
from clubs.services import Person, outdate_pages, record_in_journal
from players.domain.persons import Persons
from players.models import KeptFacts, Player, PlayerMerge
from players.selectors import roots
from tournaments.domain.errors import IdentityRefused
from tournaments.selectors.decided_since import (
    STRICTNESS,
    DecidedSince,
    FactSince,
    LinkSince,
    MergeSince,
    Side,
    list_decided_since,
)
from tournaments.services.forgetting import forget_if_made_for_a_name
from tournaments.services.identity_moves import Pair, move_links, put_back
from tournaments.services.merging import refuse_shared_events
from tournaments.services.merging_facts import Values, fact_of, give_back, keep_facts, set_facts
from tournaments.services.settling import identity_scope, refuse_erased, refuse_if_all_erased

Answers = Mapping[str, Side]
"""To whom a decision belongs, by the key of its question. What is not answered stays where it stands."""


@dataclass(frozen=True, slots=True)
class Parted:
    """What else was done to undo a merge: links and merges that were closed, each with the one made in its stead."""

    links: tuple[Pair, ...] = ()
    merges: tuple[Pair, ...] = ()


def unmerge_players(*, club: Club, merge: PlayerMerge, by: Person, answers: Answers | None = None) -> Parted:
    """Undo a merge, whatever was merged since. Undoing twice changes nothing. A player made for a name whose link is undone goes too.

    Raises:
        IdentityRefused: not_here; erased.
    """
    with identity_scope(club):
        found = _get_merge(club, merge)
        if found.undone_at is not None:
            return Parted()
        refuse_if_all_erased(club, found.absorbed_id, found.into_id)
        since = list_decided_since(club, found)
        _close_merge(found, by)
        merges = [pair for one in since.merges if (pair := _move_merge(club, found, one, answers or {}, by))]
        links = [pair for one in since.links for pair in _move_link(club, found, one, answers or {}, by)]
        _move_facts(club, found, since, answers or {})
        outdate_pages(club=club)
        detail = {"merge": found.pk, "links": links, "merges": merges}
        record_in_journal(club=club, action="players.unmerged", by=by, subject=found.absorbed.public_id, detail=detail)
        for player_id in (found.absorbed_id, found.into_id):
            forget_if_made_for_a_name(club, player_id)
    return Parted(tuple(links), tuple(merges))


def remerge_players(*, club: Club, merge: PlayerMerge, parted: Parted, by: Person) -> None:
    """Undo the undoing of a merge: the same row holds again, and what was moved is back, but for what was decided otherwise since.

    Raises:
        IdentityRefused: not_here; erased; already_one_person; joined_elsewhere; already_in_event.
        MergeRefused: same_event, with the events whose names prove by now that they are two.
    """
    with identity_scope(club):
        found = _get_merge(club, merge)
        refuse_erased(club, found.absorbed_id, found.into_id)
        for closed_pk, made_pk in reversed(parted.merges):
            _put_merge_back(club, closed_pk, made_pk, by)
        put_back(club=club, pairs=parted.links, by=by)
        persons = roots(club)
        if persons.are_one(found.absorbed_id, found.into_id):
            raise IdentityRefused("already_one_person")
        if found.absorbed_id in persons.parents:
            raise IdentityRefused("joined_elsewhere")
        refuse_shared_events(club, persons, found.absorbed, found.into)
        _open_merge(found)
        give_back(club, found)
        outdate_pages(club=club)
        detail = {"merge": found.pk, "again": True}
        record_in_journal(club=club, action="players.merged", by=by, subject=found.absorbed.public_id, detail=detail)


def _move_merge(club: Club, merge: PlayerMerge, since: MergeSince, answers: Answers, by: Person) -> Pair | None:
    """A merge of the person belongs to the other one of the two."""
    side = answers.get(since.key, since.holder)
    if side is since.holder:
        return None
    _close_merge(since.merge, by)
    persons = roots(club)
    head = _head_of(merge, side)
    absorbed, into = (persons.root_of(head), since.player_id) if since.absorbs else (since.player_id, head)
    made = PlayerMerge.objects.create(
        club=club, absorbed_id=absorbed, into_id=into, by_id=None if by is None else by.pk, reason=since.merge.reason
    )
    players = Player.objects.filter(club=club, pk__in=[absorbed, persons.root_of(into)])
    keep_facts(club, made, players, KeptFacts.Moment.JOINED)
    return since.merge.pk, made.pk


def _move_link(club: Club, merge: PlayerMerge, since: LinkSince, answers: Answers, by: Person) -> list[Pair]:
    side = answers.get(since.key, since.holder)
    if side is since.holder:
        return []
    return move_links(club=club, links=since.links, player_id=_head_of(merge, side), by=by)


def _move_facts(club: Club, merge: PlayerMerge, since: DecidedSince, answers: Answers) -> None:
    """Give each fact to whom it belongs, and keep what was known before and what is known after."""
    changes: dict[int, Values] = {}
    heads = Player.objects.filter(club=club).in_bulk([merge.absorbed_id, merge.into_id])
    for one in since.facts:
        side = answers.get(one.key, one.holder)
        if side is one.holder:
            continue
        other = heads[_head_of(merge, one.holder.other)]
        if side is not Side.BOTH:
            changes.setdefault(one.player.pk, {}).update(fact_of(one.kept, one.fact))
            changes.setdefault(other.pk, {}).update(fact_of(one.player, one.fact))
        elif not _would_weaken(one, other):
            changes.setdefault(other.pk, {}).update(fact_of(one.player, one.fact))
    players = list(Player.objects.filter(club=club, pk__in=changes).order_by("pk"))
    keep_facts(club, merge, players, KeptFacts.Moment.BEFORE_PARTING)
    for player in players:
        set_facts(club, player, changes[player.pk])
    keep_facts(club, merge, players, KeptFacts.Moment.AFTER_PARTING)


def _would_weaken(since: FactSince, other: Player) -> bool:
    """What belongs to both must not take from the other one what protects the name."""
    if since.fact == "initials":
        return other.always_initials
    return since.fact == "age_group" and STRICTNESS[other.age_group] > STRICTNESS[since.player.age_group]


def _put_merge_back(club: Club, closed_pk: int, made_pk: int, by: Person) -> None:
    """Unless somebody has undone the one that stands instead, or merged its player elsewhere."""
    rows = PlayerMerge.objects.filter(club=club).in_bulk([closed_pk, made_pk])
    closed, made = rows.get(closed_pk), rows.get(made_pk)
    if closed is None or made is None or made.undone_at is not None:
        return
    _close_merge(made, by)
    persons: Persons = roots(club)
    if closed.absorbed_id not in persons.parents and not persons.are_one(closed.absorbed_id, closed.into_id):
        _open_merge(closed)


def _head_of(merge: PlayerMerge, side: Side) -> int:
    return merge.absorbed_id if side is Side.ABSORBED else merge.into_id


def _get_merge(club: Club, merge: PlayerMerge) -> PlayerMerge:
    found = PlayerMerge.objects.filter(club=club, pk=merge.pk).select_related("absorbed", "into").first()
    if found is None:
        raise IdentityRefused("not_here")
    return found


def _close_merge(merge: PlayerMerge, by: Person) -> None:
    merge.undone_at = timezone.now()
    merge.undone_by_id = None if by is None else by.pk
    merge.save(update_fields=["undone_at", "undone_by"])


def _open_merge(merge: PlayerMerge) -> None:
    merge.undone_at = merge.undone_by = None
    merge.save(update_fields=["undone_at", "undone_by"])
