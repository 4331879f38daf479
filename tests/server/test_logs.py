"""The log tells no secrets, and is readable."""

from __future__ import annotations

import io

import pytest

from broadgauge_server.logs import make_logger


def fail(player: str) -> None:
    """Fails with a name among its variables."""
    raise ValueError(f"a name of {len(player)} letters")


@pytest.mark.parametrize("log_format", ["json", "console"])
def test_tracebacks_tell_no_variables(log_format: str) -> None:
    """Names, records and requests are never logged, whatever fails."""
    log = io.StringIO()
    logger = make_logger(log_format, log)
    try:
        fail("Adalbert" + "a")
    except ValueError:
        logger.exception("defect")

    assert "a name of 9 letters" in log.getvalue()
    assert "Adalberta" not in log.getvalue()
    assert len(log.getvalue()) < 2000


def test_no_colours_in_a_file() -> None:
    """What is no terminal gets plain text."""
    log = io.StringIO()
    make_logger("console", log).info("serving", address="127.0.0.1:1")

    assert "serving" in log.getvalue()
    assert "\x1b" not in log.getvalue()
