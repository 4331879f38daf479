"""Generators of pages and parts of pages: ``python -m tools.generate``."""
