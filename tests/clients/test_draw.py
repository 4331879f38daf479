"""The command ``broadgauge draw``, as a process, and a session as a notebook shows it."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from broadgauge_client import BadRequest, Connection, GameSession
from tests.clients.shell import OK, USAGE, Run

PICTURES = {
    "map": ([], "bg-map"),
    "market": (["--what", "market", "--palette", "dark"], "bg-market"),
    "company": (["--what", "company", "--company", "LNWR"], "bg-company"),
    "tile": (["--what", "tile", "--tile", "57", "--rotation", "2"], "bg-tile"),
    "lays": (["--lays", "--palette", "colour-blind"], "bg-map"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_from_the_shell(run: Run, file: Path, tmp_path: Path, name: str) -> None:
    """Each picture becomes an SVG file, and the command says where."""
    arguments, css = PICTURES[name]
    out = tmp_path / "picture.svg"
    result = run("draw", file, "--out", out, *arguments)

    assert (result.returncode, result.stderr) == (OK, "")
    assert "picture.svg" in result.stdout
    assert css in ElementTree.parse(out).getroot().get("class", "").split()


def test_nothing_is_overwritten(run: Run, file: Path, tmp_path: Path) -> None:
    """A file that exists is left alone without ``--force``."""
    out = tmp_path / "board.svg"
    out.write_text("mine")

    assert run("draw", file, "--out", out).returncode == USAGE
    assert out.read_text() == "mine"
    assert run("draw", file, "--out", out, "--force").returncode == OK
    assert out.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--what", "company", "--company", "XYZ"), "XYZ"),
        (("--what", "company"), "none acts now"),
        (("--what", "tile"), "--tile"),
        (("--what", "tile", "--tile", "0"), "'0'"),
    ],
)
def test_what_cannot_be_drawn(run: Run, file: Path, tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    """Wrong ids are told in a line, and leave no file behind."""
    out = tmp_path / "board.svg"
    result = run("draw", file, "--out", out, *arguments)

    assert result.returncode == USAGE
    assert told in result.stderr
    assert not out.exists()


def test_a_notebook_shows_the_map(address: str) -> None:
    """A session is its map; players' names are text in it, whatever they are."""
    with Connection(address) as connection:
        session = GameSession.new(connection, ["<b>Ada</b>", '"&'])
        svg = session._repr_svg_()

        assert ElementTree.fromstring(svg).get("data-title") == "1822"
        assert svg == session.pictures.map()
        with pytest.raises(BadRequest):
            session.pictures.market(palette="pink")
