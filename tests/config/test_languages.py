"""No page, mail or error stays English in another language, and nothing turns round where the script runs from right to left."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.tenancy.scope import club_scope
from clubs.time_zones import time_zone_choices
from tests.browser.pages import PAGES, ListedPage
from tests.browser.screen import PHONE
from tests.browser.show_club import NAMES, ShowClub, make_show_club
from tests.config.latin import latin_on, latin_words
from tests.signing_in import signed_in
from tests.tournaments.sources import trf
from tournaments.models import Event

if TYPE_CHECKING:
    from tests.browser.screen import Screen

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

LANGUAGES: Final = ("he", "ru")
EVENING: Final = {"he": "ערב מועדון", "ru": "Клубный вечер"}
ENCODING: Final = {"he": "cp1255", "ru": "cp1251"}

DESK: Final[dict[str, Callable[[ShowClub], str]]] = {
    "my clubs": lambda _: reverse("clubs:desks"),
    "desk": lambda show: reverse("ratings:desk", args=[show.club.public_id]),
    "rules": lambda show: reverse("ratings:rules", args=[show.club.public_id]),
    "opening ratings": lambda show: reverse("ratings:opening", args=[show.club.public_id]),
    "starting rating": lambda show: reverse("ratings:start_rating", args=[show.club.public_id, show.player.public_id]),
    "privacy": lambda show: reverse("ratings:privacy", args=[show.club.public_id]),
    "new address": lambda show: reverse("ratings:new_address", args=[show.club.public_id]),
    "joining": lambda show: reverse("ratings:choose_to_merge", args=[show.club.public_id, show.player.public_id]),
    "giving away": lambda show: reverse("ratings:choose_to_split", args=[show.club.public_id, show.player.public_id]),
    "taking everything along": lambda show: reverse("archives:export", args=[show.club.public_id]),
    "deleting the club": lambda show: reverse("archives:close", args=[show.club.public_id]),
    "settings": lambda show: reverse("clubs:settings", args=[show.club.public_id]),
    "programs": lambda show: reverse("clubs:tokens", args=[show.club.public_id]),
    "journal": lambda show: reverse("ratings:journal", args=[show.club.public_id]),
    "people with roles": lambda show: reverse("clubs:roles", args=[show.club.public_id]),
    "leaving": lambda show: reverse("clubs:leave", args=[show.club.public_id]),
    "subscription": lambda show: reverse("billing:subscription", args=[show.club.public_id]),
    "people": lambda show: reverse("players:people", args=[show.club.public_id]),
    "person": lambda show: reverse("players:person", args=[show.club.public_id, show.player.public_id]),
    "another name": lambda show: reverse("players:rename", args=[show.club.public_id, show.player.public_id]),
    "list of members": lambda show: reverse("tournaments:import_people", args=[show.club.public_id]),
    "lists of members": lambda show: reverse("players:imports", args=[show.club.public_id]),
    "duplicates": lambda show: reverse("tournaments:duplicates", args=[show.club.public_id]),
    "declared different": lambda show: reverse("tournaments:duplicates", args=[show.club.public_id]) + "?show=different",
    "erasing": lambda show: reverse("ratings:erase", args=[show.club.public_id, show.player.public_id]),
    "family": lambda show: reverse("players:family", args=[show.club.public_id, show.player.public_id]),
    "event": lambda show: reverse("tournaments:desk_event", args=[show.club.public_id, show.swiss.public_id]),
    "corrections": lambda show: reverse("ratings:corrections", args=[show.club.public_id]),
    "correcting": lambda show: reverse("ratings:correct_event", args=[show.club.public_id, show.swiss.public_id]),
    "names": lambda show: reverse("tournaments:names", args=[show.club.public_id, show.waiting.public_id]),
    "undoing all names": lambda show: reverse("tournaments:undo_all_names", args=[show.club.public_id, show.swiss.public_id]),
    "decided names": lambda show: reverse("tournaments:names", args=[show.club.public_id, show.swiss.public_id]),
    "publish": lambda show: reverse("tournaments:publish", args=[show.club.public_id]),
    "my account": lambda _: reverse("clubs:account"),
    "passkeys": lambda _: reverse("mfa_list_webauthn"),
    "factors": lambda _: reverse("mfa_index"),
    "sessions": lambda _: reverse("usersessions_list"),
    "deleting": lambda _: reverse("clubs:delete_account"),
    "my addresses": lambda _: reverse("account_email"),
    "sign out": lambda _: reverse("account_logout"),
}


@pytest.fixture(autouse=True)
def _no_limit_on_tries(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    settings.SELLS_SUBSCRIPTIONS = True  # or the page of prices would say that there are none


class Reader:
    """Somebody who reads the site in one language, signed in or not."""

    def __init__(self, language: str, show: ShowClub | None = None) -> None:
        self.client = signed_in(show.owner) if show else Client()  # type: ignore[arg-type]
        self.client.cookies["django_language"] = language

    def look(self, address: str, status: int = 200) -> str:
        answer = self.client.get(address)
        assert (address, answer.status_code) == (address, status)
        return answer.content.decode()

    def fill(self, address: str, **answers: object) -> str:
        return self.client.post(address, answers, follow=True).content.decode()

    def send(self, address: str, content: bytes) -> str:
        return self.fill(address, file=SimpleUploadedFile("evening.trf", content), text="")


def english_on(pages: dict[str, str]) -> dict[str, list[str]]:
    """By page what stayed English; pages without any are left out."""
    return {name: texts for name, html in pages.items() if (texts := latin_on(html))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_stays_english(language: str) -> None:
    show = make_show_club(language)
    stranger, member = Reader(language), Reader(language, show)
    pages = {page.name: (member if page.member else stranger).look(page.address(show)) for page in PAGES}
    pages |= {f"desk: {name}": member.look(address(show)) for name, address in DESK.items()}
    pages |= {name: stranger.look(reverse(f"account_{name}")) for name in ("login", "signup")}
    pages["missing"] = stranger.look("/nothing/", 404)
    assert english_on(pages) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_step_of_publishing_stays_english(language: str) -> None:
    """Preview with warnings, the published event, another encoding, a broken file, an empty form, a file without a date."""
    show = make_show_club(language)
    member, address, names = Reader(language, show), DESK["publish"](show), NAMES[language][:3]
    warned = trf(name=EVENING[language], names=names) + "XYZ 1\n062 7\n"
    pages = {"preview": member.send(address, warned.encode())}
    pages["broken"] = member.send(address, f"012 {EVENING[language]}\n042 2026/03/03\n001    1\n".encode())
    pages["other encoding"] = member.send(address, warned.encode(ENCODING[language], "replace"))
    pages["broken JSON"] = member.send(address, b'{"')
    pages["no text"] = member.send(address, b"\0\0\0")
    pages["no date"] = member.send(address, trf(name=EVENING[language], starts_on="", names=names).encode())
    pages["empty"] = member.fill(address, text="")
    answer = member.client.post(address, {"file": SimpleUploadedFile("evening.trf", warned.encode()), "text": ""})
    pages["published"] = member.fill(str(answer["Location"]), name=EVENING[language], shown_version="0", target="new")
    with club_scope(show.club):
        event = Event.objects.filter(club=show.club).latest("pk")
    pages["its desk"] = member.look(reverse("tournaments:desk_event", args=[show.club.public_id, event.public_id]))
    assert len(set(pages.values())) == len(pages)
    assert english_on(pages) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_of_a_form_stays_english(language: str) -> None:
    show = make_show_club(language)
    stranger, member = Reader(language), Reader(language, show)
    address = {name: place(show) for name, place in DESK.items()}
    pages = {
        "founding": member.fill(reverse("clubs:found"), name=""),
        "rules": member.fill(address["rules"], holds="date", day="?", start="50", k_new="x", k_established="-1"),
        "starting rating": member.fill(address["starting rating"], start_rating="5"),
        "opening ratings": member.fill(address["opening ratings"], text=""),
        "settings": member.fill(address["settings"], name="", time_zone="?"),
        "privacy": member.fill(address["privacy"], audience="?", visibility="?", name_policy="?"),
        "person": member.fill(address["person"], age_group_lapses="?"),
        "another name": member.fill(address["another name"], name="\u202e", kind="?"),
        "list of members": member.fill(address["list of members"], text=""),
        "programs": member.fill(address["programs"], label=""),
        "login": stranger.fill(reverse("account_login"), login="?"),
        "signup": stranger.fill(reverse("account_signup"), email=""),
    }
    assert [name for name, html in pages.items() if "error" not in html] == []
    assert english_on(pages) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_mail_stays_english(language: str) -> None:
    show, stranger = make_show_club(language), Reader(language)
    pages = {"code": stranger.fill(reverse("account_login"), login=show.owner.email)}  # type: ignore[attr-defined]
    pages["wrong code"] = stranger.fill(reverse("account_confirm_login_code"), code="0")
    Reader(language).fill(reverse("account_login"), login="nobody@example.org")
    Reader(language).fill(reverse("account_signup"), email="new@example.org")
    Reader(language).fill(reverse("account_signup"), email=show.owner.email)  # type: ignore[attr-defined]
    assert len(mail.outbox) == 4
    sent = [f"{letter.subject}\n{letter.body}".replace("testserver", "") for letter in mail.outbox]
    assert [latin_words(re.sub(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b", "", text)) for text in sent] == [[]] * 4  # but for the code itself
    assert english_on(pages) == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("template", ["400.html", "403.html", "403_csrf.html", "404.html", "429.html", "500.html"])
def test_no_error_page_stays_english(template: str, language: str) -> None:
    with translation.override(language):
        assert latin_on(render_to_string(template)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_time_zone_stays_english(language: str) -> None:
    with translation.override(language):
        groups = [(label, [city for _, city in zones]) for _, zones in time_zone_choices()[1:-1] for label in [_]]  # type: ignore[attr-defined]
    assert [text for label, cities in groups for text in (label, *cities) if latin_words(text)] == []


def _page(name: str) -> ListedPage:
    return next(page for page in PAGES if page.name == name)


def test_what_stayed_english_is_found() -> None:
    """The positive control: English pages are full of it, and one planted text on a Hebrew page is the one that is found."""
    assert "How this ladder works" in latin_on(Reader("en").look(_page("ladder").address(make_show_club("en"))))
    page = Reader("he").look(_page("ladder").address(make_show_club("he")))
    for planted in ("<p>Save it</p>", '<a title="Save it"></a>', '<input type="submit" value="Save it">'):
        assert latin_on(page.replace("</main>", f"{planted}</main>")) == ["Save it"]
    unread = '<p translate="no">Save</p><p lang="en">Save</p><kbd>Enter</kbd><p>a@b.example, TRF, BH/C1</p>'
    assert latin_on(page.replace("</main>", f"{unread}</main>")) == []


ORDER: Final = """([selector, characters]) => {
  for (const element of document.querySelectorAll(selector)) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const places = {};
    while (walker.nextNode()) {
      [...walker.currentNode.data].forEach((character, at) => {
        const range = document.createRange();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + 1);
        places[character] ??= range.getBoundingClientRect().x;
      });
    }
    if (characters.every(character => character in places)) return characters.map(character => places[character]);
  }
  return null;
}"""
"""Where these characters stand in the first such element that holds them all."""


def test_letters_among_figures_keep_their_places_in_hebrew(screen: "Screen") -> None:
    """Crosstable (row, colour, result), W–D–L and the formulas are read from left to right; a bye is a Hebrew word and its points."""
    show, reader = make_show_club("he"), Reader("he")
    pages = {page.name: page.address(show) for page in PAGES}
    looked_at = [
        ("swiss", ".crosstable .cell bdi", ["8", "ל", "1"]),
        ("player", "th.n abbr", ["נ", "ת", "ה"]),
        ("how", "p[dir=ltr] code", ["צ", "=", "^", "ר", "ע"]),
        ("how", "p[dir=ltr] code", ["K", "×", "("]),
    ]
    for page, selector, characters in looked_at:
        places = screen.show(reader.look(pages[page]), 1200).evaluate(ORDER, [selector, characters])
        assert places is not None, (page, selector, characters)
        assert places == sorted(places), (page, selector, characters)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_at_the_desk_nothing_flips_or_overflows(screen: "Screen", language: str) -> None:
    """The desk and a file to be published on a phone, as `tests/browser/test_axe.py` looks at what everybody sees."""
    show = make_show_club(language)
    member = Reader(language, show)
    pages = {name: member.look(address(show)) for name, address in DESK.items()}
    warned = trf(name=EVENING[language], names=NAMES[language][:3]) + "062 7\n"
    pages["preview"] = member.send(DESK["publish"](show), warned.encode())
    pages["encoding"] = member.send(DESK["publish"](show), warned.encode(ENCODING[language], "replace"))
    assert [(name, fault) for name, html in pages.items() for fault in screen.faults(html, language, PHONE)] == []


def test_a_letter_without_its_marks_turns_a_cell_round(screen: "Screen") -> None:
    """The positive control."""
    html = "<!doctype html><html dir='rtl' lang='he'><title>x</title><bdi dir='ltr'>2ל½</bdi><bdi dir='ltr'>3ל1</bdi>"
    places = screen.show(html).evaluate(ORDER, ["bdi", ["3", "ל", "1"]])
    assert places != sorted(places)
