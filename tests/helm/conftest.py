"""Helm, and what it renders."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

CACHE = Path.home() / ".cache" / "broadgauge" / "bin" / "helm"
SCENARIOS: Mapping[str, Mapping[str, object]] = {
    "defaults": {},
    "tls": {"tls": {"secretName": "rules-tls"}},
    "mutual-tls": {"tls": {"secretName": "rules-tls", "clientCaKey": "ca.crt"}},
    "tokens": {"tls": {"secretName": "rules-tls"}, "tokens": {"secretName": "rules-tokens"}},
    "everything": {
        "image": {"repository": "example/rules", "digest": "sha256:" + "0" * 64, "pullPolicy": "Always"},
        "imagePullSecrets": [{"name": "pull"}],
        "fullnameOverride": "rules",
        "tls": {"secretName": "rules-tls", "clientCaKey": "ca.crt"},
        "tokens": {"secretName": "rules-tokens", "key": "list"},
        "snapshotKeys": {"secretName": "rules-snapshot-keys", "key": "list"},
        "service": {"port": 443, "annotations": {"example.com/note": "yes"}},
        "podLabels": {"team": "rail"},
        "podAnnotations": {"example.com/note": "yes"},
        "nodeSelector": {"kubernetes.io/arch": "amd64"},
        "tolerations": [{"key": "games", "operator": "Exists", "effect": "NoSchedule"}],
        "affinity": {"podAntiAffinity": {}},
    },
}
"""Values of every set-up that the tests render."""


@dataclass(frozen=True)
class Chart:
    """The chart, and the helm that renders it."""

    helm: str
    folder: Path

    def run(
        self, command: str, values: Mapping[str, object], release: str = "rules"
    ) -> subprocess.CompletedProcess[str]:
        """Runs ``lint`` or ``template`` with some values."""
        arguments = {"lint": ["lint", "--strict"], "template": ["template", release, "--namespace", "games"]}[command]
        return subprocess.run(
            [self.helm, *arguments, self.folder, "--values", "-"],
            input=yaml.safe_dump(dict(values)),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def render(self, values: Mapping[str, object], release: str = "rules") -> list[dict]:
        """Every object that the chart makes of some values."""
        result = self.run("template", values, release)
        assert (result.returncode, result.stderr) == (0, "")
        return [document for document in yaml.safe_load_all(result.stdout) if document]

    def one(self, kind: str, values: Mapping[str, object] | None = None, name: str = "") -> dict:
        """The only object of a kind, or the one whose name ends like this."""
        (found,) = (
            document
            for document in self.render(values or {})
            if document["kind"] == kind and re.search(f"{name}$", document["metadata"]["name"])
        )
        return found


@pytest.fixture(scope="session")
def helm() -> str:
    """The command; tests skip where it is missing."""
    found = os.environ.get("HELM") or shutil.which("helm") or (str(CACHE) if CACHE.exists() else "")
    if not found:
        pytest.skip("helm is missing: go install helm.sh/helm/v3/cmd/helm@v3.22.0, or name it in HELM")
    return found


@pytest.fixture(scope="session")
def chart(helm: str, repository: Path) -> Chart:
    """The chart of this repository."""
    return Chart(helm, repository / "helm" / "broadgauge")


@pytest.fixture(params=SCENARIOS)
def values(request: pytest.FixtureRequest) -> Mapping[str, object]:
    """Each of the set-ups in turn."""
    return SCENARIOS[request.param]
