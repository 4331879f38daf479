"""Why something cannot be done, as one list for refusals, for what is unavailable, and for steps that are skipped."""

from __future__ import annotations

from enum import Enum


class Reason(Enum):
    """Why something cannot be done; the value is the explanation in general words."""

    __hash__ = object.__hash__  # Each member equals itself alone; the hash of `Enum` is slow.

    NOT_YOUR_TURN = "someone else decides now"
    WRONG_STEP = "this is not done in the present step"
    ALREADY_DONE = "it was already done in this turn"
    NO_CASH = "there is not enough money"
    IN_DEBT = "not while the player has a loan"
    CERTIFICATE_LIMIT = "the certificate limit is reached"
    HOLDING_LIMIT = "the player holds 60 percent already"
    SOLD_THIS_ROUND = "the player sold shares of it in this round"
    NOT_FOR_SALE = "there is none to be had there"
    NOT_OWNED = "the actor does not own it"
    NOT_OPERATED = "the company has not operated yet"
    POOL_LIMIT = "the bank pool would hold more than half"
    DIRECTOR = "nobody else can take the director's certificate"
    NOT_NEEDED = "no more than necessary may be sold"
    BID_AMOUNT = "the amount is not a legal bid"
    OWN_HIGH_BID = "the player's own bid is the highest"
    NO_BID_TOKEN = "no bidding token is left"
    PHASE = "the phase does not allow it"
    PRICE = "the price is not allowed"
    TRAIN_LIMIT = "the train limit is reached"
    COMPANY_KIND = "this kind of company may not do it"
    NO_TILE = "no such tile is left or fits"
    TERRAIN = "track may not lead there"
    TRACK_LOST = "existing track must be preserved"
    LABEL = "the label does not match"
    NOT_CONNECTED = "no route of the company leads there"
    LAY_LIMIT = "no lay of this kind is left"
    SIX_WAY = "a tile with more exits must be preferred"
    RESERVED = "the space is reserved or protected"
    NO_SLOT = "there is no open space"
    NO_TOKEN = "no such token is left"
    OWN_TOKEN = "the company has a token there"
    ROUTE = "the run is not legal"
    NOT_MAXIMUM = "a better run is possible"
    MUST_ACT = "this must be done before going on"
    UNKNOWN = "no such thing exists"
    GAME_OVER = "the game is over"
