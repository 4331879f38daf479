"""Wrong values are refused in words, every value is described, and the notes fit the values."""

import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import yaml

from .conftest import SCENARIOS, Chart


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"replicas": 3}, "additional properties 'replicas' not allowed"),
        ({"settings": {"host": "::"}}, "at '/settings': additional properties 'host' not allowed"),
        ({"settings": {"port": "http"}}, "at '/settings/port': got string, want integer"),
        ({"settings": {"port": 0}}, "at '/settings/port': minimum: got 0, want 1"),
        ({"settings": {"drainSeconds": -1}}, "at '/settings/drainSeconds': minimum: got -1, want 0"),
        ({"settings": {"logFormat": "xml"}}, "value must be one of 'auto', 'json', 'console'"),
        ({"settings": {"port": 50823}}, "settings.port, settings.adminPort and settings.metricsPort must differ"),
        ({"tls": {"secretname": "x"}}, "at '/tls': additional properties 'secretname' not allowed"),
        ({"tls": {"secretName": "Not A Name"}}, "at '/tls/secretName': 'Not A Name' does not match"),
        (
            {"tls": {"clientCaKey": "ca.crt"}},
            "tls.clientCaKey names a key in the secret tls.secretName, which is empty",
        ),
        ({"tokens": {"tokens": ["secret"]}}, "at '/tokens': additional properties 'tokens' not allowed"),
        ({"image": {"digest": "latest"}}, "at '/image/digest': 'latest' does not match"),
        ({"replicaCount": "2"}, "at '/replicaCount': got string, want integer"),
        ({"runAs": 0}, "at '/runAs': minimum: got 0, want 1"),
    ],
)
def test_wrong_values(chart: Chart, values: Mapping[str, object], message: str) -> None:
    """`helm template` fails and says where and why."""
    result = chart.run("template", values)

    assert result.returncode != 0
    assert message in result.stderr


def test_every_value_is_described(chart: Chart) -> None:
    """The schema has exactly the values of `values.yaml`, and permits no others at any level of ours."""
    values = yaml.safe_load((chart.folder / "values.yaml").read_text("utf-8"))
    schema = json.loads((chart.folder / "values.schema.json").read_text("utf-8"))
    described = dict(places(schema, schema, ""))

    assert set(described) - {"global"} == set(names(values, described, ""))
    assert [name for name, part in described.items() if "properties" in part and part["additionalProperties"]] == []


def places(schema: dict, part: dict, prefix: str) -> Iterator[tuple[str, dict]]:
    """Every value that the schema describes, with its part of the schema."""
    for name, found in part.get("properties", {}).items():
        reference = found.get("$ref", "").rpartition("/")[2]
        inner = schema["definitions"][reference] if reference else found
        yield prefix + name, inner
        yield from places(schema, inner, f"{prefix}{name}.")


def names(values: dict, described: Mapping[str, dict], prefix: str) -> Iterator[str]:
    """Every value of a file, down to where the schema leaves it to Kubernetes."""
    for name, value in values.items():
        yield prefix + name
        if "properties" in described.get(prefix + name, {}):
            yield from names(value, described, f"{prefix}{name}.")


@pytest.mark.parametrize(
    ("scenario", "shown", "hidden"),
    [
        ("defaults", ["without TLS", "neither encrypted", "not signed"], ["with a token"]),
        ("tls", ["over TLS", "not signed"], ["neither encrypted", "with a token"]),
        ("tokens", ["over TLS, to callers with a token"], ["neither encrypted"]),
        ("everything", ["rules.games:443", "rules-headless.games:50822"], ["not signed", "neither encrypted"]),
    ],
)
def test_notes(chart: Chart, tmp_path: Path, scenario: str, shown: list[str], hidden: list[str]) -> None:
    """The notes tell how to reach the service, and warn of what is missing."""
    folder = tmp_path / "broadgauge"
    shutil.copytree(chart.folder, folder)
    (folder / "templates/NOTES.txt").rename(folder / "notes.txt")
    (folder / "templates/notes.yaml").write_text(
        'kind: Notes\nmetadata: {name: notes}\ntext: {{ tpl (.Files.Get "notes.txt") . | quote }}\n'
    )
    text = Chart(chart.helm, folder).one("Notes", SCENARIOS[scenario])["text"]

    assert [part for part in shown if part not in text] == []
    assert [part for part in hidden if part in text] == []
