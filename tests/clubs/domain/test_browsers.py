"""Browsers by what they say of themselves; what is unknown is not guessed at."""

import pytest

from clubs.domain.browsers import known_browser, shortened

MOZILLA = "Mozilla/5.0"
BLINK = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0"
WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("said", "known"),
    [
        (f"{MOZILLA} (Linux; Android 10; K) {BLINK} Mobile Safari/537.36", ("Chrome", "Android")),
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) {BLINK} Safari/537.36", ("Chrome", "Windows")),
        (f"{MOZILLA} (X11; CrOS x86_64 14541.0.0) {BLINK} Safari/537.36", ("Chrome", "ChromeOS")),
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) {BLINK} Safari/537.36 Edg/140.0.0.0", ("Edge", "Windows")),
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) {BLINK} Safari/537.36 OPR/120.0.0.0", ("Opera", "Windows")),
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) {BLINK} YaBrowser/25.8.0.0 Safari/537.36", ("Yandex Browser", "Windows")),
        (
            f"{MOZILLA} (Linux; Android 10; K) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
            ("Samsung Internet", "Android"),
        ),
        (f"{MOZILLA} (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", ("Firefox", "Linux")),
        (f"{MOZILLA} (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0", ("Firefox", "Android")),
        (
            f"{MOZILLA} (iPhone; CPU iPhone OS 18_6 like Mac OS X) {WEBKIT} Version/18.6 Mobile/15E148 Safari/604.1",
            ("Safari", "iPhone"),
        ),
        (
            f"{MOZILLA} (iPad; CPU OS 18_6 like Mac OS X) {WEBKIT} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1",
            ("Chrome", "iPad"),
        ),
        (
            f"{MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) {WEBKIT} Version/18.6 Safari/605.1.15",
            ("Safari", "Mac"),
        ),
        ("curl/8.5.0", None),
        ("Wget/1.21 (Linux)", None),
        (f"{MOZILLA} (PlayStation; PlayStation 5/8.00) {WEBKIT} Version/13.0 Safari/605.1.15", None),
        ("", None),
    ],
)
def test_a_browser_is_known_by_its_name_and_its_system(said: str, known: tuple[str, str] | None) -> None:
    assert known_browser(said) == known


@pytest.mark.parametrize(("said", "kept"), [("a" * 60, "a" * 60), ("a" * 61, "a" * 60 + "…"), ("a" * 58 + "  bb", "a" * 58 + "…")])
def test_what_nobody_knows_is_cut(said: str, kept: str) -> None:
    assert shortened(said) == kept
