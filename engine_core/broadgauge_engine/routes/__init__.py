"""Routes (5.4, 5.5, 5.13): connectivity over laid track, legality and value of runs, the best runs with proof."""

from ._track import Cancel, Reach, Track
from .best import best_runs, has_run
from .board import compile_track, value
from .legality import evaluate
from .model import Answer, Evaluation, Laid, Problem, Run, RunQuery, Stop
from .notation import match_run, trim_express

__all__ = [
    "Answer",
    "Cancel",
    "Evaluation",
    "Laid",
    "Problem",
    "Reach",
    "Run",
    "RunQuery",
    "Stop",
    "Track",
    "best_runs",
    "compile_track",
    "evaluate",
    "has_run",
    "match_run",
    "trim_express",
    "value",
]
