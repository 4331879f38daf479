"""The shape of the code: no circles of imports, the site known in one room only, files that can be read at one go."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOTS = ("engine_core", "server", "clients/python")
LONGEST, LONGEST_C = 400, 450
LISTS = ("events.py",)
"""Files that are a list with an entry for each kind."""
SITE = re.compile(r"18xx|interop|pauses\b", re.IGNORECASE)
CORE = ("board", "privates", "rounds", "state", "steps")


def modules(repository: Path) -> Mapping[str, Path]:
    """Every module of ours by its name."""
    found = {}
    for root in ROOTS:
        for file in sorted((repository / root).glob("broadgauge*/**/*.py")):
            parts = file.relative_to(repository / root).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def carried_out(node: ast.AST) -> Iterator[ast.ImportFrom]:
    """The imports that a module carries out, in its functions too; those for the type checker are not."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ImportFrom):
            yield child
        elif not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            yield from carried_out(child)


def imports_of(name: str, file: Path, known: Mapping[str, Path]) -> set[str]:
    """The modules of ours that a module imports from."""
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for node in carried_out(ast.parse(file.read_text("utf-8"))):
        base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        source = ".".join([*base, *filter(None, [node.module])])
        for alias in node.names:
            whole = f"{source}.{alias.name}"
            found.add(whole if whole in known else source)
    return (found & known.keys()) - {name}


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Circles in a graph: each module that can be reached from itself, with the way."""
    found, done = [], set()

    def visit(name: str, way: list[str]) -> None:
        if name in way:
            found.append([*way[way.index(name) :], name])
        elif name not in done:
            for other in sorted(graph[name]):
                visit(other, [*way, name])
            done.add(name)

    for name in graph:
        visit(name, [])
    return found


def test_no_circle_of_imports(repository: Path) -> None:
    """No module needs itself, by whatever way."""
    known = modules(repository)
    graph = {name: imports_of(name, file, known) for name, file in known.items()}
    assert len(graph) > 150
    assert circles(graph) == []


def test_circles_are_found() -> None:
    """The search for circles finds one."""
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == [["b", "c", "b"]]


@pytest.mark.parametrize("room", CORE)
def test_the_rules_do_not_know_the_site(repository: Path, room: str) -> None:
    """What is known of 18xx.games stands in `interop/`; the rules know rule options only."""
    folder = repository / "engine_core/broadgauge_engine" / room
    lines = [
        f"{file.name}:{number}"
        for file in sorted(folder.rglob("*.py"))
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1)
        if SITE.search(line)
    ]
    assert lines == []


def test_no_file_is_long(repository: Path) -> None:
    """Code of more than 400 lines (C: 450) is two things; lists of kinds are one."""
    long = []
    for root in (*ROOTS, "tests", "tools", "benchmarks", "examples"):
        for file in sorted((repository / root).rglob("*.*")):
            limit = {".py": LONGEST, ".c": LONGEST_C, ".h": LONGEST_C}.get(file.suffix)
            if limit is None or "_pb2" in file.name or file.name in LISTS:
                continue
            if len(file.read_text("utf-8").splitlines()) > limit:
                long.append(str(file.relative_to(repository)))
    assert long == []
