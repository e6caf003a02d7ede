"""The same chance and the same moment for two worlds, so that they differ in nothing but names."""

import random
import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest

DRAWING = ("clubs", "billing", "players", "tournaments", "ratings", "django.utils.crypto")
NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


class Chance:
    """Stands in for `secrets`: what it gives depends on what it was started with, and on how often it was asked since."""

    def __init__(self) -> None:
        self._random = random.Random()

    def start(self, anything: str) -> None:
        self._random.seed(anything)

    def token_bytes(self, size: int | None = None) -> bytes:
        return self._random.randbytes(size or 32)

    def token_hex(self, size: int | None = None) -> str:
        return self.token_bytes(size).hex()

    def token_urlsafe(self, size: int | None = None) -> str:
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
        return "".join(self._random.choice(letters) for _ in range(((size or 32) * 4 + 2) // 3))

    compare_digest = staticmethod(secrets.compare_digest)

    def choice(self, options: Sequence[Any]) -> Any:
        return self._random.choice(options)

    def randbelow(self, limit: int) -> int:
        return self._random.randrange(limit)


@contextmanager
def frozen() -> Iterator[Chance]:
    """What the program and Django draw comes from the chance that is given, and it is always the same time.

    Clients of other servers draw for themselves: how often they do depends on connections.
    """
    chance = Chance()
    with pytest.MonkeyPatch.context() as patch:
        for name, module in list(sys.modules.items()):
            if name.startswith(DRAWING) and getattr(module, "secrets", None) is secrets:
                patch.setattr(module, "secrets", chance)
        patch.setattr("django.utils.timezone.now", lambda: NOW)
        yield chance
