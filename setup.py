"""The two build steps that need code: the C extension, and the protobuf modules generated from ``proto/``.

Switches of the extension are environment variables with the value 1 or 0: ``BROADGAUGE_BUILD_WERROR`` (warnings are
errors), ``BROADGAUGE_BUILD_DEBUG`` (assertions, no optimisation), ``BROADGAUGE_BUILD_SANITIZE`` (address and
undefined-behaviour sanitizers), ``BROADGAUGE_BUILD_COVERAGE`` (gcov).
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

PROTO = Path("proto")
PLUGINS = {"mypy": "protoc-gen-mypy", "mypy_grpc": "protoc-gen-mypy_grpc"}
SWITCHES = {
    "BROADGAUGE_BUILD_WERROR": (["-Wall", "-Wextra", "-Werror"], []),
    "BROADGAUGE_BUILD_DEBUG": (["-O0", "-g3", "-UNDEBUG"], []),
    "BROADGAUGE_BUILD_SANITIZE": (
        ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"],
        ["-fsanitize=address,undefined"],
    ),
    "BROADGAUGE_BUILD_COVERAGE": (["--coverage"], ["--coverage"]),
}
"""Compiler and linker flags by switch."""
VALUES = {"": False, "0": False, "no": False, "false": False, "off": False}
VALUES |= {"1": True, "yes": True, "true": True, "on": True}


def switched_on(environment: Mapping[str, str]) -> list[str]:
    """The switches that are on.

    Raises:
        SystemExit: a switch has a value that is neither yes nor no.
    """
    values = {name: environment.get(name, "").lower() for name in SWITCHES}
    for name, value in values.items():
        if value not in VALUES:
            sys.exit(f"{name} is {environment[name]!r}: 1 or 0 is wanted")
    return [name for name, value in values.items() if VALUES[value]]


def c_extension() -> Extension:
    """The compiled board and route search, with the switches that the environment sets."""
    chosen = [SWITCHES[name] for name in switched_on(os.environ)]
    folder = Path("engine_core/broadgauge_engine/routes/csrc")
    return Extension(
        "broadgauge_engine.routes._track",
        sources=sorted(map(str, folder.rglob("*.c"))),
        depends=sorted(map(str, folder.rglob("*.h"))),
        include_dirs=[str(folder)],
        extra_compile_args=[
            "-std=c11",
            "-fvisibility=hidden",
            "-g0",
            *(flag for compiling, _ in chosen for flag in compiling),
        ],
        extra_link_args=[flag for _, linking in chosen for flag in linking],
    )


def protoc_plugins() -> list[str]:
    """The options that name the plugins for type stubs.

    Raises:
        SystemExit: the compiler or a plugin is not installed.
    """
    if importlib.util.find_spec("grpc_tools") is None:
        sys.exit("the protobuf modules need grpc_tools.protoc: pip install grpcio-tools")
    scripts = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    found = {name: shutil.which(tool, path=scripts) for name, tool in PLUGINS.items()}
    for name, path in found.items():
        if path is None:
            sys.exit(f"the protobuf modules need {PLUGINS[name]} on the path: pip install mypy-protobuf")
    return [f"--plugin=protoc-gen-{name}={path}" for name, path in found.items()]


def generate_protos() -> None:
    """Writes the protobuf modules and their type stubs beside the ``.proto`` files."""
    outputs = [f"--{name}_out={PROTO}" for name in ("python", "grpc_python", "mypy", "mypy_grpc")]
    sources = sorted(map(str, PROTO.rglob("*.proto")))
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", *protoc_plugins(), *outputs, *sources]
    subprocess.run(command, check=True)
    (PROTO / "broadgauge" / "v1" / "py.typed").touch()


class BuildWithProtos(build_py):
    """Generates the protobuf modules before the packages are collected."""

    def run(self) -> None:
        """Generates, then builds as usual."""
        generate_protos()
        super().run()


setup(ext_modules=[c_extension()], cmdclass={"build_py": BuildWithProtos})
