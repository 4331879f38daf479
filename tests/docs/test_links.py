"""Links and paths on the pages lead to something."""

import re
from pathlib import Path

from .pages import anchors, inline_code, links, pages

ROOTS = ("", "server/broadgauge_server", "engine_core/broadgauge_engine", "clients/python/broadgauge_client", "tests")
NOT_OURS = ("dist/", "first.py")
"""Paths that a build makes, or the reader."""


def test_links_lead_somewhere(repository: Path) -> None:
    """Every link within the repository names a file or folder that exists, and a heading of it."""
    dead = []
    for page in pages(repository):
        for path, fragment in links(page):
            target = page.parent / path if path else page
            if not target.exists() or (fragment and fragment not in anchors(target)):
                dead.append(f"{page.relative_to(repository)}: {path}#{fragment}")

    assert dead == []


def test_paths_exist(repository: Path) -> None:
    """Files and folders named in passing, such as `proto/buf.yaml`, are where the pages say."""
    roots = [repository / root for root in ROOTS]
    missing = [
        f"{page.relative_to(repository)}: {name}"
        for page in pages(repository)
        for name in inline_code(page)
        if re.fullmatch(r"[\w.]+(?:/[\w.]+)*(?:/|\.py|\.proto|\.toml|\.binpb|\.txt)", name)
        and name not in NOT_OURS
        and not any((root / name).exists() or list(root.glob(f"*/{name}")) for root in [*roots, page.parent])
    ]

    assert missing == []


def test_every_page_can_be_reached(repository: Path) -> None:
    """From the README, links lead to every page of the folder docs but the single decisions."""
    reached, waiting = set(), [repository / "README.md"]
    while waiting:
        page = waiting.pop().resolve()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            waiting += [page.parent / path for path, _ in links(page) if path]
    lost = {page.name for page in (repository / "docs").glob("*.md")} - {page.name for page in reached}

    assert lost == set()
