"""What people may do about an error, told after it."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import BroadgaugeError, NoServer
from ..messages import NoJson

_START = "start one with broadgauge serve, or set BROADGAUGE_SERVER to where one runs"
_TLS = "a server with TLS needs BROADGAUGE_TLS_AUTHORITIES or BROADGAUGE_TLS=1, one without needs neither"
_TOKEN = "set BROADGAUGE_TOKEN to one of the server's tokens"
_AS_WRITTEN = (
    "nothing was written; --as-written uses the revenue of the file, --partial keeps the game up to this entry"
)
_RECORDS = "records come from `broadgauge new` and, for game files of 18xx.games, from `broadgauge import`"
_EXPORTS = "only imported games and games started with --option preset=recorded can be exported"
_BY_REASON: Mapping[str, str] = {
    "RECORD_MALFORMED": _RECORDS,
    "GAME_FILE_ACTION": "nothing was written; --partial keeps the game up to this entry",
}
_SIGNS: Mapping[tuple[str, str], str] = {
    ("GAME_FILE_ACTION", "the rules give"): _AS_WRITTEN,
    ("EXPORT", "rule option"): _EXPORTS,
}
"""Hints for errors of a reason whose text has a sign; one reason has several causes."""


def hint_for(error: Exception) -> str:
    """What may be done about an error; empty where its own text says enough."""
    if isinstance(error, NoServer):
        return _START if error.silent else _TLS
    if not isinstance(error, BroadgaugeError) or isinstance(error.__cause__, NoJson):
        return ""
    if error.code == "UNAUTHENTICATED":
        return _TOKEN
    for (reason, sign), hint in _SIGNS.items():
        if error.reason == reason and sign in str(error):
            return hint
    return _BY_REASON.get(error.reason, "")
