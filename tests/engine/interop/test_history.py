"""Undo, redo, automatic actions, chat and standing orders: which actions of a file took effect."""

import pytest

from broadgauge_engine.interop.reading.history import resolve

PASS = "pass"


def lines(*lines_: object) -> list[dict]:
    """Lines of a file: a name is an action, a tuple an undo or redo with its fields; ids count up."""
    found = []
    for number, line in enumerate(lines_, start=1):
        if isinstance(line, str):
            found.append({"type": PASS, "entity": line, "entity_type": "player", "id": number})
        else:
            kind, fields = line
            found.append({"type": kind, "entity": "x", "entity_type": "player", "id": number, **fields})
    return found


def kept(*lines_: object) -> str:
    """The names of the actions that took effect."""
    return names(lines(*lines_))


def names(actions: list) -> str:
    """The actors of effective actions, faults as `!`."""
    return "".join("!" if entry.fault else entry.entity for entry in resolve(actions).entries)


UNDO, REDO = ("undo", {}), ("redo", {})


def to(action_id: object) -> tuple[str, dict]:
    """An undo back to an action."""
    return ("undo", {"action_id": action_id})


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (("a", "b", UNDO), "a"),
        (("a", "b", UNDO, UNDO), ""),
        (("a", UNDO, UNDO, "b"), "b"),
        (("a", "b", "c", to(1)), "a"),
        (("a", "b", "c", to(0), "d"), "d"),
        (("a", "b", "c", ("undo", {"action_id": None})), "ab"),
        (("a", "b", to(1), "c", to(1)), "a"),
        (("a", "b", UNDO, "c", to(3)), "a"),
        (("a", "b", UNDO, REDO), "ab"),
        (("a", "b", "c", to(1), REDO, "d"), "abcd"),
        (("a", "b", "c", UNDO, UNDO, REDO), "ab"),
        (("a", "b", "c", UNDO, UNDO, REDO, REDO), "abc"),
        (("a", "b", "c", UNDO, to(1), REDO, "d"), "abd"),
        (("a", "b", UNDO, REDO, UNDO, "c"), "ac"),
        (("a", "b", ("message", {"message": "oh"}), UNDO), "a"),
        (("a", "b", UNDO, ("log", {"message": "oh"}), REDO), "ab"),
        (("a", ("program_share_pass", {}), UNDO), "a"),
        (("a", "b", ("program_disable", {"reason": ""}), to(1)), "a"),
        (("a", "b", ("end_game", {})), "ab"),
        (("a", ("end_game", {}), UNDO, "b"), "ab"),
    ],
)
def test_undo_and_redo(given, expected) -> None:
    """In all shapes that files have."""
    assert kept(*given) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (("a", REDO, "b"), "a!b"),
        (("a", "b", UNDO, "c", REDO), "ac!"),
        (("a", to("the beginning"), "b"), "a!b"),
    ],
)
def test_an_undo_or_redo_that_says_nothing(given, expected) -> None:
    """It is reported when the replay comes to it, not before."""
    assert kept(*given) == expected


def test_ids_with_gaps_as_text_or_missing() -> None:
    """An undo goes by ids, not by places in the list; a missing id follows the one before."""
    gaps = lines("a", "b", "c", to(20))
    gaps[0]["id"], gaps[1]["id"], gaps[2]["id"] = 10, 20, 35
    assert names(gaps) == "ab"
    texts = lines("a", "b", "c", to("2"))
    for action in texts:
        action["id"] = str(action["id"])
    assert names(texts) == "ab"
    missing = lines("a", "b", "c", to(2))
    for action in missing:
        del action["id"]
    assert names(missing) == "ab"
    within_a_gap = lines("a", "b", "c", to(15))
    within_a_gap[1]["id"], within_a_gap[2]["id"] = 10, 20
    assert names(within_a_gap) == "ab"


def test_trimmed_files() -> None:
    """`original_id`, `skip`, `user` and `created_at` say nothing about what took effect."""
    actions = lines("a", "b", to(1), "c")
    for action in actions:
        action |= {"original_id": action["id"] + 100, "skip": True, "user": 9, "created_at": 1700000000}
    assert names(actions) == "ac"


def test_automatic_actions_follow_theirs_and_are_undone_with_it() -> None:
    """Also when the undo goes back to just after their action; standing orders among them are left out."""
    actions = lines("a", "b", "c", to(1))
    actions[0]["auto_actions"] = [lines("x")[0], {"type": "program_disable", "entity": 1}, lines("y")[0]]
    actions[1]["auto_actions"] = lines("z")
    assert names(actions) == "axy"
    assert names(actions[:2]) == "axybz"
    assert names([*actions[:2], *lines(UNDO)]) == "axy"
    assert names([*actions[:2], *lines(UNDO, REDO)]) == "axybz"


def test_what_a_standing_order_leads_to() -> None:
    """The order itself is left out, its automatic actions are not."""
    actions = lines("a", ("program_buy_shares", {"auto_actions": lines("b")}))
    assert names(actions) == "ab"


@pytest.mark.parametrize("broken", [None, 3, "pass", [], {}, {"type": 4}, {"type": "pass", "auto_actions": "all"}])
def test_lines_that_cannot_be_read(broken) -> None:
    """They become entries with a fault in their place."""
    assert names([*lines("a"), broken, *lines("b")]) == "a!b"
