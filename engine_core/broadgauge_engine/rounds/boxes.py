"""Bidding boxes and their stacks (4.5)."""

from __future__ import annotations

from ..events import ItemBoxed, Log
from ..state.model import GameState

KINDS = ("minors", "concessions", "privates")


def refill(state: GameState, log: Log) -> None:
    """Shifts what is left to the lowest boxes and fills up from the stacks (4.1.1, 4.5.2)."""
    for kind in KINDS:
        if kind in state.stacks:
            _refill_row(state, kind, log)
        else:
            _refill_separate(state, kind, log)


def _refill_row(state: GameState, kind: str, log: Log) -> None:
    boxes = [item for item in state.boxes[kind] if item]
    stack = state.stacks[kind]
    while stack and len(boxes) < state.title.numbers.boxes[kind]:
        boxes.append(stack.pop(0))
        log.append(ItemBoxed(boxes[-1], len(boxes)))
    state.boxes[kind] = boxes


def _refill_separate(state: GameState, kind: str, log: Log) -> None:
    """1822+: each private box has its own stack and nothing shifts (4.1.1)."""
    count = state.title.numbers.boxes[kind]
    boxes = state.boxes[kind] or [""] * count
    for box in range(count):
        stack = state.stacks[f"{kind}{box + 1}"]
        if not boxes[box] and stack:
            boxes[box] = stack.pop(0)
            log.append(ItemBoxed(boxes[box], box + 1))
    state.boxes[kind] = boxes


def boxed(state: GameState, kind: str) -> list[str]:
    """The items in the boxes of one kind, lowest box first."""
    return [item for item in state.boxes[kind] if item]


def in_boxes(state: GameState) -> list[str]:
    """Every item that may be bid for."""
    return [item for kind in KINDS for item in boxed(state, kind)]


def holds(state: GameState, item: str) -> bool:
    """Whether an item may be bid for."""
    return item != "" and any(item in row for row in state.boxes.values())


def kind_of(state: GameState, item: str) -> str:
    """Whether an item is one of the ``minors``, ``concessions`` or ``privates``."""
    if item in state.title.concessions:
        return "concessions"
    return "privates" if item in state.title.privates else "minors"


def take(state: GameState, item: str) -> None:
    """Takes an item out of its box; the box stays empty until the next refill."""
    boxes = state.boxes[kind_of(state, item)]
    boxes[boxes.index(item)] = ""


def face_value(state: GameState, item: str) -> int:
    """The least opening bid: £100 for minors and concessions, nothing for privates (3.1.1, 3.2.6, 3.3.4)."""
    numbers = state.title.numbers
    if item in state.title.privates:
        return 0
    return numbers.concession_value if item in state.title.concessions else numbers.minor_value


def least_bid(state: GameState, item: str) -> int:
    """The least legal bid on an item: its face value, or more than the highest bid (4.9.2, 4.9.3)."""
    bids = state.bids.get(item)
    if not bids:
        return face_value(state, item)
    return max(bids.values()) + state.title.numbers.bid_step
