"""What becomes of every pile, as text: proved by arithmetic, and seen in games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

from generator.crews.make import crew_of
from generator.crews.options import Cluster, Jobs, ShardText
from generator.outputs.choices import Rulings, Search, Seed
from generator.outputs.protocol import Context, Made, Output
from validator.command import GameNames
from validator.progress import counted
from validator.trials import exhaustion_text
from validator.trials.exhaustion import Effort, Survey, exhaustion, survey_games


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


def make(context: Context, options: PileOptions) -> Iterator[Made]:
    """Make it."""
    catalogue = context.catalogue(options.games)
    count = options.count
    effort = Effort(count, max(count // 10, 2), max(count // 20, 2), options.search)
    named = [game for game in catalogue.games.values() if not game.is_box]
    survey = Survey(
        tuple(game.id for game in named), effort, options.seed, tuple(options.rulings or ())
    )
    total = survey_games(named, effort)
    crew = crew_of(context.root, options, context.found)
    with context.watch("playing") as tell:
        found = exhaustion(catalogue, survey, crew.telling(counted(tell, total)))
    if crew.part is not None:
        yield context.shard(OUTPUT.name, options, crew.part)
    else:
        yield Made(told=exhaustion_text.as_text(found))


OUTPUT = Output(
    "piles",
    PileOptions,
    "generator.outputs.piles:make",
)
