"""The tool that reads traces."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def trace(shared: Path) -> ModuleType:
    """The tool that reads and compares traces, from beside the recorded games."""
    spec = importlib.util.spec_from_file_location("trace_tool", shared / "tools" / "trace.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
