"""The pages of the repository keep their promises."""

import re
import tomllib
from pathlib import Path

import pytest

PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/**/*.md", "helm/**/*.md")


def pages(repository: Path) -> list[Path]:
    """Every page of documentation."""
    return sorted(page for pattern in PAGES for page in repository.glob(pattern))


def test_links_lead_somewhere(repository: Path) -> None:
    """Every relative link names a file or folder that exists."""
    dead = [
        f"{page.relative_to(repository)}: {link}"
        for page in pages(repository)
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
        if not (page.parent / link).exists()
    ]

    assert dead == []


def test_paths_in_the_architecture_exist(repository: Path) -> None:
    """Files that the page on architecture names in passing are where it says."""
    text = (repository / "docs/architecture.md").read_text("utf-8")
    roots = (repository, repository / "server/broadgauge_server", repository / "engine_core/broadgauge_engine")
    missing = [
        name for name in re.findall(r"`([\w/]+(?:\.py|/))`", text) if not any((root / name).exists() for root in roots)
    ]

    assert missing == []


@pytest.mark.parametrize("part", ["extras", "build"])
def test_every_dependency_has_its_reason(repository: Path, part: str) -> None:
    """Each requirement in pyproject.toml has a row in docs/dependencies.md."""
    project = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))
    requirements = {
        "extras": [one for extra in project["project"]["optional-dependencies"].values() for one in extra],
        "build": project["build-system"]["requires"],
    }[part]
    page = (repository / "docs/dependencies.md").read_text("utf-8")
    explained = set(re.findall(r"[\w-]+", " ".join(re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE))))
    names = {re.split(r"[\[<>=~ ]", requirement)[0] for requirement in requirements} - {"broadgauge"}
    missing = {name for name in names if name not in explained and not name.startswith("types-grpcio-")}

    assert names
    assert missing == set()
