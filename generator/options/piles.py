"""What ``trilith piles`` can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from generator.options.choices import Cluster, Jobs, Rulings, Search, Seed, ShardText
from generator.options.protocol import Output
from validator.command import GameNames


@dataclass(frozen=True, slots=True)
class PileOptions:
    """Tell of every pile at every table: can it run out, does it, when, and what then.

    The worst case is proved by arithmetic, with the sum shown; random, greedy and draining
    players show how often it happens, with a command that replays a game in which it does.
    """

    games: GameNames = None
    count: Annotated[int, typer.Option("--games", min=5, help="Random games at each table.")] = 100
    search: Search = 0
    seed: Seed = 1
    rulings: Rulings = None
    jobs: Jobs = 0
    cluster: Cluster = None
    shard: ShardText = None


OUTPUT = Output(
    "piles",
    PileOptions,
    "generator.outputs.piles:make",
)
