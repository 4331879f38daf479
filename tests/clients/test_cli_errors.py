"""What the command ``broadgauge`` says where something is wrong, as a process."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.shell import CONFLICT, ILLEGAL, SERVER, USAGE, Run, answer


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


def test_errors_for_scripts(run: Run, file: Path) -> None:
    """With --json errors are JSON with reason, subject, paragraph and text."""
    seat = answer(run("view", file, "--json"))["status"]["decision"]["player"]
    action = json.dumps({"pass": {"player": seat % 3 + 1}})
    result, spoken = run("do", file, "--json", "--action", action), run("do", file, "--action", action)
    lost = run("view", file, "--json", server="127.0.0.1:9")

    told = json.loads(result.stderr)
    assert (result.returncode, result.stdout) == (ILLEGAL, "")
    assert (told["code"], told["metadata"]["subject"]) == ("FAILED_PRECONDITION", told["subject"])
    assert (told["reason"], told["subject"], told["paragraph"]) == ("NOT_YOUR_TURN", str(seat % 3 + 1), "4.1.2")
    assert f"NOT_YOUR_TURN, subject: seat {seat % 3 + 1}, paragraph 4.1.2" in spoken.stderr
    assert f"player {seat}" not in spoken.stderr
    assert json.loads(lost.stderr)["text"].startswith("no server at 127.0.0.1:9; start one")


NEW = ("made.json", "--player", "Ada", "--player", "Clara")
"""Arguments of a new game."""
MESSAGES = {
    "no server": (
        ("view",),
        {"BROADGAUGE_SERVER": "127.0.0.1:9"},
        "broadgauge serve, or set BROADGAUGE_SERVER",
        SERVER,
    ),
    "no port": (("view",), {"BROADGAUGE_SERVER": "localhost"}, "has no port: write HOST:PORT", USAGE),
    "a page": (("view",), {"BROADGAUGE_SERVER": "http://localhost:1"}, "like a web page: write HOST:PORT", USAGE),
    "other TLS": (("view",), {"BROADGAUGE_TLS": "1"}, "BROADGAUGE_TLS_AUTHORITIES or BROADGAUGE_TLS=1", SERVER),
    "TLS or not": (("view",), {"BROADGAUGE_TLS": "perhaps"}, "'perhaps' is neither yes nor no", USAGE),
    "no TLS file": (("view",), {"BROADGAUGE_TLS_AUTHORITIES": "no"}, "AUTHORITIES: cannot read no: No such", USAGE),
    "half a pair": (("view",), {"BROADGAUGE_TLS_CLIENT_KEY": __file__}, "CLIENT_KEY belong together", USAGE),
    "number": (("do", "1000"), {}, "options, so none has the number 1000", USAGE),
    "value": (("do", "1", "--set", "amount=abc"), {}, "amount must be a whole number, not 'abc'", USAGE),
    "action": (("do", "--action", "[]"), {}, "an action is an object", USAGE),
    "no JSON": (("do", "--action", "pass"), {}, "--action: not JSON", USAGE),
    "both": (("do", "--action", "{}", "--set", "amount=5"), {}, "--set goes with the number", USAGE),
    "field": (("do", "--action", '{"pass": {"player": "x"}}'), {}, 'pass.player: "x" is not a whole number', USAGE),
    "kind": (("do", "--action", "{}"), {}, 'an action is an object with its kind, such as {"pass"', USAGE),
    "no record": (("view", "other.json"), {}, "actions: 1 is not a list; records come from `broadgauge new`", USAGE),
    "target": (("export", "no/where.json"), {}, "there is no folder no", USAGE),
    "over": (("import", "game.json"), {}, "game.json exists already", USAGE),
    "foreign": (("import", "other.json", "new.json"), {}, "not a game file of 18xx.games", USAGE),
    "own record": (("import", "new.json"), {}, "game.json is a Broadgauge record already; use it directly", USAGE),
    "half a file": (("import", "half.json", "new.json"), {}, "half.json: not complete JSON; it breaks off at", USAGE),
    "half a record": (("view", "half.json"), {}, "half.json: not complete JSON; it breaks off at", USAGE),
    "no option": (("do", "abc"), {}, "'abc' is not the number of an option; `broadgauge legal game.json`", USAGE),
    "itself": (("export", "game.json", "--force"), {}, "game.json is the game itself; choose another", USAGE),
    "itself by a link": (("export", "link.json", "--force"), {}, "link.json is the game itself; choose", USAGE),
    "itself as a picture": (("draw", "--out", "game.json", "--force"), {}, "game.json is the game itself", USAGE),
    "rulebook": (("export", "out.json"), {}, "started with --option preset=recorded can be exported", USAGE),
    "demo of what is not": (("demo", "--title", "1830"), {}, "unknown title '1830'", USAGE),
    "much to undo": (("undo", "3"), {}, "there is no action to take back", USAGE),
    "number twice": (("do", "1", "--set", "amount=5", "--set", "amount=6"), {}, "amount is given twice", USAGE),
    "option twice": (("new", *NEW, "--option", "a=1", "--option", "a=2"), {}, "a is given twice", USAGE),
    "preset": (("new", *NEW, "--option", "preset=x"), {}, "preset cannot be 'x'; known: rulebook, recorded", USAGE),
    "list of removals": (("new", *NEW, "--remove", "M5,M6"), {}, "repeat --remove for each", USAGE),
    "removal of 1822+": (("new", *NEW, "--remove", "M30"), {}, "M30 takes part only with plus_expansion=true", USAGE),
    "all privates": (("new", *NEW, "--remove-privates", "99"), {}, "there are only 18 privates", USAGE),
    "demo": (("demo", "--record", "no/demo.json"), {}, "there is no folder no", USAGE),
    "serve": (("serve", "--colour"), {}, "unrecognized arguments: --colour; see broadgauge serve --help", USAGE),
}


@pytest.mark.parametrize(("arguments", "environment", "text", "status"), MESSAGES.values(), ids=MESSAGES)
def test_messages(address: str, file: Path, arguments, environment, text: str, status: int) -> None:
    """What is wrong is one line that says what would be right."""
    command, *rest = arguments
    (file.parent / "other.json").write_text('{"actions": 1}')
    (file.parent / "half.json").write_bytes(file.read_bytes()[:-9])
    (file.parent / "link.json").hardlink_to(file)
    own = command in ("serve", "demo", "new") or {"other.json", "half.json"} & set(rest)
    files = [] if own else ["game.json"]
    result = subprocess.run(
        [Path(sys.executable).parent / "broadgauge", command, *files, *rest],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=file.parent,
        env={"BROADGAUGE_SERVER": address, "COLUMNS": "200", "PATH": "", **environment},
    )

    assert (result.returncode, result.stdout) == (status, "")
    assert text in result.stderr
    assert len(result.stderr.splitlines()) == 1
