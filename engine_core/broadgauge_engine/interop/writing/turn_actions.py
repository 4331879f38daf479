"""Operating turn actions as 18xx.games writes them, several for one of ours where the site asks step by step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ... import actions as ours
from ...board.reach import reaches_city
from ...engine import decision
from ...state import market
from ...state.model import Place
from ..vocabulary import MOVED_TO, ONE_SHARE, PAYMENTS, PAYOUTS, STEPS_OF_POWER, TOKEN_USES, site_name
from .runs import written_routes
from .writing import Write, Writing
from .written import ExportError, Written

SITE_PAYMENTS = {count: word for word, count in PAYMENTS.items()}
SITE_TOKEN_USES = {use: word for word, use in TOKEN_USES.items()}
SITE_PAYOUTS = {payout: word for word, payout in PAYOUTS.items()}
SITE_MOVES = {to: word for word, to in MOVED_TO.items()}


# -- trains ----------------------------------------------------------------------------------------------------------


def buy_train(game: Writing, action: ours.BuyTrain) -> list[Written]:
    """The card and the side of it that is shown."""
    state, now = game.state, decision(game.state)
    first = now is not None and now.step == "first_turn"
    if first and action.source == "pool":
        raise ExportError("the site sells no train of the bank pool before the first track is laid")
    if action.source == "bank":
        card = game.next_card()
        named = f"{state.title.depot[0]}-0" if first else card  # Before the first track the site names the first card.
        game.endless_sold += state.title.trains[card.rsplit("-", 1)[0]].count is None
        game.trains.buy_from_bank(state, action.company, action.kind, card)
    else:
        owned = state.pool if action.source == "pool" else state.companies[action.source].trains
        named = _card(game, owned, action.source, action.kind)
        game.trains.move(named, action.company)
    return [Written.by_company(action.company, "buy_train", train=named, price=action.price, variant=action.kind)]


def _card(game: Writing, trains: list[str], owner: str, kind: str) -> str:
    """The first card of a kind that an owner has."""
    cards = game.trains.cards(trains, owner)
    return next(card for card in cards if game.trains.kind(card) == kind)


def flip_train(game: Writing, action: ours.FlipTrain) -> list[Written]:
    """An upgrade is a purchase in exchange for the same card."""
    title = game.state.title
    front, back = title.depot[0], title.other_sides[title.depot[0]]
    card = _card(game, game.state.companies[action.company].trains, action.company, front)
    game.trains.flip(card, back)
    price = title.numbers.flip_price[0 if game.state.phase_number == 1 else 1]
    return [
        Written.by_company(action.company, "buy_train", train=card, price=price, variant=back, exchange=card),
    ]


def discard_train(game: Writing, action: ours.DiscardTrain) -> list[Written]:
    """The first card of the kind."""
    card = _card(game, game.state.companies[action.company].trains, action.company, action.kind)
    game.trains.move(card, "pool")
    return [Written.by_company(action.company, "discard_train", train=card)]


# -- privates --------------------------------------------------------------------------------------------------------


def acquire_private(game: Writing, action: ours.AcquirePrivate) -> list[Written]:
    """What P8 is used for follows when the step is over."""
    game.trains.gain(action.private, action.company)
    if action.use:
        game.open_choice = (action.company, action.use)
    return [Written.by_company(action.company, "acquire_company", company=action.private)]


def _check_offer(game: Writing, private: str) -> None:
    """Raises `ExportError` in a step in which the site does not offer a private's choice."""
    state = game.state
    offered = STEPS_OF_POWER[state.title.privates[private].power]
    if state.step not in offered:
        raise ExportError(f"the site offers {private} in the steps {', '.join(offered)} only, not in {state.step}")


def move_token(game: Writing, action: ours.MoveToken) -> list[Written]:
    """P5 and P18: the site names the token that is used up."""
    _check_offer(game, action.private)
    power = game.state.title.privates[action.private].power
    if power == "english_channel_token" and game.state.company_turn.lays and game.state.step == "track":
        raise ExportError(f"the site offers {action.private} before the first tile of a turn or with tokens, not here")
    return [Written.by_private(action.private, "choose_ability", choice=SITE_MOVES[action.to])]


def move_certificate(game: Writing, action: ours.MoveCertificate) -> list[Written]:
    """P17: the certificate and where it goes."""
    state = game.state
    private = next(name for name in state.acting.privates if state.title.privates[name].power == "move_card")
    _check_offer(game, private)
    return [Written.by_private(private, "choose_ability", choice=f"{action.item}_{action.to}")]


# -- track and tokens ------------------------------------------------------------------------------------------------


def lay_tile(game: Writing, action: ours.LayTile) -> list[Written]:
    """A private that is used lays the tile, others join it."""
    if len(set(action.privates)) < len(action.privates):
        raise ExportError("the site pays for one estuary crossing in a lay with P10")
    copy = game.places.free_copy(action.tile)
    game.places.lay(action.hex, copy)
    fields: dict[str, Any] = {"hex": action.hex, "tile": copy, "rotation": action.rotation}
    if not action.privates:
        return [Written.by_company(action.company, "lay_tile", **fields)]
    first, *others = action.privates
    if others:
        fields["combo_entities"] = others
    laid = Written.by_private(first, "lay_tile", **fields)
    token = [name for name in action.privates if game.state.title.privates[name].power == "english_channel_token"]
    return [laid, *(_channel_token(game, name, action, copy) for name in token)]


def _channel_token(game: Writing, private: str, action: ours.LayTile, copy: str) -> Written:
    """The site places P5's token in the new space by an action of its own."""
    slot = game.slots.next_slot(game.state, (action.hex, 0), action.company)
    tokener = site_name(action.company)
    return Written.by_private(private, "place_token", city=f"{copy}-0", slot=slot, tokener=tokener)


def place_token(game: Writing, action: ours.PlaceToken) -> list[Written]:
    """An available token, or an exchange token with P5."""
    fields = _token_fields(game, (action.hex, action.city), action.company)
    if action.private:
        if game.state.step != "token":
            raise ExportError(f"the site offers the token of {action.private} in the step token only")
        return [Written.by_private(action.private, "place_token", **fields)]
    return [Written.by_company(action.company, "place_token", **fields)]


def choose_home(game: Writing, action: ours.ChooseHomeStation) -> list[Written]:
    """M14's station in London."""
    fields = _token_fields(game, (action.hex, action.city), action.company)
    return [Written.by_company(action.company, "place_token", **fields | {"slot": 0})]


def _token_fields(game: Writing, place: Place, company: str) -> dict[str, Any]:
    city = game.places.city_id(game.state, place)
    return {"city": city, "slot": game.slots.next_slot(game.state, place, company), "tokener": site_name(company)}


def destination(game: Writing, action: ours.PlaceDestinationToken) -> list[Written]:
    """The site places it in the same breath as the action before."""
    hex_id = game.state.title.companies[action.company].destination
    return [
        Written.by_company(action.company, "hex_token", automatic=True, hex=hex_id, token_type="destination"),
    ]


# -- runs and dividends ----------------------------------------------------------------------------------------------


def run_trains(game: Writing, action: ours.RunTrains) -> list[Written]:
    """The Pullman's train first, if it is used; then the routes with what they earn."""
    if action.declared or action.declared_mail:
        written = f"£{sum(action.declared)}"
        raise ExportError(
            f"the revenue of {action.company} was taken as written, {written}; the site works out its own"
        )
    company, cards = action.company, game.trains.pullman_cards(game.state, action.company)
    pulled = next((run.train for run in action.runs if run.pullman), None)
    index = next((at for at, card in enumerate(cards) if game.trains.kind(card) == pulled), None)
    routes, subsidy = written_routes(game.state, game.trains, action, None if index is None else cards[index])
    run = Written.by_company(company, "run_routes", routes=routes, extra_revenue=0, subsidy=subsidy)
    if index is None:
        return [run]
    return [Written.by_company(company, "choose", choice=str(index)), run]


def pay_dividend(game: Writing, action: ours.PayDividend) -> list[Written]:
    """What the 2P- or LP-train earned, if that is decided apart, then the rest."""
    rest = Written.by_company(action.company, "dividend", kind=SITE_PAYOUTS[action.payout])
    if not action.extra:
        return [rest]
    return [Written.by_company(action.company, "choose", choice=SITE_PAYOUTS[action.extra]), rest]


# -- mergers and shares ----------------------------------------------------------------------------------------------


def acquire_minor(game: Writing, action: ours.AcquireMinor) -> list[Written]:
    """The minor, how it is paid for, what becomes of the token, and for M14 in its box the station."""
    company, minor = action.company, action.minor
    written = [
        Written.by_company(company, "merge", corporation=site_name(minor)),
        Written.by_company(company, "choose", choice=SITE_PAYMENTS[action.shares]),
        Written.by_company(company, "choose", choice=SITE_TOKEN_USES[action.token]),
    ]
    card = game.state.title.companies[minor]
    if minor not in game.state.companies and card.home_city is None and action.token == "replace":
        if not reaches_city(game.state, game.state.companies[company], (card.home, action.city)):
            raise ExportError(f"the site places the token of {minor} in a connected station only")
        fields = _token_fields(game, (card.home, action.city), company) | {"slot": 0}
        written.append(Written.by_company(company, "place_token", **fields))
    game.trains.pass_on(minor, company)
    return written


def issue(game: Writing, action: ours.IssueShares) -> list[Written]:
    """Numbered shares of the treasury; the site pays the price before the drop unless it is told the one after it."""
    state, company = game.state, game.state.companies[action.company]
    numbers, ids = game.shares_of(company.id, "treasury", action.count)
    game.shares.move(company.id, numbers, "treasury", "pool")
    price = market.cell_at(state.title, market.dropped(state.title, company.space, action.count)).price
    percent = ONE_SHARE * action.count
    return [Written.by_company(company.id, "sell_shares", shares=ids, percent=percent, share_price=price)]


def redeem(game: Writing, action: ours.RedeemShares) -> list[Written]:
    """Numbered shares of the pool."""
    numbers, ids = game.shares_of(action.company, "pool", action.count)
    game.shares.move(action.company, numbers, "pool", "treasury")
    return [Written.by_company(action.company, "buy_shares", shares=ids, percent=ONE_SHARE * action.count)]


TURN_WRITERS: Mapping[type[Any], Write] = {
    ours.ChooseHomeStation: choose_home,
    ours.BuyTrain: buy_train,
    ours.FlipTrain: flip_train,
    ours.DiscardTrain: discard_train,
    ours.AcquirePrivate: acquire_private,
    ours.LayTile: lay_tile,
    ours.PlaceDestinationToken: destination,
    ours.PlaceToken: place_token,
    ours.MoveToken: move_token,
    ours.MoveCertificate: move_certificate,
    ours.RunTrains: run_trains,
    ours.PayDividend: pay_dividend,
    ours.AcquireMinor: acquire_minor,
    ours.IssueShares: issue,
    ours.RedeemShares: redeem,
}
"""Class of action to what writes it."""
