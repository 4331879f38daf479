"""The gRPC server: services, interceptors, health and reflection on one port."""

from __future__ import annotations

import time
from threading import Event

import grpc
from grpc_health.v1 import health, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from .answers import RecentAnswers
from .call_threads import CallThreads
from .health import health_servicer, set_health
from .interceptors.answer_cache import AnswerCache
from .interceptors.authentication import Authentication
from .interceptors.call_reports import CallReports
from .interceptors.capacity import Capacity
from .interceptors.error_answers import ErrorAnswers
from .interceptors.wire import Wire
from .listening import listen
from .logs import Logger
from .metrics import Metrics
from .positions import Positions
from .reports import Reports
from .searches import Searches
from .secrets_files import Tokens, read_keys
from .services.registry import SERVICES, Shared, add_services
from .settings import MEBIBYTE, Settings, join
from .snapshots import Snapshots
from .states import RecentStates
from .tls import credentials
from .waiting import pause
from .watched_files import FileWatch

SPARE_THREADS = 32
"""Threads beyond those of admitted calls; they refuse calls, and receive requests that arrive slowly."""
LINGER_SECONDS = 0.25
"""How long calls are still refused with their reason, before the closing connections refuse them without."""
LEAST_GRACE_SECONDS = 0.5
"""Time for answers that are on their way when the connections are closed."""


class Server:
    """A server that can be started and stopped once.

    Args:
        settings: How it runs.
        logger: Where its log goes.
        metrics: What it counts.
        shared_port: Whether other processes listen on the same port.

    Raises:
        OSError: the address cannot be listened on, or a file is not usable.
    """

    def __init__(
        self, settings: Settings, logger: Logger, metrics: Metrics | None = None, shared_port: bool = False
    ) -> None:
        self._settings = settings
        self._logger = logger
        self._metrics = metrics or Metrics()
        self._capacity = Capacity(settings.threads, settings.waiting)
        self._reports = Reports(logger)
        self._searches = Searches()
        self._watch = FileWatch(logger, self._metrics)
        self._health = health_servicer()
        self._threads = CallThreads(settings.threads + settings.waiting + SPARE_THREADS)
        self._server = self._make(shared_port)
        self.port = listen(self._server, settings.host, settings.port, credentials(settings, self._watch))

    @property
    def address(self) -> str:
        """Host and port on which it listens."""
        return join(self._settings.host, self.port)

    def start(self) -> None:
        """Begins to serve."""
        self._reports.start()
        self._watch.start()
        self._server.start()
        set_health(self._health, True)
        self._logger.info(
            "serving",
            address=self.address,
            threads=self._settings.threads,
            tls=self._settings.tls_certificate is not None,
            tokens=self._settings.tokens is not None,
        )

    def stop(self, hurry: Event | None = None) -> None:
        """Says NOT_SERVING, waits a little, refuses new calls, and lets running ones finish within the grace time.

        Args:
            hurry: Cuts the wait short when it is set.
        """
        settings = self._settings
        set_health(self._health, False)
        self._reports.flush()
        self._logger.info("stopping", drain_seconds=settings.drain_seconds, grace_seconds=settings.grace_seconds)
        pause(settings.drain_seconds, hurry or Event())
        started = time.monotonic()
        self._searches.stop()
        self._capacity.close()
        finished = self._capacity.wait_until_idle(settings.grace_seconds)
        time.sleep(LINGER_SECONDS)
        left = settings.grace_seconds - (time.monotonic() - started)
        self._server.stop(max(left, LEAST_GRACE_SECONDS)).wait()
        self._threads.shutdown()
        self._watch.stop()
        self._reports.close()
        self._logger.info("stopped", seconds=round(time.monotonic() - started, 3), finished=finished)

    def _make(self, shared_port: bool) -> grpc.Server:
        settings, logger, metrics = self._settings, self._logger, self._metrics
        keys = read_keys(settings.snapshot_keys) if settings.snapshot_keys else ()
        recent = RecentStates(settings.recent_states)
        positions = Positions(recent, metrics, Snapshots(keys), settings.record_actions)
        server = grpc.server(
            self._threads,  # type: ignore[arg-type]  # gRPC asks for no more than an executor
            maximum_concurrent_rpcs=self._threads.most,
            options=_options(settings, shared_port),
        )
        interceptors = (
            CallReports(self._reports, metrics),
            ErrorAnswers(logger, metrics),
            *([Authentication(Tokens(self._watch, settings.tokens))] if settings.tokens else ()),
            self._capacity,
            AnswerCache(RecentAnswers(settings.answer_mebibytes * MEBIBYTE), metrics),
            Wire(),
        )
        add_services(server, Shared(positions, self._searches, metrics), settings, interceptors)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        if settings.reflection:
            reflection.enable_server_reflection((*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME), server)
        return server


def _options(settings: Settings, shared_port: bool) -> list[tuple[str, int]]:
    options = [
        ("grpc.so_reuseport", int(shared_port)),
        ("grpc.enable_channelz", int(settings.channelz)),
        ("grpc.max_receive_message_length", settings.message_bytes),
        ("grpc.max_send_message_length", settings.message_bytes),
    ]
    if settings.connection_seconds:
        options += [
            ("grpc.max_connection_age_ms", round(1000 * settings.connection_seconds)),
            ("grpc.max_connection_age_grace_ms", round(1000 * settings.grace_seconds)),
        ]
    return options
