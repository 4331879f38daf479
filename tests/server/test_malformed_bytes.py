"""Bytes that are no message: the caller is told where they stop to be one."""

from __future__ import annotations

import random

import grpc
import pytest
from google.protobuf.message import DecodeError

from broadgauge.v1 import actions_pb2
from broadgauge.v1.game_service_pb2 import GetGameViewRequest
from broadgauge.v1.record_pb2 import GameRecord, GameSetup, Position
from broadgauge_server.wire_faults import find_fault

INVALID = grpc.StatusCode.INVALID_ARGUMENT


def delimited(number: int, content: bytes) -> bytes:
    """A short field of bytes on the wire."""
    return bytes([number << 3 | 2, len(content)]) + content


def in_record(action: bytes) -> bytes:
    """A request for the view of a record with an empty action, and this one."""
    return delimited(1, delimited(1, delimited(3, b"") + delimited(3, action)))


BID_NUMBER = actions_pb2.Action.DESCRIPTOR.fields_by_name["place_bid"].number
BID_IN_RECORD = "position.record.actions[1].place_bid"
MALFORMED = {
    "a text that is not UTF-8": (
        in_record(delimited(BID_NUMBER, delimited(2, b"M\xff"))),
        f"{BID_IN_RECORD}.item",
        "UTF-8, and byte 1",
    ),
    "a field cut short": (
        in_record(delimited(BID_NUMBER, b"\x12\x09M2")),
        BID_IN_RECORD,
        "field 2 has 9 bytes, 2 are there",
    ),
    "a number cut short": (in_record(delimited(BID_NUMBER, b"\x08\xff")), BID_IN_RECORD, "in the middle of a field"),
    "a fixed number cut short": (b"\x09123", "", "in the middle of a field"),
    "an endless number": (b"\x08" + b"\xff" * 11, "", "more than ten bytes"),
    "a field without a number": (b"\x02\x00", "", "there is no field 0"),
    "a kind of field that does not exist": (b"\x0f", "", "field 1 is of kind 7"),
}


@pytest.mark.parametrize(("data", "field", "text"), MALFORMED.values(), ids=MALFORMED)
def test_bytes_that_are_no_message(client, refusal, data, field, text) -> None:
    """The field is named in which the bytes stop to be a message, with what was expected there."""
    error = refusal(client.channel.unary_unary("/broadgauge.v1.GameService/GetGameView"), data)

    assert (error.code, error.info.reason, error.field) == (INVALID, "REQUEST_MALFORMED", field)
    assert error.text.startswith("the bytes are no GetGameViewRequest: " + field)
    assert text in error.text
    assert error.info.metadata["field"] == field


def test_whatever_protobuf_refuses_has_a_fault() -> None:
    """Of a valid request with some bytes changed or cut off, the fault is found whenever protobuf does not take it."""
    bid = actions_pb2.Action(place_bid=actions_pb2.PlaceBid(player=1, item="M24", amount=100))
    record = GameRecord(setup=GameSetup(title="1822", players=["Ada", "Bertram"], seed=7), actions=[bid] * 5)
    whole = GetGameViewRequest(position=Position(record=record)).SerializeToString()
    chance = random.Random(1822)
    refused = 0
    for _ in range(5000):
        data = bytearray(whole[: chance.choice((len(whole), chance.randrange(len(whole))))])
        for _ in range(chance.choice((0, 1, 3)) if data else 0):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            GetGameViewRequest.FromString(bytes(data))
        except DecodeError:
            refused += 1
            assert find_fault(bytes(data), GetGameViewRequest.DESCRIPTOR) is not None, bytes(data)

    assert refused > 1000
    assert find_fault(whole, GetGameViewRequest.DESCRIPTOR) is None
