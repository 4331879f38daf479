"""The pods are hardened, probed, stopped with patience, and get their settings and secrets."""

from collections.abc import Mapping
from dataclasses import fields

import pytest

from broadgauge_server.configuration import PREFIX, parse
from broadgauge_server.services.registry import SERVICES
from broadgauge_server.settings import Settings

from .conftest import SCENARIOS, Chart

SET_BY_THE_CHART = {"host", "insecure", "admin_host", "tls_certificate", "tls_key", "tls_client_ca", "tokens"}
SET_BY_THE_CHART |= {"snapshot_keys"}
OTHER_DEFAULTS = {"admin_port", "metrics_port", "connection_seconds", "drain_seconds", "grace_seconds", "log_format"}


def pod(chart: Chart, values: Mapping[str, object] | None = None) -> dict:
    """The specification of the pods."""
    return chart.one("Deployment", values)["spec"]["template"]["spec"]


def container(chart: Chart, values: Mapping[str, object] | None = None) -> dict:
    """The only container of the pods."""
    (found,) = pod(chart, values)["containers"]
    return found


def settings(chart: Chart, values: Mapping[str, object] | None = None) -> Settings:
    """What the server makes of the config map, read by its own code."""
    return parse([], chart.one("ConfigMap", values)["data"])


def test_hardened(chart: Chart, values: Mapping[str, object]) -> None:
    """No root, no writing, no capabilities, no token for the cluster's API."""
    spec, one = pod(chart, values), container(chart, values)

    assert spec["automountServiceAccountToken"] is False
    assert spec["enableServiceLinks"] is False
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert spec["securityContext"]["runAsUser"] >= 1
    assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert one["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }


def test_probes_ask_the_admin_port(chart: Chart, values: Mapping[str, object]) -> None:
    """All probes are native gRPC probes, and ask for services that the server's health knows."""
    one, port = container(chart, values), settings(chart, values).admin_port
    probes = [one[name]["grpc"] for name in ("startupProbe", "readinessProbe", "livenessProbe")]

    assert {probe["port"] for probe in probes} == {port}
    assert {probe.get("service", "") for probe in probes} <= {"", *SERVICES}


@pytest.mark.parametrize(("drain", "grace"), [(5, 20), (0, 0), (30, 3600)])
def test_patience(chart: Chart, drain: int, grace: int) -> None:
    """A pod has more time to stop than its server takes, which gives its processes 5 seconds beyond their grace."""
    values = {"settings": {"drainSeconds": drain, "graceSeconds": grace}}

    assert pod(chart, values)["terminationGracePeriodSeconds"] == drain + grace + 10


def test_the_server_accepts_its_settings(chart: Chart, values: Mapping[str, object]) -> None:
    """The config map is a valid environment, and its ports are those of the container."""
    read = settings(chart, values)
    ports = {port["name"]: port["containerPort"] for port in container(chart, values)["ports"]}

    assert ports == {"grpc": read.port, "admin": read.admin_port, "metrics": read.metrics_port}


def test_every_setting_has_its_place(chart: Chart) -> None:
    """Each setting of the server is a value of the chart or set by it, and the chart sets no others."""
    known = {field.name for field in fields(Settings)}
    from_values = {name.removeprefix(PREFIX).lower() for name in chart.one("ConfigMap")["data"]}

    assert from_values | SET_BY_THE_CHART == known


def test_defaults_are_the_servers(chart: Chart) -> None:
    """Settings that a cluster does not need otherwise have the server's own defaults."""
    ours, usual = settings(chart), Settings()
    others = {
        field.name
        for field in fields(Settings)
        if field.name not in SET_BY_THE_CHART and getattr(ours, field.name) != getattr(usual, field.name)
    }

    assert others - {"threads"} == OTHER_DEFAULTS


def test_every_setting_at_its_limit(chart: Chart) -> None:
    """Large numbers arrive as whole numbers."""
    values = {"settings": {"recordActions": 100_000, "recentStates": 100_000, "graceSeconds": 3600}}
    read = settings(chart, values)

    assert (read.record_actions, read.recent_states, read.grace_seconds) == (100_000, 100_000, 3600)


def test_insecure_only_without_tls(chart: Chart) -> None:
    """Where a secret for TLS is named the server is told its files; where none is, that this is intended."""
    assert settings(chart).insecure
    assert not settings(chart, SCENARIOS["tls"]).insecure
    assert settings(chart, SCENARIOS["tls"]).tls_client_ca is None
    assert str(settings(chart, SCENARIOS["mutual-tls"]).tls_client_ca) == "/run/broadgauge/tls/ca.crt"


def test_secrets_are_mounted_where_the_server_looks(chart: Chart, values: Mapping[str, object]) -> None:
    """Each file among the settings lies in a read-only volume made of the secret that the values name."""
    one = container(chart, values)
    folders = {mount["mountPath"]: mount["name"] for mount in one["volumeMounts"] if mount.get("readOnly")}
    volumes = {volume["name"]: volume.get("secret", {}) for volume in pod(chart, values)["volumes"]}
    read = settings(chart, values)
    files = [read.tls_certificate, read.tls_key, read.tls_client_ca, read.tokens, read.snapshot_keys]
    named = {part["secretName"] for part in values.values() if isinstance(part, dict) and part.get("secretName")}

    assert {str(file.parent) for file in files if file} == set(folders)
    assert {volumes[name]["secretName"] for name in folders.values()} == named
    assert all(volumes[name]["defaultMode"] == 0o440 for name in folders.values())


def test_no_secret_in_the_chart(chart: Chart, values: Mapping[str, object]) -> None:
    """Secrets are referred to, never made."""
    assert all(document["kind"] != "Secret" for document in chart.render(values))


def test_changed_settings_restart_the_pods(chart: Chart) -> None:
    """The template of the pods changes with the config map, and only with it."""

    def template(values: Mapping[str, object]) -> dict:
        return chart.one("Deployment", values)["spec"]["template"]["metadata"]

    assert template({"settings": {"waiting": 65}}) != template({})
    assert template({"service": {"port": 443}}) == template({})


def test_services_find_the_pods(chart: Chart, values: Mapping[str, object]) -> None:
    """Both services select the pods and lead to ports that they have; the headless one has no address."""
    deployment = chart.one("Deployment", values)
    labels = deployment["spec"]["template"]["metadata"]["labels"].items()
    ports = {port["name"] for port in container(chart, values)["ports"]}
    services = [document for document in chart.render(values) if document["kind"] == "Service"]

    assert deployment["spec"]["selector"]["matchLabels"].items() <= labels
    for service in services:
        assert service["spec"]["selector"].items() <= labels
        assert {port["targetPort"] for port in service["spec"]["ports"]} <= ports
        assert "admin" not in {port["targetPort"] for port in service["spec"]["ports"]}
    assert [service["spec"].get("clusterIP") for service in services].count("None") == 1


def test_image(chart: Chart) -> None:
    """The image is the chart's version by default, and a digest outweighs a tag."""
    digest = "sha256:" + "1" * 64

    assert container(chart)["image"] == "broadgauge:0.1.0"
    assert container(chart, {"image": {"tag": "next"}})["image"] == "broadgauge:next"
    assert container(chart, {"image": {"tag": "next", "digest": digest}})["image"] == f"broadgauge@{digest}"


@pytest.mark.parametrize("release", ["rules", "broadgauge", "r" * 53])
def test_names_are_short_enough(chart: Chart, release: str) -> None:
    """Every name is at most 63 characters, also with the longest name of a release that helm takes."""
    names = {document["metadata"]["name"] for document in chart.render({}, release)}

    assert max(map(len, names)) <= 63
    assert len(names) == 2
