"""Snapshots with the actions that followed, and what the server keeps for speed."""

from __future__ import annotations

import hmac

import pytest

from broadgauge_engine import engine
from broadgauge_engine.actions import Action, Pass
from broadgauge_engine.record import (
    SHORTEST_KEY,
    GameRecord,
    Setup,
    SnapshotError,
    action_line,
    decode_snapshot,
    next_etag,
    snapshot_seal,
)
from broadgauge_engine.record.seal import PROOF_BYTES, Seal
from broadgauge_engine.record.snapshot import HEAD, MAGIC, MOST_ACTIONS, PURPOSE, VERSION
from broadgauge_server.answers import OVERHEAD, Answer, RecentAnswers
from broadgauge_server.situation import Situation
from broadgauge_server.snapshots import Snapshots
from broadgauge_server.states import RecentStates
from tests.server.forging import content_of, forged

SETUP = Setup("1822", ("Ada", "Bertram", "Clara"), 7)
NEW, OLD = b"the new secret of thirty-two bytes", b"the old secret of thirty-two bytes"


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
    for number in range(1, MOST_ACTIONS + 2):
        situation, action = followed(situation)
        actions.append(action)
        data = snapshots.extended(base, [action_line(action) for action in actions], situation)

        assert snapshots.decode(data).etag == situation.etag
        assert len(decode_snapshot(data, snapshot_seal((NEW,))).actions) == (number if number <= MOST_ACTIONS else 0)


def test_keys_can_be_changed() -> None:
    """The older key is still accepted; after it is gone, its snapshots are not. What follows is signed anew."""
    _, old = chain(Snapshots((OLD,)), 2)
    both = Snapshots((NEW, OLD))
    situation, action = followed(both.decode(old))
    extended = both.extended(old, [action_line(action)], situation)

    assert both.decode(extended).etag == situation.etag
    assert Snapshots((NEW,)).decode(extended).etag == situation.etag
    with pytest.raises(SnapshotError) as caught:
        Snapshots((NEW,)).decode(old)
    assert caught.value.reason == "SIGNATURE"


@pytest.mark.parametrize("keys", [(), (NEW,)])
def test_every_changed_byte_is_noticed(keys: tuple[bytes, ...]) -> None:
    """A snapshot with one other byte, its first ones included, or cut anywhere, is refused."""
    snapshots = Snapshots(keys)
    _, data = chain(snapshots, 2)
    for place in (*range(HEAD + PROOF_BYTES + 8), *range(HEAD, len(data), 7)):
        changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        for wrong in (changed, data[:place]):
            with pytest.raises(SnapshotError):
                snapshots.decode(wrong)


def test_short_keys() -> None:
    """A key that could be guessed from a snapshot is refused, wherever it comes from."""
    for keys in ((NEW[: SHORTEST_KEY - 1],), (NEW, b"short"), (b"",)):
        with pytest.raises(ValueError, match="fewer than 32 bytes"):
            Snapshots(keys)


@pytest.mark.parametrize("keys", [(), (NEW,)])
def test_the_head_is_proven_too(keys: tuple[bytes, ...]) -> None:
    """Magic, version and kind of seal belong to what is proven: a proof for one head is none for another."""
    seal = snapshot_seal(keys)
    data = Snapshots(keys).encode(started())
    head, proof, body = data[:HEAD], data[HEAD : HEAD + PROOF_BYTES], data[HEAD + PROOF_BYTES :]

    assert head == MAGIC + bytes([VERSION, bool(keys)])
    assert seal.proves(proof, head + body)
    assert not seal.proves(proof, body)
    assert not any(seal.proves(proof, other + body) for other in (b"BGT" + head[3:], head[:3] + b"\3" + head[4:]))


def test_a_key_for_each_purpose() -> None:
    """The same secret seals different things with different keys, none of them the secret itself."""
    content = b"content"
    proofs = {Seal(purpose, (NEW,)).proof(content) for purpose in (PURPOSE, b"broadgauge snapshot, format 1", b"seats")}

    assert len(proofs) == 3
    assert hmac.digest(NEW, content, "sha256") not in proofs


def test_signed_and_unsigned_are_told_apart() -> None:
    """Where there are keys an unsigned snapshot is refused as such, and where there are none a signed one."""
    for maker, taker in ((Snapshots(), Snapshots((NEW,))), (Snapshots((NEW,)), Snapshots())):
        with pytest.raises(SnapshotError) as caught:
            taker.decode(maker.encode(started()))
        assert caught.value.reason == "SIGNATURE"


@pytest.mark.parametrize(("keys", "reason"), [((), "DAMAGED"), ((NEW,), "UNSUPPORTED")])
def test_content_of_another_version(keys: tuple[bytes, ...], reason: str) -> None:
    """A field that the state does not have is damage, unless one of our keys says that another version wrote it."""
    content = content_of(Snapshots().encode(started()))
    content["state"]["weather"] = "fine"
    with pytest.raises(SnapshotError, match=r"state\.weather") as caught:
        Snapshots(keys).decode(forged(content, seal=snapshot_seal(keys)))

    assert caught.value.reason == reason


def test_an_action_that_is_not_legal() -> None:
    """Without keys anybody can sign; an action that the rules refuse is a damaged snapshot."""
    snapshots = Snapshots()
    situation = started()
    wrong = [Pass(1), Pass(1)]
    data = snapshots.extended(snapshots.encode(situation), [action_line(action) for action in wrong], situation)

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
