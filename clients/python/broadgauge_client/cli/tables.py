"""Tables of a game for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.table import Table

from broadgauge.v1.options_pb2 import ActionOption, Unavailable
from broadgauge.v1.reasons_pb2 import Reason
from broadgauge.v1.record_pb2 import GameStatus
from broadgauge.v1.route_service_pb2 import FindRoutesResponse
from broadgauge.v1.view_pb2 import CompanyView, GameView, PlayerView

from ..actions import kind


def status_line(status: GameStatus, names: Sequence[str]) -> str:
    """Where a game stands, in one line; ``names`` are those of the players by seat."""
    if status.finished:
        return f"Revision {status.revision}: the game is over ({status.end_reason})."
    decision = status.decision
    company = f" for {decision.company}" if decision.company else ""
    return f"Revision {status.revision}, {names[decision.player - 1]}{company}: {decision.text}."


def options_table(options: Sequence[ActionOption]) -> Table:
    """The options, with the numbers that ``broadgauge do`` takes."""
    table = Table("No.", "Kind", "Option", "Choose", "Rule", title="What may be done")
    for number, option in enumerate(options, 1):
        chosen = ", ".join(f"{d.field} {d.minimum} to {d.maximum} by {d.step}" for d in option.domains)
        table.add_row(str(number), kind(option.action), option.label, chosen, option.paragraph)
    return table


def unavailable_table(entries: Iterable[Unavailable]) -> Table:
    """What cannot be done, and why."""
    table = Table("Kind", "Subject", "Why not", "Reason", "Rule", title="What cannot be done")
    for entry in entries:
        refusal = entry.refusal
        reason = Reason.Name(refusal.reason).removeprefix("REASON_")
        table.add_row(entry.kind, refusal.subject, refusal.text, reason, refusal.paragraph)
    return table


def players_table(view: GameView) -> Table:
    """Players in player order."""
    table = Table(title=f"Players, {view.round}, phase {view.phase}, bank £{view.bank}")
    for heading in ("Seat", "Name", "Cash", "Debt", "Certificates", "Shares", "Holds", "Worth"):
        table.add_column(heading, justify="right" if heading in ("Cash", "Debt", "Worth") else "left")
    players = {player.seat: player for player in view.players}
    for seat in view.player_order:
        table.add_row(*_player_cells(players[seat]))
    return table


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
    table = Table(title="Companies in operating order")
    for heading in ("Company", "Director", "Price", "Treasury", "Trains", "Tokens", "Privates"):
        table.add_column(heading, justify="right" if heading in ("Price", "Treasury") else "left")
    names = {player.seat: player.name for player in view.players}
    for company in view.companies:
        table.add_row(*_company_cells(company, names[company.director]))
    return table


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
    table = Table("Kind", "Box", "Item", "Bids", title="Bidding boxes")
    for box in view.boxes:
        if box.item:
            bids = ", ".join(f"seat {bid.player} £{bid.amount}" for bid in box.bids)
            table.add_row(box.kind, str(box.number), box.item, bids)
    return table


def result_table(view: GameView) -> Table:
    """The final standing."""
    table = Table("Place", "Name", "Worth", title="Result")
    names = {player.seat: player.name for player in view.players}
    for standing in view.result:
        table.add_row(str(standing.place), names[standing.player], f"£{standing.worth}")
    return table


def routes_table(found: FindRoutesResponse) -> Table:
    """The best routes of a company, one row a train."""
    verdict = "proven" if found.proven_optimal else f"at most £{found.upper_bound} possible"
    mail = f", £{found.best.mail_subsidy} of mail" if found.best.mail_subsidy else ""
    table = Table("Train", "Revenue", "Stops", title=f"{found.company}: £{found.best.revenue}{mail} ({verdict})")
    for route in found.best.routes:
        stops = " - ".join(stop.hex for stop in route.run.stops)
        table.add_row(f"{route.run.train}{' P+' if route.run.pullman else ''}", f"£{route.revenue}", stops)
    return table
