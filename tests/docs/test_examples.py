"""Programs and commands that the pages tell the reader to run, run."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from broadgauge_client.server_process import server_process

from .pages import blocks

BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a server in a process of its own."""
    with server_process() as address:
        yield address


def test_the_example_plays(repository: Path, address: str) -> None:
    """It plays as many actions as it was asked to, and shows what may be done and what happened."""
    command = [sys.executable, repository / "examples/play.py", address, "12"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    lines = result.stdout.splitlines()

    assert (result.returncode, result.stderr) == (0, "")
    assert len([line for line in lines if line[:1].isdigit()]) == 12
    assert any(line.startswith("   Player ") for line in lines)
    assert lines[-1].startswith("Revision 12, etag ")


def test_the_shell_commands(repository: Path, address: str, tmp_path: Path, shared: Path) -> None:
    """The block of the README that plays works as printed, and after it that of Start with a game file."""
    (play,) = (block for block in blocks(repository / "README.md", "sh") if "broadgauge new " in block)
    (exchange,) = (block for block in blocks(repository / "docs/start.md", "sh") if "broadgauge import " in block)
    shutil.copy(shared / "games" / "1822_33845.json", tmp_path / "18xx.json")
    environment = {**os.environ, "BROADGAUGE_SERVER": address}
    result = subprocess.run(
        ["sh", "-e", "-c", (play + exchange).replace(".venv/bin/", f"{BIN}/")],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert (result.returncode, result.stderr) == (0, "")
    assert {path.name for path in tmp_path.iterdir()} == {"18xx.json", "game.json", "old.json", "copy.json"}
