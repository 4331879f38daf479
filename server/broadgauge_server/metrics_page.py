"""The page with the metrics, and nothing else, over HTTP."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from socketserver import ThreadingMixIn
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from prometheus_client import CollectorRegistry, make_wsgi_app

from .listening import ListenError
from .settings import join

PATH = "/metrics"
NOT_FOUND = b"Not found. The metrics are at /metrics.\n"
SILENCE_SECONDS = 10.0
"""How long a caller may take for a request, and may leave the answer unread."""

_Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


class MetricsPage:
    """Serves the metrics in threads of its own.

    Args:
        host: The address to listen on.
        port: The port; 0 takes a free one.
        registry: What to publish.

    Raises:
        ListenError: the address is in use, or not ours.
    """

    def __init__(self, host: str, port: int, registry: CollectorRegistry) -> None:
        try:
            family, *_, address = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)[0]
            server = type("Server", (_Server,), {"address_family": family})
            self._server: WSGIServer = server(address[:2], _Handler)
        except OSError as error:
            raise ListenError(join(host, port)) from error
        self._server.set_app(_only(PATH, make_wsgi_app(registry)))
        self.address = join(host, self._server.server_port)
        self._thread = Thread(target=self._server.serve_forever, name="metrics", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Serves no more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _only(path: str, application: _Application) -> _Application:
    """An application under one path; any other is not found."""

    def answer(request: dict[str, Any], start: Any) -> Iterable[bytes]:
        if request["PATH_INFO"] == path:
            return application(request, start)
        start("404 Not Found", [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(NOT_FOUND)))])
        return [NOT_FOUND]

    return answer


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing about callers that leave, or never send a request."""


class _Handler(WSGIRequestHandler):
    timeout = SILENCE_SECONDS

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing about requests."""
