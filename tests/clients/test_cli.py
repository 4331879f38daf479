"""The command ``broadgauge``, as a process."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from broadgauge_client.server_process import server_process

Run = Callable[..., subprocess.CompletedProcess[str]]

OK, USAGE, ILLEGAL, CONFLICT, SERVER = 0, 2, 3, 4, 5


@pytest.fixture(scope="session")
def run(address: str) -> Run:
    """Runs ``broadgauge`` with arguments against the test's server."""

    def call(*arguments: object, server: str = address) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [Path(sys.executable).parent / "broadgauge", *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            env={"BROADGAUGE_SERVER": server, "COLUMNS": "200", "PATH": ""},
        )

    return call


@pytest.fixture
def file(run: Run, tmp_path: Path) -> Path:
    """The file of a new game."""
    file = tmp_path / "game.json"
    players = [part for name in ("Ada", "Bertram", "Clara") for part in ("--player", name)]
    result = run("new", file, *players, "--seed", 7)
    assert (result.returncode, result.stderr) == (OK, "")
    return file


def answer(result: subprocess.CompletedProcess[str]) -> dict:
    """The JSON that a command printed."""
    assert (result.returncode, result.stderr) == (OK, "")
    return json.loads(result.stdout)


def test_a_game_from_the_shell(run: Run, file: Path) -> None:
    """Options are numbered, an option is done by its number, and the view shows the result."""
    options = answer(run("legal", file, "--kind", "place_bid", "--json"))["options"]
    everything = answer(run("legal", file, "--json"))["options"]
    number = everything.index(options[0]) + 1
    domain = options[0]["domains"][0]
    amount = domain["minimum"] + domain["step"]
    done = answer(run("do", file, number, "--set", f"amount={amount}", "--json"))
    view = answer(run("view", file, "--json"))

    assert done["status"]["revision"] == 1
    assert done["events"][0]["bid_placed"]["amount"] == amount
    assert view["status"] == done["status"]
    (bid,) = [bid for box in view["view"]["boxes"] for bid in box.get("bids", ())]
    assert bid == {
        "item": options[0]["action"]["place_bid"]["item"],
        "player": options[0]["action"]["place_bid"]["player"],
        "amount": amount,
    }


def test_tables_for_people(run: Run, file: Path) -> None:
    """Without --json the commands print tables with names."""
    legal, view = run("legal", file, "--unavailable"), run("view", file)

    assert "What may be done" in legal.stdout
    assert "What cannot be done" in legal.stdout
    for word in ("Ada", "Bertram", "Clara", "Bidding boxes", "M24"):
        assert word in view.stdout


def test_an_action_as_json(run: Run, file: Path) -> None:
    """A script can give the action itself."""
    option = answer(run("legal", file, "--json"))["options"][0]
    done = answer(run("do", file, "--action", json.dumps(option["action"]), "--json"))

    assert done["status"]["revision"] == 1


def test_an_illegal_action(run: Run, file: Path) -> None:
    """An illegal action ends with status 3, tells the rule, and leaves the file alone."""
    before = file.read_bytes()
    action = {"place_bid": {"player": 1, "item": "M24", "amount": 101}}
    results = [
        run("do", file, "--action", json.dumps({"place_bid": {**action["place_bid"], "player": seat}}))
        for seat in (1, 2, 3)
    ]

    assert [result.returncode for result in results] == [ILLEGAL] * 3
    assert any("BID_AMOUNT" in result.stderr and "paragraph 4.9" in result.stderr for result in results)
    assert file.read_bytes() == before


def test_a_conflict(run: Run, file: Path) -> None:
    """An unexpected etag ends with status 4."""
    assert run("do", file, 1, "--etag", "old").returncode == CONFLICT


def test_no_server(run: Run, file: Path) -> None:
    """Without a server the status is 5."""
    result = run("view", file, server="127.0.0.1:9")

    assert result.returncode == SERVER
    assert "Traceback" not in result.stderr


def test_wrong_use(run: Run, file: Path, tmp_path: Path) -> None:
    """Whatever is wrong with the command line is a message and status 2."""
    rubbish = tmp_path / "rubbish.json"
    rubbish.write_text("{")
    calls = [
        ("fly",),
        ("view", tmp_path / "missing.json"),
        ("view", rubbish),
        ("do", file),
        ("do", file, 1, "--action", "{}"),
        ("do", file, 100_000),
        ("do", file, "--action", "{"),
        ("do", file, 1, "--set", "colour=5"),
        ("do", file, 1, "--set", "amount"),
        ("legal", file, "--kind", "fly"),
        ("new", file, "--player", "Ada", "--player", "Bertram"),
        ("new", tmp_path / "new.json", "--player", "Ada"),
        ("new", tmp_path / "new.json", "--player", "Ada", "--player", "Bertram", "--title", "1830"),
        ("new", tmp_path / "new.json", "--player", "Ada", "--player", "Bertram", "--option", "gauge=broad"),
    ]
    for arguments in calls:
        result = run(*arguments)
        assert result.returncode == USAGE, arguments
        assert result.stderr, arguments
        assert "Traceback" not in result.stderr, arguments
    assert not (tmp_path / "new.json").exists()


def test_serve_passes_its_options_on(run: Run) -> None:
    """``broadgauge serve --help`` is the server's own help."""
    result = run("serve", "--help")

    assert result.returncode == OK
    assert "--snapshot-keys" in result.stdout


def test_demo(run: Run, tmp_path: Path) -> None:
    """Bots play on a server started for them; tables show how it went, and the record can be kept."""
    record = tmp_path / "demo.json"
    result = run("demo", "--limit", 40, "--seed", 3, "--record", record)

    assert (result.returncode, result.stderr) == (OK, "")
    for heading in ("What happened", "Companies in operating order", "Players, "):
        assert heading in result.stdout
    assert len(json.loads(record.read_text())["actions"]) == 40


def test_routes_from_the_shell(run: Run, tmp_path: Path, shared: Path) -> None:
    """A recorded game is taken over, its routes are found, and it is written as a file that leads to the same."""
    source, file, target = shared / "games" / "1822MRS_33867.json", tmp_path / "game.json", tmp_path / "out.json"
    taken = answer(run("import", source, file, "--json"))
    companies = answer(run("view", file, "--json"))["view"]["companies"]
    company = next(entry["id"] for entry in companies if entry.get("trains"))
    found = answer(run("routes", file, "--company", company, "--json"))
    table = run("routes", file, "--company", company)
    written = run("export", file, target)
    again = answer(run("import", target, tmp_path / "again.json", "--json"))

    assert taken["status"]["finished"]
    assert found["proven_optimal"]
    assert f"£{found['best']['revenue']}" in table.stdout
    assert (written.returncode, written.stderr) == (OK, "")
    assert again["status"]["etag"] == taken["status"]["etag"]


def test_an_import_does_not_overwrite(run: Run, file: Path, tmp_path: Path) -> None:
    """A file that exists is left alone, and a source that is no game is a wrong use."""
    source = tmp_path / "source.json"
    source.write_text("{}")

    assert run("import", source, file).returncode == USAGE
    assert run("import", source, tmp_path / "new.json").returncode == USAGE


def test_a_token_from_the_environment(tmp_path: Path) -> None:
    """The command sends the token that the environment has; without it the server refuses."""
    tokens = tmp_path / "tokens"
    tokens.write_text("a-token-for-all\n")
    command = [Path(sys.executable).parent / "broadgauge", "new"]
    statuses = []
    with server_process(["--tokens", str(tokens)]) as address:
        for name, environment in (("one", {}), ("two", {"BROADGAUGE_TOKEN": "a-token-for-all"})):
            file = tmp_path / f"{name}.json"
            statuses.append(
                subprocess.run(
                    [*command, str(file), "--player", "Ada", "--player", "Clara"],
                    capture_output=True,
                    check=False,
                    env={"BROADGAUGE_SERVER": address, "PATH": "", **environment},
                ).returncode
            )

    assert statuses == [USAGE, OK]
