"""Acquiring private companies from players (5.7, 3.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from ..actions import AcquirePrivate, Pass
from ..english import listed
from ..events import Log, PrivateAcquired, PrivateClosed, TrainGained
from ..options import ActionRule, Reason, Refusal
from ..privates.tokens import CHARTER_KINDS, CHARTER_POWERS
from ..rounds.operating import next_step
from ..state import depot, money, shares
from ..state.model import Company, GameState, Mark
from ..step import PassTurn, Step, refuse, rules, wrong_company
from ..title import names
from ..title.model import Private

USES = {"hill_discount": ("token", "discount")}
"""Powers for which the acquiring company chooses at once (P8)."""
MARKS = {"token": Mark.TERRAIN_TOKEN, "discount": Mark.HILL_DISCOUNT}


class Acquire(ActionRule[AcquirePrivate]):
    """Taking over a private, without payment, from a consenting player (3.1.2, 5.7.1)."""

    kind = AcquirePrivate
    paragraph = "5.7.1"

    def candidates(self, state: GameState) -> Iterator[AcquirePrivate]:
        company = state.acting
        for player in state.players:
            for item in player.items:
                if item in state.title.privates:
                    for use in USES.get(state.title.privates[item].power, ("",)):
                        yield AcquirePrivate(company.card.id, item, use)

    def refusal(self, state: GameState, action: AcquirePrivate) -> Refusal | None:
        wrong = wrong_company(state, action.company)
        if wrong:
            return wrong
        company = state.acting
        private = state.title.privates.get(action.private)
        if private is None or shares.owner_of(state, action.private) is None:
            return refuse(Reason.NOT_FOR_SALE, action.private, "3.1.2", f"no player holds {action.private}")
        if private.from_phase is None or company.card.kind not in private.acquired_by:
            who = f"{company.card.kind} company" if private.acquired_by else "company"
            return refuse(Reason.COMPANY_KIND, private.id, "3.1.3", f"no {who} acquires {private.id}")
        if state.phase_number < private.from_phase:
            return refuse(Reason.PHASE, private.id, "3.1.4", self._too_early([private.id], private.from_phase))
        if action.use not in USES.get(private.power, ("",)):
            uses = listed(USES.get(private.power, ("no choice",)), "or")
            return refuse(Reason.UNKNOWN, private.id, private.id, f"{private.id} offers {uses}")
        return self._second_extra(state, company, private)

    @staticmethod
    def _second_extra(state: GameState, company: Company, private: Private) -> Refusal | None:
        """Never a second 2P or Pullman, nor a 2P beside an LP (5.5.13, 5.5.14)."""
        if private.train is None or state.setup.options.second_extra_train == "discard":
            return None
        if not excess_extra(state, [*company.trains, private.train]):
            return None
        return refuse(
            Reason.TRAIN_LIMIT,
            private.id,
            "5.5.13",
            f"{company.id} may not own {names.a_train(state.title, private.train)} as well",
        )

    def asks(self, state: GameState, action: AcquirePrivate) -> tuple[int, ...]:
        owner = shares.owner_of(state, action.private)
        assert owner is not None
        return () if owner.seat == state.acting.director else (owner.seat,)

    def matter(self, action: AcquirePrivate) -> object:
        return action.private

    def label(self, state: GameState, action: AcquirePrivate) -> str:
        owner = shares.owner_of(state, action.private)
        assert owner is not None
        text = f"Acquire {names.certificate(state.title, action.private)} from player {owner.seat}"
        return f"{text}, taking its {action.use}" if action.use else text

    def nothing(self, state: GameState) -> Refusal:
        return refuse(Reason.NOT_FOR_SALE, state.acting.id, "3.1.2", "no player holds a private company")

    def why_none_of_own(self, state: GameState) -> Refusal | None:
        """Why the company does not acquire what its director holds; None where that is nothing for such a company."""
        held = state.player(state.acting.director).items
        own = [action for action in self.candidates(state) if action.private in held]
        refusals = map(partial(self.refusal, state), own)
        causes = list(dict.fromkeys(cause for cause in refusals if cause and cause.reason is not Reason.COMPANY_KIND))
        if not causes:
            return None
        early = [state.title.privates[cause.subject] for cause in causes if cause.reason is Reason.PHASE]
        texts = [cause.text for cause in causes if cause.reason is not Reason.PHASE]
        for phase in sorted({private.from_phase or 0 for private in early}):
            ids = [private.id for private in early if private.from_phase == phase]
            texts.append(self._too_early(ids, phase))
        return replace(causes[0], text="; ".join(texts))

    @staticmethod
    def _too_early(privates: Sequence[str], phase: int) -> str:
        return f"{listed(privates)} {'is' if len(privates) == 1 else 'are'} acquired from phase {phase}"

    def perform(self, state: GameState, action: AcquirePrivate, log: Log) -> None:
        company = state.acting
        private = state.title.privates[action.private]
        owner = shares.owner_of(state, action.private)
        assert owner is not None
        owner.items.remove(private.id)
        credit = state.credits.get(private.id, 0)
        money.transfer(state, private.id, company.id, credit)
        state.credits.pop(private.id, None)
        log.append(PrivateAcquired(company.id, private.id, owner.seat, credit))
        if private.train is not None:
            state.gone.append(private.id)
            depot.add(state, company, private.train)
            log.append(TrainGained(company.id, private.train))
        elif private.revenue_per_phase:
            state.gone.append(private.id)
            log.append(PrivateClosed(private.id))
        else:
            company.privates.append(private.id)
            company.powers += [Mark.ESTUARY_TOKEN] * private.estuary_tokens
            if action.use:
                company.powers.append(MARKS[action.use])


def excess_extra(state: GameState, trains: list[str]) -> list[str]:
    """Extra trains of which a company may keep only one: 2P or LP, and Pullmans (5.5.13, 5.5.14)."""
    extra = [kind for kind in trains if state.title.trains[kind].extra]
    running = [kind for kind in extra if not state.title.trains[kind].carriage]
    carriages = [kind for kind in extra if state.title.trains[kind].carriage]
    return (running if len(running) > 1 else []) + (carriages if len(carriages) > 1 else [])


class AcquirePrivateStep(Step):
    """The second step of an operating turn: any number of privates (3.1.5)."""

    name = "acquire_private"
    text = "acquire private companies"
    rules = rules(Acquire(), *CHARTER_POWERS, PassTurn())
    quiet = (Pass, *CHARTER_KINDS)

    def skipped(self, state: GameState) -> Refusal | None:
        return Acquire().why_none_of_own(state)

    def leave(self, state: GameState, log: Log) -> None:
        next_step(state, log)
