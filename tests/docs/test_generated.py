"""Generated pages are up to date, and hold what they should."""

import re
import subprocess
import sys
from pathlib import Path

from broadgauge.v1 import reasons_pb2
from broadgauge_server.logs import make_logger
from broadgauge_server.metrics import Metrics
from broadgauge_server.settings import Settings
from broadgauge_server.supervisor import WorkerMetrics, Workers


def test_nothing_is_out_of_date(repository: Path) -> None:
    """The generators would write what is there."""
    command = [sys.executable, "-m", "tools.generate", "--check"]
    result = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False, timeout=60)

    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_every_call_message_and_field_is_in_the_reference(repository: Path) -> None:
    """Nothing that the protos declare is missing."""
    page = (repository / "docs/api.md").read_text("utf-8")
    words = set(re.findall(r"\w+", page))
    declared = set()
    for file in (repository / "proto").rglob("*.proto"):
        text = re.sub(r"//.*", "", file.read_text("utf-8"))
        declared |= set(re.findall(r"^ *(?:message|enum|service|rpc) (\w+)", text, re.MULTILINE))
        declared |= set(re.findall(r"(\w+) = \d+;", text))

    assert len(declared) > 300
    assert declared - words == set()


def test_no_empty_meaning(repository: Path) -> None:
    """Every row of the reference says something."""
    page = (repository / "docs/api.md").read_text("utf-8")

    assert re.findall(r"^\| .*\|  \|$", page, re.MULTILINE) == []


def test_every_reason_is_explained(repository: Path) -> None:
    """The page on errors has a row for every reason but the one that is not set."""
    page = (repository / "docs/errors.md").read_text("utf-8")
    rows = re.findall(r"^\| `([A-Z_]+)` \| \d+ \|", page, re.MULTILINE)
    names = [value.name.removeprefix("REASON_") for value in reasons_pb2.Reason.DESCRIPTOR.values]

    assert sorted(rows) == sorted(set(names) - {"UNSPECIFIED"})


def test_every_code_is_explained(repository: Path) -> None:
    """Codes in the table of reasons are in the table that says what to do about them."""
    page = (repository / "docs/errors.md").read_text("utf-8")
    explained = set(re.findall(r"^\| ([A-Z_]+) \|", page, re.MULTILINE))
    used = set(re.findall(r"^\| `[A-Z_]+` \| \d+ \| ([A-Z_]+) \|", page, re.MULTILINE))

    assert used
    assert used - explained == set()


def test_metrics_are_those_of_the_server(repository: Path) -> None:
    """The table of metrics names each one, and no others."""
    page = (repository / "docs/operations.md").read_text("utf-8")
    listed = set(re.findall(r"^\| `(broadgauge_\w+)` \|", page, re.MULTILINE))
    of_workers = WorkerMetrics(Workers(Settings(), make_logger())).collect()
    families = [*Metrics().registry.collect(), *of_workers]
    served = {family.name + ("_total" if family.type == "counter" else "") for family in families}

    assert listed == served
