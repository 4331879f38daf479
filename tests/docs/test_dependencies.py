"""Every dependency has its reason."""

import re
import tomllib
from pathlib import Path

import pytest


@pytest.mark.parametrize("part", ["extras", "build", "chart"])
def test_every_dependency_has_its_reason(repository: Path, part: str) -> None:
    """Each requirement has a row in docs/dependencies.md."""
    project = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))
    chart = (repository / "tests/helm/requirements.txt").read_text("utf-8").splitlines()
    requirements = {
        "extras": [one for extra in project["project"]["optional-dependencies"].values() for one in extra],
        "build": project["build-system"]["requires"],
        "chart": [line for line in chart if not line.startswith("#")],
    }[part]
    page = (repository / "docs/dependencies.md").read_text("utf-8")
    explained = set(re.findall(r"[\w-]+", " ".join(re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE))))
    names = {re.split(r"[\[<>=~ ]", requirement)[0] for requirement in requirements} - {"broadgauge"}
    missing = {name for name in names if name not in explained and not name.startswith("types-grpcio-")}

    assert names
    assert missing == set()
