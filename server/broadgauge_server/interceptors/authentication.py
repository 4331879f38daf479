"""Bearer tokens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import grpc

from broadgauge.v1.reasons_pb2 import Reason

from ..errors import RequestError
from ..secrets_files import Tokens
from .around import Around

SCHEME = "bearer "


class Authentication(Around):
    """Lets calls pass that carry ``authorization: Bearer TOKEN`` with a token that is accepted."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens

    @contextmanager
    def around(self, method: str, context: grpc.ServicerContext) -> Iterator[None]:
        """Refuses the call without a known token."""
        if not any(self._accepts(key, value) for key, value in context.invocation_metadata()):
            text = "authorization: the call carries no bearer token that this server accepts"
            raise RequestError(Reason.REASON_UNAUTHENTICATED, text, "authorization")
        yield

    def _accepts(self, key: str, value: str | bytes) -> bool:
        if key != "authorization" or not isinstance(value, str) or not value.lower().startswith(SCHEME):
            return False
        return self._tokens.accept(value[len(SCHEME) :].encode())
