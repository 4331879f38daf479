"""What the chart renders is accepted by helm and by Kubernetes."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from .conftest import Chart

KINDS = ["ConfigMap", "Deployment", "Service", "Service"]


def newest_versions(count: int = 3) -> list[str]:
    """The newest Kubernetes versions whose schemas are installed, one for each minor version."""
    package = pytest.importorskip(
        "kubernetes_validate", reason="kubernetes-validate is missing: pip install -r tests/helm/requirements.txt"
    )
    folder = Path(package.__file__).parent / "kubernetes-json-schema"
    names = {path.name.split("-")[0].removeprefix("v") for path in folder.iterdir()}
    newest = {name.rpartition(".")[0]: name for name in sorted(names, key=numbers)}
    return sorted(newest.values(), key=numbers)[-count:]


def numbers(version: str) -> list[int]:
    """A version by which versions can be sorted."""
    return [int(part) for part in version.split(".")]


def test_lint_is_clean(chart: Chart, values: Mapping[str, object]) -> None:
    """`helm lint --strict` finds nothing."""
    result = chart.run("lint", values)

    assert result.returncode == 0, result.stdout
    assert "[WARNING]" not in result.stdout


def test_these_objects_and_no_others(chart: Chart, values: Mapping[str, object]) -> None:
    """A deployment, two services and a config map, in the namespace of the release."""
    documents = chart.render(values)

    assert sorted(document["kind"] for document in documents) == KINDS
    assert {document["metadata"]["namespace"] for document in documents} == {"games"}


def test_kubernetes_knows_every_field(chart: Chart, values: Mapping[str, object]) -> None:
    """Every object is strictly valid for the three newest versions of Kubernetes."""
    versions = newest_versions()
    import kubernetes_validate

    assert len(versions) == 3
    for document in chart.render(values):
        for version in versions:
            kubernetes_validate.validate(document, version, strict=True)


def test_the_validation_bites(chart: Chart) -> None:
    """A misspelt field of a probe is found."""
    version = newest_versions()[-1]
    import kubernetes_validate

    deployment = chart.one("Deployment")
    deployment["spec"]["template"]["spec"]["containers"][0]["livenessProbe"]["grpc"]["prot"] = 1
    with pytest.raises(kubernetes_validate.ValidationError, match="prot"):
        kubernetes_validate.validate(deployment, version, strict=True)


def test_rendering_repeats(chart: Chart, values: Mapping[str, object]) -> None:
    """The same values give the same objects, so that an upgrade without changes does nothing."""
    assert chart.render(values) == chart.render(values)
