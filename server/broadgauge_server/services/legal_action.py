"""`LegalActionService`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import grpc

from broadgauge.v1 import legal_action_service_pb2 as messages
from broadgauge.v1.legal_action_service_pb2_grpc import LegalActionServiceServicer
from broadgauge.v1.reasons_pb2 import Reason

from .. import vocabulary
from ..commands.check_action import check_action
from ..commands.list_actions import Filter, list_actions
from ..conversion.actions import KINDS, action_from_message
from ..conversion.answers import option_message, refusal_message, unavailable_message
from ..errors import RequestError
from ..positions import Positions
from ..situation import Situation
from .positions import answer_status, situation_of


class LegalActionService(LegalActionServiceServicer):
    """What may be done now."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    def ListLegalActions(
        self, request: messages.ListLegalActionsRequest, context: grpc.ServicerContext
    ) -> messages.ListLegalActionsResponse:
        """Lists everything that may be done."""
        situation = situation_of(self._positions, request.position)
        page = list_actions(situation, _filter(request, situation), request.page_size, request.page_token)
        return messages.ListLegalActionsResponse(
            status=answer_status(self._positions, situation, request.position),
            options=map(option_message, page.options),
            unavailable=map(unavailable_message, page.unavailable),
            next_page_token=page.next_token,
            total_options=page.total_options,
        )

    def CheckAction(
        self, request: messages.CheckActionRequest, context: grpc.ServicerContext
    ) -> messages.CheckActionResponse:
        """Tells whether one action is legal."""
        situation = situation_of(self._positions, request.position)
        verdict = check_action(situation, action_from_message(request.action))
        return messages.CheckActionResponse(
            status=answer_status(self._positions, situation, request.position),
            legal=verdict.refusal is None,
            refusal=refusal_message(verdict.refusal) if verdict.refusal else None,
            asks=verdict.asks,
        )


def _filter(request: messages.ListLegalActionsRequest, situation: Situation) -> Filter:
    title, seats = situation.state.title, len(situation.state.players)
    for index, kind in enumerate(request.kinds):
        _check(f"kinds[{index}]", kind, KINDS)
    _check("player", request.player, range(seats + 1))
    if request.company:
        _check("company", request.company, title.companies)
    kinds = frozenset(KINDS[kind] for kind in request.kinds)
    return Filter(kinds, request.player, request.company, request.include_unavailable)


def _check(field: str, value: object, known: Collection[Any]) -> None:
    if value not in known:
        text = f"{field}: {vocabulary.expectation(value, known)}"
        raise RequestError(Reason.REASON_ID_UNKNOWN, text, field, field=field, value=value)
