"""The pages of the repository, and what stands in them."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

PATTERNS = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/**/*.md", "helm/**/*.md")


def pages(repository: Path) -> list[Path]:
    """Every page of documentation."""
    return sorted(page for pattern in PATTERNS for page in repository.glob(pattern))


def anchors(page: Path) -> set[str]:
    """The fragments by which links reach the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", _without_blocks(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page: Path) -> list[tuple[str, str]]:
    """Every link to a file of the repository or within the page: path and fragment, one of which may be empty."""
    return re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", _without_blocks(page))


def inline_code(page: Path) -> list[str]:
    """Everything set as code within a sentence or a table."""
    return re.findall(r"`([^`\n]+)`", _without_blocks(page))


def blocks(page: Path, language: str) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def commands(page: Path) -> Iterator[list[str]]:
    """Every command in the shell blocks of a page, as words; variables before a command are left out."""
    for block in blocks(page, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            yield from _parts(shlex.split(re.sub(r"<[^>]+>|\$\([^)]+\)", "SOMETHING", line), comments=True))


def _parts(words: list[str]) -> Iterator[list[str]]:
    command: list[str] = []
    for word in [*words, "&&"]:
        if word != "&&":
            command.append(word)
            continue
        while command and re.match(r"[A-Z_]+=", command[0]):
            command.pop(0)
        if command:
            yield command
        command = []


def _without_blocks(page: Path) -> str:
    return re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
