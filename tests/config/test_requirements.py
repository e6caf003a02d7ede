"""The pinned requirements agree with pyproject.toml, are hashed, and say nothing about where they were compiled."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.config.processes import PROJECT

_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)(?: ; (.*?))? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)


def pins(name: str) -> dict[str, set[Version]]:
    """Pinned versions by package; a package has several where markers differ."""
    found: dict[str, set[Version]] = {}
    for package, version, _, _ in _PIN.findall((PROJECT / "requirements" / name).read_text(encoding="utf-8")):
        found.setdefault(canonicalize_name(package), set()).add(Version(version))
    return found


def declared(*, dev: bool) -> list[Requirement]:
    content = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    return [Requirement(line) for line in content["project"]["dependencies"] + (content["dependency-groups"]["dev"] if dev else [])]


@pytest.mark.parametrize(("name", "dev"), [("base.txt", False), ("dev.txt", True)])
def test_every_declared_dependency_is_pinned_within_its_bounds(name: str, dev: bool) -> None:
    pinned = pins(name)
    outside = [
        str(requirement)
        for requirement in declared(dev=dev)
        if not pinned.get(canonicalize_name(requirement.name))
        or not all(requirement.specifier.contains(version) for version in pinned[canonicalize_name(requirement.name)])
    ]
    assert outside == []


@pytest.mark.parametrize("name", ["base.txt", "dev.txt"])
def test_every_line_is_a_pin_with_hashes_or_a_comment(name: str) -> None:
    text = (PROJECT / "requirements" / name).read_text(encoding="utf-8")
    rest = [line for line in _PIN.sub("", text).splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert rest == []


def test_development_has_the_same_versions_as_production() -> None:
    production, development = pins("base.txt"), pins("dev.txt")
    assert production == {name: development.get(name) for name in production}


@pytest.mark.parametrize("name", ["base.txt", "dev.txt"])
def test_no_file_names_an_index_or_a_folder(name: str) -> None:
    text = (PROJECT / "requirements" / name).read_text(encoding="utf-8")
    assert [word for word in ("://", "--index", "--find-links", "file:", "/opt/", "/home/") if word in text] == []
