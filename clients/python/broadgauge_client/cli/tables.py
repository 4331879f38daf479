"""Tables of a game for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from broadgauge.v1.actions_pb2 import Run
from broadgauge.v1.options_pb2 import ActionOption, Unavailable
from broadgauge.v1.reasons_pb2 import Reason
from broadgauge.v1.record_pb2 import GameStatus
from broadgauge.v1.route_service_pb2 import FindRoutesResponse
from broadgauge.v1.view_pb2 import CompanyView, GameView, PlayerView

from ..actions import kind
from .certificates import Certificates
from .sheets import Cell, Sheet, sheet

ENDS = {
    "bank": "the bank is broken",
    "stock_market": "a share price has reached the end of the market",
    "no_bids": "nobody bid in the first stock round",
}
"""Why a game is over; other reasons are told by their names."""

Named = Callable[[str], str]


def status_line(status: GameStatus) -> str:
    """Where a game stands, in one line; players are named by their seats."""
    if status.finished:
        return f"Revision {status.revision}, the game is over: {ENDS.get(status.end_reason, status.end_reason)}."
    decision = status.decision
    company = f" for {decision.company}" if decision.company else ""
    return f"Revision {status.revision}, player {decision.player}{company}: {decision.text}."


def options_table(numbers: Sequence[int], options: Sequence[ActionOption], named: Named) -> Sheet:
    """The options, with the numbers that ``broadgauge do`` takes."""
    made = sheet("What may be done", "No.", "Kind", "Option", "Details", "Rule")
    for number, option in zip(numbers, options, strict=True):
        made.add(str(number), kind(option.action), named(option.label), _details(option, named), option.paragraph)
    return made


def _details(option: ActionOption, named: Named) -> Cell:
    if option.action.HasField("run_trains"):
        return list(map(run_text, option.action.run_trains.runs))
    details = [f"{d.field} {d.minimum} to {d.maximum} by {d.step}" for d in option.domains]
    asked = " or ".join(map(str, option.asks))
    return [*details, named(f"asks player {asked}")] if asked else details


def run_text(run: Run) -> str:
    """A run in one line: the train, and where it stops."""
    return f"{_train(run)}: {_stops(run)}"


def _train(run: Run) -> str:
    return f"{run.train} with Pullman" if run.pullman else run.train


def _stops(run: Run) -> str:
    return " - ".join(stop.hex for stop in run.stops)


def unavailable_table(entries: Iterable[Unavailable], named: Named) -> Sheet:
    """What cannot be done, and why."""
    made = sheet("What cannot be done", "Kind", "Subject", "Why not", "Reason", "Rule")
    for entry in entries:
        refusal = entry.refusal
        reason = Reason.Name(refusal.reason).removeprefix("REASON_")
        made.add(entry.kind, refusal.subject, named(refusal.text), reason, refusal.paragraph)
    return made


def players_table(view: GameView, certificates: Certificates) -> Sheet:
    """Players in player order."""
    title = f"Players, {view.round}, phase {view.phase}, bank {_pounds(view.bank)}"
    made = sheet(title, "Seat", "Name", "Cash", "Debt", "Certificates", "Shares", "Holds", "Worth")
    players = {player.seat: player for player in view.players}
    for seat in view.player_order:
        made.add(*_player_cells(players[seat], certificates))
    return made


def _player_cells(player: PlayerView, certificates: Certificates) -> list[Cell]:
    return [
        str(player.seat),
        player.name,
        f"£{player.cash}",
        f"£{player.debt}" if player.debt else "",
        _certificates(player),
        " ".join(_holding(holding.company, holding.shares, player) for holding in player.shares),
        list(map(certificates.short, player.items)),
        _pounds(player.worth),
    ]


def _certificates(player: PlayerView) -> str:
    """Those held, and in brackets those with the highest bids, of the limit."""
    bids = player.certificates_with_bids - player.certificates
    with_bids = f" ({player.certificates_with_bids} with bids)" if bids else ""
    return f"{player.certificates}{with_bids} of {player.certificate_limit}"


def _pounds(amount: int) -> str:
    return f"£{amount}" if amount >= 0 else f"-£{-amount}"


def _holding(company: str, shares: int, player: PlayerView) -> str:
    star = "*" if company in player.directorships else ""
    return f"{company}{star}" if company.startswith("M") and shares == 10 else f"{company}{star} {shares}0%"


def companies_table(view: GameView) -> Sheet:
    """Companies in operating order, each with its home."""
    headings = ("Company", "Director", "Price", "Treasury", "Trains", "Tokens", "Privates")
    made = sheet("Companies in operating order", *headings)
    names = _names(view)
    for company in view.companies:
        made.add(*_company_cells(company, names[company.director]))
    return made


def _company_cells(company: CompanyView, director: str) -> list[Cell]:
    return [
        f"{company.id if company.floated else f'({company.id})'} {company.home_name or company.home}",
        director,
        f"£{company.price}",
        f"£{company.cash}",
        " ".join(company.trains),
        " ".join(token.hex for token in company.tokens),
        " ".join(company.privates),
    ]


def boxes_table(view: GameView) -> Sheet:
    """Bidding boxes: what lies in them, where its company is at home, and what the next bid must be."""
    made = sheet("Bidding boxes", "Box", "Certificate", "Home", "Least", "Bids")
    names = _names(view)
    for box in view.boxes:
        if box.item:
            major = f" {box.company}," if box.company not in ("", box.item) else ""
            home = " ".join(filter(None, (box.home, box.home_name)))
            bids = [f"{names[bid.player]} £{bid.amount}" for bid in box.bids]
            made.add(f"{box.kind} {box.number}", f"{box.item}{major} {box.name}", home, f"£{box.least_bid}", bids)
    return made


def stacks_table(view: GameView, certificates: Certificates) -> Sheet:
    """Certificates that wait for a box."""
    made = sheet("Next certificates", "Kind", "Left", "Next")
    for stack in view.stacks:
        made.add(stack.kind, str(stack.count), ", ".join(map(certificates.short, stack.items)))
    return made


def market_table(view: GameView) -> Sheet:
    """The stock market, highest price first; in a space the company on top of the pile comes first."""
    made = sheet("Stock market", "Price", "Companies")
    order = sorted(view.companies, key=lambda company: (-company.price, company.row, company.pile_place))
    for price, companies in groupby(order, lambda company: company.price):
        made.add(f"£{price}", " ".join(company.id for company in companies))
    return made


def trains_table(view: GameView) -> Sheet:
    """Trains in the bank and the pool."""
    made = sheet("Trains for sale", "Kind", "Left")
    for stock in view.trains:
        made.add(stock.kind, str(stock.count) if stock.HasField("count") else "no end")
    for train in view.train_pool:
        made.add(train, "1 in the pool")
    return made


def tiles_table(view: GameView) -> Sheet:
    """Tiles on the map, one row a kind."""
    made = sheet("Tiles on the map", "Tile", "Hexes (and clockwise turns)")
    order = sorted(view.tiles, key=lambda placed: (len(placed.tile), placed.tile, placed.hex))
    for tile, places in groupby(order, lambda placed: placed.tile):
        made.add(tile, ", ".join(f"{placed.hex} ({placed.rotation})" for placed in places))
    return made


def view_tables(view: GameView, certificates: Certificates) -> list[Sheet]:
    """What `view` shows, in order."""
    return [
        players_table(view, certificates),
        companies_table(view),
        market_table(view),
        boxes_table(view),
        stacks_table(view, certificates),
        trains_table(view),
        tiles_table(view),
    ]


def result_table(view: GameView) -> Sheet:
    """The final standing."""
    made = sheet("Result", "Place", "Name", "Worth")
    names = _names(view)
    for standing in view.result:
        made.add(str(standing.place), names[standing.player], _pounds(standing.worth))
    return made


def routes_table(found: FindRoutesResponse) -> Sheet:
    """The best routes of a company, one row a train."""
    verdict = "proven" if found.proven_optimal else f"at most £{found.upper_bound} possible"
    mail = f", £{found.best.mail_subsidy} of mail" if found.best.mail_subsidy else ""
    made = sheet(f"{found.company}: £{found.best.revenue}{mail} ({verdict})", "Train", "Revenue", "Stops")
    for route in found.best.routes:
        made.add(_train(route.run), f"£{route.revenue}", _stops(route.run))
    return made


def _names(view: GameView) -> dict[int, str]:
    return {player.seat: player.name for player in view.players}
