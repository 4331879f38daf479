"""What certificates are called in short."""

from __future__ import annotations

from broadgauge.v1.title_pb2 import Title

from ..session import GameSession


class Certificates:
    """The certificates of one title by their ids."""

    def __init__(self, title: Title) -> None:
        places = {place.id: place.name for place in title.hexes}
        self._names = {private.id: private.abbreviation for private in title.privates}
        for card in title.companies:
            self._names[card.id] = places[card.home] or card.home
            if card.concession:
                self._names[card.concession] = card.id

    def short(self, item: str) -> str:
        """``M24 Swansea & Oystermouth``, ``C5 CR``, ``P11 B&ER``: a minor by its home, a concession by its major."""
        return f"{item} {self._names.get(item, '')}".rstrip()


def certificates_of(session: GameSession) -> Certificates:
    """The certificates of the title that is played."""
    return Certificates(session.title())
