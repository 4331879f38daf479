"""Bots: by chance, with some care, and with a plan."""
from .careful import CarefulBot
from .chance import RandomBot
from .shrewd import ShrewdBot
