"""What is told of an import."""

from __future__ import annotations

from broadgauge.v1 import game_service_pb2 as messages
from broadgauge_engine.interop import WrittenRun
from broadgauge_engine.state import shares

from ..commands.import_game import Imported


def report_message(found: Imported) -> messages.ImportReport:
    """How much of a file was taken over, and with what differences."""
    state, game = found.situation.state, found.game
    return messages.ImportReport(
        entries=found.entries,
        imported=found.imported,
        problem=found.problem,
        unfinished=found.unfinished,
        revision=found.record.revision,
        written_runs=map(_written_run, found.written_runs),
        seed_from=game.seed_from,
        ended_by_players=game.ended and not found.problem,
        results=[
            messages.ImportedResult(
                player=player.seat, worth=shares.worth(state, player.seat), in_file=game.result.get(player.seat)
            )
            for player in state.players
        ],
    )


def _written_run(run: WrittenRun) -> messages.WrittenRun:
    return messages.WrittenRun(
        entry=run.action,
        id=run.id or 0,
        company=run.company,
        declared=run.declared,
        by_rules=run.by_rules,
        note=run.note,
    )
