"""The small ports beside the main one: health that is never busy, and metrics."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import grpc
from grpc_channelz.v1 import channelz
from grpc_health.v1 import health_pb2_grpc
from prometheus_client import CollectorRegistry

from .health import health_servicer, set_health
from .listening import ListenError, listen
from .metrics_page import MetricsPage
from .settings import Settings, join


class SidePorts:
    """Health and metrics on ports of their own, as far as the settings want them.

    Args:
        settings: Which ports.
        registry: What to publish as metrics.

    Raises:
        ListenError: a port is in use.
    """

    def __init__(self, settings: Settings, registry: CollectorRegistry) -> None:
        self._health = health_servicer()
        self._admin: grpc.Server | None = None
        self._metrics: MetricsPage | None = None
        self.addresses: dict[str, str] = {}
        if settings.admin_port is not None:
            self.addresses["health"] = self._serve_health(settings, settings.admin_port)
        try:
            if settings.metrics_port is not None:
                self._metrics = MetricsPage(settings.admin_host, settings.metrics_port, registry)
                self.addresses["metrics"] = self._metrics.address
        except ListenError:
            self.stop()
            raise

    def set_health(self, serving: bool) -> None:
        """Says on the admin port whether the server serves."""
        set_health(self._health, serving)

    def stop(self) -> None:
        """Closes the ports."""
        if self._admin is not None:
            self._admin.stop(0).wait()
        if self._metrics is not None:
            self._metrics.close()

    def _serve_health(self, settings: Settings, port: int) -> str:
        server = grpc.server(
            ThreadPoolExecutor(2, thread_name_prefix="admin"),
            options=[("grpc.so_reuseport", 0), ("grpc.enable_channelz", int(settings.channelz))],
        )
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        if settings.channelz:
            channelz.add_channelz_servicer(server)
        address = join(settings.admin_host, listen(server, settings.admin_host, port))
        server.start()
        self._admin = server
        return address
