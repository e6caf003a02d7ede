"""Every route of the URLconf, and to whom it belongs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver

OURS = ("archives:", "clubs:", "billing:", "players:", "tournaments:", "ratings:")
ROOT = ("healthz", "readyz", "set_language", "what_we_store")  # of `config`, which has no namespace
FOREIGN = ("account_", "mfa_", "usersessions_")


@dataclass(frozen=True, slots=True)
class Route:
    """`name` as `reverse` takes it, "None" for a route without one; `pattern` is the whole address."""

    name: str
    pattern: str


def list_routes(urlconf: str | None = None) -> list[Route]:
    """All of them, in the order in which they are tried; `urlconf`: of another module than the site's."""
    return list(_walk(get_resolver(urlconf).url_patterns, "", ""))


def is_ours(route: Route) -> bool:
    return route.name in ROOT or route.name.startswith(OURS)


def is_foreign(route: Route) -> bool:
    """True for a route of allauth."""
    return route.name.startswith(FOREIGN)


def _walk(patterns: Iterable[URLPattern | URLResolver], namespace: str, prefix: str) -> Iterator[Route]:
    for pattern in patterns:
        address = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from _walk(pattern.url_patterns, inner, address)
        else:
            yield Route(f"{namespace}{pattern.name}", address)
