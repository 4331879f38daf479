"""What commands print: nothing from a file or a server steers the terminal, and JSON stays exact."""

import json
import sys
import unicodedata

import pytest

from broadgauge.v1.options_pb2 import ActionOption
from broadgauge.v1.record_pb2 import Decision, GameStatus
from broadgauge.v1.title_pb2 import Title
from broadgauge.v1.view_pb2 import Bid, BoxView, CompanyView, GameView, PlayerView, Standing
from broadgauge_client import BadRequest
from broadgauge_client.cli import tables
from broadgauge_client.cli.certificates import Certificates
from broadgauge_client.cli.output import CONTROLS, Output, console, visible
from broadgauge_client.cli.sheets import sheet

HOSTILE = "A\x1b[31m\x9b2J\nB\r\u202eC\u2028D\u200b[red]x[/red]:smile:\x07\udc80"
SHOWN = r"A\x1b[31m\x9b2J\nB\r\u202eC\u2028D\u200b[red]x[/red]:smile:\x07\udc80"


def test_every_control_character_is_shown_as_an_escape() -> None:
    """All of Unicode that is obeyed rather than shown; letters, signs and spaces of all languages stay."""
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        if unicodedata.category(character) in CONTROLS:
            assert visible(character).isascii()
            assert visible(character).isprintable()
        else:
            assert visible(character) == character
    assert visible(HOSTILE) == SHOWN


def harmless(printed: str) -> bool:
    """Whether a terminal only shows a text: line breaks aside, nothing is obeyed."""
    return all(line.isprintable() for line in printed.split("\n"))


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal in which no cell needs a second line."""
    monkeypatch.setattr(console, "width", 2000)


def test_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    """Names and texts are shown as they are, without markup, in one line each."""
    output = Output(json=False)
    output.players = [HOSTILE, "B[red]x"]
    output.say("Player 1 passes.", HOSTILE, "Player 2 bids.")
    printed = capsys.readouterr().out

    assert printed.splitlines() == [f"{SHOWN} passes.", SHOWN, "B[red]x bids."]


def test_complaints(capsys: pytest.CaptureFixture[str]) -> None:
    """What goes wrong is told in one harmless line, whatever the server says."""
    output = Output(json=False)
    output.complain(BadRequest(HOSTILE, HOSTILE, {"subject": HOSTILE, "paragraph": HOSTILE}))
    output.complain(FileNotFoundError(2, "No such file or directory", HOSTILE))
    lines = capsys.readouterr().err.splitlines()

    assert len(lines) == 2
    assert all(SHOWN in line and harmless(line) for line in lines)


def test_tables(capsys: pytest.CaptureFixture[str]) -> None:
    """Titles and cells alike; only the lines that a table makes itself are lines."""
    made = sheet(HOSTILE, "Name", "Lines")
    made.add(HOSTILE, ["one", HOSTILE])
    Output(json=False).show(made, sheet(HOSTILE, "Nothing"))
    printed = capsys.readouterr().out

    assert harmless(printed)
    assert printed.count(SHOWN) == 4


def test_the_tables_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    """Every text that a view, an option or a status carries is escaped."""
    player = PlayerView(seat=1, name=HOSTILE[:-1], cash=1, items=[HOSTILE[:-1]])
    company = CompanyView(id=HOSTILE[:-1], director=1, home=HOSTILE[:-1], trains=[HOSTILE[:-1]])
    box = BoxView(kind="minors", number=1, item=HOSTILE[:-1], name=HOSTILE[:-1], bids=[Bid(player=1)])
    view = GameView(
        round=HOSTILE[:-1],
        players=[player],
        player_order=[1],
        companies=[company],
        boxes=[box],
        train_pool=[HOSTILE[:-1]],
    )
    view.result.add().CopyFrom(Standing(place=1, player=1))
    output = Output(json=False)
    output.show(*tables.view_tables(view, Certificates(Title())), tables.result_table(view))
    output.show(tables.options_table([1], [ActionOption(label=HOSTILE[:-1], asks=[1])], output.named))
    output.say(tables.status_line(GameStatus(decision=Decision(player=1, text=HOSTILE[:-1]))))
    printed = capsys.readouterr().out

    assert harmless(printed)
    assert printed.count(SHOWN.removesuffix(r"\udc80")) >= 10


def test_json_is_exact_and_harmless(capsys: pytest.CaptureFixture[str]) -> None:
    """A script reads the very value; a terminal that shows it obeys nothing."""
    value = {"name": HOSTILE, "nested": [{HOSTILE: "£\U000e0001\x7f"}], "number": 1}
    output = Output(json=True)
    output.answer(value)
    output.complain(BadRequest(HOSTILE))
    printed = capsys.readouterr()

    assert json.loads(printed.out) == value
    assert json.loads(printed.err)["text"] == HOSTILE
    assert harmless(printed.out)
    assert harmless(printed.err)
    assert "£" in printed.out


def test_names_that_look_like_seats(capsys: pytest.CaptureFixture[str]) -> None:
    """A player called `Player 1` in another seat keeps that name."""
    output = Output(json=False)
    output.players = ["Player 2", "Player 1"]
    output.say(tables.status_line(GameStatus(decision=Decision(player=1, text="buy"))), "Player 2 asks player 1 or 2.")

    assert capsys.readouterr().out.splitlines() == [
        "Revision 0, Player 2: buy.",
        "Player 1 asks Player 2 or Player 1.",
    ]


@pytest.mark.parametrize("width", [60, 80, 100])
def test_words_stay_in_one_piece(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    """A table fits its terminal; words are broken only where they have parts, and only if they must be."""
    monkeypatch.setattr(console, "width", width)
    made = sheet("Table", "Kind", "Certificates", "Why not", "Reason", "Cash")
    made.add("buy_director_certificate", "3 of 26", "not before phase five " * 3, "IN_OPERATING_ROUND", "£1000")
    Output(json=False).show(made)
    lines = capsys.readouterr().out.splitlines()
    columns = [
        "".join(cells).replace(" ", "")
        for cells in zip(*(line.split("│")[1:-1] for line in lines if line.startswith("│")), strict=True)
    ]

    assert all(len(line) <= width for line in lines)
    assert columns[0] == "buy_director_certificate"
    assert columns[3] == "IN_OPERATING_ROUND"
    assert "Certificates" in "\n".join(lines)
    assert "£1000" in "\n".join(lines)
    for part in ("buy_", "certificate", "OPERATING_"):
        assert part in "\n".join(lines)
    if width == 100:
        assert "buy_director_certificate" in "\n".join(lines)
