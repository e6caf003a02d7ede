"""Sentences of which a part is markup: a name in its own direction, a date, a link."""

from django.utils.html import format_html
from django.utils.safestring import SafeString


def sentence(translated: str, **parts: object) -> SafeString:
    """A translated text with `%(name)s` in it, as markup: what is put in is escaped unless it is markup itself."""
    return format_html(translated % {name: f"{{{name}}}" for name in parts}, **parts)
