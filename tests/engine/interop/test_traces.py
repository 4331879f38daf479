"""Recorded games, state by state: ours after every action against the site's."""

import pytest

from broadgauge_engine.interop import GameFileError, Importer, read_game_file
from broadgauge_engine.interop.states import trace_state
from broadgauge_engine.state import shares
from tests.engine.interop.files import GAMES, OLDER_READING, game_path, tolerant


@pytest.mark.parametrize("name", GAMES)
def test_every_state_of_a_recorded_game(shared, trace, name) -> None:
    """All states agree; none is missing but in the midst of what is one action of ours."""
    importer = Importer(read_game_file(game_path(shared, name)))
    actions = [row["action"] for row in trace.load(shared / "traces" / f"{name}.jsonl")[1]] + [None]
    ours = iter(importer)
    for n, row, expected in trace.states(shared / "traces" / f"{name}.jsonl"):
        number, state = next(ours)
        assert number == n
        if state is None:
            assert trace.may_lack(row["action"], actions[n + 1]), row["action"]
        else:
            assert trace.differences(expected, trace_state(state)) == {}, (n, row["action"])
    if name in OLDER_READING:
        with pytest.raises(
            GameFileError,
            match=f"^action {OLDER_READING[name]}: run_routes by .* the file says £.* an older reading of the rules$",
        ) as stopped:
            next(ours)
        assert stopped.value.action == OLDER_READING[name]
    else:
        assert list(ours) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_set_up_is_the_recorded_one(shared, trace, name) -> None:
    """Money, boxes, and the stacks of minors and concessions; those of privates are three in 1822+."""
    setup, _ = trace.load(shared / "traces" / f"{name}.jsonl")
    ours = trace_state(Importer(read_game_file(game_path(shared, name))).state)
    assert trace.differences(setup["state"], ours, ignore=("active", "finished", "end_reason", "stacks/privates")) == {}


@pytest.mark.parametrize("name", GAMES)
def test_final_worth(shared, trace, name) -> None:
    """What the file says that everybody was worth, also of games with runs under an older reading."""
    importer = tolerant(shared, name)
    for _ in importer:
        pass
    worth = {player.seat: shares.worth(importer.state, player.seat) for player in importer.state.players}
    assert worth == importer.game.result
    assert bool(importer.written_runs) == (name in OLDER_READING)
