"""What ``trilith report`` can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from generator.options.choices import Cluster, Jobs, Search, Seed, ShardText
from generator.options.protocol import Output
from validator.command import GameNames

GAMES = 200
"""Random games at a table: intervals of some 7 % around their rates."""


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """Write a page a game with plots of length, scores, wins, piles, supplies and rulings.

    OUT/GAME/report/index.html works offline; worth.json and worth.txt beside it say what each card
    is worth. Simulation shows termination, counts and balance between these policies, not fun.
    """

    games: GameNames = None
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder to write to; default: output/.")
    ] = None
    count: Annotated[int, typer.Option("--games", min=10, help="Random games at each table.")] = 200
    search: Search = 0
    seed: Seed = 1
    jobs: Jobs = 0
    cluster: Cluster = None
    shard: ShardText = None


OUTPUT = Output(
    "report",
    ReportOptions,
    "generator.outputs.simulation_report:make",
)
