"""Commands, flags and names on the pages are those of the programs."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from broadgauge.v1 import catalog_service_pb2
from broadgauge_client.cli.app import app
from broadgauge_engine.title import load_title
from broadgauge_server.configuration import CONFIG, PREFIX
from broadgauge_server.pictures.palette import colours
from broadgauge_server.setting_table import TABLE

from .pages import commands, inline_code, pages

BIN = Path(sys.executable).parent
MADE_BY_THE_READER = {"first.py"}  # See the README.
ELSEWHERE = {"git", "cd", "python3", "go", "grpcurl", "kubectl", "docker", "openssl"}
"""Commands of others, whose arguments are for them to check."""
VARIABLE = r"\bBROADGAUGE_[A-Z_]*[A-Z]"


@cache
def help_of(*command: str) -> str:
    """What a command says about itself."""
    environment = {**os.environ, "COLUMNS": "200", "TERM": "dumb"}
    result = subprocess.run([BIN / command[0], *command[1:], "--help"], capture_output=True, text=True, env=environment)
    assert result.returncode == 0, result.stderr
    return result.stdout


def flags_of(text: str) -> set[str]:
    """The flags in a text."""
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))


def everything(repository: Path) -> Iterator[tuple[str, list[str]]]:
    """Every command with the name of its page."""
    for page in pages(repository):
        for command in commands(page):
            yield str(page.relative_to(repository)), command


def wrong(repository: Path, command: list[str]) -> str:
    """What is wrong with a command; empty if nothing is."""
    program, *arguments = command
    name = program.removeprefix(".venv/bin/")
    flags = {argument.partition("=")[0] for argument in arguments if argument.startswith("--")}
    if name == "make":
        targets = re.findall(r"^([a-z]+):", (repository / "Makefile").read_text("utf-8"), re.MULTILINE)
        return ", ".join(set(arguments) - set(targets))
    if name == "broadgauge":
        return ", ".join(flags - flags_of(help_of("broadgauge", arguments[0])))
    if name == "python":
        return _wrong_python(repository, arguments)
    if name == "pip":
        return _wrong_extras(repository, " ".join(arguments))
    if name == "buf":
        paths = [argument for argument in arguments if argument.startswith("proto")]
        return ", ".join(path for path in paths if not (repository / path).exists())
    if name == "helm":
        return _wrong_values(repository, arguments)
    if name == "docker" and arguments[0] == "run":
        given = arguments[arguments.index("broadgauge") + 1 :]
        return ", ".join(flags_of(" ".join(given)) - flags_of(help_of("broadgauge", "serve")))
    if name in ELSEWHERE or (repository / name).exists():
        return ""
    return f"nobody knows {name}"


def _wrong_python(repository: Path, arguments: list[str]) -> str:
    if arguments[0] != "-m":
        known = arguments[0] in MADE_BY_THE_READER or (repository / arguments[0]).exists()
        return "" if known else arguments[0]
    module = arguments[1]
    if module == "pytest":
        return ", ".join(path for path in arguments[2:] if "/" in path and not (repository / path).exists())
    path = repository / module.replace(".", "/")
    return "" if path.is_dir() or path.with_suffix(".py").exists() else module


def _wrong_extras(repository: Path, text: str) -> str:
    project = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))["project"]
    extras = {extra for group in re.findall(r"\[([\w,]+)\]", text) for extra in group.split(",")}
    return ", ".join(extras - set(project["optional-dependencies"]))


def _wrong_values(repository: Path, arguments: list[str]) -> str:
    values = yaml.safe_load((repository / "helm/broadgauge/values.yaml").read_text("utf-8"))
    given = [
        pair.partition("=")[0] for flag, text in pairwise(arguments) if flag == "--set" for pair in text.split(",")
    ]
    folders = [argument for argument in arguments if argument.startswith("helm/")]
    missing = [path for path in folders if not (repository / path / "Chart.yaml").exists()]
    return ", ".join([*missing, *(name for name in given if not _is_value(values, name))])


def _is_value(values: object, name: str) -> bool:
    for part in name.split("."):
        if not isinstance(values, dict) or part not in values:
            return False
        values = values[part]
    return True


def test_commands_exist(repository: Path) -> None:
    """Targets, subcommands, flags, files, modules, extras and values of every command in a shell block exist."""
    found = list(everything(repository))
    mistakes = [
        f"{page}: {' '.join(command)}: {problem}" for page, command in found if (problem := wrong(repository, command))
    ]

    assert len(found) > 20
    assert mistakes == []


@pytest.mark.parametrize(
    "command",
    [
        "make nothing",
        "broadgauge serve --colour red",
        ".venv/bin/python examples/nothing.py",
        ".venv/bin/pip install '.[nothing]'",
        "helm install rules helm/broadgauge --set settings.nothing=1",
        "docker run broadgauge --colour",
        "nothing",
    ],
)
def test_mistakes_are_found(repository: Path, command: str) -> None:
    """The check above finds what it should."""
    assert wrong(repository, command.split())


def test_flags_exist(repository: Path) -> None:
    """Every flag named in a sentence is one of the server, the client, the generator or helm, or a picture's colour."""
    known = flags_of(help_of("broadgauge", "serve")) | {"--set", "--strict", "--check"}
    known |= flags_of(" ".join(f"--{name}" for name in colours(load_title("1822"), "light")))
    for command in (each.name or each.callback.__name__ for each in app.registered_commands):
        known |= flags_of(help_of("broadgauge", command))
    unknown = {
        f"{page.relative_to(repository)}: {flag}"
        for page in pages(repository)
        for text in inline_code(page)
        for flag in flags_of(text) - known
    }

    assert unknown == set()


def test_variables_exist(repository: Path) -> None:
    """Every environment variable on a page is a setting of the server, or read by client, tests or build."""
    known = {PREFIX + name.upper() for name in (*TABLE, CONFIG)}
    readers = [file for folder in ("clients", "tests") for file in (repository / folder).rglob("*.py")]
    for file in (*readers, repository / "setup.py"):
        known |= set(re.findall(VARIABLE, file.read_text("utf-8")))
    unknown = {
        f"{page.relative_to(repository)}: {name}"
        for page in pages(repository)
        for name in re.findall(VARIABLE, page.read_text("utf-8"))
        if name not in known
    }

    assert unknown == set()


def test_calls_exist(repository: Path) -> None:
    """Every `Service.Method` named on a page is one of the API."""
    pool = catalog_service_pb2.DESCRIPTOR.pool
    unknown = set()
    for page in pages(repository):
        for service, method in re.findall(r"\b(\w+Service)[./]([A-Z]\w+)", page.read_text("utf-8")):
            package = f"broadgauge/v1/{re.sub('(?<!^)(?=[A-Z])', '_', service).lower()}.proto"
            found = pool.FindFileByName(package).services_by_name[service]
            if method not in found.methods_by_name:
                unknown.add(f"{page.relative_to(repository)}: {service}.{method}")

    assert unknown == set()
