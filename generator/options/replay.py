"""What ``trilith replay`` can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from generator.options.choices import Bots, Players, Policy, Rulings, Seed
from generator.options.protocol import Output


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """Play one game again, turn by turn, as text.

    `trilith simulate` prints the command that replays a game it names.
    """

    game: Annotated[str | None, typer.Argument(help="A game of the project.")] = None
    players: Players = None
    bots: Bots = None
    policy: Policy = "random"
    seed: Seed = 1
    index: Annotated[int, typer.Option("--index", min=0, help="Number of the game.")] = 0
    rulings: Rulings = None
    options: Annotated[
        bool, typer.Option("--options", help="Show every legal option of each decision.")
    ] = False
    record: Annotated[
        Path | None, typer.Option("--record", help="Replay a game that --save wrote.")
    ] = None
    keep: Annotated[
        Path | None, typer.Option("--save", help="Write the game's record to this file.")
    ] = None


OUTPUT = Output("replay", ReplayOptions, "generator.outputs.replay:make")
