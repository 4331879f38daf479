"""The page about the Python client: its programs run, and its names are those of the client."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import broadgauge_client
from broadgauge_client import BroadgaugeError, Connection, GameSession
from broadgauge_client.pictures import Pictures
from broadgauge_client.server_process import server_process

from .pages import blocks


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a server in a process of its own."""
    with server_process() as address:
        yield address


@pytest.fixture
def page(repository: Path) -> Path:
    """The page."""
    return repository / "docs/python.md"


def rows(page: Path, heading: str) -> str:
    """The first column of the table under a heading."""
    section = page.read_text("utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    return "\n".join(re.findall(r"^\| (`.*?) \|", section, re.MULTILINE))


def test_its_programs_run(page: Path, address: str, tmp_path: Path) -> None:
    """A bot is refused, goes back and finds its file again; the catalog tells the rule options; bots play together."""
    bot, *others = blocks(page, "python")
    programs = [bot.replace("127.0.0.1:50822", address), *(_connected(program, address) for program in others)]
    played, told, bots = (_output(program, tmp_path) for program in programs)

    assert "FAILED_PRECONDITION NOT_YOUR_TURN: " in played
    assert played.splitlines()[-1] == "True"
    assert "plus_expansion" in told
    assert bots.strip()


def _connected(program: str, address: str) -> str:
    """A program that needs a connection, with one."""
    lines = (f"with Connection({address!r}) as connection:", *(f"    {line}" for line in program.splitlines()))
    return "from broadgauge_client import Connection\n" + "\n".join(lines)


def _output(program: str, folder: Path) -> str:
    """What a program prints; it must end well and complain of nothing."""
    (folder / "program.py").write_text(program)
    command = [sys.executable, "program.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_every_member_is_listed(page: Path, address: str) -> None:
    """The table has each public method, property and attribute of a session, and no other."""
    with Connection(address) as connection:
        members = dir(GameSession.new(connection, ["Ada", "Clara"]))
    listed = set(re.findall(r"`(\w+)[(`]", rows(page, "GameSession")))

    assert {name for name in members if not name.startswith("_")} - {"connection", "report"} == listed


def test_every_exception_is_listed(page: Path) -> None:
    """The table has each exception of the client."""
    public = [getattr(broadgauge_client, name) for name in broadgauge_client.__all__]
    kinds = {kind.__name__ for kind in public if isinstance(kind, type) and issubclass(kind, BroadgaugeError)}

    assert set(re.findall(r"`(\w+)`", rows(page, "Exceptions"))) == kinds - {"BroadgaugeError"}


def test_every_picture_is_listed(page: Path) -> None:
    """The table of pictures has each public method of `Pictures`, and no other."""
    members = {name for name in dir(Pictures) if not name.startswith("_")}

    assert members == set(re.findall(r"`(\w+)\(", rows(page, "GameSession.pictures")))
