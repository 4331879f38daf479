"""The build: its switches, and what it says where something is missing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import setuptools

LOAD = "import json, runpy, setuptools; setuptools.setup = lambda **_: None; build = runpy.run_path('setup.py'); "
ASK = "made = build['c_extension'](); print(json.dumps([made.extra_compile_args, made.extra_link_args]))"
GENERATE = "build['generate_protos']()"
OLD_NAMES = ("CI", "DEBUG", "SANITIZE", "COVERAGE")


def ask(repository: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Asks setup.py, with no other switches in the environment than these, how it would compile."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("BROADGAUGE_BUILD_")}
    command = [sys.executable, "-c", LOAD + ASK]
    return subprocess.run(command, cwd=repository, env=plain | variables, capture_output=True, text=True)


def flags(repository: Path, **variables: str) -> tuple[list[str], list[str]]:
    """The flags for the compiler and the linker."""
    result = ask(repository, **variables)
    assert result.returncode == 0, result.stderr
    compiling, linking = json.loads(result.stdout)
    return compiling, linking


@pytest.fixture(scope="module")
def usual(repository: Path) -> tuple[list[str], list[str]]:
    """The flags without any switch."""
    return flags(repository)


@pytest.mark.parametrize(
    ("switch", "compiling", "linking"),
    [
        ("WERROR", "-Werror", None),
        ("DEBUG", "-UNDEBUG", None),
        ("SANITIZE", "-fsanitize=address,undefined", "-fsanitize=address,undefined"),
        ("COVERAGE", "--coverage", "--coverage"),
    ],
)
def test_a_switch_is_one_or_nought(
    repository: Path, usual: tuple[list[str], list[str]], switch: str, compiling: str, linking: str | None
) -> None:
    """1 and yes turn it on, 0, no and nothing off."""
    name = f"BROADGAUGE_BUILD_{switch}"
    for value in ("1", "yes", "TRUE"):
        on = flags(repository, **{name: value})
        assert compiling in on[0]
        assert linking is None or linking in on[1]
    for value in ("0", "", "no", "False"):
        assert flags(repository, **{name: value}) == usual


def test_other_values_are_refused(repository: Path) -> None:
    """The message names the switch, and is all that is said."""
    result = ask(repository, BROADGAUGE_BUILD_DEBUG="maybe")

    assert result.returncode == 1
    assert result.stderr.strip() == "BROADGAUGE_BUILD_DEBUG is 'maybe': 1 or 0 is wanted"


def test_what_everybody_sets_is_ignored(repository: Path, usual: tuple[list[str], list[str]]) -> None:
    """An install from source in somebody's CI takes no warning for an error."""
    assert "-Werror" not in usual[0]
    assert flags(repository, **dict.fromkeys(OLD_NAMES, "1")) == usual


@pytest.mark.parametrize(
    ("there", "missing"),
    [((), "pip install grpcio-tools"), (("grpc_tools",), "pip install mypy-protobuf")],
)
def test_a_missing_generator_is_named(repository: Path, tmp_path: Path, there: tuple[str, ...], missing: str) -> None:
    """An interpreter that has setuptools, and perhaps the compiler, says what to install."""
    interpreter, packages = tmp_path / "environment", tmp_path / "packages"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", interpreter], check=True)
    packages.mkdir()
    for name in ("setuptools", "_distutils_hack"):
        (packages / name).symlink_to(Path(setuptools.__file__).parent.parent / name)
    for name in there:
        (packages / name).mkdir()
        (packages / name / "__init__.py").touch()
    result = subprocess.run(
        [interpreter / "bin" / "python", "-c", LOAD + GENERATE],
        cwd=repository,
        env={"PATH": "", "PYTHONPATH": str(packages)},
        capture_output=True,
        text=True,
    )

    assert result.returncode == 1
    assert result.stderr.strip().endswith(missing)
