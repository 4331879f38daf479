"""TLS, client certificates and bearer tokens, over real sockets."""

import signal
import ssl
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from broadgauge.v1.catalog_service_pb2 import ListTitlesRequest
from broadgauge_client import BadRequest, Connection, ServerFailure, Tls
from tests.server.certificates import Pair, authority, signed
from tests.server.processes import ended, running

TOKEN = "an-agreed-token"
OLDER = "an-older-token"


@pytest.fixture
def trust(tmp_path: Path) -> Pair:
    """An authority, the server's certificate and key, and a client's, as files."""
    root = authority("Test authority")
    root.write(tmp_path / "ca.pem")
    signed("server", root).write(tmp_path / "server.pem", tmp_path / "server.key")
    signed("client", root).write(tmp_path / "client.pem", tmp_path / "client.key")
    return root


def served(folder: Path) -> list[str]:
    """Arguments for a server with TLS."""
    return ["--tls-certificate", str(folder / "server.pem"), "--tls-key", str(folder / "server.key")]


def titles(connection: Connection) -> int:
    """How many titles a server has."""
    return len(connection.call(connection.catalog.ListTitles, ListTitlesRequest()).titles)


def presented(address: str) -> bytes:
    """The certificate that a server shows, as PEM."""
    host, _, port = address.rpartition(":")
    return ssl.get_server_certificate((host, int(port))).encode()


def test_tls(tmp_path: Path, trust: Pair) -> None:
    """Who trusts the authority is served, a plain caller and a distrustful one are not."""
    authority("Stranger").write(tmp_path / "stranger.pem")
    with running(*served(tmp_path)) as server:
        with Connection(server.address, tls=Tls(tmp_path / "ca.pem")) as connection:
            assert titles(connection) == 3
        for wrong in (None, Tls(tmp_path / "stranger.pem")):
            with Connection(server.address, timeout=5, tls=wrong) as connection, pytest.raises(ServerFailure):
                titles(connection)


def test_a_new_certificate_is_taken_without_a_restart(tmp_path: Path, trust: Pair) -> None:
    """After the files changed, new connections see the new certificate; a broken file changes nothing."""
    with running(*served(tmp_path)) as server:
        first = presented(server.address)
        signed("server", trust).write(tmp_path / "server.pem", tmp_path / "server.key")
        second = presented(server.address)
        renewed = (tmp_path / "server.pem").read_bytes()
        (tmp_path / "server.pem").write_text("rubbish")
        third = presented(server.address)

    assert first != second
    assert second.strip() == third.strip() == renewed.strip()


def test_client_certificates(tmp_path: Path, trust: Pair) -> None:
    """With authorities for clients, only who shows a certificate of theirs is served."""
    stranger = authority("Stranger")
    signed("client", stranger).write(tmp_path / "odd.pem", tmp_path / "odd.key")
    with running(*served(tmp_path), "--tls-client-ca", str(tmp_path / "ca.pem")) as server:
        known = Tls(tmp_path / "ca.pem", tmp_path / "client.pem", tmp_path / "client.key")
        with Connection(server.address, tls=known) as connection:
            assert titles(connection) == 3
        for wrong in (Tls(tmp_path / "ca.pem"), Tls(tmp_path / "ca.pem", tmp_path / "odd.pem", tmp_path / "odd.key")):
            with Connection(server.address, timeout=5, tls=wrong) as connection, pytest.raises(ServerFailure):
                titles(connection)


def test_tokens(tmp_path: Path) -> None:
    """Each token of the file is accepted, others are not; a new file counts at once; the log has none of them."""
    file = tmp_path / "tokens"
    file.write_text(f"# for the front end\n{TOKEN}\n\n{OLDER}\n")
    with running("--tokens", str(file)) as server:
        for token in (TOKEN, OLDER):
            with Connection(server.address, token=token) as connection:
                assert titles(connection) == 3
        for token in ("", "a-guessed-token", TOKEN[:-1], TOKEN + "x"):
            with Connection(server.address, token=token) as connection, pytest.raises(BadRequest) as caught:
                titles(connection)
            assert caught.value.reason == "UNAUTHENTICATED"
        file.with_name("new").write_text("a-newer-token\n")
        file.with_name("new").replace(file)
        with Connection(server.address, token=TOKEN) as connection, pytest.raises(BadRequest):
            titles(connection)
        with Connection(server.address, token="a-newer-token") as connection:
            assert titles(connection) == 3
        _, log = server.stopped(signal.SIGTERM)

    assert "UNAUTHENTICATED" in log
    for secret in (TOKEN, OLDER, "a-newer-token", "a-guessed-token"):
        assert secret not in log


def test_health_needs_no_token(tmp_path: Path) -> None:
    """Probes carry no token, and are answered."""
    file = tmp_path / "tokens"
    file.write_text(f"{TOKEN}\n")
    with running("--tokens", str(file)) as server, grpc.insecure_channel(server.address) as channel:
        answer = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=10)

    assert answer.status == health_pb2.HealthCheckResponse.SERVING


BAD_FILES = {
    "no token": ("--tokens", "\n# nothing\n", "there is no token in it"),
    "short token": ("--tokens", "abc\n", "fewer than 8 characters"),
    "no key": ("--snapshot-keys", "\n", "there is no key in it"),
    "key as long as a token": ("--snapshot-keys", "abc-abc-abc-abc\n", "fewer than 32 characters"),
    "half a key": ("--snapshot-keys", "abc-" * 16, "half of one"),
    "short key": ("--snapshot-keys", "abc\n", "fewer than 32 characters"),
}


@pytest.mark.parametrize(("flag", "content", "text"), BAD_FILES.values(), ids=BAD_FILES)
def test_files_without_use(tmp_path: Path, flag: str, content: str, text: str) -> None:
    """A file of secrets that has none, or a weak one, is a wrong setting; the message names it and quotes nothing."""
    file = tmp_path / "secrets"
    file.write_text(content)
    result = ended("--port", "0", flag, str(file))

    assert result.returncode == 2
    assert flag in result.stderr
    assert text in result.stderr
    assert "abc" not in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("missing", ["server.pem", "server.key"])
def test_missing_tls_files(tmp_path: Path, trust: Pair, missing: str) -> None:
    """A TLS file that is not there, or is no PEM, is named at the start."""
    (tmp_path / missing).unlink()
    gone = ended("--port", "0", *served(tmp_path))
    (tmp_path / missing).write_text("rubbish")
    broken = ended("--port", "0", *served(tmp_path))

    for result in (gone, broken):
        assert result.returncode == 2
        assert missing in result.stderr
        assert "Traceback" not in result.stderr


def test_the_key_of_another_certificate(tmp_path: Path, trust: Pair) -> None:
    """A key that does not fit the certificate is a wrong setting, not a port that is in use."""
    signed("other", trust).write(tmp_path / "other.pem", tmp_path / "server.key")
    result = ended("--port", "0", *served(tmp_path))

    assert result.returncode == 2
    assert "--tls-key" in result.stderr
    assert "Traceback" not in result.stderr


def test_other_addresses_need_tls() -> None:
    """A server that other machines could reach does not start without TLS."""
    result = ended("--host", "0.0.0.0", "--port", "0")

    assert result.returncode == 2
    assert "--insecure" in result.stderr


def test_other_addresses_with_the_flag() -> None:
    """With the explicit flag it does."""
    with running("--host", "0.0.0.0", "--insecure") as server:
        port = server.address.rpartition(":")[2]
        with Connection(f"127.0.0.1:{port}") as connection:
            assert titles(connection) == 3
