"""Tables of a game for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from rich.console import JustifyMethod
from rich.table import Table

from broadgauge.v1.actions_pb2 import Run
from broadgauge.v1.options_pb2 import ActionOption, Unavailable
from broadgauge.v1.reasons_pb2 import Reason
from broadgauge.v1.record_pb2 import GameStatus
from broadgauge.v1.route_service_pb2 import FindRoutesResponse
from broadgauge.v1.view_pb2 import CompanyView, GameView, PlayerView

from ..actions import kind

MONEY = frozenset({"Bank", "Cash", "Debt", "Worth", "Price", "Treasury", "Revenue"})
"""Columns that stand to the right and are never cut."""
WHOLE = MONEY | {"Rule option"}
"""Columns whose words stay in one piece."""

Named = Callable[[str], str]


def table(title: str, *headings: str) -> Table:
    """An empty table."""
    made = Table(title=title)
    for heading in headings:
        justify: JustifyMethod = "right" if heading in MONEY else "left"
        made.add_column(heading, justify=justify, no_wrap=heading in WHOLE, overflow="fold")
    return made


def status_line(status: GameStatus, names: Sequence[str]) -> str:
    """Where a game stands, in one line; ``names`` are those of the players by seat."""
    if status.finished:
        return f"Revision {status.revision}: the game is over ({status.end_reason})."
    decision = status.decision
    company = f" for {decision.company}" if decision.company else ""
    return f"Revision {status.revision}, {names[decision.player - 1]}{company}: {decision.text}."


def options_table(options: Sequence[ActionOption], named: Named) -> Table:
    """The options, with the numbers that ``broadgauge do`` takes."""
    made = table("What may be done", "No.", "Kind", "Option", "Details", "Rule")
    for number, option in enumerate(options, 1):
        made.add_row(str(number), kind(option.action), named(option.label), _details(option), option.paragraph)
    return made


def _details(option: ActionOption) -> str:
    if option.action.HasField("run_trains"):
        return "\n".join(map(run_text, option.action.run_trains.runs))
    return ", ".join(f"{d.field} {d.minimum} to {d.maximum} by {d.step}" for d in option.domains)


def run_text(run: Run) -> str:
    """A run in one line: the train, and where it stops."""
    return f"{_train(run)}: {_stops(run)}"


def _train(run: Run) -> str:
    return f"{run.train} with Pullman" if run.pullman else run.train


def _stops(run: Run) -> str:
    return " - ".join(stop.hex for stop in run.stops)


def unavailable_table(entries: Iterable[Unavailable], named: Named) -> Table:
    """What cannot be done, and why."""
    made = table("What cannot be done", "Kind", "Subject", "Why not", "Reason", "Rule")
    for entry in entries:
        refusal = entry.refusal
        reason = Reason.Name(refusal.reason).removeprefix("REASON_")
        made.add_row(entry.kind, refusal.subject, named(refusal.text), reason, refusal.paragraph)
    return made


def players_table(view: GameView) -> Table:
    """Players in player order."""
    title = f"Players, {view.round}, phase {view.phase}, bank £{view.bank}"
    made = table(title, "Seat", "Name", "Cash", "Debt", "Certificates", "Shares", "Holds", "Worth")
    players = {player.seat: player for player in view.players}
    for seat in view.player_order:
        made.add_row(*_player_cells(players[seat]))
    return made


def _player_cells(player: PlayerView) -> list[str]:
    return [
        str(player.seat),
        player.name,
        f"£{player.cash}",
        f"£{player.debt}" if player.debt else "",
        f"{player.certificates}/{player.certificate_limit}",
        " ".join(_holding(holding.company, holding.shares, player) for holding in player.shares),
        " ".join(player.items),
        f"£{player.worth}",
    ]


def _holding(company: str, shares: int, player: PlayerView) -> str:
    star = "*" if company in player.directorships else ""
    return f"{company}{star}" if company.startswith("M") and shares == 10 else f"{company}{star} {shares}0%"


def companies_table(view: GameView) -> Table:
    """Companies in operating order."""
    headings = ("Company", "Director", "Price", "Treasury", "Trains", "Tokens", "Privates")
    made = table("Companies in operating order", *headings)
    names = _names(view)
    for company in view.companies:
        made.add_row(*_company_cells(company, names[company.director]))
    return made


def _company_cells(company: CompanyView, director: str) -> list[str]:
    return [
        company.id if company.floated else f"({company.id})",
        director,
        f"£{company.price}",
        f"£{company.cash}",
        " ".join(company.trains),
        " ".join(token.hex for token in company.tokens),
        " ".join(company.privates),
    ]


def boxes_table(view: GameView) -> Table:
    """Bidding boxes."""
    made = table("Bidding boxes", "Kind", "Box", "Item", "Bids")
    names = _names(view)
    for box in view.boxes:
        if box.item:
            bids = ", ".join(f"{names[bid.player]} £{bid.amount}" for bid in box.bids)
            made.add_row(box.kind, str(box.number), box.item, bids)
    return made


def stacks_table(view: GameView) -> Table:
    """Certificates that wait for a box."""
    made = table("Next certificates", "Kind", "Left", "Next")
    for stack in view.stacks:
        made.add_row(stack.kind, str(stack.count), " ".join(stack.items))
    return made


def market_table(view: GameView) -> Table:
    """The stock market, highest price first; in a space the company on top of the pile comes first."""
    made = table("Stock market", "Price", "Companies")
    order = sorted(view.companies, key=lambda company: (-company.price, company.row, company.pile_place))
    for price, companies in groupby(order, lambda company: company.price):
        made.add_row(f"£{price}", " ".join(company.id for company in companies))
    return made


def trains_table(view: GameView) -> Table:
    """Trains in the bank and the pool."""
    made = table("Trains for sale", "Kind", "Left")
    for stock in view.trains:
        made.add_row(stock.kind, str(stock.count) if stock.HasField("count") else "no end")
    for train in view.train_pool:
        made.add_row(train, "1 in the pool")
    return made


def tiles_table(view: GameView) -> Table:
    """Tiles on the map, one row a kind."""
    made = table("Tiles on the map", "Tile", "Hexes (and clockwise turns)")
    order = sorted(view.tiles, key=lambda placed: (len(placed.tile), placed.tile, placed.hex))
    for tile, places in groupby(order, lambda placed: placed.tile):
        made.add_row(tile, ", ".join(f"{placed.hex} ({placed.rotation})" for placed in places))
    return made


VIEW = (players_table, companies_table, market_table, boxes_table, stacks_table, trains_table, tiles_table)
"""What `view` shows, in order."""


def result_table(view: GameView) -> Table:
    """The final standing."""
    made = table("Result", "Place", "Name", "Worth")
    names = _names(view)
    for standing in view.result:
        made.add_row(str(standing.place), names[standing.player], f"£{standing.worth}")
    return made


def routes_table(found: FindRoutesResponse) -> Table:
    """The best routes of a company, one row a train."""
    verdict = "proven" if found.proven_optimal else f"at most £{found.upper_bound} possible"
    mail = f", £{found.best.mail_subsidy} of mail" if found.best.mail_subsidy else ""
    made = table(f"{found.company}: £{found.best.revenue}{mail} ({verdict})", "Train", "Revenue", "Stops")
    for route in found.best.routes:
        made.add_row(_train(route.run), f"£{route.revenue}", _stops(route.run))
    return made


def _names(view: GameView) -> dict[int, str]:
    return {player.seat: player.name for player in view.players}
