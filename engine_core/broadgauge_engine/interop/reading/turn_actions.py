"""Operating turn actions of an 18xx.games file as ours.

The site spreads some of our actions over several of its own: a merger and its two choices, the Pullman's train and the
run, the separate dividend of a 2P-train, P8 and what it is for.
"""

from __future__ import annotations

from collections.abc import Mapping

from ... import actions as ours
from ...actions import Action
from ...engine import decision
from ...state.model import Place
from ...steps.track import in_order
from ..vocabulary import MOVED_CARD, MOVED_TO, PAYMENTS, PAYOUTS, PRIVATE_USES, TOKEN_USES
from .entry import Entry
from .reading import Reading, Translation
from .runs import recorded_run
from .stock_actions import haven, tenths

# -- trains ----------------------------------------------------------------------------------------------------------


def buy_train(game: Reading, entry: Entry) -> Action:
    """A purchase, or the upgrade of an own L."""
    company, card = game.company(entry), entry.text("train")
    if entry.has("exchange"):
        game.trains.flip(card, entry.text("variant") if entry.has("variant") else _other_side(game))
        return ours.FlipTrain(company)
    source = _seller(game, company, card)
    price = entry.whole("price")
    if source != "bank":
        game.trains.move(card, company)
        return ours.BuyTrain(company, game.trains.kind(card), source, price)
    kind = entry.text("variant") if entry.has("variant") else card.rsplit("-", 1)[0]
    game.trains.buy_from_bank(game.state, company, kind, card)
    return ours.BuyTrain(company, kind, source, price)


def _other_side(game: Reading) -> str:
    return game.state.title.other_sides[game.state.title.depot[0]]


def _seller(game: Reading, company: str, card: str) -> str:
    """Who sells. In its first turn a minor buys from the bank, whatever card the file names."""
    now = decision(game.state)
    owner = game.trains.owner(card)
    sellers = {"pool": game.state.pool, **{name: c.trains for name, c in game.state.companies.items()}}
    early = now is not None and now.step == "first_turn"
    if early or owner == company or game.trains.kind(card) not in sellers.get(owner, ()):
        return "bank"
    return owner


def discard_train(game: Reading, entry: Entry) -> Action:
    """To the pool, or out of the game."""
    card = entry.text("train")
    game.trains.move(card, "pool")
    return ours.DiscardTrain(game.company(entry), game.trains.kind(card))


# -- privates --------------------------------------------------------------------------------------------------------


def acquire_company(game: Reading, entry: Entry) -> Action:
    """A private from a player; for P8 its use, for which the site asks when the step is over."""
    private, company = entry.text("company"), game.company(entry)
    if private not in game.state.title.privates:
        raise entry.fail(f"{private} is not a private company")
    use = ""
    if game.state.title.privates[private].power == "hill_discount":
        use = game.coming_choice(entry, PRIVATE_USES)
    game.trains.gain(private, company)
    return ours.AcquirePrivate(company, private, use)


def use_private(game: Reading, entry: Entry) -> Action:
    """P16 buys a share, P17 moves a certificate, P5 and P18 move a token."""
    private = game.state.title.privates.get(entry.entity)
    if private is None:
        raise entry.fail("there is no such private company")
    if private.power == "tax_haven":
        return haven(game, entry)
    if private.power == "move_card":
        item, _, to = entry.text("choice").rpartition("_")
        if to not in MOVED_CARD:
            raise entry.fail(f"choice {entry.text('choice')!r} is not a certificate with _top or _bottom")
        return ours.MoveCertificate(game.acting(entry), item, to)
    return ours.MoveToken(game.acting(entry), private.id, entry.choice("choice", MOVED_TO))


# -- track and tokens ------------------------------------------------------------------------------------------------


def lay_tile(game: Reading, entry: Entry) -> Action:
    """A lay by a company, or by a private that it owns, perhaps joined with others."""
    privates = entry.texts("combo_entities") if entry.has("combo_entities") else []
    if entry.actor == "company":
        privates = [entry.entity, *privates]
        company = game.acting(entry)
    else:
        company = game.company(entry)
    copy, hex_id = entry.text("tile"), entry.text("hex")
    game.places.lay(hex_id, copy)
    if _places_a_token(game, privates) and game.comes(entry, "place_token"):
        game.take(entry, "place_token")
    return ours.LayTile(company, hex_id, copy.rsplit("-", 1)[0], entry.whole("rotation"), in_order(privates))


def _places_a_token(game: Reading, privates: list[str]) -> bool:
    """Whether P5 is in use, whose tile and token are one action of ours and two of the site."""
    powers = game.state.title.privates
    return any(name in powers and powers[name].power == "english_channel_token" for name in privates)


def place_token(game: Reading, entry: Entry) -> Action:
    """An available token, P5's token, or the home token of M14."""
    place = _city(game, entry)
    if entry.actor == "company":
        return ours.PlaceToken(game.acting(entry), *place, entry.entity)
    company, now = game.company(entry), decision(game.state)
    if now is not None and now.step == "home_station":
        return ours.ChooseHomeStation(company, *place)
    return ours.PlaceToken(company, *place)


def _city(game: Reading, entry: Entry) -> Place:
    city = entry.text("city")
    place = game.places.place(game.state, city) if city.count("-") > 1 else None
    if place is None:
        raise entry.fail(f"there is no city {city} on the map")
    return place


def hex_token(game: Reading, entry: Entry) -> Action:
    """The destination token."""
    return ours.PlaceDestinationToken(game.company(entry))


# -- runs and dividends ----------------------------------------------------------------------------------------------


def choose(game: Reading, entry: Entry) -> Action | None:
    """A choice of an operating company, known by its word; P8's was taken into account when it was acquired."""
    word = entry.text("choice")
    if word in PRIVATE_USES:
        return None
    if word.isdecimal():
        return _pullman_run(game, entry)
    if word in PAYOUTS:
        return _separate_dividend(game, entry)
    if word in PAYMENTS or word in TOKEN_USES:
        raise entry.fail(f"choice {word!r} follows no merge")
    raise entry.fail(f"choice {word!r} is not known")


def _pullman_run(game: Reading, entry: Entry) -> Action:
    """Which train takes the Pullman, as an index into those that can; the run follows. The last choice counts."""
    cards = game.trains.pullman_cards(game.state, game.company(entry))
    chosen, word = entry, entry.text("choice")
    following = game.take(chosen, "run_routes", "choose")
    while following.kind == "choose":
        word = following.text("choice")
        following = game.take(chosen, "run_routes", "choose")
    if not word.isdecimal() or int(word) >= len(cards):
        raise entry.fail(f"choice {word!r}: only {len(cards)} trains can take the Pullman")
    return run_routes(game, following, cards[int(word)])


def run_routes(game: Reading, entry: Entry, pullman: str = "") -> Action:
    """The run of all trains; ``pullman`` is the card of the train with the Pullman."""
    company = game.company(entry)
    if company not in game.state.companies:
        raise entry.fail(f"{company} has not started")
    return recorded_run(game, entry, company, pullman)


def _separate_dividend(game: Reading, entry: Entry) -> Action:
    """The earnings of a 2P- or LP-train; the dividend of the rest follows, if there is a rest."""
    extra = entry.choice("choice", PAYOUTS)
    turn = game.state.turn
    if turn is not None and not turn.revenue and not game.comes(entry, "dividend"):
        return ours.PayDividend(game.company(entry), extra)
    following = game.take(entry, "dividend")
    if turn is not None and not turn.revenue:
        return ours.PayDividend(game.company(entry), extra)
    return ours.PayDividend(game.company(entry), following.choice("kind", PAYOUTS), extra)


def dividend(game: Reading, entry: Entry) -> Action:
    """One decision on all that was earned."""
    return ours.PayDividend(game.company(entry), entry.choice("kind", PAYOUTS))


# -- mergers and shares ----------------------------------------------------------------------------------------------


def merge(game: Reading, entry: Entry) -> Action:
    """A minor is acquired: how to pay, what becomes of the token, and for M14 in its box which station."""
    company, minor = game.company(entry), game.company(entry, "corporation")
    card = game.state.title.companies.get(minor)
    if card is None or company not in game.state.companies:
        raise entry.fail(f"there are no such companies as {company} and {minor}")
    shares, token = _merge_choices(game, entry)
    if token == "replace" and _has_token_there(game, company, minor):
        token = "available"  # The site offers a replacement, and makes the token available all the same.
    city = 0
    if token == "replace" and card.home_city is None and minor not in game.state.companies:
        city = _city(game, game.take(entry, "place_token"))[1]
    game.trains.pass_on(minor, company)
    return ours.AcquireMinor(company, minor, shares, token, city)


def _merge_choices(game: Reading, entry: Entry) -> tuple[int, str]:
    """Payment and token, in whichever order they were chosen."""
    words = [game.take(entry, "choose") for _ in range(2)]
    words.sort(key=lambda word: word.text("choice") in TOKEN_USES)
    return words[0].choice("choice", PAYMENTS), words[1].choice("choice", TOKEN_USES)


def _has_token_there(game: Reading, company: str, minor: str) -> bool:
    started = game.state.companies.get(minor)
    card = game.state.title.companies[minor]
    place = (card.home, card.home_city) if started is None or not started.tokens else started.tokens[0]
    return place in game.state.companies[company].tokens


def issue(game: Reading, entry: Entry) -> Action:
    """Treasury shares go to the pool."""
    name, numbers = entry.shares()
    _own_shares(game, entry, name)
    game.shares.move(name, numbers, "treasury", "pool")
    return ours.IssueShares(name, tenths(entry, game))


def redeem(game: Reading, entry: Entry) -> Action:
    """Shares come back from the pool."""
    name, numbers = entry.shares()
    _own_shares(game, entry, name)
    game.shares.move(name, numbers, "pool", "treasury")
    return ours.RedeemShares(name, tenths(entry, game))


def _own_shares(game: Reading, entry: Entry, name: str) -> None:
    if name != game.company(entry) or name not in game.state.companies:
        raise entry.fail(f"a company that has started trades in its own shares, not in those of {name}")


TURN_TRANSLATIONS: Mapping[tuple[str, str], Translation] = {
    ("buy_train", "corporation"): buy_train,
    ("discard_train", "corporation"): discard_train,
    ("acquire_company", "corporation"): acquire_company,
    ("choose_ability", "company"): use_private,
    ("lay_tile", "corporation"): lay_tile,
    ("lay_tile", "company"): lay_tile,
    ("place_token", "corporation"): place_token,
    ("place_token", "company"): place_token,
    ("hex_token", "corporation"): hex_token,
    ("choose", "corporation"): choose,
    ("run_routes", "corporation"): run_routes,
    ("dividend", "corporation"): dividend,
    ("merge", "corporation"): merge,
    ("sell_shares", "corporation"): issue,
    ("buy_shares", "corporation"): redeem,
}
"""Kind of action and kind of actor to the translation."""
