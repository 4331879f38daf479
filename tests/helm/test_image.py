"""The image: its recipe is clean, and its steps make a server that the client can use.

No container is built here. The commands of the build stage run in a copy of what the recipe copies, with another folder
in the place of ``/opt/broadgauge``; then the entry point runs with the settings that the chart gives it.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from broadgauge_client import BadRequest, Connection, GameSession, Tls

from .conftest import Chart

PLACE = "/opt/broadgauge"
MOUNTS = "/run/broadgauge"


@pytest.fixture(scope="session")
def recipe(repository: Path) -> str:
    """The Dockerfile, a line for each instruction."""
    return re.sub(r"\\\n\s*", "", (repository / "Dockerfile").read_text("utf-8"))


def instructions(recipe: str, name: str) -> list[str]:
    """What follows each instruction of a name."""
    return re.findall(rf"^{name} (.+)$", recipe, re.MULTILINE)


def copied(recipe: str) -> list[str]:
    """What the build stage copies from the repository."""
    lines = [line.split() for line in instructions(recipe, "COPY") if not line.startswith("--from")]
    return [source for line in lines for source in line[:-1]]


def test_hadolint_is_clean(repository: Path) -> None:
    """The linter for Dockerfiles finds nothing."""
    hadolint = Path(sys.executable).parent / "hadolint"
    if not hadolint.exists():
        pytest.skip("hadolint is missing: pip install -r tests/helm/requirements.txt")
    result = subprocess.run([hadolint, repository / "Dockerfile"], capture_output=True, text=True, check=False)

    assert (result.returncode, result.stdout) == (0, "")


def test_the_build_sees_what_it_copies(repository: Path, recipe: str) -> None:
    """Everything is ignored but what the recipe copies, and that exists."""
    lines = (repository / ".dockerignore").read_text("utf-8").splitlines()
    permitted = [line.removeprefix("!") for line in lines if line.startswith("!")]

    assert lines[1] == "*"
    assert sorted(permitted) == sorted(copied(recipe))
    assert [name for name in permitted if not (repository / name).exists()] == []


def test_not_as_root(recipe: str) -> None:
    """The last stage runs as the user that the chart asks for, by number."""
    assert instructions(recipe, "USER") == ["65532:65532"]


def test_no_shell_at_the_end(recipe: str) -> None:
    """The entry point is a list, so that signals reach the server, and its port is the server's own."""
    (entry,) = instructions(recipe, "ENTRYPOINT")

    assert json.loads(entry)[1:] == ["-m", "broadgauge_server"]
    assert "50822" in instructions(recipe, "EXPOSE")[0].split()


@pytest.fixture(scope="session")
def built(repository: Path, recipe: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment that the commands of the build stage make."""
    folder = tmp_path_factory.mktemp("image")
    source, place = folder / "source", folder / "broadgauge"
    source.mkdir()
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so", "*_pb2*")
    for name in copied(recipe):
        if (repository / name).is_dir():
            shutil.copytree(repository / name, source / name, ignore=ignored)
        else:
            shutil.copy(repository / name, source / name)
    for command in instructions(recipe, "RUN"):
        environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
        subprocess.run(command.replace(PLACE, str(place)), shell=True, cwd=source, env=environment, check=True)
    return place


@contextmanager
def serving(
    built: Path, recipe: str, settings: Mapping[str, str], secrets: Path
) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """The entry point with the chart's settings on free ports of this machine: process, address, admin address."""
    admin, metrics = free_ports(2)
    environment = {name: value.replace(MOUNTS, str(secrets)) for name, value in settings.items()} | {
        "BROADGAUGE_HOST": "127.0.0.1",
        "BROADGAUGE_ADMIN_HOST": "127.0.0.1",
        "BROADGAUGE_PORT": "0",
        "BROADGAUGE_ADMIN_PORT": str(admin),
        "BROADGAUGE_METRICS_PORT": str(metrics),
        "BROADGAUGE_DRAIN_SECONDS": "0",
    }
    entry = json.loads(instructions(recipe, "ENTRYPOINT")[0])
    process = subprocess.Popen(
        [part.replace(PLACE, str(built)) for part in entry],
        env=environment,
        cwd=secrets,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().removeprefix("broadgauge: serving on ").strip()
        yield process, address, f"127.0.0.1:{admin}"
    finally:
        process.kill()
        process.communicate()


def free_ports(count: int) -> list[int]:
    """Ports on which nobody listens."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def health(address: str, service: str = "") -> int:
    """What a server says of its health."""
    with grpc.insecure_channel(address) as channel:
        request = health_pb2.HealthCheckRequest(service=service)
        return health_pb2_grpc.HealthStub(channel).Check(request, timeout=10).status


def play(connection: Connection) -> GameSession:
    """A game after five actions."""
    game = GameSession.new(connection, ["Ada", "Bertram", "Clara"], seed=7)
    for _ in range(5):
        assert game.do(game.options()[0])
    return game


def test_the_image_serves_the_client(built: Path, recipe: str, chart: Chart, tmp_path: Path) -> None:
    """A game can be started and played; the probes are content; SIGTERM ends it with status 0."""
    settings = chart.one("ConfigMap")["data"]
    with serving(built, recipe, settings, tmp_path) as (process, address, admin):
        assert health(admin) == health(admin, "broadgauge.v1.GameService") == health_pb2.HealthCheckResponse.SERVING
        with Connection(address) as connection:
            assert play(connection).revision == 5
        process.send_signal(signal.SIGTERM)

        assert process.wait(timeout=30) == 0


def test_the_image_serves_with_secrets(built: Path, recipe: str, chart: Chart, tmp_path: Path) -> None:
    """With TLS, tokens and snapshot keys where the chart mounts them, only callers with a token can play."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is missing, which makes the certificate")
    values = {name: {"secretName": name.lower()} for name in ("tls", "tokens", "snapshotKeys")}
    secrets = {"tls": "", "tokens": "a-token-of-the-test\n", "snapshot-keys": "a-key-of-the-test-that-is-long-enough\n"}
    for name, content in secrets.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / name.removeprefix("snapshot-")).write_text(content)
    request = "req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -days 1 -subj /CN=rules"
    names = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "tls/tls.key", "-out", "tls/tls.crt"]
    subprocess.run(["openssl", *request.split(), *names], cwd=tmp_path, check=True, capture_output=True)
    tls = Tls(authorities=tmp_path / "tls/tls.crt")
    settings = chart.one("ConfigMap", values)["data"]
    with serving(built, recipe, settings, tmp_path) as (_, address, admin):
        assert health(admin) == health_pb2.HealthCheckResponse.SERVING
        with Connection(address, tls=tls, token="a-token-of-the-test") as connection:
            assert play(connection).revision == 5
        with Connection(address, tls=tls, token="another-token") as connection, pytest.raises(BadRequest) as refusal:
            play(connection)

    assert refusal.value.reason == "UNAUTHENTICATED"


def test_the_server_alone(built: Path) -> None:
    """Only what the server needs is installed: neither the client's packages nor tools."""
    code = "import importlib.metadata as m; print(*sorted(d.name.lower() for d in m.distributions()))"
    result = subprocess.run([built / "bin/python", "-c", code], capture_output=True, text=True, check=True)

    assert {"broadgauge", "grpcio"} <= set(result.stdout.split())
    assert not {"typer", "rich", "pytest", "grpcio-tools"} & set(result.stdout.split())
