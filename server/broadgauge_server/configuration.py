"""Settings from the command line, the environment and a file, in this order of weight."""

from __future__ import annotations

import argparse
import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from .setting_table import TABLE, SettingsError
from .settings import Settings, check

PREFIX = "BROADGAUGE_"
CONFIG = "config"
_EPILOG = (
    f"Each setting can also be an environment variable, {PREFIX}PORT for --port, or a line in the TOML file that "
    f"--config or {PREFIX}CONFIG names, port = 50822. The command line outweighs the environment, and that the file."
)


def parse(arguments: Sequence[str], environment: Mapping[str, str] = os.environ) -> Settings:
    """Settings from a command line and an environment; ends the process with status 2 where something is wrong."""
    parser = _parser()
    given = vars(parser.parse_args(arguments))
    try:
        values = _combined(given, environment)
        settings = Settings(**values)
        check(settings)
    except SettingsError as error:
        parser.error(str(error))
    return settings


def _combined(given: Mapping[str, Any], environment: Mapping[str, str]) -> dict[str, Any]:
    path = given[CONFIG] or environment.get(PREFIX + CONFIG.upper())
    values = _from_file(Path(path)) if path else {}
    for name, about in TABLE.items():
        variable = PREFIX + name.upper()
        if variable in environment:
            values[name] = _read(variable, about.read, environment[variable])
        if given[name] is not None:
            values[name] = _read(_flag(name), about.read, str(given[name]))
    return values


def _from_file(path: Path) -> dict[str, Any]:
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise SettingsError(f"--config: cannot read {path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"--config: {path} is not TOML: {error}") from error
    readers = {name: about.read for name, about in TABLE.items()}
    unknown = sorted(set(content) - set(readers))
    if unknown:
        raise SettingsError(f"--config: {path} has unknown settings: {', '.join(unknown)}")
    return {name: _read(f"{path}: {name}", readers[name], str(value)) for name, value in content.items()}


def _read(where: str, read: Callable[[str], Any], text: str) -> Any:
    try:
        return read(text)
    except SettingsError as error:
        hint = "; Kubernetes sets it for a service of this name: enableServiceLinks: false" if "://" in text else ""
        raise SettingsError(f"{where}: {error}{hint}") from None


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


class _Parser(argparse.ArgumentParser):
    """A parser that tells what is wrong without listing all settings."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"broadgauge: {message}; see {self.prog} --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="broadgauge serve", description="Serve the rules of 1822 over gRPC.", epilog=_EPILOG, allow_abbrev=False
    )
    parser.add_argument(_flag(CONFIG), metavar="FILE", help="TOML file with settings")
    defaults, groups = Settings(), dict[str, Any]()
    for name, about in TABLE.items():
        default = getattr(defaults, name)
        if about.group not in groups:
            groups[about.group] = parser.add_argument_group(about.group)
        where = groups[about.group]
        usual = "none" if default is None else str(default).lower() if isinstance(default, bool) else default
        text = f"{about.meaning} (default: {usual}; {PREFIX}{name.upper()})"
        if isinstance(default, bool):
            where.add_argument(_flag(name), action=argparse.BooleanOptionalAction, default=None, help=text)
        else:
            where.add_argument(_flag(name), metavar="VALUE", help=text)
    return parser
