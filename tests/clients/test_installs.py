"""What the command says where packages are missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = Path(sys.executable).parent / "broadgauge"


def run(folder: Path, missing: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the command as if a package were not installed."""
    (folder / "sitecustomize.py").write_text(f"import sys\nsys.modules[{missing!r}] = None\n")
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(
        [COMMAND, *arguments], capture_output=True, text=True, check=False, timeout=60, env=environment
    )


@pytest.mark.parametrize(
    ("missing", "arguments", "extra"),
    [
        ("typer", ("view", "game.json"), "client"),
        ("grpc", ("view", "game.json"), "client"),
        ("google", ("--help",), "client"),
        ("grpc", ("serve",), "server"),
        ("grpc_reflection", ("serve",), "server"),
        ("structlog", ("demo",), "server"),
    ],
)
def test_the_extra_that_is_needed_is_named(
    tmp_path: Path, missing: str, arguments: tuple[str, ...], extra: str
) -> None:
    """One line and status 2."""
    result = run(tmp_path, missing, *arguments)

    assert result.returncode == 2
    assert f"pip install 'broadgauge[{extra}]'" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_the_server_needs_no_package_of_the_client(tmp_path: Path) -> None:
    """With the extra of the server alone, ``broadgauge serve`` works."""
    result = run(tmp_path, "typer", "serve", "--help")

    assert (result.returncode, result.stderr) == (0, "")
    assert "--port" in result.stdout


def test_programs_are_told_as_well(tmp_path: Path) -> None:
    """An import that fails for want of a package names the extra."""
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['grpc'] = None\n")
    result = subprocess.run(
        [sys.executable, "-c", "from broadgauge_client import Connection"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )

    assert "pip install 'broadgauge[client]'" in result.stderr.splitlines()[-1]
