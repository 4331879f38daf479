"""The site's words for what our actions call otherwise: names of companies, payments, tokens, payouts, sources."""

from __future__ import annotations

from collections.abc import Mapping

PAYMENTS = {"money": 0, "one_share": 1, "two_shares": 2}
"""How a minor is paid for, as shares of the treasury."""
TOKEN_USES = {"replace": "replace", "exchange": "available", "remove": "none"}
"""What becomes of an acquired minor's token."""
PAYOUTS = {"payout": "pay", "half": "half", "withhold": "withhold"}
PRIVATE_USES = ("token", "discount")
"""What P8 is used for."""
MOVED_TO = {"exchange": "available", "available": "exchange"}
"""The site names the token that is used up, we say where it goes (P5, P18)."""
MOVED_CARD = ("top", "bottom")
"""Where P17 puts a certificate."""
HAVEN_SOURCES = {"ipo": "treasury", "market": "pool"}
"""Where P16 buys a share."""
ONE_SHARE = 10
"""Percent of a company in one ordinary certificate."""
STEPS_OF_POWER: Mapping[str, tuple[str, ...]] = {
    "tax_haven": ("stock_turn",),
    "move_card": ("track", "token", "issue_redeem"),
    "station_marker_swap": ("track", "token"),
    "english_channel_token": ("track", "token"),
}
"""Power of a private company that is a choice to the steps in which the site offers it."""


def our_name(company: str) -> str:
    """A company's id as we write it; the site calls minors by their bare number."""
    return f"M{company}" if company.isdecimal() else company


def site_name(company: str) -> str:
    """A company's id as the site writes it."""
    return company[1:] if company[1:].isdecimal() else company
