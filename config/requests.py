"""Requests as the web server gives them, read so that none of them fails before anybody can answer it."""

from typing import Any

from django.core.handlers.wsgi import WSGIHandler, WSGIRequest


class Request(WSGIRequest):
    """A charset that is no encoding of text (base64, rot13) is passed over, as Django passes over one that does not exist."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            super()._set_content_type_params(meta)  # type: ignore[misc]
        except LookupError:
            self._encoding = None


class Handler(WSGIHandler):
    request_class = Request
