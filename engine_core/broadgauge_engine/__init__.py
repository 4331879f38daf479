"""Broadgauge: the rules of 1822, pure and deterministic."""
