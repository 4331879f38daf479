"""Files with games: whole or not at all, and nobody's move is lost."""

import threading
from pathlib import Path

import pytest

from broadgauge_client import Conflict, Connection, GameSession
from broadgauge_client.files import Changed, create, replace


def test_one_of_many_writers_wins(tmp_path: Path) -> None:
    """Of writers that expect the same content exactly one succeeds, however they run; nothing else is left behind."""
    file = tmp_path / "game.json"
    create(file, b"old")
    start, written, refused = threading.Barrier(8), list[int](), list[int]()

    def write(number: int) -> None:
        start.wait()
        try:
            replace(file, b"%d" % number, b"old")
            written.append(number)
        except Changed:
            refused.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (len(written), len(refused)) == (1, 7)
    assert file.read_bytes() == b"%d" % written[0]
    assert list(tmp_path.iterdir()) == [file]


def test_new_files_and_old_ones(tmp_path: Path) -> None:
    """Creating refuses what exists; replacing keeps permissions and follows links; a file that is gone has changed."""
    file, link = tmp_path / "game.json", tmp_path / "link.json"
    create(file, b"first")
    with pytest.raises(FileExistsError):
        create(file, b"second")
    file.chmod(0o640)
    link.symlink_to(file)
    replace(link, b"third", b"first")

    assert file.read_bytes() == b"third"
    assert file.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink()
    file.unlink()
    with pytest.raises(Changed):
        replace(file, b"fourth", b"third")


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    """Nothing is left behind where the folder does not exist."""
    with pytest.raises(FileNotFoundError):
        create(tmp_path / "nowhere" / "game.json", b"")

    assert list(tmp_path.iterdir()) == []


def test_sessions_do_not_overwrite_each_other(game: GameSession, connection: Connection, tmp_path: Path) -> None:
    """Two sessions load one file and move: the second to save is told, and the first one's move stays."""
    file = str(tmp_path / "game.json")
    game.save(file)
    first, second = (GameSession.load(connection, file) for _ in range(2))
    for session in (first, second):
        session.do(session.options()[0])
    first.save(file)
    with pytest.raises(Conflict, match="was changed by somebody else"):
        second.save(file)
    first.undo()
    first.save(file)

    assert GameSession.load(connection, file).etag == game.etag
    with pytest.raises(FileExistsError):
        game.save(file, new=True)
