"""`CatalogService`."""

from __future__ import annotations

from functools import cache

import grpc

from broadgauge.v1 import catalog_service_pb2 as messages
from broadgauge.v1.catalog_service_pb2_grpc import CatalogServiceServicer
from broadgauge_engine.title import TITLES, TitleError, load_title

from ..conversion.titles import title_message, unknown_title


class CatalogService(CatalogServiceServicer):
    """What is in the boxes."""

    def ListTitles(
        self, request: messages.ListTitlesRequest, context: grpc.ServicerContext
    ) -> messages.ListTitlesResponse:
        """Lists the titles."""
        return messages.ListTitlesResponse(titles=map(_summary, TITLES))

    def GetTitle(self, request: messages.GetTitleRequest, context: grpc.ServicerContext) -> messages.GetTitleResponse:
        """Describes one title in full."""
        return _title_response(request.title)


def _summary(title_id: str) -> messages.TitleSummary:
    title = load_title(title_id)
    return messages.TitleSummary(
        id=title.id, name=title.name, minimum_players=min(title.seats), maximum_players=max(title.seats)
    )


@cache
def _title_response(title_id: str) -> messages.GetTitleResponse:
    try:
        title = load_title(title_id)
    except TitleError as error:
        raise unknown_title(title_id, "title") from error
    return messages.GetTitleResponse(title=title_message(title))
