"""The program in the README works as printed."""

import re
import subprocess
import sys
from pathlib import Path


def test_the_first_program(repository: Path, address: str, tmp_path: Path) -> None:
    """It lists options, shows a refusal with its rule, and makes a bid."""
    (program,) = re.findall(r"```python\n(.*?)```", (repository / "README.md").read_text(), re.DOTALL)
    file = tmp_path / "first.py"
    file.write_text(program.replace("127.0.0.1:50822", address))
    result = subprocess.run([sys.executable, file], capture_output=True, text=True, check=False, timeout=60)

    assert (result.returncode, result.stderr) == (0, "")
    assert "(rule 4." in result.stdout
    assert "Refused: " in result.stdout
    assert "Revision 1, etag " in result.stdout
