"""The command ``broadgauge`` on files of 18xx.games and long games, as a process."""

import json
from pathlib import Path

from tests.clients.shell import ILLEGAL, OK, USAGE, Run, answer


def test_routes_from_the_shell(run: Run, tmp_path: Path, shared: Path) -> None:
    """A recorded game is taken over, its routes are found, and it is written as a file that leads to the same."""
    source, file, target = shared / "games" / "1822MRS_33867.json", tmp_path / "game.json", tmp_path / "out.json"
    taken = answer(run("import", source, file, "--json"))
    companies = answer(run("view", file, "--json"))["view"]["companies"]
    company = next(entry["id"] for entry in companies if entry["trains"])
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


def test_part_of_a_recorded_game(run: Run, tmp_path: Path, shared: Path) -> None:
    """A game that stops at an older reading of the rules: refused with its place, taken over as far as it goes."""
    source = shared / "games" / "1822_game_end_stock_market.json"
    whole = run("import", source, tmp_path / "whole.json")
    part = run("import", source, tmp_path / "part.json", "--partial", "--json")

    assert whole.returncode == USAGE
    assert "older reading" in whole.stderr
    assert "nothing was written; --as-written uses the revenue of the file, --partial keeps" in whole.stderr
    assert " in the file)" in whole.stderr
    assert not (tmp_path / "whole.json").exists()
    report = answer(part)["report"]
    assert 0 < report["imported"] < report["entries"]
    assert report["problem"] in whole.stderr


def test_an_unfinished_last_choice(run: Run, tmp_path: Path, shared: Path) -> None:
    """A file that ends in the middle of a choice says so, also without --partial."""
    game = json.loads((shared / "games" / "1822MRS_33867.json").read_text())
    source, file = tmp_path / "source.json", tmp_path / "game.json"
    choices = [index for index, action in enumerate(game["actions"]) if action["type"] == "merge"]
    told = ""
    for index in choices:
        source.write_text(json.dumps({**game, "actions": game["actions"][: index + 1]}))
        file.unlink(missing_ok=True)
        result = run("import", source, file)
        if result.returncode == OK and "begins a choice" in result.stdout:
            told = result.stdout
            break

    assert "The last entry begins a choice that the file does not finish; the record ends before it." in told


def test_export_does_not_overwrite(run: Run, tmp_path: Path, shared: Path) -> None:
    """A target that exists is left alone, but for --force."""
    file, target = tmp_path / "game.json", tmp_path / "out.json"
    taken = run("import", shared / "games" / "1822MRS_33867.json", file)
    target.write_text("mine")

    assert "actions of the file taken over." in taken.stdout
    assert run("export", file, target).returncode == USAGE
    assert target.read_text() == "mine"
    assert run("export", file, target, "--force").returncode == OK
    over = run("do", file, 1)
    assert (over.returncode, over.stderr) == (ILLEGAL, "broadgauge: the game is over (GAME_OVER)\n")


def test_money_is_never_cut(run: Run, tmp_path: Path, shared: Path) -> None:
    """In a terminal of usual width every sum stays in one piece."""
    file = tmp_path / "game.json"
    run("import", shared / "games" / "1822MRS_33867.json", file)
    view = answer(run("view", file, "--json"))["view"]
    narrow = run("view", file, columns="80").stdout

    assert "…" not in narrow
    assert " Certificates " in narrow
    for player in view["players"]:
        assert f"£{player['cash']} " in narrow
        assert f"£{player['worth']} " in narrow


def test_the_story_of_a_game(run: Run, tmp_path: Path, shared: Path) -> None:
    """A heading for each round, one event a line, and no line wider than the terminal."""
    file = tmp_path / "game.json"
    run("import", shared / "games" / "1822MRS_33867.json", file)
    lines = run("history", file, columns="80").stdout.splitlines()
    headings = [line for line in lines if not line.startswith(" ")]
    last = run("history", file, "--from", 100, columns="80").stdout.splitlines()
    over = run("legal", file).stdout

    assert all(len(line) <= 80 for line in lines)
    assert headings[:3] == ["SR 1", "OR 1.1", "SR 2"]
    assert len(set(headings)) == len(headings)
    assert last[0] in headings
    assert last[1].startswith("  100: ")
    assert last[1:] == lines[lines.index(last[1]) :]
    assert len(over.splitlines()) == 1


def test_a_game_of_an_older_reading(run: Run, tmp_path: Path, shared: Path) -> None:
    """As written it goes to its end with the result of the file; each run that differs is told."""
    source = shared / "games" / "1822_game_end_stock_market.json"
    strict = run("import", source, tmp_path / "strict.json")
    told = run("import", source, tmp_path / "told.json", "--as-written")
    whole = answer(run("import", source, tmp_path / "whole.json", "--as-written", "--json"))
    view = answer(run("view", tmp_path / "whole.json", "--json"))

    assert strict.returncode == USAGE
    assert "the file says £1040, the rules give £1010" in strict.stderr
    assert told.stdout.count("the rules give") == 3
    assert [run["company"] for run in whole["report"]["written_runs"]] == ["CR", "CR", "LYR"]
    assert all(result["worth"] == result["in_file"] for result in whole["report"]["results"])
    assert whole["report"]["revision"] == view["status"]["revision"]


def test_a_game_that_its_players_ended(run: Run, tmp_path: Path, shared: Path) -> None:
    """The record stops there, and what everybody is worth is told."""
    content = json.loads((shared / "games" / "bot14_NRS_3p.json").read_text("utf-8"))
    content["actions"] = [*content["actions"][:300], {"type": "end_game", "entity": 1, "entity_type": "player"}]
    source = tmp_path / "source.json"
    source.write_text(json.dumps(content), encoding="utf-8")
    told = run("import", source, tmp_path / "game.json")
    assert (told.returncode, told.stderr) == (OK, "")
    assert "The players ended the game here: " in " ".join(told.stdout.split())
