"""Wrong record files and actions: what is wrong, where, in plain words."""

import json

import pytest

from broadgauge.v1.actions_pb2 import Action
from broadgauge.v1.record_pb2 import GameRecord
from broadgauge_client.messages import WrongJson, message_of, value_of

WRONG = {
    "no JSON": ("{a", "not JSON: Expecting property name enclosed in double quotes (line 1, column 2)"),
    "nothing": ("", "it is empty"),
    "blanks": (" \n", "it is empty"),
    "controls": ("\x7fELF\x00", "it is not a text file: it has control characters"),
    "cut in an object": ('{"setup":\n', "not complete JSON; it breaks off at character 9"),
    "cut in a text": ('{"setup": {"title": "18', "not complete JSON; it breaks off at character 23"),
    "cut in a word": ('{"setup": tru', "not complete JSON; it breaks off at character 13"),
    "second line": ('{"setup":\n  oops}', "not JSON: Expecting value (line 2, column 3)"),
    "a list": ("[]", "a list is not an object"),
    "twice": ('{"setup": {}, "setup": {}}', "an object has 'setup' twice"),
    "deep": ("[" * 100_000, "not readable: nested too deeply"),
    "long": (f'{{"setup": {{"seed": {"9" * 5000}}}}}', "not readable: a number has too many digits"),
    "field": ('{"id": 1}', "there is no field 'id'; known: rules_version, setup, actions"),
    "inner field": (
        '{"setup": {"name": "x"}}',
        "setup: there is no field 'name'; known: title, players, seed, options, removals",
    ),
    "object": ('{"setup": 1}', "setup: 1 is not an object"),
    "list": ('{"setup": {"players": "Ada"}}', 'setup.players: "Ada" is not a list'),
    "text": ('{"setup": {"players": ["Ada", 1]}}', "setup.players[1]: 1 is not a text"),
    "half": ('{"setup": {"players": ["\\ud800"]}}', 'setup.players[0]: "\\ud800" holds half of a character'),
    "number": ('{"setup": {"seed": 1.5}}', "setup.seed: 1.5 is not a whole number"),
    "large": ('{"setup": {"seed": 9223372036854775808}}', "setup.seed: 9223372036854775808 is too large"),
    "map": ('{"setup": {"options": {"values": {"pauses": 1}}}}', "setup.options.values.pauses: 1 is not a text"),
    "no map": ('{"setup": {"options": {"values": []}}}', "setup.options.values: a list is not an object"),
    "word": (
        '{"setup": {"options": {"preset": "peer"}}}',
        'setup.options.preset: "peer" is not one of PRESET_UNSPECIFIED, PRESET_RULEBOOK, PRESET_RECORDED',
    ),
    "action": ('{"actions": [{"pass": {}}, {"pass": 1}]}', "actions[1].pass: 1 is not an object"),
    "none": ('{"actions": [null]}', "actions[0]: null is not an object"),
    "two kinds": ('{"actions": [{"pass": {}, "placeBid": {}}]}', "actions[0]: pass and placeBid exclude each other"),
    "bool": (
        '{"actions": [{"answer_proposal": {"accept": "yes"}}]}',
        'actions[0].answer_proposal.accept: "yes" is not true or false',
    ),
    "true": ('{"actions": [{"pass": {"player": true}}]}', "actions[0].pass.player: true is not a whole number"),
    "bytes": (b"\xff", "it is not a text file: byte 1 is not UTF-8"),
}


@pytest.mark.parametrize(("text", "problem"), WRONG.values(), ids=WRONG)
def test_a_wrong_record(text: str | bytes, problem: str) -> None:
    """The first thing that is wrong, with its place in the file."""
    with pytest.raises(WrongJson) as caught:
        message_of(value_of(text), GameRecord())

    assert str(caught.value) == problem


def test_a_right_one() -> None:
    """Both spellings of fields, numbers as texts, and nothing for null."""
    text = '{"rulesVersion": 1, "setup": {"title": "1822", "seed": "7", "players": ["Ada"], "options": null}}'
    record = message_of(value_of(text.encode()), GameRecord())

    assert (record.rules_version, record.setup.seed, list(record.setup.players)) == (1, 7, ["Ada"])


def test_an_action_of_no_kind_that_exists() -> None:
    """The kinds that there are follow what there is not."""
    with pytest.raises(WrongJson, match=r"^there is no field 'bid'; known: pass, sell_shares, .*answer_proposal$"):
        message_of(value_of(json.dumps({"bid": {}})), Action())
