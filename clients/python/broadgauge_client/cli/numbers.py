"""Whole numbers on the command line, refused in plain words."""

from __future__ import annotations

from collections.abc import Callable

import typer


def whole(least: int, most: int | None = None) -> Callable[[object], int]:
    """A parser for numbers within limits, with `most` among them."""

    def number(value: object) -> int:
        try:
            found = int(str(value))
        except ValueError:
            raise typer.BadParameter(f"{str(value)!r} is not a whole number") from None
        if found < least or (most is not None and found > most):
            limits = f"at least {least}" if most is None else f"from {least} to {most}"
            raise typer.BadParameter(f"{found} is not {limits}")
        return found

    return number
