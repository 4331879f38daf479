"""Our actions, written as a game file of 18xx.games."""
