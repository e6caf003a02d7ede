"""Pages kept in the process: the store's limit, what may be kept, and what is answered to whom."""

import gzip

import pytest
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import RequestFactory

from clubs.kept import A_KEPT_PAGE_MORE, CACHE_CONTROL, VARY, KeptPage, PageStore, answer_with, can_be_kept, page_of, takes_gzip
from clubs.middleware import INDEXABLE

REQUESTS = RequestFactory()
TEXT = "<p>Kept</p>\n" * 50


def page(content: str = TEXT, *, indexable: bool = False) -> KeptPage:
    response = HttpResponse(content, headers={"Content-Disposition": "inline"})
    setattr(response, INDEXABLE, indexable)
    return page_of(response)


def weighing(bytes_of_body: int) -> KeptPage:
    return KeptPage(b"x" * (bytes_of_body - A_KEPT_PAGE_MORE), 0, "", "text/html", (), False)


def test_the_page_not_asked_for_the_longest_goes_first() -> None:
    store = PageStore(30_000)
    for key in "abc":
        store.keep(key, weighing(10_000))
    store.find("a")
    store.keep("d", weighing(10_000))
    assert [key for key in "abcd" if store.find(key)] == ["a", "c", "d"]
    assert (len(store), store.weight) == (3, 30_000)


def test_memory_is_bounded_whatever_is_kept() -> None:
    store = PageStore(30_000)
    store.keep("large", weighing(30_001))
    assert (len(store), store.weight) == (0, 0)
    for number in range(200):
        store.keep(number % 7, weighing(2_000 + 137 * (number % 50)))
        assert store.weight <= 30_000
        assert store.weight == sum(kept.weight for key in range(7) if (kept := store._pages.get(key)))
    store.clear()
    assert (len(store), store.weight) == (0, 0)


@pytest.mark.parametrize(
    ("accepted", "taken"),
    [
        ("", False),
        ("gzip", True),
        ("GZIP, br", True),
        ("br, deflate", False),
        ("gzip;q=0", False),
        ("gzip; q=0.5, *;q=0", True),
        ("*", True),
        ("*;q=0", False),
        ("*;q=0, gzip", True),
        ("x-gzip", True),
        ("identity", False),
        ("gzip;q=nonsense", False),
    ],
)
def test_who_takes_gzip(accepted: str, taken: bool) -> None:
    assert takes_gzip(accepted) is taken


def test_the_compressed_and_the_plain_page_have_tags_of_their_own() -> None:
    kept = page()
    plain = answer_with(REQUESTS.get("/"), kept)
    packed = answer_with(REQUESTS.get("/", headers={"Accept-Encoding": "gzip"}), kept)
    assert (plain.content.decode(), gzip.decompress(packed.content)) == (TEXT.strip(), plain.content)
    assert (plain["ETag"], packed["ETag"]) == (f'"{kept.digest}"', f'"{kept.digest}-gzip"')
    for answer in (plain, packed):
        assert (answer["Cache-Control"], answer["Vary"], answer["Content-Disposition"]) == (CACHE_CONTROL, VARY, "inline")
        assert int(answer["Content-Length"]) == len(answer.content)
    assert (packed["Content-Encoding"], "Content-Encoding" in plain) == ("gzip", False)


def test_the_same_content_has_the_same_tag_and_other_content_another() -> None:
    assert page() == page()
    assert page().digest != page(TEXT + "!").digest


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ('"{digest}"', 304),
        ('W/"{digest}"', 304),
        ('"one", "{digest}", "two"', 304),
        ("*", 304),
        ('"{digest}-gzip"', 200),
        ('"another"', 200),
        ("", 200),
        ("{digest}", 200),
    ],
)
def test_not_modified_is_who_names_the_page(sent: str, status: int) -> None:
    kept = page(indexable=True)
    answer = answer_with(REQUESTS.get("/", headers={"If-None-Match": sent.format(digest=kept.digest)}), kept)
    assert (answer.status_code, len(answer.content)) == (status, 0 if status == 304 else kept.length)
    assert (answer["ETag"], answer["Vary"], answer["Cache-Control"]) == (f'"{kept.digest}"', VARY, CACHE_CONTROL)
    assert getattr(answer, INDEXABLE) is True


def test_head_has_the_headers_of_get_and_no_body() -> None:
    kept = page()
    for accepted in ("", "gzip"):
        whole, head = (answer_with(ask("/", headers={"Accept-Encoding": accepted}), kept) for ask in (REQUESTS.get, REQUESTS.head))
        assert (head.headers, head.content) == (whole.headers, b"")


def test_a_page_with_a_token_a_cookie_or_a_fault_is_not_kept() -> None:
    request = REQUESTS.get("/")
    assert can_be_kept(request, HttpResponse()) is True
    cookie = HttpResponse()
    cookie.set_cookie("seen", "1")
    assert [can_be_kept(request, answer) for answer in (cookie, HttpResponse(status=404), HttpResponse(status=302))] == [False] * 3
    get_token(request)
    assert can_be_kept(request, HttpResponse()) is False


def test_indentation_is_left_out_but_where_text_is_set_in_lines() -> None:
    for content, kept in (
        ("\n\n<p>\n    One  two \n  </p>\n\n", "<p>\nOne  two\n</p>"),
        ("<pre>\n  a\n   b</pre>\n", "<pre>\n  a\n   b</pre>\n"),
        ("<textarea>\n  a</textarea>", "<textarea>\n  a</textarea>"),
    ):
        assert gzip.decompress(page(content).compressed).decode() == kept
    table = page_of(HttpResponse("a,b\r\n  c,d\r\n", content_type="text/csv"))
    assert gzip.decompress(table.compressed) == b"a,b\r\n  c,d\r\n"


def test_what_was_kept_of_an_earlier_edition_goes_with_the_first_page_of_a_later_one() -> None:
    store = PageStore(1_000_000)
    for key, edition in (("front", 1), ("player", 1), ("elsewhere", 1)):
        store.keep(key, weighing(2_000), of="other club" if key == "elsewhere" else "club", edition=edition)
    store.keep("front anew", weighing(2_000), of="club", edition=2)
    store.keep("late", weighing(2_000), of="club", edition=1)  # rendered before, and kept after
    assert [key for key in ("front", "player", "elsewhere", "front anew", "late") if store.find(key)] == ["elsewhere", "front anew", "late"]
    store.keep("again", weighing(2_000), of="club", edition=3)
    assert [key for key in ("front anew", "late", "again") if store.find(key)] == ["again"]
