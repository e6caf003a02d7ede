"""Leaks put in on purpose, each of them the name of another canary in another place. A new place is one line of `PLANTED`.

They are put in by wrapping the outermost middleware of ours, and by saying things from outside: no code of the program knows of them.
"""

import base64
import gzip
import io
import json
import logging
import quopri
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import encode_rfc2231
from urllib.parse import quote

import pytest
from django.core import mail, signing
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from clubs.middleware import PrivateByDefault
from ratings.tasks import replay_club
from tests.canary.birds import BIRDS
from tests.canary.needles import needles_of

Change = Callable[[HttpResponse, str], None]
CLUB = "ratings:club"


@dataclass(frozen=True)
class Planted:
    """`route`: whose answers are changed by `change`; "" if it is said elsewhere. `status`: of those answers alone that have it."""

    where: str
    route: str
    change: Change
    script: str = ""
    status: int = 200

    def __str__(self) -> str:
        return self.where


def _append(form: str, write: Callable[[str], str] = str) -> Change:
    """Put text into the body; `{}` is where the name goes, as `write` writes it."""

    def change(response: HttpResponse, name: str) -> None:
        response.content += form.replace("{}", write(name)).encode()

    return change


def _body(write: Callable[[str], bytes]) -> Change:
    """Another body altogether."""

    def change(response: HttpResponse, name: str) -> None:
        response.content = write(name)

    return change


def _header(header: str, write: Callable[[str], str]) -> Change:
    def change(response: HttpResponse, name: str) -> None:
        response.headers[header] = write(name)

    return change


def _field(response: HttpResponse, name: str) -> None:
    response.content = json.dumps({**json.loads(response.content), "sort": name}).encode()


def _title(response: HttpResponse, name: str) -> None:
    response.content = response.content.replace(b"</title>", f" {name}</title>".encode())


def _cookie(write: Callable[[str], str]) -> Change:
    return lambda response, name: response.set_cookie("seen", write(name))


def _message_cookie(response: HttpResponse, name: str) -> None:
    response.set_cookie("messages", signing.dumps([f"{name} is added. {name} is added."], compress=True))


def _reason(response: HttpResponse, name: str) -> None:
    response.reason_phrase = f"OK {name}"


def _nothing(_response: HttpResponse, _name: str) -> None:
    """Planted from outside: see `_say`."""


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _urlsafe(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _escaped(text: str) -> str:
    return json.dumps(text)[1:-1]


def _all_escaped(text: str) -> str:
    return "".join(f"\\u{ord(each):04x}" for each in text)


def _entities(text: str) -> str:
    return "".join(f"&#x{ord(each):x};" for each in text)


def _sheet(name: str) -> bytes:
    """A workbook, as far as it matters: a ZIP archive with the name in a member."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/sharedStrings.xml", f"<sst><si><t>{name}</t></si></sst>" * 9)
    return file.getvalue()


def _member_name(name: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(f"{name}.trf", "012 Evening")
    return file.getvalue()


def _bare(text: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFD", text) if unicodedata.category(each) in ("Lu", "Ll", "Lo", "Zs"))


def _in_pieces(text: str) -> str:
    return "".join(f"<b>{each}</b>" for each in text)


def _deflated(name: str) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(f"{name} ".encode() * 9) + packer.flush()


PLANTED = (
    Planted("title", CLUB, _title),
    Planted("meta description", CLUB, _append('<meta name="description" content="{}">')),
    Planted("preview image", CLUB, _append('<meta property="og:image:alt" content="{}">', _entities)),
    Planted("alt text", CLUB, _append('<img alt="{}">')),
    Planted("address of a link", CLUB, _append('<a href="/club/x/players/{}/">', quote)),
    Planted("address of a link, quoted twice", CLUB, _append('<a href="/login?next=/{}">', lambda name: quote(quote(name)))),
    Planted("aria-label", CLUB, _append('<a aria-label="{}">')),
    Planted("data attribute", CLUB, _append('<li data-sort-key="{}">', str.casefold)),
    Planted("comment", CLUB, _append("<!-- {} -->")),
    Planted("JSON in a page", CLUB, _append('<script type="application/json">{"who": "{}"}</script>', _all_escaped)),
    Planted("JSON in an attribute", CLUB, _append("<p hx-vals='{&quot;who&quot;: &quot;{}&quot;}'>", _escaped)),
    Planted("entities", CLUB, _append("<p>{}</p>", _entities)),
    Planted("entities of entities", CLUB, _append("<p>{}</p>", lambda name: _entities(name).replace("&", "&amp;"))),
    Planted("letter by letter", CLUB, _append("<p>{}</p>", _in_pieces)),
    Planted("capitals", CLUB, _append("<p>{}</p>", str.upper)),
    Planted("without its marks", CLUB, _append("<p>{}</p>", _bare)),
    Planted("taken apart (NFD)", CLUB, _append("<p>{}</p>", lambda name: unicodedata.normalize("NFD", name))),
    Planted("compatibility forms (NFKD)", CLUB, _append("<p>{}</p>", lambda name: unicodedata.normalize("NFKD", name))),
    Planted("backwards", CLUB, _append("<p>{}</p>", lambda name: name[::-1])),
    Planted("first letters", CLUB, _append("<p>{}…</p>", lambda name: needles_of(name)[0].beginning)),
    Planted("surname alone", CLUB, _append("<p>{}</p>", lambda name: needles_of(name)[-1].word)),
    Planted("base64 in an attribute", CLUB, _append('<p id="{}">', _base64)),
    Planted("cursor", CLUB, _append('<a href="?cursor={}">', lambda name: _urlsafe(json.dumps({"after": [1200, name]})))),
    Planted("base64 in base64", CLUB, _append("<p>{}</p>", lambda name: _base64(_base64(name)))),
    Planted("hexadecimal digits", CLUB, _append('<p class="c-{}">', lambda name: name.encode().hex())),
    Planted("hidden field", "ratings:opponents", _append('<input type="hidden" value="{}">')),
    Planted("choice of a list", "ratings:opponents", _append("<option>{}</option>")),
    Planted("SVG title", "ratings:player", _append("<svg><title>{}</title></svg>")),
    Planted("SVG description", "ratings:player", _append("<svg><desc>{}</desc></svg>", _entities)),
    Planted(
        "style",
        "ratings:player",
        _append('<style>p::after { content: "{}" }</style>', lambda name: _all_escaped(name).replace("u", "")),
    ),
    Planted(
        "name of a file",
        "ratings:ladder_csv",
        _header("Content-Disposition", lambda name: f"attachment; filename*={encode_rfc2231(name, 'utf-8')}"),
    ),
    Planted("CSV column", "ratings:ladder_csv", _append("\n1,{},1200", lambda name: name.replace(",", ""))),
    Planted("JSON field", "ratings:ladder_json", _field),
    Planted("header in an encoded word", "ratings:events", _header("X-Player", str)),
    Planted("header as it is", "ratings:events", _header("X-Who", lambda name: name.encode().decode("latin-1"))),
    Planted("Link header", "ratings:events", _header("Link", lambda name: f"</players/{quote(name)}>; rel=preload")),
    Planted("Server-Timing", "ratings:events", _header("Server-Timing", lambda name: f'db;desc="{_base64(name)}"')),
    Planted("reason of the status", "ratings:events", _reason),
    Planted("cookie", "ratings:event", _cookie(quote)),
    Planted("cookie of messages", "ratings:head_to_head", _message_cookie),
    Planted("ETag", "ratings:how", _header("ETag", lambda name: f'"{_urlsafe(name)}"')),
    Planted("redirect", "ratings:player", _header("Location", lambda name: f"/club/x/{quote(name)}/"), status=302),
    Planted("gzip", "ratings:season", _body(lambda name: gzip.compress(f"<p>{name}".encode()))),
    Planted("deflate", "ratings:wall", _body(_deflated)),
    Planted("workbook", "ratings:history_csv", _body(_sheet)),
    Planted("UTF-16", "ratings:ladder_state", _body(lambda name: f"name\n{name}".encode("utf-16-le"))),
    Planted("windows-1255", "clubs:robots", _body(lambda name: f"012 Evening {_bare(name)}".encode("windows-1255")), script="Hebrew"),
    Planted("windows-1251", "healthz", _body(lambda name: f"012 Evening {_bare(name)}".encode("windows-1251")), script="Cyrillic"),
    Planted("quoted-printable", "clubs:favicon", _body(lambda name: quopri.encodestring(name.encode()))),
    Planted("name of a member of an archive", "tournaments:rookery_event_schema", _body(_member_name)),
    Planted("missing page", "", _append("<p>{}</p>"), status=404),
    Planted("bad request", "", _append("<p>{}</p>"), status=400),
    Planted("forbidden", "", _append("<p>{}</p>"), status=403),
    Planted("too many requests", "tournaments:api_events", _append("<p>{}</p>"), status=429),
    Planted("error page", "", _append("<p>{}</p>"), status=500),
    Planted("API error", "tournaments:api_event", _append('{"message": "{}"}', _all_escaped), status=401),
    Planted("log line", "", _nothing, status=0),
    Planted("exception in the log", "", _nothing, status=0),
    Planted("subject of a mail", "", _nothing, status=0),
    Planted("text of a mail", "", _nothing, status=0),
    Planted("Valkey key", "", _nothing, status=0),
    Planted("Valkey value", "", _nothing, status=0),
    Planted("task argument", "", _nothing, status=0),
)


@dataclass(frozen=True)
class Canary:
    """A name that is nowhere but in the place where it was planted, and whose it is."""

    whose: str
    name: str


def canaries() -> list[Canary]:
    """All names of the flock and all their twins': enough for a place each."""
    named = [bird for bird in BIRDS if bird.state.role != "namesake"]
    return [Canary(str(bird), bird.name) for bird in named] + [Canary(f"twin of {bird}", bird.twin) for bird in named]


def assign() -> dict[str, Canary]:
    """A canary for each place, none for two."""
    free, given = canaries(), {}
    for planted in sorted(PLANTED, key=lambda each: not each.script):
        canary = next(each for each in free if planted.script in each.whose)
        free.remove(canary)
        given[planted.where] = canary
    return given


@contextmanager
def planting(given: dict[str, Canary]) -> Iterator[None]:
    """All leaks at once, each with the name of its canary."""
    unchanged = PrivateByDefault.__call__

    def leaking(self: PrivateByDefault, request: HttpRequest) -> HttpResponse:
        response = unchanged(self, request)
        route = request.resolver_match.view_name if request.resolver_match else ""
        for planted in PLANTED:
            if planted.status == response.status_code and planted.route in ("", route):
                planted.change(response, given[planted.where].name)
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PrivateByDefault, "__call__", leaking)
        said = {where: canary.name for where, canary in given.items()}
        _say(said)
        yield
        cache.delete_many([_key(said["Valkey key"]), "who-was-here"])


def _say(said: dict[str, str]) -> None:
    log = logging.getLogger("ratings.planted")
    log.debug("Looking for %s", said["log line"])
    try:
        raise KeyError(said["exception in the log"])
    except KeyError:
        log.exception("It broke")
    mail.send_mail(f"{said['subject of a mail']} has moved up", "Look.", None, ["owner@nest.example"])
    mail.send_mail("The ladder", f"Dear arbiter,\n{said['text of a mail']} has moved up.\n", None, ["owner@nest.example"])
    cache.set(_key(said["Valkey key"]), 1, 60)
    cache.set("who-was-here", {"names": [said["Valkey value"]]}, 60)
    replay_club.apply_async((said["task argument"],), retry=False)


def _key(name: str) -> str:
    return f"ladder-of-{quote(name)}"
