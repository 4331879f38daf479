"""Plays the opening of a game: lists what may be done, does one of it, tells what happened.

    .venv/bin/python examples/play.py [ADDRESS] [ACTIONS]

ADDRESS is that of a server (127.0.0.1:50822), ACTIONS how many actions to play (10).
"""

import sys
from collections import Counter

from broadgauge_client import Connection, GameSession, RandomBot
from broadgauge_client.actions import kind


def play(address: str, actions: int) -> None:
    """Plays so many actions, or to the end of the game if that comes first."""
    bot = RandomBot(seed=1)
    with Connection(address) as connection:
        game = GameSession.new(connection, ["Ada", "Bertram", "Clara"], seed=7)
        while game.decision is not None and game.revision < actions:
            options = game.options()
            kinds = Counter(kind(option.action) for option in options)
            choice = ", ".join(f"{count} {name}" for name, count in kinds.items())
            print(f"{game.revision}: {game.decision.text} ({choice})")
            for event in game.do(bot.choose(options)):
                print(f"   {event.text}")
        print(f"Revision {game.revision}, etag {game.etag}")


if __name__ == "__main__":
    play(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50822", int(sys.argv[2]) if len(sys.argv) > 2 else 10)
