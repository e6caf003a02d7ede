"""The pages that axe-core reads: one line a page. Add a page here and it is read in every language."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from clubs.services import issue_token, revoke_token
from clubs.tenancy.scope import club_scope
from tests.browser.show_club import ShowClub
from tests.tournaments.sources import trf
from tournaments.models import EventVersion
from tournaments.services.staging import stage_upload


@dataclass(frozen=True, slots=True)
class ListedPage:
    """`address` from the show club; `member` pages are read by the club's owner, the others by a stranger."""

    name: str
    address: Callable[[ShowClub], str]
    member: bool = False


def _of_club(name: str) -> Callable[[ShowClub], str]:
    return lambda show: reverse(f"ratings:{name}", args=[show.club.slug])


def _of_desk(name: str) -> Callable[[ShowClub], str]:
    return lambda show: reverse(f"ratings:{name}", args=[show.club.public_id])


def _of_people(name: str) -> Callable[[ShowClub], str]:
    return lambda show: reverse(f"players:{name}", args=[show.club.public_id])


def _of_person(name: str) -> Callable[[ShowClub], str]:
    return lambda show: reverse(f"players:{name}", args=[show.club.public_id, show.player.public_id])


def _of_event(which: str) -> Callable[[ShowClub], str]:
    return lambda show: reverse("ratings:event", args=[show.club.public_id, getattr(show, which).public_id])


def _sent(file_name: str, *, has_players: bool) -> Callable[[ShowClub], str]:
    """The page of a file that the owner has sent, with names of the club; without players it cannot be read."""

    def address(show: ShowClub) -> str:
        with club_scope(show.club):
            version = EventVersion.objects.get(event=show.swiss)
            names = tuple(version.entries.order_by("number").values_list("name", flat=True))
        text = trf(name=version.name, names=names) if has_players else f"012 {version.name}\n"
        upload = stage_upload(club=show.club, content=text.encode(), file_name=file_name, by=show.owner)
        return reverse("tournaments:check_upload", args=[show.club.public_id, upload.public_id])

    return address


def _of_programs(show: ShowClub) -> str:
    """With a key that runs out, one that is revoked and one that has a long name."""
    scopes, soon = ["publish", "read"], timezone.now() + timedelta(days=90)
    issue_token(club=show.club, label=f"{show.club.name}, {show.club.name}", scopes=scopes, by=show.owner, expires_at=soon)
    revoked, _ = issue_token(club=show.club, label=show.club.name, scopes=scopes, by=show.owner)
    revoke_token(club=show.club, token=revoked, by=show.owner)
    return reverse("clubs:tokens", args=[show.club.public_id])


PAGES = (
    ListedPage("home", lambda _: "/"),
    ListedPage("home of a member", lambda _: "/", member=True),
    ListedPage("what we store", lambda _: "/what-we-store/"),
    ListedPage("prices", lambda _: "/pricing/"),
    ListedPage("subscription", lambda show: reverse("billing:subscription", args=[show.club.public_id]), member=True),
    ListedPage("programs", _of_programs, member=True),
    ListedPage("who may do what", lambda _: "/who-may-do-what/"),
    ListedPage("journal", _of_desk("journal"), member=True),
    ListedPage("people with roles", lambda show: reverse("clubs:roles", args=[show.club.public_id]), member=True),
    ListedPage("leaving a club", lambda show: reverse("clubs:leave", args=[show.club.public_id]), member=True),
    ListedPage("my clubs", lambda _: "/desk/", member=True),
    ListedPage("my account", lambda _: "/accounts/", member=True),
    ListedPage("passkeys and the app", lambda _: "/accounts/factors/", member=True),
    ListedPage("my sessions", lambda _: "/accounts/sessions/", member=True),
    ListedPage("deleting an account", lambda _: "/accounts/delete/", member=True),
    ListedPage("founding", lambda _: "/clubs/new/", member=True),
    ListedPage("ladder", _of_club("club")),
    ListedPage("ladder as of a day", lambda show: reverse("ratings:club", args=[show.club.slug]) + "?on=2026-09-10&who=all&sort=-games"),
    ListedPage("wall list", _of_club("wall")),
    ListedPage("season", lambda show: reverse("ratings:season", args=[show.club.slug, "2026-27"])),
    ListedPage("events", _of_club("events")),
    ListedPage("how", _of_club("how")),
    ListedPage("player", lambda show: reverse("ratings:player", args=[show.club.slug, show.player.public_id])),
    ListedPage("opponents", lambda show: reverse("ratings:opponents", args=[show.club.slug, show.player.public_id])),
    ListedPage(
        "head to head",
        lambda show: reverse("ratings:head_to_head", args=[show.club.slug, show.player.public_id, show.rival.public_id]),
    ),
    ListedPage(
        "explanation",
        lambda show: reverse("ratings:explanation", args=[show.club.slug, show.player.public_id, show.swiss.public_id]),
    ),
    ListedPage("swiss", _of_event("swiss")),
    ListedPage("round robin", _of_event("round_robin")),
    ListedPage("bughouse", _of_event("bughouse")),
    ListedPage("unfinished event", _of_event("unfinished")),
    ListedPage("event waiting for names", _of_event("waiting")),
    ListedPage("people", _of_people("people"), member=True),
    ListedPage("person", _of_person("person"), member=True),
    ListedPage("another name", _of_person("rename"), member=True),
    ListedPage("list of members", lambda show: reverse("tournaments:import_people", args=[show.club.public_id]), member=True),
    ListedPage("lists of members", _of_people("imports"), member=True),
    ListedPage("family", lambda show: reverse("ratings:family", args=[show.family])),
    ListedPage("what is held", lambda show: reverse("ratings:family_data", args=[show.family])),
    ListedPage("erasing", lambda show: reverse("ratings:erase", args=[show.club.public_id, show.player.public_id]), member=True),
    ListedPage(
        "family at the desk", lambda show: reverse("players:family", args=[show.club.public_id, show.player.public_id]), member=True
    ),
    ListedPage(
        "undoing all names",
        lambda show: reverse("tournaments:undo_all_names", args=[show.club.public_id, show.swiss.public_id]),
        member=True,
    ),
    ListedPage("bringing a club", lambda _: reverse("archives:bring"), member=True),
    ListedPage("taking everything along", lambda show: reverse("archives:export", args=[show.club.public_id]), member=True),
    ListedPage("deleting the club", lambda show: reverse("archives:close", args=[show.club.public_id]), member=True),
    ListedPage("rules", _of_desk("rules"), member=True),
    ListedPage("privacy", _of_desk("privacy"), member=True),
    ListedPage("new address", _of_desk("new_address"), member=True),
    ListedPage("opening ratings", _of_desk("opening"), member=True),
    ListedPage("duplicates", lambda show: reverse("tournaments:duplicates", args=[show.club.public_id]), member=True),
    ListedPage(
        "declared different", lambda show: reverse("tournaments:duplicates", args=[show.club.public_id]) + "?show=different", member=True
    ),
    ListedPage(
        "joining people",
        lambda show: reverse("ratings:merge", args=[show.club.public_id, show.player.public_id, show.rival.public_id]),
        member=True,
    ),
    ListedPage(
        "giving events away",
        lambda show: reverse("ratings:choose_to_split", args=[show.club.public_id, show.player.public_id]),
        member=True,
    ),
    ListedPage(
        "starting rating", lambda show: reverse("ratings:start_rating", args=[show.club.public_id, show.player.public_id]), member=True
    ),
    ListedPage("file before it is published", _sent("evening.trf", has_players=True), member=True),
    ListedPage("pasted text that cannot be read", _sent("", has_players=False), member=True),
    ListedPage("sending a file", lambda show: reverse("tournaments:publish", args=[show.club.public_id]), member=True),
    ListedPage("desk", _of_desk("desk"), member=True),
)
