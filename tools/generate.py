"""Writes the generated pages and parts of pages; with ``--check`` it only tells which are out of date."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from . import api_reference, chart_values, reason_table, settings_table
from .markdown import with_region

REPOSITORY = Path(__file__).resolve().parent.parent
PROTO = REPOSITORY / "proto"
CHART = REPOSITORY / "helm" / "broadgauge"

Maker = Callable[[str], str]
"""Makes a page from what it was before."""

PAGES: Mapping[str, Maker] = {
    "docs/api.md": lambda _: api_reference.page(PROTO),
    "docs/errors.md": lambda page: with_region(page, "reasons", reason_table.tables(PROTO)),
    "docs/operations.md": lambda page: with_region(page, "settings", settings_table.tables()),
    "helm/broadgauge/README.md": lambda page: with_region(
        page, "values", chart_values.values_table(CHART / "values.yaml")
    ),
}


def main(arguments: list[str]) -> int:
    """Runs the command; status 1 if it was to check and something is out of date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 if a page is out of date")
    check = parser.parse_args(arguments).check
    stale = [name for name, make in PAGES.items() if _renew(REPOSITORY / name, make, check)]
    for name in stale:
        print(f"{name} is out of date: run make pages" if check else f"wrote {name}")
    return int(check and bool(stale))


def _renew(path: Path, make: Maker, check: bool) -> bool:
    old = path.read_text("utf-8") if path.exists() else ""
    new = make(old)
    if new != old and not check:
        path.write_text(new, "utf-8")
    return new != old


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
