"""What tests of the command share."""

import json
import subprocess
from collections.abc import Callable

Run = Callable[..., subprocess.CompletedProcess[str]]

OK, USAGE, ILLEGAL, CONFLICT, SERVER = 0, 2, 3, 4, 5
"""Exit statuses."""


def answer(result: subprocess.CompletedProcess[str]) -> dict:
    """The JSON that a command printed."""
    assert (result.returncode, result.stderr) == (OK, "")
    return json.loads(result.stdout)
