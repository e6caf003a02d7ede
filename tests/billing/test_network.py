"""The way to Stripe over a real connection: what is asked for comes, and a server that says nothing is given up."""

import logging
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest

from billing.domain.errors import StripeUnavailable
from billing.domain.prices import YEARLY
from billing.interchange import stripe_api
from billing.interchange.punctual import LONGEST, within
from billing.services import hearing, refreshing
from config.payments import StripeSettings
from tests.stripe.app import LocalStripe
from tests.stripe.catalogue import make_prices
from tests.stripe.ledger import Ledger


class Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture(autouse=True)
def _own_client() -> Iterator[None]:
    stripe_api._client.cache_clear()
    yield
    stripe_api._client.cache_clear()


def stand_at(settings: Any, port: int, key: str = "sk_test_x") -> None:
    settings.STRIPE = StripeSettings(key, f"http://127.0.0.1:{port}", ("whsec_x",))


@pytest.fixture
def server() -> Iterator[int]:
    """The port of a local Stripe that serves by itself."""
    local = LocalStripe(Ledger())
    make_prices(local.ledger)
    with make_server("127.0.0.1", 0, local, handler_class=Quiet) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield running.server_port
        running.shutdown()
        thread.join()


def test_a_price_is_found_over_the_network(settings: Any, server: int) -> None:
    stand_at(settings, server)
    found = stripe_api.find_price(YEARLY)
    assert found is not None
    assert found.startswith("price_")


def test_no_level_of_the_log_tells_what_is_asked(settings: Any, server: int, caplog: pytest.LogCaptureFixture) -> None:
    """An address of a request may hold one of a person."""
    caplog.set_level(logging.DEBUG)
    stand_at(settings, server)
    address = "owner@nest.example"  # a trace quotes the lines of this test
    assert stripe_api.find_customer(club="x", email=address) is None
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    stand_at(settings, port)
    try:
        stripe_api.find_customer(club="x", email=address)
    except StripeUnavailable:
        logging.getLogger("rookery").exception("whoever writes down everything")
    assert "whoever writes down everything" in caplog.text
    assert not [word for word in ("nest.example", "sk_test_x", "/v1/") if word in caplog.text]


def test_a_key_that_is_refused_is_an_error_of_ours(settings: Any, server: int) -> None:
    stand_at(settings, server, key="sk_live_x")
    with pytest.raises(StripeUnavailable):
        stripe_api.find_price(YEARLY)


def test_a_server_that_says_nothing_is_given_up(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stripe_api, "PATIENCE", (0.2, 0.2))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        stand_at(settings, silent.getsockname()[1])
        with pytest.raises(StripeUnavailable):
            stripe_api.find_price(YEARLY)


def test_nobody_there_is_given_up_too(settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    stand_at(settings, port)
    with pytest.raises(StripeUnavailable):
        stripe_api.find_price(YEARLY)


def test_all_requests_of_one_piece_of_work_have_one_end(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stripe_api, "PATIENCE", (60.0, 60.0))
    with socket.create_server(("127.0.0.1", 0)) as silent, within(0.3), within(60):
        stand_at(settings, silent.getsockname()[1])
        begun = time.monotonic()
        for _ in range(3):
            with pytest.raises(StripeUnavailable):
                stripe_api.find_price(YEARLY)
    assert time.monotonic() - begun < 30


def test_nothing_is_begun_after_its_end(settings: Any, server: int) -> None:
    stand_at(settings, server)
    with within(0), pytest.raises(StripeUnavailable):
        stripe_api.find_price(YEARLY)
    assert stripe_api.find_price(YEARLY) is not None


def test_no_work_may_take_longer_than_the_web_server_waits() -> None:
    """A request that was begun before the end may connect and answer as late as it; a lock is waited for before the last of them."""
    from config.gunicorn import timeout

    assert timeout > LONGEST + refreshing.PATIENCE / 1000
    assert timeout > 2 * hearing.PATIENCE / 1000 + 2 * sum(stripe_api.HURRY)
