"""Files that change while the server runs: what holds afterwards, and what the log and the counters tell."""

from __future__ import annotations

import os
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from broadgauge.v1.catalog_service_pb2 import ListTitlesRequest
from broadgauge_client import BadRequest, Connection
from broadgauge_server.logs import make_logger
from broadgauge_server.metrics import Metrics
from broadgauge_server.secrets_files import Tokens
from broadgauge_server.watched_files import FileWatch
from tests.server.certificates import authority, signed
from tests.server.processes import Running, ended, running
from tests.server.test_reports import Closed
from tests.server.test_security import presented, served

FIRST, SECOND, THIRD = "the-first-token", "the-second-token", "the-third-token"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with two tokens."""
    path = tmp_path / "tokens"
    path.write_text(f"{FIRST}\n{SECOND}\n")
    return path


@pytest.fixture
def server(file: Path) -> Iterator[Running]:
    """A server that asks for one of them."""
    with running("--tokens", str(file), "--metrics-port", "0") as found:
        yield found


def admitted(server: Running, token: str) -> bool:
    """Whether a call with this token is answered."""
    with Connection(server.address, token=token) as connection:
        try:
            connection.call(connection.catalog.ListTitles, ListTitlesRequest())
        except BadRequest as error:
            if error.reason != "UNAUTHENTICATED":
                raise
            return False
    return True


def samples(server: Running, name: str) -> dict[tuple[str, ...], float]:
    """The samples of one metric, by the values of its labels in the order of their names."""
    with urllib.request.urlopen(f"http://{server.addresses['metrics']}/metrics", timeout=10) as answer:
        families = text_string_to_metric_families(answer.read().decode())
        found = [sample for family in families for sample in family.samples if sample.name == name]
    return {tuple(value for _, value in sorted(sample.labels.items())): sample.value for sample in found}


def renamed(path: Path, content: str) -> None:
    """Replaces a file as operators should."""
    new = path.with_name("new")
    new.write_text(content)
    new.replace(path)


EMPTIED: dict[str, tuple[Callable[[Path], object], str]] = {
    "emptied": (lambda path: path.write_text(""), "file empty"),
    "nothing but a comment": (lambda path: renamed(path, "# nobody\n"), "file empty"),
    "deleted": (lambda path: path.unlink(), "file gone"),
}


@pytest.mark.parametrize(("change", "event"), EMPTIED.values(), ids=EMPTIED)
def test_a_file_without_tokens_admits_nobody(server: Running, file: Path, change: Any, event: str) -> None:
    """Emptying or deleting the file revokes all tokens at once, and a new file admits its own."""
    assert admitted(server, FIRST)
    change(file)
    assert not admitted(server, FIRST)
    assert not admitted(server, "")
    (told,) = server.waited_for(event)
    renamed(file, f"{THIRD}\n")

    assert admitted(server, THIRD)
    assert not admitted(server, FIRST)
    assert (told["setting"], told["file"], told["effect"]) == ("tokens", str(file), "it admits nobody")
    assert told["level"] in ("warning", "error")


DAMAGED = {
    "half a line": (f"{FIRST}\n{THIRD[:12]}", "half of one"),
    "half a line alone": (THIRD, "half of one"),
    "short": (f"{FIRST}\nabc\n", "fewer than 8 characters"),
    "zeros, as after a crash": ("\0" * 40 + "\n", "no header carries"),
}


@pytest.mark.parametrize(("content", "problem"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_changes_nothing_and_is_told_once(
    server: Running, file: Path, content: str, problem: str
) -> None:
    """No half token is admitted, those from before are; one line of the log names the file and no secret."""
    renamed(file, content)
    for _ in range(3):
        assert admitted(server, SECOND)
        assert not admitted(server, THIRD)
        assert not admitted(server, THIRD[:12])
    (told,) = server.waited_for("file not usable")

    assert (told["setting"], told["file"], told["level"]) == ("tokens", str(file), "error")
    assert problem in told["problem"]
    assert samples(server, "broadgauge_file_reloads_total") == {("failed", "tokens"): 1}
    assert samples(server, "broadgauge_files_unusable") == {("tokens",): 1}
    renamed(file, f"{THIRD}\n")
    assert admitted(server, THIRD)
    assert not admitted(server, SECOND)
    assert samples(server, "broadgauge_file_reloads_total")["used", "tokens"] == 1
    assert samples(server, "broadgauge_files_unusable") == {("tokens",): 0}
    for secret in (FIRST, SECOND, THIRD, THIRD[:12]):
        assert secret not in server.text()


def test_a_broken_file_is_told_where_nobody_calls(server: Running, file: Path) -> None:
    """Whoever reads the log learns of the file before the first caller does."""
    file.write_text("abc\n")

    (told,) = server.waited_for("file not usable")
    assert told["file"] == str(file)


def test_a_file_that_cannot_be_read(server: Running, file: Path) -> None:
    """Where a directory stands instead, the earlier tokens stay; the next damage is told anew."""
    link = file.with_name("link")
    link.symlink_to(file.parent)
    link.replace(file)
    assert admitted(server, FIRST)
    (told,) = server.waited_for("file not usable")
    renamed(file, "abc\n")

    assert told["problem"] == f"cannot read {file}: Is a directory"
    assert len(server.waited_for("file not usable", 2)) == 2


def test_a_secret_of_kubernetes(tmp_path: Path) -> None:
    """A mounted secret is a link to a folder that is swapped: the file never vanishes, and nobody is refused."""
    for name, token in (("one", FIRST), ("two", SECOND)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "tokens").write_text(f"{token}\n")
    data, link = tmp_path / "..data", tmp_path / "tokens"
    data.symlink_to("one")
    link.symlink_to("..data/tokens")
    with running("--tokens", str(link)) as server:
        before = admitted(server, FIRST)
        new = tmp_path / "..data_tmp"
        new.symlink_to("two")
        new.replace(data)
        after = admitted(server, SECOND), admitted(server, FIRST)

        assert (before, *after) == (True, True, False)
        assert len(server.waited_for("file read again")) == 1
        assert server.events("file gone") == server.events("file not usable") == []


def test_a_worker_that_starts_later_admits_nobody_either(tmp_path: Path, file: Path) -> None:
    """All processes have the same opinion of a file that is gone, also one that replaces another."""
    with running("--tokens", str(file), "--workers", "2") as server:
        assert admitted(server, FIRST)
        file.unlink()
        (pid, *_) = {line["process"] for line in server.waited_for("file gone", 2)}
        os.kill(pid, 9)
        server.waited_for("serving", 3)
        answers = {admitted(server, FIRST) for _ in range(8)}

    assert answers == {False}


@pytest.mark.parametrize("content", ["", "# nothing\n", f"{FIRST}\n{SECOND}", "abc\n"])
def test_the_start_wants_a_good_file(tmp_path: Path, content: str) -> None:
    """A server that would admit nobody, or half a token, does not start."""
    file = tmp_path / "tokens"
    file.write_text(content)
    result = ended("--port", "0", "--tokens", str(file))

    assert result.returncode == 2
    assert result.stderr.startswith(f"broadgauge: --tokens: cannot use {file}: ")
    assert FIRST not in result.stderr


WRONG_PAIRS = {
    "another key": lambda folder, root: signed("other", root).write(folder / "x.pem", folder / "server.key"),
    "another certificate": lambda folder, root: signed("other", root).write(folder / "server.pem"),
    "rubbish": lambda folder, root: (folder / "server.pem").write_text("rubbish"),
    "half a certificate": lambda folder, root: os.truncate(folder / "server.pem", 300),
    "no certificate": lambda folder, root: (folder / "server.pem").unlink(),
}


@pytest.mark.parametrize("spoil", WRONG_PAIRS.values(), ids=WRONG_PAIRS)
def test_a_pair_that_does_not_fit_is_not_taken(tmp_path: Path, spoil: Any) -> None:
    """The certificate from before is shown until a good pair is there; the log tells it once, the counters too."""
    root = authority("Test authority")
    signed("server", root).write(tmp_path / "server.pem", tmp_path / "server.key")
    with running(*served(tmp_path), "--metrics-port", "0") as server:
        first = presented(server.address)
        spoil(tmp_path, root)
        shown = {presented(server.address) for _ in range(3)}
        (told,) = server.waited_for("file not usable")
        failed = samples(server, "broadgauge_file_reloads_total")
        signed("server", root).write(tmp_path / "new.pem", tmp_path / "new.key")
        for name in ("pem", "key"):
            (tmp_path / f"new.{name}").replace(tmp_path / f"server.{name}")
        second = presented(server.address)

    assert shown == {first}
    assert str(tmp_path / "server.pem") in told["file"]
    assert told["effect"] == "what it held before stays valid"
    assert failed == {("failed", "tls_certificate"): 1}
    assert second != first


def test_a_log_that_nobody_reads(file: Path) -> None:
    """Where the log cannot be written, calls are admitted or refused as the file says."""
    watch = FileWatch(make_logger("json", Closed()), Metrics())
    tokens = Tokens(watch, file)
    before = tokens.accept(FIRST.encode())
    renamed(file, f"{THIRD}\n")
    after = tokens.accept(FIRST.encode()), tokens.accept(THIRD.encode())

    assert (before, *after) == (True, False, True)


def test_nothing_is_told_where_nothing_changes(server: Running, file: Path) -> None:
    """A file that is only looked at, or touched, admits as before."""
    assert admitted(server, FIRST)
    with suppress(OSError):
        os.utime(file)
    assert admitted(server, FIRST)
    assert server.events("file not usable") == server.events("file gone") == []
