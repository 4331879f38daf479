"""What docs/pictures.md promises is in the pictures."""

import re
from pathlib import Path

import pytest

from broadgauge_engine.title import load_title
from broadgauge_server.pictures.palette import colours


@pytest.fixture(scope="module")
def page(repository: Path) -> str:
    """The page."""
    return (repository / "docs/pictures.md").read_text("utf-8")


def test_every_colour_is_listed(page: str) -> None:
    """The table has each custom property, and no other."""
    table = page.split("| property |")[1]
    listed = set(re.findall(r"`--([\w-]+)`", table)) | {f"run-{number}" for number in range(1, 7)}
    known = {name for name in colours(load_title("1822"), "light") if not name.startswith("company-")}

    assert listed == known | {"company-ID", "company-ID-ink"}


def test_every_class_and_attribute_is_drawn(repository: Path, page: str) -> None:
    """Classes and ``data-`` attributes of the table of elements are written by the code."""
    table = page.split("## Elements")[1].split("## Colours")[0]
    code = "".join(file.read_text("utf-8") for file in (repository / "server/broadgauge_server/pictures").glob("*.py"))
    attributes = set(re.findall(r"`(data-[\w-]+)`", table)) - {"data-a-lane", "data-b-lane", "data-train"}
    classes = set(re.findall(r"`(?:#[\w-]+)?\.([\w-]+)`", table))

    assert len(attributes) > 20
    assert len(classes) > 20
    assert {name for name in attributes if f"{name}=" not in code} <= {"data-private"}
    assert {name for name in classes if not re.search(rf"[\s\"\'{{(.]{name}\b", code)} == set()
