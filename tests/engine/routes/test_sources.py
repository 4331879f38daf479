"""The C sources as a reader finds them: small files, headers with invariants, no circles."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

INCLUDE = re.compile(r'^#include "(.+)\.h"$', re.MULTILINE)
DEFINED = re.compile(r"^(?!static|typedef|enum|#|/| |\}|PyMODINIT)[\w *]*?\b(\w+)(?:\(.*| = \{)$", re.MULTILINE)
MOST_LINES = 450
MOST_COLUMNS = 160


@pytest.fixture(scope="module")
def sources(repository: Path) -> Path:
    """The folder with all of them."""
    return repository / "engine_core" / "broadgauge_engine" / "routes" / "csrc"


def texts(folder: Path) -> dict[str, str]:
    """Each file's text, by its path in the folder."""
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in sorted(folder.rglob("*.[ch]"))}


def test_files_are_small_and_say_what_they_are(sources: Path) -> None:
    """Each begins with its purpose and its invariants, or where these are."""
    files = texts(sources)
    assert len(files) > 20
    for path, text in files.items():
        lines = text.splitlines()
        assert len(lines) <= MOST_LINES, path
        assert max(map(len, lines)) <= MOST_COLUMNS, path
        assert text.startswith("/* "), path
        assert "nvariants" in text.split("*/")[0], path


def test_nothing_changes_outside_of_objects(sources: Path) -> None:
    """Variables of a file are constants, or what Python makes its types and modules from."""
    allowed = "static|const|inline|struct|typedef|extern|return|PyType|PyMethod|PyGetSet|PyModule"
    variable = rf"^(?:static )?(?!{allowed})\w+ \*?\w+(\[.*\])?( =|;)"
    for path, text in texts(sources).items():
        assert not re.search(variable, text, re.MULTILINE), path
        for local in re.findall(r"^ +static (.*)$", text, re.MULTILINE):
            assert local.startswith(("const ", "char *names[] =")), path


def test_files_call_each_other_one_way(sources: Path) -> None:
    """A file knows what others define from their headers only; neither files nor folders lead back to themselves."""
    files = texts(sources)
    leads_to: dict[str, set[str]] = {}
    for path, text in files.items():
        unit = path[:-2]
        included = set(INCLUDE.findall(text))
        assert all(f"{one}.h" in files for one in included), path
        leads_to.setdefault(unit, set()).update(included - {unit})
        assert path.endswith(".h") or "extern " not in text, path
        if path.endswith(".c") and unit != "module":
            for name in DEFINED.findall(text):
                assert re.search(rf"\b{name}\b", files[f"{unit}.h"]), f"{path}: {name} is not in its header"
    folders: dict[str, set[str]] = {}
    for unit, others in leads_to.items():
        folders.setdefault(str(Path(unit).parent), set()).update(str(Path(one).parent) for one in others)
    top = folders.pop(".")

    assert top >= {"judge", "search", "track"}
    assert list(TopologicalSorter(leads_to).static_order())
    assert list(TopologicalSorter({name: others - {name, "."} for name, others in folders.items()}).static_order())
