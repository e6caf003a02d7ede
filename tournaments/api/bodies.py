"""Reading the body of a publication: bytes as they were sent, never more than the limit."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.http import parse_header_parameters
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from tournaments.interchange.failures import too_large
from tournaments.interchange.limits import MAX_BYTES
from tournaments.interchange.remarks import make_remark


class RookeryJson(BaseParser):
    """Bytes that are Rookery JSON."""

    media_type = "application/vnd.rookery.event+json"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """The body. Errors: TooLarge, before anything of it is read where its length is announced."""
        announced = (parser_context or {})["request"].META.get("CONTENT_LENGTH") or "0"
        size = int(announced) if announced.isdecimal() else 0
        if size > MAX_BYTES:
            raise too_large(make_remark("file_too_large", size=size, limit=MAX_BYTES))
        return stream.read(MAX_BYTES + 1)


class PlainJson(RookeryJson):
    media_type = "application/json"


class Trf(RookeryJson):
    media_type = "application/x-trf"


class FideTrf(RookeryJson):
    media_type = "application/vnd.fide.trf"


class PlainText(RookeryJson):
    media_type = "text/plain"


PARSERS = (RookeryJson, PlainJson, Trf, FideTrf, PlainText)


def body_of(request: Request) -> bytes:
    """The bytes that were sent; empty if there is no body."""
    body = request.data
    return body if isinstance(body, bytes) else b""


def file_name_of(request: Request) -> str | None:
    """The name that the sender gives the file: `Content-Disposition: attachment; filename="…"`."""
    _, parameters = parse_header_parameters(request.headers.get("Content-Disposition", ""))
    return parameters.get("filename") or None
