"""The two build steps that need code: the C extension, and the protobuf modules generated from ``proto/``.

Environment switches of the extension: ``DEBUG=1`` (assertions, no optimisation), ``SANITIZE=1`` (address and
undefined-behaviour sanitizers), ``COVERAGE=1`` (gcov), ``CI=1`` (warnings are errors).
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

PROTO = Path("proto")
PLUGINS = {"mypy": "protoc-gen-mypy", "mypy_grpc": "protoc-gen-mypy_grpc"}
SWITCHES = {
    "DEBUG": (["-O0", "-g3", "-UNDEBUG"], []),
    "SANITIZE": (["-fsanitize=address,undefined", "-fno-omit-frame-pointer"], ["-fsanitize=address,undefined"]),
    "COVERAGE": (["--coverage"], ["--coverage"]),
    "CI": (["-Wall", "-Wextra", "-Werror"], []),
}


def c_extension() -> Extension:
    """The compiled board and route search, with the switches that the environment sets."""
    chosen = [flags for name, flags in SWITCHES.items() if os.environ.get(name)]
    folder = Path("engine_core/broadgauge_engine/routes/csrc")
    return Extension(
        "broadgauge_engine.routes._track",
        sources=sorted(map(str, folder.glob("*.c"))),
        depends=sorted(map(str, folder.glob("*.h"))),
        extra_compile_args=["-std=c11", "-g0", *(flag for compiling, _ in chosen for flag in compiling)],
        extra_link_args=[flag for _, linking in chosen for flag in linking],
    )


def generate_protos() -> None:
    """Writes the protobuf modules and their type stubs beside the ``.proto`` files."""
    scripts = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    plugins = [f"--plugin=protoc-gen-{name}={shutil.which(tool, path=scripts)}" for name, tool in PLUGINS.items()]
    outputs = [f"--{name}_out={PROTO}" for name in ("python", "grpc_python", "mypy", "mypy_grpc")]
    sources = sorted(map(str, PROTO.rglob("*.proto")))
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", *plugins, *outputs, *sources]
    subprocess.run(command, check=True)
    (PROTO / "broadgauge" / "v1" / "py.typed").touch()


class BuildWithProtos(build_py):
    """Generates the protobuf modules before the packages are collected."""

    def run(self) -> None:
        """Generates, then builds as usual."""
        generate_protos()
        super().run()


setup(ext_modules=[c_extension()], cmdclass={"build_py": BuildWithProtos})
