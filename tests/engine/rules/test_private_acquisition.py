"""Acquiring private companies (checklist PA; rulebook chapters 3.1 and 5.7, Table 3)."""

import pytest

from broadgauge_engine import engine
from broadgauge_engine.actions import AcquirePrivate, AnswerProposal, Pass
from broadgauge_engine.events import IncomePaid, PrivateAcquired, ProposalAnswered, ProposalMade
from broadgauge_engine.options import Reason
from broadgauge_engine.state import shares
from tests.engine.table import Table, of

FROM_PHASE = {
    "P1": 5, "P2": 2, "P3": 2, "P4": 2, "P5": 3, "P6": 3, "P7": 3, "P8": 3, "P9": 3, "P10": 3, "P11": 2, "P12": 3,
    "P13": 5, "P14": 5, "P15": 2, "P17": 2, "P18": 5, "P19": 1, "P20": 3, "P21": 2,
}  # fmt: skip
RED = ("P1", "P3", "P4", "P5", "P6", "P7", "P17", "P18")
GREEN = ("P2", "P8", "P9", "P10", "P11", "P12", "P13", "P14", "P15", "P19", "P20", "P21")
REVENUE = {
    "P1": 5, "P3": 0, "P4": 0, "P16": 0, "P19": 0,
    **{f"P{number}": 10 for number in (2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 18, 21)},
}  # fmt: skip


def acquiring(company: str, phase: int, *privates: str, seat: int = 1, **options: str) -> Table:
    """A company of player 1 at its private step, a player with these privates."""
    table = Table(plus_expansion=True, plus_no_removals=True, **options).phase(phase).hold(seat, *privates)
    if company.startswith("M"):
        table.minor(company, 1, trains=("2",))
    else:
        table.major(company, 1, trains=("5",))
    return table.turn(company, "acquire_private")


def use(private: str) -> str:
    """The choice that comes with an acquisition, which only P8 asks for."""
    return "discount" if private == "P8" else ""


@pytest.mark.rule("PA01")
@pytest.mark.parametrize("private", RED)
def test_red_privates_go_to_majors(private: str) -> None:
    """A red private is acquired by a major, never by a minor (3.1.3)."""
    found = acquiring("M7", 7, private).refusal(AcquirePrivate("M7", private))
    assert (found.reason, found.paragraph) == (Reason.COMPANY_KIND, "3.1.3")
    assert acquiring("LYR", 7, private).legal(AcquirePrivate("LYR", private))


@pytest.mark.rule("PA01")
@pytest.mark.parametrize("private", GREEN)
def test_green_privates_go_to_majors_and_minors(private: str) -> None:
    """A green private is acquired by either kind of company (3.1.3)."""
    for name in ("M7", "LYR"):
        table = acquiring(name, 6, private)
        assert table.legal(AcquirePrivate(name, private, use(private)))


@pytest.mark.rule("PA01")
@pytest.mark.parametrize("name", ["M7", "LYR"])
def test_the_blue_private_is_never_acquired(name: str) -> None:
    """The tax haven stays with its player (3.1.3, P16)."""
    found = acquiring(name, 7, "P16").refusal(AcquirePrivate(name, "P16"))
    assert (found.reason, found.paragraph) == (Reason.COMPANY_KIND, "3.1.3")


@pytest.mark.rule("PA02")
@pytest.mark.parametrize(("private", "phase"), FROM_PHASE.items())
def test_from_which_phase_privates_are_acquired(private: str, phase: int) -> None:
    """Each private is acquired from the phase of Table 3 on, not before (3.1.4)."""
    action = AcquirePrivate("LYR", private, use(private))
    assert acquiring("LYR", phase, private).legal(action)
    if phase > 1:
        found = acquiring("LYR", phase - 1, private).refusal(action)
        assert (found.reason, found.paragraph) == (Reason.PHASE, "3.1.4")


@pytest.mark.rule("PA03")
def test_acquisitions_cost_nothing() -> None:
    """Neither the player nor the company pays, and the certificate leaves the player's hand (3.1.2, 3.1.7)."""
    table = acquiring("LYR", 3, "P2")
    company, player = table.state.companies["LYR"], table.state.player(1)
    before = shares.certificates(table.state, 1)
    log = table.do(AcquirePrivate("LYR", "P2"))
    assert of(log, PrivateAcquired) == [PrivateAcquired("LYR", "P2", 1, 0)]
    assert (player.cash, company.cash) == (700, 0)
    assert (player.items, company.privates) == ([], ["P2"])
    assert shares.certificates(table.state, 1) == before - 1


@pytest.mark.rule("PA03")
@pytest.mark.parametrize("name", ["M7", "LYR"])
def test_any_number_of_privates(name: str) -> None:
    """A company acquires as many privates in a turn as it likes (3.1.5)."""
    privates = ("P2", "P9", "P10", "P11", "P12")
    table = acquiring(name, 3, *privates)
    for private in privates:
        table.do(AcquirePrivate(name, private))
    assert table.state.companies[name].privates == list(privates)


@pytest.mark.rule("PA03")
def test_acquiring_is_optional() -> None:
    """Nobody need acquire anything (5.3.1)."""
    table = acquiring("LYR", 3, "P2")
    table.do(Pass(1, "LYR"))
    assert table.step != "acquire_private"
    assert table.state.player(1).items == ["P2"]


@pytest.mark.rule("PA04")
@pytest.mark.parametrize(("private", "amount"), REVENUE.items())
def test_what_privates_pay_their_player(private: str, amount: int) -> None:
    """Each private pays its player the revenue of Table 3, some nothing (Table 3, 3.1.1)."""
    table = Table(plus_expansion=True, plus_no_removals=True).hold(2, private).stock_turn(1)
    log = table.finish_round()
    assert of(log, IncomePaid) == ([IncomePaid(private, 2, amount)] if amount else [])
    assert table.state.player(2).cash == 700 + amount


@pytest.mark.rule("PA04")
@pytest.mark.parametrize("phase", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize(("private", "per_phase"), [("P15", 10), ("P20", 5)])
def test_privates_that_pay_by_phase(private: str, per_phase: int, phase: int) -> None:
    """P15 pays £10 times the phase, P20 £5 times, to the player and as much onto its own charter (P15, P20)."""
    table = Table(plus_expansion=True, plus_no_removals=True).phase(phase).hold(2, private).box("minors")
    table.minor("M7", 1, turns=0)
    bank = table.state.bank
    log = table.stock_turn(1).finish_round()
    amount = per_phase * phase
    assert of(log, IncomePaid) == [IncomePaid(private, 2, amount)]
    assert table.state.credits == {private: amount}
    assert table.state.bank == bank - 2 * amount


@pytest.mark.rule("PA05")
@pytest.mark.parametrize("accept", [True, False])
def test_the_owner_must_agree(accept: bool) -> None:
    """A private is acquired from a consenting player only (3.1.2, 5.7.1)."""
    table = acquiring("LYR", 3, "P2", "P9", seat=2, consent="ask")
    label = next(option.label for option in table.options() if option.action == AcquirePrivate("LYR", "P2"))
    log = table.do(AcquirePrivate("LYR", "P2"))
    assert of(log, ProposalMade) == [ProposalMade("LYR", "AcquirePrivate", (2,), label)]
    decision = engine.decision(table.state)
    assert decision is not None
    assert (decision.player, decision.step) == (2, "proposal")
    assert table.state.player(2).items == ["P2", "P9"]
    assert table.refusal(AnswerProposal(1, True)).reason is Reason.NOT_YOUR_TURN
    log = table.do(AnswerProposal(2, accept))
    assert of(log, ProposalAnswered) == [ProposalAnswered(2, accept)]
    assert table.state.companies["LYR"].privates == (["P2"] if accept else [])
    assert table.step == "acquire_private"
    if not accept:
        assert table.refusal(AcquirePrivate("LYR", "P2")).reason is Reason.ALREADY_DONE
        assert table.legal(AcquirePrivate("LYR", "P9"))


@pytest.mark.rule("PA05")
def test_a_director_needs_nobody_elses_word_for_an_own_private() -> None:
    """Where player and director are one there is nobody to ask (3.1.2)."""
    table = acquiring("LYR", 3, "P2", consent="ask")
    log = table.do(AcquirePrivate("LYR", "P2"))
    assert not of(log, ProposalMade)
    assert table.state.companies["LYR"].privates == ["P2"]


@pytest.mark.rule("PA05")
def test_only_players_privates_are_acquired() -> None:
    """Privates in boxes or stacks, and those of other companies, are not to be had (3.1.2, 3.1.6)."""
    table = acquiring("LYR", 7, "P2")
    table.major("GWR", 1)
    table.owns("GWR", "P9")
    table.turn("LYR", "acquire_private")
    stacked = table.state.stacks["privates2"][-1]
    for private in ("P9", "P1", stacked, "P99", "C1"):
        found = table.refusal(AcquirePrivate("LYR", private))
        assert (found.reason, found.paragraph) == (Reason.NOT_FOR_SALE, "3.1.2")


@pytest.mark.rule("PA01")
def test_the_choice_that_p8_offers() -> None:
    """P8 is taken with its token or with its discount, other privates without a choice (P8)."""
    table = acquiring("LYR", 3, "P8", "P2")
    assert {(o.action.private, o.action.use) for o in table.options(AcquirePrivate)} == {
        ("P8", "token"),
        ("P8", "discount"),
        ("P2", ""),
    }
    assert table.refusal(AcquirePrivate("LYR", "P8")).reason is Reason.UNKNOWN
    assert table.refusal(AcquirePrivate("LYR", "P2", "token")).reason is Reason.UNKNOWN
