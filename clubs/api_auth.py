"""Who calls the API: a program with a token of one club, `Authorization: Bearer rk_…`.

A token knows its club, so a view asks for the club of the token by the address and never looks another one up: a club that
does not exist and a club of somebody else's cannot be told apart.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, MethodNotAllowed, NotFound
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from clubs.models import ApiToken, Club
from clubs.selectors import find_token
from clubs.services import note_token_use

if TYPE_CHECKING:
    from drf_spectacular.openapi import AutoSchema


class TokenAuthentication(BaseAuthentication):
    """`request.auth` is the token; there is no user."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, ApiToken] | None:
        """None without a header of this kind, so that the answer is 401 and says how to authenticate."""
        kind, _, secret = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        token = find_token(secret.strip())
        if token is None:
            raise AuthenticationFailed("This token is not known, has expired or was revoked. Issue a new one at the club's desk.")
        note_token_use(token=token)
        return AnonymousUser(), token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


class HasScope(BasePermission):
    """The token carries the scope that the view names for this method in `scopes`."""

    message = "This token lacks the scope for this request. Issue one that has it at the club's desk."

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Errors: MethodNotAllowed for a method that no scope would open."""
        if not isinstance(request.auth, ApiToken):
            return False
        scopes: dict[str, str] = getattr(view, "scopes", {})
        method = "GET" if request.method == "HEAD" else request.method or ""
        if method not in scopes:
            raise MethodNotAllowed(method)
        return scopes[method] in request.auth.scopes


class TokenThrottle(SimpleRateThrottle):
    """So many requests of one token; counted in the cache, so that a cache that is down lets everything through."""

    rates: ClassVar[dict[str, str]] = {"GET": "300/min", "POST": "60/min"}

    def __init__(self) -> None:
        """The rate depends on the method, which is known at the request."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        self.rate = self.rates.get("GET" if request.method == "HEAD" else request.method or "")
        self.num_requests, self.duration = self.parse_rate(self.rate)
        return super().allow_request(request, view)

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        token = request.auth
        return f"throttle-{request.method}-{token.prefix}" if isinstance(token, ApiToken) else None


class ClubThrottle(TokenThrottle):
    """So many requests of one club, all its tokens together: more tokens do not buy more."""

    rates: ClassVar[dict[str, str]] = {"GET": "900/min", "POST": "180/min"}

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        token = request.auth
        return f"throttle-{request.method}-club-{token.club_id}" if isinstance(token, ApiToken) else None


class ClubApiView(APIView):
    """A view for programs with a token. Subclasses name the scope for each method in `scopes`."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (HasScope,)
    throttle_classes = (TokenThrottle, ClubThrottle)
    http_method_names = ("get", "head", "post")
    scopes: ClassVar[dict[str, str]]


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the published description of the API names the token."""

    target_class = TokenAuthentication
    name = "clubToken"

    def get_security_definition(self, auto_schema: "AutoSchema") -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "rk_…", "description": "A token of one club, issued at its desk."}


def club_of(request: Request, slug_or_public_id: str) -> Club:
    """The club of the request's token, if the address names it.

    Raises:
        NotFound: the address names another club or none, or the club is about to be deleted.
    """
    token = request.auth
    assert isinstance(token, ApiToken)
    if token.club.is_shut or slug_or_public_id not in _names_of(token.club):
        raise NotFound
    return token.club


def _names_of(club: Club) -> Sequence[str]:
    return (club.slug, club.public_id)
