"""One declaration for each route of ours: how its address is built, what its form sends, and who may do what."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tests.access.asking import Body, form
from tests.access.rules import (
    Rule,
    admins,
    anybody,
    invited,
    inviting,
    members,
    nobody,
    owners,
    publishing_tokens,
    readers,
    readers_of_journal,
    reading_tokens,
    signed_in,
)
from tests.access.world import ADMIN, ARBITER, OPEN_INVITATION, OWNER, UPLOADS, ClubOfWorld, Principal
from tests.tournaments.sources import JSON_TYPE, rookery_json, trf

Fill = Callable[[ClubOfWorld], Body]
Statuses = Callable[[Principal, str], frozenset[int]]

NO_STORE = "private, no-store"
KEPT = "kept"  # for strangers, who check it each time; nothing of it is stored for whoever is signed in
A_DAY = "public, max-age=86400"


def no_body(_club: ClubOfWorld) -> Body:
    return Body()


def page_refuses(_who: Principal, _method: str) -> frozenset[int]:
    """Closed is absent."""
    return frozenset({404})


def sign_in_first(_who: Principal, _method: str) -> frozenset[int]:
    return frozenset({302})


def api_refuses(who: Principal, method: str) -> frozenset[int]:
    """Without a token that holds 401; then the scope, which needs no look at a club; then what is absent or somebody else's."""
    if not who.token_of:
        return frozenset({401})
    scope = {"GET": "read", "HEAD": "read", "POST": "publish"}.get(method)
    return frozenset({404} if scope in who.scopes else {403})


@dataclass(frozen=True)
class Declared:
    """`keys` gives for each part of the address what stands there: "slug" or "public_id" of the club, "object",
    "player", a player of the club whatever the object, or the text behind "=".

    `kinds`: the objects of the club under this route, each with who may reach it, in addition to who may use the method; the first one is
    the usual one. `methods`: who may use each method on the usual object; a method that is missing is offered to nobody. `post`: what
    the form sends. `done`: status of a POST that succeeded, which must have written something unless `writes` is False.
    `absent`: status for an object that a member asks for and that is not there. `is_desk`: sends everybody who is not signed in to sign in,
    whatever the method and whether the object is there or not. `names_club`: the answer says whose it is. `lists_clubs`: it names also the
    club that asks the reader back.
    """

    methods: Mapping[str, Rule]
    keys: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, Rule] = field(default_factory=dict)
    post: Fill = no_body
    done: int = 302
    writes: bool = True
    refuses: Statuses = page_refuses
    not_offered: frozenset[int] = frozenset({405})
    absent: int = 404
    cache: str = NO_STORE
    names_club: bool = True
    indexable: bool = False
    is_desk: bool = False
    lists_clubs: bool = False

    @property
    def depends_on_visibility(self) -> bool:
        return readers in {*self.methods.values(), *self.kinds.values()}


def reading(who: Rule) -> dict[str, Rule]:
    return {"GET": who, "HEAD": who}


def using(who: Rule) -> dict[str, Rule]:
    return {**reading(who), "POST": who}


def kept_page(*, indexable: bool = True, names_club: bool = True, **parts: str) -> Declared:
    return Declared(reading(readers), keys={"slug": "slug", **parts}, indexable=indexable, cache=KEPT, names_club=names_club)


def desk_page(methods: Mapping[str, Rule], **more: object) -> Declared:
    return Declared(methods, keys={"club": "public_id"}, is_desk=True, **more)  # type: ignore[arg-type]


def desk_event(kind: str, methods: Mapping[str, Rule], post: Fill = no_body, **more: object) -> Declared:
    """A page or button of one event at the desk; `kind` is the event for which it has something to do."""
    kinds, keys = {kind: members}, {"club": "public_id", "event": "object"}
    return Declared(methods, keys=keys, kinds=kinds, post=post, is_desk=True, **more)  # type: ignore[arg-type]


def desk_upload(methods: Mapping[str, Rule], post: Fill = no_body, **more: object) -> Declared:
    """A file on its way: for whoever sent it alone; to a colleague it is one that is gone."""
    kinds, keys = {UPLOADS: members, f"{UPLOADS} of colleague": nobody}, {"club": "public_id", "upload": "object"}
    return Declared(methods, keys=keys, kinds=kinds, post=post, absent=302, is_desk=True, **more)  # type: ignore[arg-type]


def desk_person(methods: Mapping[str, Rule], post: Fill = no_body, **more: object) -> Declared:
    """A page or button of one person at the desk, also of one merged into another."""
    shown = {"keys": {"club": "public_id", "player": "object"}, "kinds": {"player": members, "absorbed": members}, "is_desk": True}
    return Declared(methods, post=post, **{**shown, **more})  # type: ignore[arg-type]


def desk_list(methods: Mapping[str, Rule]) -> Declared:
    """A list of members that was taken in."""
    return Declared(methods, keys={"club": "public_id", "made": "object"}, kinds={"list": members}, is_desk=True)


def desk_member(methods: Mapping[str, Rule], post: Fill = no_body) -> Declared:
    """One person who acts for the club: an administrator deals with arbiters alone."""
    kinds = {f"member {ARBITER}": inviting, f"member {OWNER}": owners}
    return Declared(methods, keys={"club": "public_id", "member": "object"}, kinds=kinds, post=post, is_desk=True)


def desk_invitation() -> Declared:
    """A button of an open invitation."""
    kinds = {f"invitation {ARBITER}": inviting, f"invitation {ADMIN}": owners}
    return Declared({"POST": inviting}, keys={"club": "public_id", "invitation": "object"}, kinds=kinds, is_desk=True)


def family_page(methods: Mapping[str, Rule], **more: object) -> Declared:
    """A page of a child's family, for whoever has its link; it tells of the club, whatever the club shows to strangers."""
    return Declared(methods, keys={"token": "family"}, **more)  # type: ignore[arg-type]


def desk_family(post: Fill = no_body, **more: object) -> Declared:
    """A button of the family of one person at the desk."""
    kinds = {"player": members, "absorbed": members}
    return Declared(POSTING, keys={"club": "public_id", "player": "object"}, kinds=kinds, post=post, is_desk=True, **more)  # type: ignore[arg-type]


def api(methods: Mapping[str, Rule], keys: Mapping[str, str], **more: object) -> Declared:
    refused = frozenset({401, 405})
    return Declared(methods, keys=keys, refuses=api_refuses, not_offered=refused, **more)  # type: ignore[arg-type]


POSTING = {"POST": members}
PUBLIC_ROUTES = {
    "ratings:club": kept_page(),
    "ratings:ladder_csv": kept_page(indexable=False, names_club=False),
    "ratings:ladder_json": kept_page(indexable=False),
    "ratings:wall": kept_page(),
    "ratings:season": kept_page(season="=2026"),
    "ratings:events": kept_page(),
    "ratings:how": kept_page(),
    "ratings:ladder_state": Declared(reading(readers), keys={"slug": "slug"}, names_club=False),
    "ratings:player": Declared(
        reading(readers), keys={"slug": "slug", "public_id": "object"}, kinds={"player": readers, "absorbed": readers}, indexable=True
    ),
    "ratings:history_csv": Declared(
        reading(readers), keys={"slug": "slug", "public_id": "object"}, kinds={"player": readers, "absorbed": readers}
    ),
    "ratings:opponents": Declared(
        reading(readers), keys={"slug": "slug", "public_id": "object"}, kinds={"player": readers, "absorbed": readers}, indexable=True
    ),
    "ratings:head_to_head": Declared(
        reading(readers),
        keys={"slug": "slug", "public_id": "object", "other": "player"},
        kinds={"rival": readers, "absorbed": readers},
        indexable=True,
    ),
    "ratings:explanation": Declared(
        reading(readers),
        keys={"slug": "slug", "public_id": "player", "event": "object"},
        kinds={"main": readers, "open": readers, "closed": members, "removed": nobody, "waiting": readers},
        indexable=True,
    ),
    "ratings:event": Declared(
        reading(anybody),
        keys={"club_public_id": "public_id", "public_id": "object"},
        kinds={"main": readers, "open": anybody, "closed": members, "removed": members, "waiting": readers},
    ),
}
AGREES = {"club_pages": "on", "child_asked": "on"}
FAMILY_ROUTES = {
    "ratings:family": family_page(reading(anybody)),
    "ratings:family_consent": family_page({"POST": anybody}, post=lambda club: form(**AGREES)),
    "ratings:family_withdraw": family_page({"POST": anybody}),
    "ratings:family_ask": family_page({"POST": anybody}, post=lambda club: form(kind="other", text="When?")),
    "ratings:family_data": family_page(reading(anybody)),
    "ratings:family_json": family_page(reading(anybody)),
}
DESK_ROUTES = {
    "ratings:desk": desk_page(reading(members)),
    "ratings:desk_ladder_state": desk_page(reading(members), names_club=False),
    "ratings:rebuild": desk_page(POSTING),
    "ratings:rules": desk_page(
        using(admins),
        post=lambda club: form(
            holds="date", day="2031-01-01", start="1300", k_new="40", new_games="20", k_established="20", provisional_games="5"
        ),
        done=200,
        writes=False,
    ),
    "ratings:forget_rules": desk_page({"POST": admins}, post=lambda club: form(since=club.forms["rules since"]), done=200, writes=False),
    "ratings:start_rating": Declared(
        using(members),
        keys={"club": "public_id", "player": "object"},
        kinds={"player": members, "absorbed": members},
        post=lambda club: form(start_rating="1450"),
        done=200,
        writes=False,
        is_desk=True,
    ),
    "ratings:choose_to_merge": desk_person(using(members), lambda club: form(q=club.mark), done=200, writes=False),
    "ratings:merge": desk_person(
        using(members), keys={"club": "public_id", "player": "object", "other": "player"}, kinds={"opened": members}, done=200, writes=False
    ),
    "ratings:part": desk_person(using(members), kinds={"absorbed": members}, done=200, writes=False),
    "ratings:choose_to_split": desk_person(reading(members)),
    "ratings:split": desk_person(using(members), done=200, writes=False),
    "ratings:opening": desk_page(using(admins), post=lambda club: form(text=f"name,rating\nOpening {club.mark},1450\n")),
    "ratings:opening_example": desk_page(reading(admins), names_club=False),
    "ratings:drop_opening": desk_page({"POST": admins}, done=200, writes=False),
    "ratings:check_opening": desk_upload(using(admins), done=200, writes=False),
    "ratings:opening_encoding": desk_upload({"POST": admins}),
    "ratings:abandon_opening": desk_upload({"POST": admins}),
    "ratings:corrections": desk_page(reading(members)),
    "ratings:correction": Declared(
        reading(members), keys={"club": "public_id", "correction": "object"}, kinds={"correction": members}, is_desk=True
    ),
    "ratings:undo_correction": Declared(
        POSTING,
        keys={"club": "public_id", "correction": "object"},
        kinds={"correction": members},
        done=200,
        writes=False,
        is_desk=True,
    ),
    "ratings:privacy": desk_page(
        using(admins), post=lambda club: form(audience="school", visibility=club.club.visibility, name_policy="initials")
    ),
    "ratings:new_address": desk_page(using(admins), post=lambda club: form(slug=club.club.slug)),
    "ratings:undo_identity": Declared(
        using(members),
        keys={"club": "public_id", "correction": "object"},
        kinds={"parted": members},
        done=200,
        writes=False,
        is_desk=True,
    ),
    "archives:export": desk_page(reading(admins)),
    "archives:download": desk_page({"POST": admins}, done=200),
    "archives:close": desk_page(using(owners), post=lambda club: form(name=club.club.name), done=422, writes=False),
    "archives:keep": desk_page({"POST": owners}, writes=False),
    "clubs:settings": desk_page(using(admins), post=lambda club: form(name=f"{club.mark} renamed", language="en", time_zone="Europe/Oslo")),
    "clubs:tokens": desk_page(using(admins), post=lambda club: form(label=f"{club.mark} pairing", scopes=["read"], holds="365")),
    "clubs:revoke_token": desk_page({"POST": admins}, post=lambda club: form(token=club.forms["token"])),
    "ratings:journal": desk_page(reading(readers_of_journal)),
    "clubs:roles": desk_page(
        {**reading(members), "POST": inviting}, post=lambda club: form(email=f"new@{club.mark.lower()}.example", role="arbiter")
    ),
    "clubs:leave": desk_page(using(members)),
    "clubs:member": desk_member({**reading(inviting), "POST": owners}, lambda club: form(role="admin")),
    "clubs:remove_member": desk_member({"POST": inviting}),
    "clubs:renew_invitation": desk_invitation(),
    "clubs:revoke_invitation": desk_invitation(),
    "billing:subscription": desk_page(reading(owners)),
    "billing:subscribe": desk_page({"POST": owners}, writes=False),
    "billing:portal": desk_page({"POST": owners}, writes=False),
    "billing:cancel": desk_page(using(owners), writes=False),
    "billing:resume": desk_page({"POST": owners}, writes=False),
    "billing:waiting": desk_page(reading(owners)),
    "billing:ask": desk_page({"POST": owners}, writes=False),
    "players:people": desk_page(using(members), post=lambda club: form(name=f"Somebody Else of {club.mark}")),
    "players:search": desk_page(POSTING, post=lambda club: form(q=club.mark), writes=False),
    "players:export": Declared(reading(members), keys={"club": "public_id", "kind": "=csv"}, is_desk=True),
    "players:imports": desk_page(reading(members)),
    "players:imported": desk_list(reading(members)),
    "players:undo_import": desk_list(POSTING),
    "players:person": desk_person(using(members), lambda club: form(age_group="adult")),
    "players:rename": desk_person(using(members), lambda club: form(name=f"Renamed {club.mark}", kind="fix")),
    "players:undo_rename": desk_person(POSTING, lambda club: form(rename=club.forms["rename"]), kinds={"player": members}),
    "players:note": desk_person(POSTING, lambda club: form(text=f"Note of {club.mark}", seen="0")),
    "tournaments:import_people": desk_page(using(members), post=lambda club: form(text=f"name\nBrought {club.mark}\n")),
    "tournaments:check_people": desk_upload(using(members), done=200, writes=False),
    "tournaments:people_encoding": desk_upload(POSTING),
    "tournaments:abandon_people": desk_upload(POSTING),
    "tournaments:duplicates": desk_page(reading(members)),
    "tournaments:search_state": desk_page(reading(members), names_club=False),
    "tournaments:search_duplicates": desk_page(POSTING),
    "tournaments:declare_different": desk_page(POSTING, post=lambda club: form(one=club.forms["twin"], other=club.forms["other twin"])),
    "tournaments:withdraw_difference": desk_page(POSTING, post=lambda club: form(one=club.ids["player"], other=club.ids["rival"])),
    "players:family": Declared(
        reading(members),
        keys={"club": "public_id", "player": "object"},
        kinds={"player": members, "absorbed": members},
        is_desk=True,
    ),
    "ratings:erase": Declared(
        using(admins),
        keys={"club": "public_id", "player": "object"},
        kinds={"player": admins, "absorbed": admins},
        post=lambda club: form(final="on"),
        is_desk=True,
    ),
    "players:family_link": desk_family(),
    "players:family_revoke": desk_family(lambda club: form(link=club.forms["family link"])),
    "players:family_consent": desk_family(lambda club: form(**AGREES)),
    "players:family_withdraw": desk_family(),
    "players:family_answer": desk_family(lambda club: form(request=club.forms["request"])),
    "tournaments:publish": desk_page(using(members), post=lambda club: form(text=trf(name=f"{club.mark} pasted"))),
    "tournaments:check_upload": desk_upload(using(members), lambda club: form(target="new", name=f"{club.mark} night")),
    "tournaments:change_encoding": desk_upload(POSTING),
    "tournaments:abandon_upload": desk_upload(POSTING),
}
DESK_EVENT_ROUTES = {
    "tournaments:desk_event": desk_event("main", using(members), lambda club: form(access="closed", names="initials")),
    "tournaments:export_event": Declared(
        reading(members), keys={"club": "public_id", "event": "object", "kind": "=trf"}, kinds={"main": members}, is_desk=True
    ),
    "ratings:correct_event": desk_event("main", using(members), lambda club: form(version="1"), done=200, writes=False),
    "ratings:undo_version": desk_event("corrected", POSTING, lambda club: form(version="2"), done=200, writes=False),
    "ratings:order_event": desk_event("main", POSTING, lambda club: form(order="7"), done=200, writes=False),
    "ratings:remove_event": desk_event("main", POSTING, done=200, writes=False),
    "ratings:restore_event": desk_event("removed", POSTING, done=200, writes=False),
    "tournaments:names": desk_event("waiting", reading(members)),
    "tournaments:decide_name": desk_event("waiting", POSTING, lambda club: form(entry=club.forms["entry"], new="1")),
    "tournaments:accept_names": desk_event("waiting", POSTING, lambda club: form(shown=club.forms["shown"])),
    "tournaments:undo_all_names": desk_event("waiting", using(members), lambda club: form(link=club.forms["link"])),
    "ratings:event_moves": desk_event("waiting", reading(members), names_club=False),
    "tournaments:undo_names": desk_event("waiting", POSTING, lambda club: form(link=club.forms["link"])),
}
API_ROUTES = {
    "tournaments:api_events": api(
        {**reading(reading_tokens), "POST": publishing_tokens},
        {"club": "slug or public_id"},
        post=lambda club: Body(rookery_json(external_id="another", name=f"{club.mark} by a program"), JSON_TYPE),
        done=201,
    ),
    "tournaments:api_event": api(
        reading(reading_tokens),
        {"club": "slug or public_id", "event": "object"},
        kinds=dict.fromkeys(("main", "open", "closed", "removed", "waiting"), reading_tokens),
    ),
}
INVITED_ROUTES = {
    "clubs:invitation": Declared(using(anybody), keys={"secret": "invitation"}, done=200, writes=False),
    "clubs:accept_invitation": Declared({"POST": invited}, keys={"invitation": OPEN_INVITATION}, is_desk=True),
    "clubs:decline_invitation": Declared({"POST": invited}, keys={"invitation": OPEN_INVITATION}, is_desk=True),
}
FOUNDING = form(name="Third Circle", audience="mixed", language="en", time_zone="UTC")
ALWAYS = frozenset({200, 302})
ROUTES_WITHOUT_CLUB = {
    "clubs:home": Declared(reading(anybody), indexable=True),
    "archives:bring": Declared(using(signed_in), done=422, writes=False, refuses=sign_in_first),
    "archives:rookery_club_schema": Declared(reading(anybody), cache=A_DAY),
    "clubs:found": Declared(using(signed_in), post=lambda club: FOUNDING, refuses=sign_in_first),
    "clubs:desks": Declared(reading(signed_in), is_desk=True, lists_clubs=True),
    "clubs:robots": Declared(reading(anybody), cache=A_DAY),
    "clubs:favicon": Declared(reading(anybody), cache=A_DAY),
    "clubs:dev_mail": Declared(reading(anybody)),
    "tournaments:api_schema": Declared({**reading(anybody), "OPTIONS": anybody}),
    "tournaments:api_docs": Declared({**reading(anybody), "OPTIONS": anybody}),
    "tournaments:rookery_event_schema": Declared(reading(anybody), cache=A_DAY),
    "clubs:account": Declared(reading(signed_in), refuses=sign_in_first),
    "clubs:export_account": Declared({"POST": signed_in}, done=200, writes=False, refuses=sign_in_first, lists_clubs=True),
    "clubs:delete_account": Declared(using(signed_in), done=200, refuses=sign_in_first),
    "clubs:end_session": Declared({"POST": signed_in}, post=lambda club: form(session="1"), writes=False, refuses=sign_in_first),
    "clubs:who_may": Declared(reading(anybody), indexable=True),
    "billing:pricing": Declared(reading(anybody), indexable=True),
    "billing:webhook": Declared({}, not_offered=frozenset({400, 405})),
    "what_we_store": Declared(reading(anybody), indexable=True),
    "healthz": Declared(reading(anybody)),
    "readyz": Declared(reading(anybody)),
    "set_language": Declared({"POST": anybody}, post=lambda club: form(language="he", next="/"), writes=False, not_offered=ALWAYS),
}
GROUPS: dict[str, dict[str, Declared]] = {
    "public pages": PUBLIC_ROUTES,
    "families": FAMILY_ROUTES,
    "invited people": INVITED_ROUTES,
    "desk": DESK_ROUTES,
    "events at the desk": DESK_EVENT_ROUTES,
    "programs and the site": {**API_ROUTES, **ROUTES_WITHOUT_CLUB},
}
DECLARED = {route: declared for group in GROUPS.values() for route, declared in group.items()}


def object_id(club: ClubOfWorld, kind: str, who: Principal) -> str:
    """The address part of an object; of files on their way the one that this principal has sent, if any."""
    if kind == UPLOADS:
        return club.ids[f"{UPLOADS} of {who.roles.get(club.mark, ARBITER)}"]
    return club.ids[kind]
