"""What ``trilith play`` can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from generator.options.choices import Bots, Players, Rulings
from generator.options.protocol import Output


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """Play a game at the terminal, in one seat or several; policies play the others.

    Every choice is kept as it is made: `q`, the end of the input and Ctrl-C lose nothing. The
    record tells the game again by `trilith replay --record FILE`.
    """

    game: Annotated[str | None, typer.Argument(help="A game of the project.")] = None
    players: Players = None
    bots: Bots = None
    seats: Annotated[
        list[str] | None,
        typer.Option(
            "--seat", help="Your seat: its colour or number, or all; may be repeated. Default: 1."
        ),
    ] = None
    against: Annotated[
        str,
        typer.Option("--against", help="Who sits elsewhere: random, greedy, search or drain:PILE."),
    ] = "greedy"
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="Same seed, same luck. Default: a new one.")
    ] = None
    index: Annotated[int, typer.Option("--index", min=0, help="Number of the game.")] = 0
    rulings: Rulings = None
    resume: Annotated[
        Path | None, typer.Option("--resume", help="Go on with a game that was put aside.")
    ] = None
    keep: Annotated[
        Path | None,
        typer.Option("--save", help="Keep the game in this file; default: in output/GAME/play/."),
    ] = None


OUTPUT = Output("play", PlayOptions, "generator.terminal.command:make", translates=True)
