"""A comparison as plain data for JSON."""

from __future__ import annotations

from typing import Any

from generator.comparison.asked import Asked
from generator.comparison.said import notes
from validator.simulation.compare import Comparison, LineResult
from validator.simulation.pairs import Kind
from validator.simulation.verdicts import ERROR, PILOT, Judged


def as_data(comparison: Comparison, asked: Asked) -> dict[str, Any]:
    """Everything of a comparison, one mapping a line (a table and its players)."""
    return {
        "game": asked.game,
        "before": asked.before,
        "now": asked.now,
        "seed": asked.seed,
        "confidence": 1 - ERROR,
        "budget": comparison.rules.games,
        "not_counted": PILOT,
        "margins_percent": {
            str(family): margin for family, margin in comparison.rules.margins.items()
        },
        "notes": list(notes(comparison)),
        "lines": [_line(result, asked) for result in comparison.results],
    }


def _line(result: LineResult, asked: Asked) -> dict[str, Any]:
    table, (before, now), first = result.line.configuration, result.line.policies, result.first
    return {
        "players": table.players,
        "bots": table.bots,
        "policy_before": before,
        "policy_now": now,
        "games": result.games,
        "same": result.same,
        "stopped": "known" if result.is_known else "budget",
        "efficiency": {
            str(family): None if gain is None else round(gain, 3)
            for family, gain in result.gain.items()
            if result.of(family)
        },
        "misaligned": list(result.misaligned),
        "first_difference": first
        and {
            "index": first.index,
            "at": str(first.parting),
            "turn": first.turn,
            "before": first.before,
            "now": first.now,
            "replay": asked.replay(result),
        },
        "figures": [_figure(one) for one in result.judged],
    }


def _figure(judged: Judged) -> dict[str, Any]:
    figure, measure = judged.figure, judged.measure
    of = int(figure.of) + 1 if figure.kind in (Kind.WINS, Kind.SCORE) else figure.of
    return {
        "figure": str(figure.kind),
        "of": of,
        "before": round(judged.before, 6),
        "now": round(judged.now, 6),
        "shift": round(judged.shift, 6),
        "low": round(judged.low, 6),
        "high": round(judged.high, 6),
        "margin": round(measure.margin, 6),
        "bounds": [measure.low, measure.high],
        "beyond_bounds": judged.beyond,
        "verdict": str(judged.verdict),
    }
