"""What a caller did wrong, as one exception with a documented reason."""

from __future__ import annotations

from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine import options
from broadgauge_engine.options import Refusal

LONGEST_TEXT = 600
LONGEST_VALUE = 200


class RequestError(Exception):
    """Something that the caller sent cannot be served.

    Args:
        reason: Why, one of the documented reasons.
        text: The same in English.
        about: What it is about: the path of a field in the request, or an id.
        metadata: Every changing part of the text, by the keys documented beside the reason.
    """

    def __init__(self, reason: Reason.ValueType, text: str, about: str = "", **metadata: object) -> None:
        super().__init__(text)
        self.reason = reason
        self.text = shortened(text, LONGEST_TEXT)
        self.about = shortened(about, LONGEST_VALUE)
        self.metadata = {key: shortened(str(value), LONGEST_VALUE) for key, value in metadata.items()}

    @property
    def reason_name(self) -> str:
        """The reason without its prefix, as `google.rpc.ErrorInfo` carries it."""
        return Reason.Name(self.reason).removeprefix("REASON_")


def shortened(text: str, most: int) -> str:
    """A text cut to a number of bytes: errors travel in headers, which are small, and quote what callers sent."""
    encoded = text.encode("utf-8", "replace")
    return encoded.decode() if len(encoded) <= most else encoded[:most].decode("utf-8", "ignore") + "..."


def refused(refusal: Refusal) -> RequestError:
    """The error for an action that the rules refuse."""
    return RequestError(
        rule_reason(refusal.reason),
        refusal.text,
        refusal.subject,
        subject=refusal.subject,
        paragraph=refusal.paragraph,
    )


def rule_reason(reason: options.Reason) -> Reason.ValueType:
    """The number of the reason for which the rules refuse something."""
    return Reason.Value(f"REASON_{reason.name}")
