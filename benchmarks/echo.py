"""A bare echo server of the same gRPC stack: what the transport alone costs.

    python benchmarks/echo.py

A call of ``/echo/N`` is answered with N bytes. The first line on standard output tells the address.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import grpc

THREADS = 8


class Echo(grpc.GenericRpcHandler):
    """Answers with as many bytes as the method's name says."""

    def service(self, call: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler:
        """The handler of a method."""
        return grpc.unary_unary_rpc_method_handler(_answering(int(call.method.rpartition("/")[2])))


@cache
def _answering(size: int) -> Callable[[bytes, grpc.ServicerContext], bytes]:
    answer = b"x" * size
    return lambda request, context: answer


def main() -> None:
    """Serves until the process is ended."""
    server = grpc.server(ThreadPoolExecutor(THREADS), options=[("grpc.so_reuseport", 0)])
    server.add_generic_rpc_handlers((Echo(),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(f"127.0.0.1:{port}", flush=True)
    server.wait_for_termination()


if __name__ == "__main__":
    main()
