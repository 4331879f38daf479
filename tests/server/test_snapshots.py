"""Snapshots with the actions that followed, and what the server keeps for speed."""

from __future__ import annotations

import pytest

from broadgauge_engine import engine
from broadgauge_engine.actions import Action, Pass
from broadgauge_engine.record import GameRecord, Setup, SnapshotError, action_line, next_etag
from broadgauge_server.answers import OVERHEAD, Answer, RecentAnswers
from broadgauge_server.situation import Situation
from broadgauge_server.snapshots import HEAD, MAGIC, MOST_ACTIONS, Snapshots
from broadgauge_server.states import RecentStates

SETUP = Setup("1822", ("Ada", "Bertram", "Clara"), 7)
NEW, OLD = b"the new secret", b"the old secret"


def started() -> Situation:
    """A new game."""
    return Situation(engine.start(SETUP), 0, GameRecord(SETUP).etag, True)


def followed(situation: Situation) -> tuple[Situation, Action]:
    """The situation after the first option, and that."""
    state = situation.state.copy()
    action = next(iter(engine.options(state))).action
    engine.apply(state, action)
    return Situation(state, situation.revision + 1, next_etag(situation.etag, action_line(action)), True), action


def chain(snapshots: Snapshots, count: int) -> tuple[Situation, bytes]:
    """A situation after some actions, each of which extended the snapshot."""
    situation = started()
    data = snapshots.encode(situation)
    for _ in range(count):
        situation, action = followed(situation)
        data = snapshots.extended(data, [action_line(action)], situation)
    return situation, data


@pytest.mark.parametrize("keys", [(), (NEW,), (NEW, OLD)])
@pytest.mark.parametrize("count", [0, 1, MOST_ACTIONS, MOST_ACTIONS + 1, 3 * MOST_ACTIONS])
def test_an_extended_snapshot_is_the_state(keys: tuple[bytes, ...], count: int) -> None:
    """Whatever number of actions followed, the snapshot holds the state, its revision and its etag."""
    snapshots = Snapshots(keys)
    situation, data = chain(snapshots, count)
    read = snapshots.decode(data)

    assert engine.digest(read.state) == engine.digest(situation.state)
    assert (read.revision, read.etag) == (situation.revision, situation.etag)
    assert read.proven is bool(keys)


def test_no_action_leaves_the_snapshot_as_it_was() -> None:
    """Where nothing was accepted, the snapshot is the one that came."""
    snapshots = Snapshots()
    situation, data = chain(snapshots, 2)

    assert snapshots.extended(data, [], situation) == data


def test_several_actions_at_once() -> None:
    """A batch extends as one step, or is packed anew where it is too long."""
    snapshots = Snapshots((NEW,))
    situation = started()
    base, actions = snapshots.encode(situation), []
    for _ in range(MOST_ACTIONS + 1):
        situation, action = followed(situation)
        actions.append(action)
        data = snapshots.extended(base, [action_line(action) for action in actions], situation)

        assert snapshots.decode(data).etag == situation.etag
        assert data.startswith(MAGIC) is (len(actions) <= MOST_ACTIONS)


def test_keys_can_be_changed() -> None:
    """The older key is still accepted; after it is gone, its snapshots are not, extended or not."""
    _, old = chain(Snapshots((OLD,)), 2)
    both = Snapshots((NEW, OLD))
    situation, action = followed(both.decode(old))
    extended = both.extended(old, [action_line(action)], situation)

    assert both.decode(extended).etag == situation.etag
    for data in (old, extended):
        with pytest.raises(SnapshotError) as caught:
            Snapshots((NEW,)).decode(data)
        assert caught.value.reason == "SIGNATURE"


@pytest.mark.parametrize("keys", [(), (NEW,)])
def test_every_changed_byte_is_noticed(keys: tuple[bytes, ...]) -> None:
    """A snapshot with one other byte, or cut anywhere, is refused."""
    snapshots = Snapshots(keys)
    _, data = chain(snapshots, 2)
    for place in range(0, len(data), 7):
        changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        for wrong in (changed, data[:place]):
            with pytest.raises(SnapshotError):
                snapshots.decode(wrong)


def test_an_action_that_is_not_legal() -> None:
    """Without keys anybody can sign; an action that the rules refuse is a damaged snapshot."""
    snapshots = Snapshots()
    situation = started()
    wrong = [Pass(1), Pass(1)]
    data = snapshots.extended(snapshots.encode(situation), [action_line(action) for action in wrong], situation)

    assert len(data) > HEAD
    with pytest.raises(SnapshotError, match="not possible"):
        snapshots.decode(data)


def test_answers_keep_within_their_memory() -> None:
    """The oldest answers make room, those that were used stay, one too large for all is not kept."""
    recent = RecentAnswers(3 * (OVERHEAD + 100))
    keys = [recent.key("method", bytes([number])) for number in range(4)]
    for key in keys[:3]:
        recent.put(key, Answer(bytes(100), "", None))
    recent.get(keys[0])
    recent.put(keys[3], Answer(bytes(100), "", None))

    assert [recent.get(key) is not None for key in keys] == [True, False, True, True]
    recent.put(recent.key("method", b"huge"), Answer(bytes(10_000), "", None))
    assert recent.get(recent.key("method", b"huge")) is None


def test_states_that_are_kept_do_not_change() -> None:
    """What comes out is a copy, and the number of states is bounded."""
    recent = RecentStates(2)
    situation = started()
    recent.put(situation, "one")
    taken = recent.get("one")
    assert taken is not None
    engine.apply(taken.state, next(iter(engine.options(taken.state))).action)
    again = recent.get("one")
    assert again is not None

    assert engine.digest(again.state) == engine.digest(started().state) != engine.digest(taken.state)
    recent.put(situation, "two", "three")
    assert recent.get("one") is None
