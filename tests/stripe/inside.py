"""The local Stripe without a network: stripe-python's own requests, answered in the same process."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from stripe import HTTPClient

from tests.stripe.app import LocalStripe


class InsideClient(HTTPClient):
    """Everything of the library stays as it is, encoding, headers and errors, but the way to the server."""

    name = "inside"

    def __init__(self, stripe: LocalStripe) -> None:
        super().__init__()
        self.stripe = stripe

    def request(
        self, method: str, url: str, headers: Mapping[str, str] | None, post_data: Any = None, **_: Any
    ) -> tuple[str, int, Mapping[str, str]]:
        place = urlsplit(url)
        encoded = post_data if method == "post" else place.query
        lower = {name.lower(): value for name, value in (headers or {}).items()}
        status, answer, more = self.stripe.answer(method.upper(), place.path, encoded or "", lower)
        return answer, status, dict(more)

    def close(self) -> None:
        """There is nothing to close."""
