"""Compiling the catalogues with Babel: no gettext program is needed."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogues(folder: Path) -> list[Path]:
    """Compile every `.po` below the folder that is newer than its `.mo`; returns what was written. Fuzzy entries are left out."""
    written = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns > source.stat().st_mtime_ns:
            continue
        with source.open("rb") as stream:
            catalogue = read_po(stream)
        draft = target.with_suffix(".mo.new")
        with draft.open("wb") as stream:
            write_mo(stream, catalogue)
        draft.replace(target)
        written.append(target)
    return written


if __name__ == "__main__":
    compile_catalogues(Path(__file__).resolve().parent.parent / "locale")
