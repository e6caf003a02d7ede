"""Going through a correction at the desk as an arbiter does: ask for it, look at the preview, confirm it."""

from collections.abc import Mapping

from django.http import HttpResponse
from django.test import Client

from tests.reading import Element, parse

Fields = Mapping[str, str]


def previewed(client: Client, url: str, fields: Fields | None = None) -> Element:
    """The preview page."""
    answer = client.post(url, dict(fields or {}))
    assert answer.status_code == 200, answer.status_code
    return parse(answer.content)


def hidden_fields(page: Element) -> dict[str, str]:
    """What the first form of the page that confirms something sends, without what is typed."""
    form = next(form for form in page.find("form") if any(each.attributes.get("name") == "expected" for each in form.find("input")))
    inputs = (each.attributes for each in form.find("input") if each.attributes.get("type") == "hidden")
    return {str(each["name"]): str(each["value"] or "") for each in inputs}


def confirm(client: Client, url: str, page: Element, reason: str = "") -> HttpResponse:
    """The answer to "Apply", followed to where it leads."""
    return client.post(url, {**hidden_fields(page), "reason": reason}, follow=True)  # type: ignore[return-value]


def do_and_confirm(client: Client, url: str, fields: Fields | None = None, reason: str = "") -> HttpResponse:
    """Ask, look, and apply what was shown."""
    return confirm(client, url, previewed(client, url, fields), reason)
