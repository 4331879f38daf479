"""What the server counts, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

DURATIONS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the buckets of durations, in seconds."""


class Metrics:
    """The counters of one process.

    Args:
        registry: Where they are registered; one of its own by default.
    """

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        self.registry = registry or CollectorRegistry()
        self.started = self._counter("calls_started", "Calls that began.", "method")
        self.handled = self._counter("calls_handled", "Calls that ended, by status code.", "method", "code")
        self.refused = self._counter("calls_refused", "Calls that ended with a documented reason.", "reason")
        self.duration = Histogram(
            "broadgauge_call_duration_seconds",
            "Time from the arrival of a call to its answer.",
            ["method"],
            buckets=DURATIONS,
            registry=self.registry,
        )
        self.in_flight = Gauge(
            "broadgauge_calls_in_flight",
            "Calls in progress or waiting.",
            multiprocess_mode="livesum",
            registry=self.registry,
        )
        self.reloads = self._counter(
            "file_reloads", "Changes of files that settings name: used, gone, or failed.", "setting", "result"
        )
        self.unusable = Gauge(
            "broadgauge_files_unusable",
            "1 while a file that a setting names cannot be used, so that its earlier content holds.",
            ["setting"],
            multiprocess_mode="livemax",
            registry=self.registry,
        )
        self.cache = self._counter("cache_lookups", "Look-ups in a cache, by result.", "cache", "result")
        self.route_nodes = self._counter("route_nodes", "Partial routes and sets of routes that searches looked at.")
        self.route_seconds = self._counter("route_search_seconds", "Time that searches for routes took.")
        self.route_searches = self._counter(
            "route_searches", "Searches for routes, by whether they proved it.", "proven"
        )

    def looked_up(self, cache: str, found: bool) -> None:
        """Counts a look-up in a cache."""
        self.cache.labels(cache, "hit" if found else "miss").inc()

    def reloaded(self, setting: str, result: str) -> None:
        """Counts a change of a file that a setting names: ``used``, ``gone`` or ``failed``."""
        self.reloads.labels(setting, result).inc()
        self.unusable.labels(setting).set(result == "failed")

    def searched(self, nodes: int, milliseconds: float, proven: bool) -> None:
        """Counts a search for routes."""
        self.route_nodes.inc(nodes)
        self.route_seconds.inc(milliseconds / 1000)
        self.route_searches.labels(str(proven).lower()).inc()

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(f"broadgauge_{name}", meaning, labels, registry=self.registry)
