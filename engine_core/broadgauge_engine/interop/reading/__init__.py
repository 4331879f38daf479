"""Game files of 18xx.games, read into our actions."""
