"""What all tests share."""

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the repository."""
    return REPOSITORY


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with recorded games, traces and tools that are not part of the repository."""
    folder = Path(os.environ.get("BROADGAUGE_SHARED") or REPOSITORY.parent / "shared")
    if not (folder / "games").is_dir():
        pytest.skip(f"no recorded games in {folder}; set BROADGAUGE_SHARED to the folder that has them")
    return folder
