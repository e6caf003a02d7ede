"""Static files in production: hashed names, compressed, and the style sheets as one file.

The sheets are many small files to write and read, but a page that fetched them one by one would wait for the network twice, and a sync
worker of gunicorn takes a connection for each of them. So `collectstatic` puts every imported sheet in the place of its import.
"""

import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

SITE_SHEET = "css/site.css"
_IMPORT = re.compile(r'@import url\("([\w/]+\.css)"\);\n')


class OneSheetStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage, after the imports of the site's style sheet have been replaced by what they import."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """As Django's; the sheets must not refer to files by relative addresses, which would change their meaning."""
        if SITE_SHEET in paths and not dry_run:
            whole = _IMPORT.sub(lambda match: self._text(paths, f"css/{match.group(1)}"), self._text(paths, SITE_SHEET))
            self.delete(SITE_SHEET)
            self._save(SITE_SHEET, ContentFile(whole.encode()))
            paths = {**paths, SITE_SHEET: (self, SITE_SHEET)}
        yield from super().post_process(paths, dry_run, **options)

    @staticmethod
    def _text(paths: dict[str, Any], name: str) -> str:
        storage, path = paths[name]
        with storage.open(path) as sheet:
            return str(sheet.read().decode())
