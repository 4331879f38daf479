"""What private companies do for their owners, in one sentence of our own each."""

from __future__ import annotations

from collections.abc import Mapping

from broadgauge_engine.title.model import Private

_TEXTS: Mapping[str, str] = {
    "five_train": "Turns into a 5-train when a company acquires it, even above the train limit.",
    "remove_small_station": ("Once, the company may lay or upgrade a hex with one small station to plain track."),
    "permanent_two_train": ("Gives the company a 2-train that never becomes obsolete and takes no train space."),
    "english_channel_token": ("Places an exchange token in the English Channel, or makes one an available token."),
    "mail_contract": ("Each operating round the treasury earns half the value of both ends of one train's run."),
    "hill_discount": (
        "Makes one lay on rough, hill or mountain ground free, or hills and mountains £{discount} cheaper."
    ),
    "double_cash": ("Its owner may count cash twice for the player order; owned by a company it pays the treasury."),
    "river_discount": "Rivers cost £{river_discount} less, and {estuary_tokens} estuary crossings are free.",
    "advanced_tile_lay": (
        "Once, the company may upgrade plain track or a small station one colour ahead of the phase."
    ),
    "extra_tile_lay": "Once, the company may lay an additional tile, or for a major two yellow ones.",
    "pullman": "Gives the company a Pullman carriage, which lets one train count small stations for free.",
    "phase_revenue": ("Pays £{revenue_per_phase} times the phase, and saves as much for a company that acquires it."),
    "tax_haven": ("Keeps one share away from everybody's limits; share and dividends return at the end of the game."),
    "move_card": "Once, the company may move a certificate to the top or the bottom of its stack.",
    "station_marker_swap": (
        "Once, the company may turn an exchange token into an available one, or the other way round."
    ),
    "permanent_l_train": "Gives the company an L-train that never becomes obsolete and takes no train space.",
    "humber_bridge": ("Once, a company with a token in Hull or Grimsby may join the two by track across the Humber."),
}


def power_text(private: Private) -> str:
    """The power of a private company in English."""
    return _TEXTS[private.power].format(
        discount=private.discount,
        river_discount=private.river_discount,
        estuary_tokens=private.estuary_tokens,
        revenue_per_phase=private.revenue_per_phase,
    )
