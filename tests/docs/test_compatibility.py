"""The API never breaks: every change is compared with the API of the last release."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BUF = Path(sys.executable).parent / "buf"


def breaking(proto: Path, baseline: Path) -> subprocess.CompletedProcess[str]:
    """Compares protos with a baseline."""
    return subprocess.run(
        [BUF, "breaking", proto, "--against", baseline], capture_output=True, text=True, check=False, timeout=60
    )


def test_nothing_breaks(repository: Path) -> None:
    """`buf breaking` finds nothing."""
    result = breaking(repository / "proto", repository / "proto/baseline.binpb")

    assert (result.returncode, result.stdout + result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("string expected_etag = 3;", ""),
        ("string expected_etag = 3;", "string expected_etag = 4;"),
        ("string expected_etag = 3;", "bytes expected_etag = 3;"),
        ("rpc SubmitActions(SubmitActionsRequest) returns (SubmitActionsResponse);", ""),
    ],
)
def test_what_breaks_is_found(repository: Path, tmp_path: Path, old: str, new: str) -> None:
    """A field that is removed, renumbered or retyped, and a call that is removed, are breaking."""
    proto = tmp_path / "proto"
    shutil.copytree(repository / "proto", proto, ignore=shutil.ignore_patterns("*.py", "*.pyi", "__pycache__"))
    file = proto / "broadgauge/v1/action_service.proto"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")

    assert breaking(proto, repository / "proto/baseline.binpb").returncode != 0
