"""Forty names by keyboard in a real browser, and the pages as axe-core and a phone see them."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import expect

from clubs.models import Club, Role
from tests.browser.screen import AXE_READS
from tests.factories import join_club, make_club, make_player
from tests.tournaments.identity.nights import decisions, event_of, publish, rated_number
from tournaments.models import EventVersion

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

FIRST = ["Nadia", "Oren", "Lena", "Piet", "Ada", "Boris"]
LAST = ["Brook", "Vale", "Marsh", "Stone", "Field", "Heath"]
MEMBERS = [f"{first} {last}" for last in LAST for first in FIRST]


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def client(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club, Role.OWNER))
    return client


@pytest.fixture
def page(browser: "Browser", live_server: "LiveServer", client: Client) -> "Iterator[Page]":
    context = browser.new_context(viewport={"width": 1200, "height": 800}, base_url=live_server.url)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    opened = context.new_page()
    opened.set_default_timeout(30_000)
    yield opened
    context.close()


@pytest.fixture
def complaints(page: "Page") -> list[str]:
    """What the browser objects to: errors of scripts, what the content security policy blocks, what is not found."""
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("response", lambda response: heard.append(response.url) if response.status >= 400 else None)
    return heard


def address(club: Club, version: EventVersion) -> str:
    return f"/desk/{club.public_id}/events/{event_of(club, version).public_id}/names/"


def press(page: "Page", *keys: str, left: int) -> None:
    """Press keys and wait until so many names are undecided."""
    for key in keys:
        page.keyboard.press(key)
    forms = page.locator("#names form.name")
    expect(forms).to_have_count(left)


def wait_for(page: "Page", progress: str) -> None:
    """Until the page says how many names are undecided."""
    expect(page.locator("#names .progress-label label")).to_have_text(progress)


ON = "document.activeElement.closest('form.name, a.name-line, details.names-fold')"
LINE = f"{ON}?.querySelector('.name-typed, summary strong').textContent.trim() ?? ''"
"""The name that a key pressed now is meant for, or the line of all that are certain while that has the focus."""


def focused(page: "Page") -> str:
    """The line that has the focus; right after a change of the names it is waited for."""
    return str(page.wait_for_function(LINE).json_value())


def wait_for_focus(page: "Page", line: str) -> None:
    """Until a key pressed now is meant for this name, or for this line."""
    page.wait_for_function(
        f"line => ({ON}?.matches('.names-fold') ? {ON}.querySelector('strong').textContent.trim() : {LINE}) === line", arg=line
    )


def count_keys(page: "Page") -> Callable[[], int]:
    """How many keys have been pressed since."""
    page.evaluate("() => { window.pressed = 0; addEventListener('keydown', () => { window.pressed += 1; }, true); }")
    return lambda: int(page.evaluate("window.pressed"))


def test_forty_names(page: "Page", complaints: list[str], club: Club) -> None:
    for name in [*MEMBERS, "Nora Heathcote"]:
        make_player(club, name)
    doubtful = ["N. Brook", "Orenn Vale", "Orren Brook", "Zelig Quandt", "Zelig Quant", "Lina Brook", "Adam Brook", "Borys Brook"]
    version = publish(club, [*MEMBERS[6:36], *doubtful, "Dan", "Dan Other"])
    page.goto(address(club, version))
    wait_for(page, "Waiting for 40 names")
    wait_for_focus(page, "34 names are certain")
    pressed = count_keys(page)
    page.keyboard.press("a")
    page.wait_for_selector("text=34 names accepted.")
    wait_for(page, "Waiting for 6 names")
    wait_for_focus(page, "N. Brook")
    assert page.locator(".names-fold").count() == 0, "that Oren Vale is decided makes Orenn Vale no certain new player"
    press(page, "ArrowDown", "Enter", left=5)  # from "later", the last, round to the first suggestion
    assert (1, "N. Brook", "Nadia Brook") in decisions(club)
    following = focused(page)
    page.keyboard.press("u")
    expect(page.locator("#names form.name")).to_have_count(6)
    assert (1, "N. Brook", "Nadia Brook") not in decisions(club)
    wait_for_focus(page, "N. Brook")
    press(page, "ArrowDown", "Enter", left=5)
    wait_for_focus(page, following)
    while (left := page.locator("#names form.name").count()) > 0:
        press(page, "n", left=left - 1)
    page.wait_for_function("address => document.activeElement.getAttribute('href') === address", arg=f"/club/{club.slug}/")
    assert pressed() == 11, "a night is done in a minute: so many keys for forty names, one of them decided twice"
    expect(page.locator(".notice-success .notice-title")).to_have_text("All names are decided")
    assert complaints == []
    assert len(decisions(club)) == 40
    assert rated_number(club, version) == 1


def test_keys_pressed_faster_than_the_site_answers(page: "Page", complaints: list[str], club: Club) -> None:
    """Names of which none is certain, and every key pressed at once: each goes to the name that is next by then."""
    for name in MEMBERS:
        make_player(club, name)
    names = [f"{first[0]}. {last}" for last in LAST[:3] for first in FIRST]
    version = publish(club, names)
    page.goto(address(club, version))
    wait_for_focus(page, names[0])
    for _ in names[:9]:
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    for _ in names[9:]:
        page.keyboard.press("n")
    page.locator("#names .notice-success a:focus").wait_for(timeout=60_000)
    assert decisions(club) == [(1, *pair) for pair in zip(names, [*MEMBERS[:9], *names[9:]], strict=True)]
    assert complaints == []


def test_skip_puts_a_name_last_and_what_was_chosen_otherwise_is_not_accepted(page: "Page", club: Club) -> None:
    for name in ("Nadia Brook", "Oren Vale", "Lena Marsh"):
        make_player(club, name)
    version = publish(club, ["Nadia Brook", "Oren Vale", "L. Marsh", "Len Marsh"])
    page.goto(address(club, version))
    wait_for_focus(page, "2 names are certain")
    page.keyboard.press("ArrowDown")
    wait_for_focus(page, "L. Marsh")
    page.keyboard.press("s")
    wait_for_focus(page, "Len Marsh")
    expect(page.locator(".names-doubtful .name-typed")).to_have_text(["Len Marsh", "L. Marsh"])
    page.keyboard.press("s")
    wait_for_focus(page, "L. Marsh")
    page.locator(".names-fold > summary").click()
    page.locator("a.name-line", has_text="Nadia Brook").click()
    page.locator("form.name input:focus").wait_for()
    wait_for_focus(page, "Nadia Brook")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("a")
    page.wait_for_selector("text=1 name accepted.")
    assert decisions(club) == [(1, "Oren Vale", "Oren Vale")]
    expect(page.locator(".names-doubtful .name-typed")).to_have_text(["Nadia Brook", "L. Marsh", "Len Marsh"])
    wait_for_focus(page, "Nadia Brook")
    expect(page.locator("#names input:checked").first).to_have_value("new")  # what was chosen and not sent is kept


def test_an_evening_of_which_nothing_is_in_doubt(page: "Page", complaints: list[str], club: Club) -> None:
    version = publish(club, ["Nadia Brook", "Oren Vale", "Lena Marsh", "Piet Stone"])
    page.goto(address(club, version))
    wait_for_focus(page, "4 names are certain")
    page.keyboard.press("n")  # is about no name
    page.keyboard.press("Enter")
    page.locator(".names-fold[open]").wait_for()
    page.keyboard.press("ArrowDown")
    wait_for_focus(page, "Nadia Brook")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    wait_for_focus(page, "Piet Stone")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    wait_for_focus(page, "Oren Vale")
    page.keyboard.press("Enter")
    page.locator("form.name input:focus").wait_for()
    press(page, "Enter", left=0)
    assert decisions(club) == [(1, "Oren Vale", "Oren Vale")]
    wait_for_focus(page, "3 names are certain")
    page.locator("a.name-line", has_text="Lena Marsh").focus()
    page.keyboard.press("Space")
    page.locator("form.name input:focus").wait_for()
    press(page, "n", left=0)
    wait_for_focus(page, "2 names are certain")
    page.keyboard.press("a")
    page.locator("#names .notice-success a:focus").wait_for()
    assert len(decisions(club)) == 4
    page.keyboard.press("u")
    page.locator("button:focus", has_text="Take back all 2 decisions").wait_for()
    assert len(decisions(club)) == 4
    page.keyboard.press("Enter")
    page.wait_for_selector("text=2 decisions taken back: Nadia Brook, Piet Stone.")
    assert len(decisions(club)) == 2
    assert complaints == []


def test_d_says_who_it_is_not(page: "Page", complaints: list[str], club: Club) -> None:
    for name in ("Nadia Brook", "Nora Brook", "Oren Vale"):
        make_player(club, name)
    version = publish(club, ["N. Brook", "O. Vale", "Zoe Quandt"])
    page.goto(address(club, version))
    page.keyboard.press("a")
    wait_for_focus(page, "N. Brook")
    page.keyboard.press("d")  # nobody is chosen
    page.wait_for_selector("text=Choose first who it is not.")
    wait_for_focus(page, "N. Brook")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("d")
    page.wait_for_selector("text=N. Brook is not Nadia Brook, and will not be suggested to be.")
    wait_for_focus(page, "N. Brook")
    expect(page.locator(".names-doubtful .choice bdi")).to_have_text(["Nora Brook", "Oren Vale"])
    expect(page.locator("#names-live")).to_have_text("N. Brook is not Nadia Brook, and will not be suggested to be.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("d")
    page.wait_for_selector("text=N. Brook is not Nora Brook, and will not be suggested to be.")
    wait_for_focus(page, "N. Brook")
    page.keyboard.press("u")
    page.wait_for_selector("text=Taken back: N. Brook is not Nora Brook.")
    press(page, "ArrowDown", "Enter", left=1)
    wait_for_focus(page, "O. Vale")
    assert decisions(club) == [(1, "N. Brook", "Nora Brook"), (1, "Zoe Quandt", "Zoe Quandt")]
    assert complaints == []


def test_keys_do_nothing_while_somebody_types(page: "Page", club: Club) -> None:
    for name in ("Robert Smith", "Nadia Brook"):
        make_player(club, name)
    version = publish(club, ["Zed Quandt", "Oren Vale"])
    page.goto(address(club, version))
    page.locator(".names-fold > summary").click()
    page.locator("a.name-line").first.click()
    page.locator("form.name input:focus").wait_for()
    page.locator("form.name").first.get_by_text("Somebody else …").click()
    page.wait_for_selector("select[name=person]:focus")
    page.keyboard.type("nadsu")
    page.locator("select[name=person]").focus()
    assert page.locator("select[name=person]").input_value() != ""
    assert decisions(club) == []
    wait_for(page, "Waiting for 2 names")


def test_a_key_pressed_the_moment_the_names_have_changed(page: "Page", complaints: list[str], club: Club) -> None:
    """The forms that htmx has just put in place are its own at once: no key sends one as a page of its own."""
    for name in ("Nadia Brook", "Oren Vale", "Lena Marsh", "Piet Stone"):
        make_player(club, name)
    version = publish(club, ["N. Brook", "O. Vale", "L. Marsh", "P. Stone"])
    page.goto(address(club, version))
    page.evaluate("""() => {
        const press = () => {
            const held = document.activeElement.closest("form.name");
            if (held) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "n", code: "KeyN", bubbles: true}));
        };
        const seen = new MutationObserver(() => queueMicrotask(press));
        seen.observe(document.querySelector("main"), {childList: true, subtree: true});
        window.untouched = true;
        press();
    }""")
    page.locator("#names .notice-success a:focus").wait_for()
    assert page.evaluate("window.untouched")
    assert len(decisions(club)) == 4
    assert complaints == []


def test_somebody_else_is_chosen_by_keyboard(page: "Page", complaints: list[str], club: Club) -> None:
    for name in ("Robert Smith", "Nadia Brook"):
        make_player(club, name)
    version = publish(club, ["Zed Quandt", "Oren Vale"])
    page.goto(address(club, version))
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    wait_for_focus(page, "Zed Quandt")
    page.keyboard.press("Space")
    page.locator("form.name input:focus").wait_for()
    page.locator("form.name").first.get_by_text("Somebody else …").click()
    page.wait_for_selector("select[name=person]:focus")
    page.keyboard.type("Robert")
    page.locator("form.name").first.get_by_text("Confirm").click()
    page.locator("form.name").wait_for(state="detached")
    assert decisions(club) == [(1, "Zed Quandt", "Robert Smith")]
    assert complaints == []


def test_a_keyboard_without_latin_letters_works_too(page: "Page", club: Club) -> None:
    version = publish(club, ["דן", "דָן"])
    page.goto(address(club, version))
    before = focused(page)
    page.evaluate(
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'מ', code: 'KeyN', bubbles: true, cancelable: true}))"
    )
    page.locator(".names-doubtful form.name").nth(1).wait_for(state="detached")
    assert decisions(club) == [(1, before, before)]


@pytest.mark.parametrize("language", ["en", "he", "ru"])
def test_axe_finds_nothing_and_a_phone_needs_no_sideways(page: "Page", club: Club, live_server: "LiveServer", language: str) -> None:
    make_player(club, "Nadia Brook")
    make_player(club, "Anna-Magdalena Featherstonehaugh-Cholmondeley of the Northern Marshes")
    version = publish(club, ["Nadia Brook", "N. Brook", "A. Featherstonehaugh-Cholmondeley", "Piet Newcomer"])
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
    page.set_viewport_size({"width": 360, "height": 800})
    event = f"/desk/{club.public_id}/events/{event_of(club, version).public_id}/"
    desk = [f"/desk/{club.public_id}/{part}" for part in ("", "people/", "rules/", "settings/", "programs/")]
    found = []
    for at in ("/desk/", *desk, event, f"{event}names/"):
        page.goto(at)
        assert page.locator("html").get_attribute("dir") == ("rtl" if language == "he" else "ltr")
        assert (at, page.evaluate("document.documentElement.scrollWidth")) == (at, 360)
        if language in AXE_READS:
            found += [(at, v["id"], v["nodes"][0]["html"]) for v in Axe().run(page).response["violations"]]
    assert found == []
