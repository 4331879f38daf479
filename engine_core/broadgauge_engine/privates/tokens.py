"""Private powers over tokens and certificates: P5, P17 and P18 (Table 3)."""

from __future__ import annotations

from collections.abc import Iterator

from ..actions import MoveCertificate, MoveToken, PlaceToken
from ..board import places
from ..english import MOVED_TOKENS, listed
from ..events import ItemMoved, Log, TokenMoved, TokenPlaced
from ..options import ActionRule, Reason, Refusal
from ..record.setup import shuffled_privates
from ..rounds import boxes
from ..rounds.phases import close_private
from ..state.model import Company, GameState, Place
from ..step import refuse, wrong_company
from ..title import names
from ..title.model import Private


def owned(state: GameState, company: Company, power: str) -> Private | None:
    """The company's private with this power, if it has one."""
    for name in company.privates:
        private = state.title.privates[name]
        if private.power == power:
            return private
    return None


def place_channel_token(state: GameState, company: Company, private: Private, log: Log) -> None:
    """Places an exchange token in the English Channel free of charge; P5 closes (3.1.17)."""
    place = (private.hexes[0], 0)
    company.exchange -= 1
    places.add_token(state, place, company.id)
    log.append(TokenPlaced(company.id, *place, "exchange", 0))
    close_private(state, private.id, log)


def no_space(state: GameState, company: Company, place: Place) -> Refusal | None:
    """Refuses a token where the company has one in the city already, or no space of it is open (5.12.6)."""
    if place in company.tokens:
        where = names.place(state.title, *place)
        return refuse(Reason.OWN_TOKEN, place[0], "5.12.6", f"{company.card.id} has a token in {where}")
    if places.open_slots(state, place, company.card.id) > 0:
        return None
    where = names.place(state.title, *place)
    if places.in_slots(state, place) < places.slots(state, place):
        kept = listed(places.reservations(state, place))
        return refuse(Reason.RESERVED, place[0], "5.12.6", f"the space in {where} is kept for {kept}")
    return refuse(Reason.NO_SLOT, place[0], "5.12.6", f"no token space in {where} is open")


class PlaceTokenByPower(ActionRule[PlaceToken]):
    """P5: an exchange token in an open space of the English Channel, at any time from its acquisition on.

    The acquiring company may place it at once (5.12.10), so before its track step; it needs no route there, pays
    nothing and keeps its token step (3.1.17).
    """

    kind = PlaceToken
    paragraph = "5.12.10"

    def candidates(self, state: GameState) -> Iterator[PlaceToken]:
        private = owned(state, state.acting, "english_channel_token")
        if private is not None:
            yield PlaceToken(state.acting.card.id, private.hexes[0], 0, private.id)

    def refusal(self, state: GameState, action: PlaceToken) -> Refusal | None:
        wrong = wrong_company(state, action.company)
        if wrong:
            return wrong
        company = state.acting
        private = owned(state, company, "english_channel_token")
        if private is None or private.id != action.private:
            return refuse(Reason.NOT_OWNED, action.private, "3.1.17", "no private of the company places a token now")
        if (action.hex, action.city) != (private.hexes[0], 0):
            where = names.place(state.title, private.hexes[0])
            return refuse(Reason.UNKNOWN, action.hex, "3.1.17", f"{private.id} places a token in {where}")
        if not company.exchange:
            return refuse(Reason.NO_TOKEN, company.id, "5.12.10", f"{company.id} has no exchange token")
        return no_space(state, company, (action.hex, action.city))

    def label(self, state: GameState, action: PlaceToken) -> str:
        return f"Place an exchange token in {names.place(state.title, action.hex)} with {action.private}"

    def perform(self, state: GameState, action: PlaceToken, log: Log) -> None:
        place_channel_token(state, state.acting, state.title.privates[action.private], log)


class MoveTokenByPower(ActionRule[MoveToken]):
    """Moving one token on the charter: P18 either way, P5 from exchange to available (5.12.10, P18)."""

    kind = MoveToken
    paragraph = "5.12.7"

    def candidates(self, state: GameState) -> Iterator[MoveToken]:
        company = state.acting
        if owned(state, company, "english_channel_token"):
            yield MoveToken(company.id, owned_id(state, company, "english_channel_token"), "available")
        if owned(state, company, "station_marker_swap"):
            for target in ("available", "exchange"):
                yield MoveToken(company.id, owned_id(state, company, "station_marker_swap"), target)

    def refusal(self, state: GameState, action: MoveToken) -> Refusal | None:
        wrong = wrong_company(state, action.company)
        if wrong:
            return wrong
        company = state.acting
        power = state.title.privates[action.private].power if action.private in company.privates else ""
        targets = {"english_channel_token": ("available",), "station_marker_swap": ("available", "exchange")}
        if action.to not in targets.get(power, ()):
            return refuse(
                Reason.NOT_OWNED, action.private, "5.12.7", "no private of the company moves a token like that"
            )
        area, left = ("exchange", company.exchange) if action.to == "available" else ("available", company.available)
        if not left:
            return refuse(Reason.NO_TOKEN, company.id, action.private, f"{company.id} has no {area} token")
        if action.to == "exchange" and company.exchange >= company.card.exchange_tokens:
            return refuse(
                Reason.NO_SLOT, company.id, action.private, f"every space for exchange tokens of {company.id} is full"
            )
        return None

    def label(self, state: GameState, action: MoveToken) -> str:
        return f"Turn {MOVED_TOKENS[action.to]} with {action.private}"

    def perform(self, state: GameState, action: MoveToken, log: Log) -> None:
        company = state.acting
        step = 1 if action.to == "available" else -1
        company.available += step
        company.exchange -= step
        log.append(TokenMoved(company.id, action.to))
        close_private(state, action.private, log)


def owned_id(state: GameState, company: Company, power: str) -> str:
    """The id of the company's private with this power."""
    private = owned(state, company, power)
    return private.id if private else ""


def _by_number(item: str) -> tuple[str, int]:
    return item[0], int(item[1:])


class MoveCertificateByPower(ActionRule[MoveCertificate]):
    """P17: one certificate that is not in a box goes to the top or the bottom of its stack."""

    kind = MoveCertificate
    paragraph = "P17"

    def candidates(self, state: GameState) -> Iterator[MoveCertificate]:
        company = state.acting
        if owned(state, company, "move_card"):
            # Sorted by id, for the order of the stacks may be hidden (6.1.1).
            for item in sorted((item for stack in state.stacks.values() for item in stack), key=_by_number):
                for target in ("top", "bottom"):
                    yield MoveCertificate(company.id, item, target)

    def refusal(self, state: GameState, action: MoveCertificate) -> Refusal | None:
        wrong = wrong_company(state, action.company)
        if wrong:
            return wrong
        if not owned(state, state.acting, "move_card"):
            return refuse(Reason.NOT_OWNED, "P17", "P17", f"{action.company} does not own P17")
        if action.to not in ("top", "bottom"):
            return refuse(Reason.UNKNOWN, action.to, "P17", "a certificate goes to the top or the bottom")
        if not any(action.item in stack for stack in state.stacks.values()):
            return refuse(Reason.NOT_FOR_SALE, action.item, "P17", f"{action.item} is in no stack")
        return None

    def label(self, state: GameState, action: MoveCertificate) -> str:
        private = owned(state, state.acting, "move_card")
        assert private is not None
        item = names.certificate(state.title, action.item)
        return f"Move {item} to the {action.to} of its stack with {private.id}"

    def perform(self, state: GameState, action: MoveCertificate, log: Log) -> None:
        self._move(state, action.item, action.to)
        log.append(ItemMoved(action.item, action.to))
        private = owned(state, state.acting, "move_card")
        assert private is not None
        close_private(state, private.id, log)

    @staticmethod
    def _move(state: GameState, item: str, to: str) -> None:
        name = next(name for name, stack in state.stacks.items() if item in stack)
        separate = name not in boxes.KINDS
        if separate and to == "top" and state.setup.options.p17_top == "behind_box_three":
            _put_behind_box_three(state, item, name)
            return
        stack = state.stacks[name]
        stack.remove(item)
        stack.insert(0 if to == "top" else len(stack), item)


def _put_behind_box_three(state: GameState, item: str, name: str) -> None:
    """Looks at the three stacks of 1822+ as one list in the order of the shuffle; the card goes behind box 3's.

    Each stack with its box is then what the list has of it, so that the card may come to lie in its box.
    """
    row = state.boxes["privates"]
    box = int(name.removeprefix("privates")) - 1
    waiting = {card for cards in (row, *state.stacks.values()) for card in cards}
    order = [card for card in shuffled_privates(state.setup) if card in waiting and card != item]
    order.insert(order.index(row[-1]) + 1 if row[-1] else 0, item)
    own = [card for card in order if card in (item, row[box], *state.stacks[name])]
    row[box], state.stacks[name] = (own[0], own[1:]) if row[box] else ("", own)


CHARTER_POWERS = (PlaceTokenByPower(), MoveTokenByPower(), MoveCertificateByPower())
"""The powers of this module as rules: a company uses them in every step in which it decides something."""
CHARTER_KINDS = (PlaceToken, MoveToken, MoveCertificate)
"""Their kinds of action, for which alone most steps do not stop."""
