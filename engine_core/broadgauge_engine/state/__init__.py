"""The state of a game as plain data, and the moves of money, shares and market tokens in it."""
