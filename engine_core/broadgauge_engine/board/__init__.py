"""The map in play: laid track, token spaces, and what companies reach."""
