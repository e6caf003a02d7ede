"""The two addresses that a load balancer or a person on call asks. They name parts and never say more than whether one works."""

import logging

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from config import probes

_log = logging.getLogger(__name__)
_READY = {
    "database": probes.database_as_application,
    "migrations": probes.migrations,
    "valkey": probes.valkey,
    "sweeper": probes.sweeper,
}


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """This process answers; nothing else is asked, so that a broken database does not restart healthy processes."""
    return JsonResponse({"alive": True})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 if every part that a page needs works, otherwise 503; the answer names the parts."""
    parts = {name: _works(name) for name in _READY}
    ready = all(parts.values())
    return JsonResponse({"ready": ready, "parts": parts}, status=200 if ready else 503)


def _works(name: str) -> bool:
    try:
        _READY[name]()
    except Exception as error:
        _log.warning("Not ready: %s: %s", name, error)
        return False
    return True
