"""The standard health service, for the server and for each of its services."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from grpc_health.v1 import health, health_pb2

from .services.registry import SERVICES

THREADS = 2


def health_servicer() -> health.HealthServicer:
    """Health, not serving yet; it answers in threads of its own, so that busy calls do not hold it up."""
    servicer = health.HealthServicer(
        experimental_non_blocking=True,
        experimental_thread_pool=ThreadPoolExecutor(THREADS, thread_name_prefix="health"),
    )
    set_health(servicer, False)
    return servicer


def set_health(servicer: health.HealthServicer, serving: bool) -> None:
    """Says whether the server and all its services serve."""
    known = health_pb2.HealthCheckResponse
    for service in ("", *SERVICES):
        servicer.set(service, known.SERVING if serving else known.NOT_SERVING)
