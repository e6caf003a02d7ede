"""Renders the style guide to HTML: for the tests, and for looking at it (`python -m tests.design.styleguide FOLDER`)."""

import os
import shutil
import sys
from pathlib import Path

import django
from django import forms
from django.conf import settings
from django.core.paginator import Paginator
from django.template.loader import render_to_string
from django.utils.translation import override

from tests.design.samples import page_context
from tests.design.words import WORDS, Words

LANGUAGES = tuple(WORDS)


def _sample_form(words: Words) -> forms.Form:
    """A form with one field of every kind, the first of them wrong."""

    class SampleForm(forms.Form):
        email = forms.EmailField(label=words.email, help_text=words.email_help, error_messages={"invalid": words.email_error})
        note = forms.CharField(label=words.note, required=False, widget=forms.Textarea)
        kind = forms.ChoiceField(label=words.events, choices=[("swiss", words.swiss), ("robin", words.round_robin)])
        system = forms.ChoiceField(
            label=words.events, choices=[("swiss", words.swiss), ("robin", words.round_robin)], widget=forms.RadioSelect
        )
        agree = forms.BooleanField(label=words.agree, required=False)
        file = forms.FileField(label=words.file, help_text=words.file_help, required=False)

    return SampleForm({"email": "arbiter@", "kind": "swiss", "system": "robin", "agree": "on"})


def _short_form(words: Words) -> forms.Form:
    """A form that a page shows whole, with an error of its own."""

    class ShortForm(forms.Form):
        prefix = "short"
        name = forms.CharField(label=words.name, max_length=80)

        def clean(self) -> None:
            raise forms.ValidationError(words.row_error)

    return ShortForm({"short-name": words.names[3]})


def render_styleguide(language: str) -> str:
    """The whole style guide in one language, with the project's own templates."""
    words = WORDS[language]
    with override(language):
        context = page_context(language)
    context |= {
        "form": _sample_form(words),
        "sum_expected": words.figure("1.81"),
        "sum_change": words.figure("+13.76"),
        "short_form": _short_form(words),
        "page": Paginator(range(120), 40).page(2),
        "tie_break_names": ["BH", "SB"],
        "nav_current": "ladder",
    }
    with override(language):
        return render_to_string("styleguide/index.html", context)


def write_styleguide(folder: Path) -> None:
    """One file for each language and theme, and the style sheets beside them, for looking at in a browser."""
    shutil.copytree(Path(settings.BASE_DIR) / "static", folder / "static", dirs_exist_ok=True)
    for language in LANGUAGES:
        page = render_styleguide(language).replace('"/static/', '"static/')
        for theme in ("light", "dark"):
            (folder / f"{language}-{theme}.html").write_text(page.replace("<html ", f'<html data-theme="{theme}" ', 1))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("SECRET_KEY", "nothing is signed while the style guide is written")
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    django.setup()
    write_styleguide(Path(sys.argv[1]))
