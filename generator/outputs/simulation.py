"""Many games at every table: lengths, wins, scores, piles and supplies, as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from generator.crews.make import crew_of
from generator.crews.options import Cluster, Jobs, ShardText
from generator.outputs.choices import AsForm, Bots, Form, Policy, Rulings, Seed
from generator.outputs.protocol import Context, Made, Output
from generator.textfiles import save_text
from validator.command import GameNames
from validator.play.playable import playable, select_tables
from validator.progress import counted
from validator.trials import simulate as simulating
from validator.trials.simulate import Experiment
from validator.usage import UsageError


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """Options of ``trilith simulate``."""

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
    form: AsForm = Form.TEXT
    out: Annotated[
        Path | None, typer.Option("--out", help="Write simulation.json or .txt there instead.")
    ] = None


def _make(context: Context, options: SimulationOptions) -> Iterator[Made]:
    """Play many games at every table and tell lengths, wins, scores, piles and supplies.

    Simulation shows termination, counts and balance between these policies, not fun.
    """
    catalogue = context.catalogue(options.games)
    humans = _humans(options.players)
    chosen = playable(catalogue, options.games or ())
    asked = Experiment(
        games=tuple(game.id for game in chosen),
        players=humans,
        bots=options.bots,
        count=options.count,
        policy=options.policy,
        seed=options.seed,
        rulings=tuple(options.rulings or ()),
    )
    total = len(select_tables(chosen, humans, options.bots)) * options.count
    crew = crew_of(context.root, options, context.found)
    with context.watch("playing") as tell:
        results = simulating.simulate(catalogue, asked, crew.telling(counted(tell, total)))
    if crew.part is not None:
        yield context.shard(OUTPUT, options, crew.part, options.out)
    else:
        yield _made(results, options)


def _made(results: Sequence[simulating.Result], options: SimulationOptions) -> Made:
    json_wanted = options.form is Form.JSON
    text = simulating.as_text(results)
    if json_wanted:
        text = json.dumps(simulating.as_json(results), indent=2) + "\n"
    if options.out is None:
        return Made(told=text)
    path = options.out / f"simulation.{'json' if json_wanted else 'txt'}"
    save_text(path, text)
    return Made((path,), aside=f"wrote {path}")


def _humans(text: str) -> int | None:
    """The number of players asked for; None for ``all``."""
    if text == "all":
        return None
    if text.isdecimal():
        return int(text)
    raise UsageError(f"--players {text} is not a number", "write a number, or all")


OUTPUT = Output(
    "simulate",
    SimulationOptions,
    _make,
)
