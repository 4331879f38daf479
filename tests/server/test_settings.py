"""Settings from the command line, the environment and a file; what is wrong with them is said at the start."""

from dataclasses import fields
from pathlib import Path

import pytest

from broadgauge_server.configuration import parse
from broadgauge_server.setting_table import TABLE
from broadgauge_server.settings import Settings
from tests.server.processes import ended


def test_every_setting_is_explained() -> None:
    """The table has exactly the fields of the settings, in the same order."""
    assert list(TABLE) == [field.name for field in fields(Settings)]


def test_help_lists_the_settings() -> None:
    """``--help`` names every setting, its variable, and the file."""
    result = ended("--help")

    assert result.returncode == 0
    for name in TABLE:
        assert f"--{name.replace('_', '-')}" in result.stdout
        assert f"BROADGAUGE_{name.upper()}" in result.stdout
    assert "--config" in result.stdout


def test_the_command_line_outweighs_the_environment_and_that_the_file(tmp_path: Path) -> None:
    """A file sets three values, the environment two of them, the command line one."""
    config = tmp_path / "broadgauge.toml"
    config.write_text('threads = 3\nwaiting = 5\nroute_seconds = 1.5\nreflection = false\nhost = "localhost"\n')
    environment = {"BROADGAUGE_CONFIG": str(config), "BROADGAUGE_WAITING": "6", "BROADGAUGE_THREADS": "7"}
    settings = parse(["--threads", "8"], environment)

    assert (settings.threads, settings.waiting, settings.route_seconds) == (8, 6, 1.5)
    assert (settings.reflection, settings.host) == (False, "localhost")
    assert parse(["--reflection"], environment).reflection


def test_without_anything_the_defaults_hold() -> None:
    """No argument and no variable give the default settings."""
    assert parse([], {}) == Settings()


WRONG = {
    "port": (["--port", "65536"], {}, "--port"),
    "threads": (["--threads", "0"], {}, "--threads"),
    "words": (["--waiting", "many"], {}, "not a whole number"),
    "seconds": (["--grace-seconds", "-1"], {}, "--grace-seconds"),
    "unknown": (["--colour", "red"], {}, "--colour"),
    "abbreviated": (["--thread", "2"], {}, "--thread"),
    "choice": (["--log-format", "xml"], {}, "json"),
    "variable": ([], {"BROADGAUGE_WORKERS": "none"}, "BROADGAUGE_WORKERS"),
    "truth": ([], {"BROADGAUGE_INSECURE": "perhaps"}, "neither true nor false"),
    "service link": ([], {"BROADGAUGE_PORT": "tcp://10.0.0.1:50822"}, "enableServiceLinks"),
    "no file": (["--config", "no/such/file"], {}, "no/such/file"),
    "half of TLS": (["--tls-key", "key.pem"], {}, "--tls-certificate"),
    "authorities alone": (["--tls-client-ca", "ca.pem"], {}, "--tls-certificate"),
    "open to all": (["--host", "0.0.0.0"], {}, "--insecure"),
    "open by name": (["--host", "example.org"], {}, "--insecure"),
    "open in IPv6": (["--host", "::"], {}, "--insecure"),
    "channelz nowhere": (["--channelz"], {}, "--admin-port"),
    "same port twice": (["--port", "7000", "--metrics-port", "7000"], {}, "must differ"),
}


@pytest.mark.parametrize(("arguments", "environment", "text"), WRONG.values(), ids=WRONG)
def test_wrong_settings(capsys, arguments: list[str], environment: dict[str, str], text: str) -> None:
    """A wrong setting ends the process with status 2 and a message that names it."""
    with pytest.raises(SystemExit) as caught:
        parse(arguments, environment)

    assert caught.value.code == 2
    assert text in capsys.readouterr().err


FILES = {
    "not TOML": ("threads =", "is not TOML"),
    "unknown": ("colour = 'red'", "unknown settings: colour"),
    "wrong": ("threads = 'two'", "threads: 'two' is not a whole number"),
}


@pytest.mark.parametrize(("content", "text"), FILES.values(), ids=FILES)
def test_wrong_files(capsys, tmp_path: Path, content: str, text: str) -> None:
    """A wrong file is said to be wrong, with the place."""
    config = tmp_path / "broadgauge.toml"
    config.write_text(content)
    with pytest.raises(SystemExit):
        parse(["--config", str(config)], {})

    assert text in capsys.readouterr().err


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.8.8.8"])
def test_this_machine_alone_needs_no_tls(host: str) -> None:
    """Addresses that only this machine reaches are allowed as they are."""
    assert parse(["--host", host], {}).host == host


def test_the_open_can_be_chosen() -> None:
    """``--insecure`` allows other addresses, and so does TLS."""
    assert parse(["--host", "0.0.0.0", "--insecure"], {}).insecure
    assert parse(["--host", "0.0.0.0", "--tls-key", "key.pem", "--tls-certificate", "cert.pem"], {}).tls_key
