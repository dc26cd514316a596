"""What ``trilith simulate`` can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from generator.options.choices import (
    AsForm,
    Bots,
    Cluster,
    Form,
    Jobs,
    Policy,
    Rulings,
    Seed,
    ShardText,
)
from generator.options.protocol import Output
from validator.command import GameNames


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """Play many games at every table and tell lengths, wins, scores, piles and supplies.

    Simulation shows termination, counts and balance between these policies, not fun.
    """

    games: GameNames = None
    players: Annotated[str, typer.Option("--players", help="Number of human players, or all.")] = (
        "all"
    )
    bots: Bots = None
    count: Annotated[int, typer.Option("--games", min=1, help="Games at each table.")] = 200
    policy: Policy = "random"
    seed: Seed = 1
    rulings: Rulings = None
    jobs: Jobs = 0
    cluster: Cluster = None
    shard: ShardText = None
    worth: Annotated[
        bool,
        typer.Option("--worth", help="Also what each card is worth; takes several times as long."),
    ] = False
    form: AsForm = Form.TEXT
    out: Annotated[
        Path | None, typer.Option("--out", help="Write simulation.json or .txt there instead.")
    ] = None


OUTPUT = Output(
    "simulate",
    SimulationOptions,
    "generator.outputs.simulation:make",
)
