"""The command ``broadgauge``, as a process."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from broadgauge_client.server_process import server_process
from tests.clients.shell import CONFLICT, ILLEGAL, OK, USAGE, Run, answer


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
    (bid,) = [bid for box in view["view"]["boxes"] for bid in box["bids"]]
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
    headings = ("Stock market: none", "Bidding boxes", "Next certificates", "Trains for sale", "Tiles on the map: none")
    for word in ("Ada", "Bertram", "Clara", "M24", *headings):
        assert word in view.stdout
    assert view.stdout.splitlines()[-1].startswith("Revision 0, ")


def test_names_homes_and_prices(run: Run, file: Path) -> None:
    """Boxes tell what lies in them, where it is at home and what the next bid must be, within 80 columns."""
    view = answer(run("view", file, "--json"))["view"]
    wide, narrow = run("view", file).stdout, run("view", file, columns="80").stdout

    assert all(len(line) <= 80 for line in narrow.splitlines())
    assert "│ minors 1      │ M24 Swansea and Mumbles Railway" in wide
    assert "│ D35 Swansea & Oystermouth │  £100 │" in wide
    assert "C1 LNWR, London and North Western Railway" in wide
    for box in view["boxes"]:
        assert box["name"] in wide
        assert f"{box['home']} {box['home_name']}".strip() in wide
    for stack in view["stacks"]:
        assert all(item in wide for item in stack["items"])


def test_certificates_with_bids(run: Run, file: Path) -> None:
    """The table shows how many certificates count, with the highest bids (4.9.4)."""
    run("do", file, 1)

    assert "0 (1 with bids) of 26" in run("view", file).stdout


def test_markup_in_names_is_text(run: Run, tmp_path: Path) -> None:
    """What looks like markup or an emoji in a name is part of the name, in sentences, tables and titles."""
    file = tmp_path / "game.json"
    names = ["B[red]x", "[/]", ":smile:"]
    made = run("new", file, *(part for name in names for part in ("--player", name)), "--seed", 3)
    printed = made.stdout + run("do", file, 1).stdout + run("view", file).stdout + run("history", file).stdout

    assert (made.returncode, made.stderr) == (OK, "")
    assert all(f" {name} " in printed for name in names)
    assert any(f"1: {name} bids" in printed for name in names)


def test_hostile_texts_from_the_command_line(run: Run, file: Path, tmp_path: Path) -> None:
    """File names and values that a message repeats are shown with their control characters as escapes."""
    calls = [
        ("view", tmp_path / "x\x1b[31m\n.json"),
        ("new", tmp_path / "new.json", "--title", "\x1b[31m", "--player", "a", "--player", "b"),
        ("new", tmp_path / "new.json", "--player", "a", "--player", "b", "--option", "\x1b]0;=\u202e"),
        ("do", file, "--action", '{"\x9b": 1}'),
        ("\x1b[31m",),
    ]
    for arguments in calls:
        result = run(*arguments)
        assert result.returncode == USAGE, arguments
        assert result.stderr, arguments
        assert all(line.isprintable() for line in (result.stdout + result.stderr).splitlines()), arguments


def test_an_action_as_json(run: Run, file: Path) -> None:
    """A script can give the action itself."""
    option = answer(run("legal", file, "--json"))["options"][0]
    done = answer(run("do", file, "--action", json.dumps(option["action"]), "--json"))

    assert done["status"]["revision"] == 1


def test_new_draws_a_seed_and_tells_it(run: Run, tmp_path: Path) -> None:
    """Without --seed one is drawn and shown; with it the same game comes again."""
    players = ("--player", "Ada", "--player", "Bertram")
    drawn = [answer(run("new", tmp_path / f"{name}.json", *players, "--json")) for name in ("one", "two")]
    again = answer(run("new", tmp_path / "again.json", *players, "--seed", drawn[0]["seed"], "--json"))
    shown = run("new", tmp_path / "shown.json", *players, "--seed", 0)

    assert drawn[0]["seed"] != drawn[1]["seed"]
    assert again["status"]["etag"] == drawn[0]["status"]["etag"] != drawn[1]["status"]["etag"]
    assert shown.stdout.startswith("Seed 0.\n")
    assert "Out of the game" not in shown.stdout


def test_a_scenario_from_the_shell(run: Run, tmp_path: Path) -> None:
    """Companies are removed by name and by number; the command tells which, and refuses what cannot be."""
    start = ("--player", "Ada", "--player", "Bertram", "--seed", 7)
    remove = ("--remove", "M5", "--remove", "LNWR", "--remove-minors", 6, "--remove-majors", 1, "--remove-privates", 2)
    shown = run("new", tmp_path / "shown.json", *start, *remove)
    told = answer(run("new", tmp_path / "told.json", *start, *remove, "--json"))
    too_many = run("new", tmp_path / "none.json", *start, "--remove-minors", 24)
    unknown = run("new", tmp_path / "none.json", *start, "--remove", "M99")

    assert len(told["removed"]) == 1 + 2 + 6 + 2 + 2
    assert f"Out of the game: {', '.join(told['removed'])}." in shown.stdout
    for wrong, text in (
        (too_many, "of 24 minors at least 6 must stay, so at most 18 can be removed"),
        (unknown, "'M99'"),
    ):
        assert wrong.returncode == USAGE
        assert text in wrong.stderr
        assert "REMOVALS" in wrong.stderr
    assert not (tmp_path / "none.json").exists()


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


def test_a_token_from_the_environment(tmp_path: Path) -> None:
    """The command sends the token that the environment has; without it the server refuses."""
    tokens = tmp_path / "tokens"
    tokens.write_text("a-token-for-all\n")
    command = [Path(sys.executable).parent / "broadgauge", "new"]
    statuses, told = [], ""
    with server_process(["--tokens", str(tokens)]) as address:
        for name, environment in (("one", {}), ("two", {"BROADGAUGE_TOKEN": "a-token-for-all"})):
            file = tmp_path / f"{name}.json"
            result = subprocess.run(
                [*command, str(file), "--player", "Ada", "--player", "Clara"],
                capture_output=True,
                text=True,
                check=False,
                env={"BROADGAUGE_SERVER": address, "PATH": "", **environment},
            )
            statuses.append(result.returncode)
            told += result.stderr

    assert statuses == [USAGE, OK]
    assert "set BROADGAUGE_TOKEN to one of the server's tokens" in told


def test_zeros_are_printed(run: Run, file: Path) -> None:
    """Scripts find every field, also where it is 0, empty or false."""
    view = answer(run("view", file, "--json"))["view"]

    assert all(player["debt"] == 0 and player["shares"] == [] for player in view["players"])
    assert view["finished"] is False


def test_two_at_once_lose_nothing(run: Run, file: Path) -> None:
    """Of commands on one file at once each either adds its action or ends with status 4."""
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: run("do", file, 1), range(4)))
    statuses = [result.returncode for result in results]

    assert set(statuses) <= {OK, CONFLICT}
    assert len(json.loads(file.read_text())["actions"]) == statuses.count(OK) >= 1
    assert all("load the game again" in each.stderr for each in results if each.returncode == CONFLICT)
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_undo_check_and_history(run: Run, file: Path) -> None:
    """An action is checked, done, told about with its player's name, and taken back."""
    start = answer(run("view", file, "--json"))["status"]
    legal = run("check", file, 1)
    refused = run("check", file, "--action", '{"pass": {"player": 9}}')
    unlawful = run("check", file, "--action", json.dumps({"buy_share": BUY}))
    done = run("do", file, 1)
    told, steps = run("history", file), answer(run("history", file, "--json"))["history"]
    back = answer(run("undo", file, "--json"))["status"]

    assert (legal.returncode, refused.returncode, unlawful.returncode) == (OK, USAGE, ILLEGAL)
    assert any(f"{name} bids" in done.stdout for name in ("Ada", "Bertram", "Clara"))
    assert "layer" not in done.stdout + told.stdout
    assert told.stdout.startswith("SR 1\n    1: ")
    assert [step["revision"] for step in steps] == [1]
    assert back == start
    assert run("undo", file).returncode == USAGE
    assert "no such actions" in run("history", file).stdout


def test_titles_and_version(run: Run) -> None:
    """Titles, the rule options that apply to one, and what 1822+ is."""
    everything, plus = run("titles"), run("titles", "1822")
    options = answer(run("titles", "1822MRS", "--json"))["options"]

    assert "1822NRS" in everything.stdout
    assert "--option plus_expansion=true" in everything.stdout
    assert "plus_no_removals" in plus.stdout
    assert {"private_set", "plus_expansion"} & {option["name"] for option in options} == {"private_set"}
    assert run("titles", "1830").returncode == USAGE
    assert run("--version").stdout.startswith("broadgauge 0.")


BUY = {"player": 1, "company": "LNWR", "source": "pool"}


def test_a_whole_option_as_the_action(run: Run, file: Path) -> None:
    """What `legal --json` lists can be handed back as it is."""
    option = answer(run("legal", file, "--json"))["options"][0]

    assert answer(run("do", file, "--action", json.dumps(option), "--json"))["status"]["revision"] == 1


def test_numbers_of_some_kinds(run: Run, file: Path) -> None:
    """A list of some kinds has the numbers that `do` takes, and a command that chooses another sum works as printed."""
    (row,) = [line for line in run("legal", file, "--kind", "pass").stdout.splitlines() if " Pass " in line]
    example = run("legal", file).stdout.splitlines()[-1]
    passed = run("do", file, row.split("│")[1].strip())
    raised = run("do", file, *example.partition(f"{file} ")[2].split())

    assert " passes." in passed.stdout
    assert example.startswith("To choose another amount: broadgauge do ")
    assert "£105" in raised.stdout
    assert "£105" in run("undo", file).stdout


@pytest.mark.parametrize("value", ["abc", "1.5", "-1", "9" * 5000])
def test_wrong_numbers(run: Run, tmp_path: Path, value: str) -> None:
    """What is no number of its range is refused in plain words."""
    result = run("new", tmp_path / "new.json", "--player", "Ada", "--player", "Clara", f"--seed={value}")

    assert result.returncode == USAGE
    assert "not a whole number" in result.stderr or "is not from 0 to" in result.stderr


def test_equal_games_are_equal_files(run: Run, tmp_path: Path) -> None:
    """The keys of maps come in a fixed order, whatever order the options were given in."""
    options = ["pauses=all", "six_way=cities", "consent=assumed", "revenue=declared", "channel=france_only"]
    files = [tmp_path / "one.json", tmp_path / "two.json"]
    for file, given in zip(files, (options, options[::-1]), strict=True):
        asked = [part for option in given for part in ("--option", option)]
        assert run("new", file, "--player", "Ada", "--player", "Clara", "--seed", 1, *asked).returncode == OK

    assert files[0].read_bytes() == files[1].read_bytes()
    assert list(json.loads(files[0].read_text())["setup"]["options"]["values"]) == sorted(
        option.partition("=")[0] for option in options
    )


def test_help_is_plain(run: Run) -> None:
    """No marks of a language for pages in what the commands say about themselves."""
    for command in ((), ("new",), ("import",), ("export",), ("do",), ("demo",), ("tournament",)):
        assert "`" not in run(*command, "--help").stdout
