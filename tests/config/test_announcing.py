"""The site is announced once it answers, and not before."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from config.supervise.announcing import PATIENCE, Announcement


class Alive(BaseHTTPRequestHandler):
    """Answers as /healthz does."""

    def do_GET(self) -> None:
        body = b'{"alive": true}'
        self.send_response(200 if self.path == "/healthz" else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HTTPServer]:
    """Bound to the port of the site, and not yet answering."""
    with HTTPServer(("127.0.0.1", 0), Alive) as server:
        monkeypatch.setenv("PORT", str(server.server_port))
        monkeypatch.setenv("BIND", "127.0.0.1")
        monkeypatch.delenv("SITE_URL", raising=False)
        yield server


def test_it_is_announced_once_and_only_when_it_answers(server: HTTPServer, capsys: pytest.CaptureFixture[str]) -> None:
    announcement = Announcement(started=0.0, stripe="http://127.0.0.1:7")
    announcement.warned = True
    announcement.attempt()
    assert (announcement.made, capsys.readouterr().out) == (False, "")

    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        announcement.attempt()
        announcement.attempt()
    finally:
        server.shutdown()
        thread.join()

    said = capsys.readouterr().out
    assert (announcement.made, said.count(f"Rookery runs at http://localhost:{server.server_port}/")) == (True, 1)
    assert "Pretend Stripe   http://127.0.0.1:7/ (" in said


def test_a_silent_site_is_told_of_once(server: HTTPServer, capsys: pytest.CaptureFixture[str]) -> None:
    announcement = Announcement(started=-PATIENCE * 1000)
    announcement.attempt()
    announcement.attempt()

    assert capsys.readouterr().err.count("The web site has not answered within 60 s.") == 1
