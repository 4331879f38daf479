"""The import walls of docs/architecture.md hold."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

STANDARD = frozenset(sys.stdlib_module_names)
GRPC = frozenset({"google", "grpc", "grpc_status"})

WALLS = {
    "engine_core/broadgauge_engine": {"broadgauge_engine"},
    "server/broadgauge_server": {
        "broadgauge",
        "broadgauge_engine",
        "broadgauge_server",
        "grpc_channelz",
        "grpc_health",
        "grpc_reflection",
        "prometheus_client",
        "structlog",
        *GRPC,
    },
    "clients/python/broadgauge_client": {"broadgauge", "broadgauge_client", "rich", "typer", *GRPC},
}
"""Package to the top-level names that it may import besides the standard library."""

PURE = {
    "datetime",
    "locale",
    "multiprocessing",
    "os",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "time",
    "uuid",
}
"""Parts of the standard library that the pure rules must not touch."""

PURE_ROOMS = ("board", "privates", "rounds", "routes", "state", "steps")


def imported(file: Path) -> Iterator[tuple[str, int]]:
    """Top-level names of the absolute imports in a file, with their lines."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.split(".")[0], node.lineno
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").split(".")[0], node.lineno


@pytest.mark.parametrize("package", WALLS)
def test_a_package_imports_only_what_it_may(repository: Path, package: str) -> None:
    """No file of the package imports a name from beyond its wall."""
    files = sorted((repository / package).rglob("*.py"))
    breaches = [
        f"{file.relative_to(repository)}:{line} imports {name}"
        for file in files
        for name, line in imported(file)
        if name not in STANDARD | WALLS[package]
    ]

    assert files
    assert breaches == []


@pytest.mark.parametrize("room", PURE_ROOMS)
def test_the_rules_know_no_clock_and_no_chance(repository: Path, room: str) -> None:
    """The rules import nothing that could make two runs differ."""
    folder = repository / "engine_core/broadgauge_engine" / room
    breaches = [
        f"{file.relative_to(repository)}:{line} imports {name}"
        for file in sorted(folder.rglob("*.py"))
        for name, line in imported(file)
        if name in PURE
    ]

    assert breaches == []
