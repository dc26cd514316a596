"""One game again, turn by turn, as text; and its record as a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from generator.failures import WrongUseError
from generator.outputs.choices import Bots, Players, Policy, Rulings, Seed
from generator.outputs.protocol import Context, Made, Output
from generator.textfiles import read_text, save_text
from validator.catalogue.model import Catalogue
from validator.play import replay as replaying


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


def make(context: Context, options: ReplayOptions) -> Iterator[Made]:
    """Make it."""
    catalogue = context.catalogue([options.game] if options.game else None)
    if options.record is not None:
        record = replaying.load_record(read_text(options.record))
        text, _ = replaying.replay_record(catalogue, record)
        yield Made(told=text)
    elif options.game is None:
        raise WrongUseError("name a game, or a record with --record FILE")
    else:
        yield from _played(catalogue, options.game, options)


def _played(catalogue: Catalogue, game: str, options: ReplayOptions) -> Iterator[Made]:
    rulings = options.rulings or ()
    table = (options.players, options.bots)
    plan = replaying.plan_of(catalogue, game, *table, options.policy, options.seed, rulings)
    text, played = replaying.replay(plan, options.index, options=options.options)
    if options.keep is not None:
        record = replaying.dump_record(replaying.record_of(plan, options.index, played))
        save_text(options.keep, record)
        yield Made((options.keep,), aside=f"wrote {options.keep}")
    yield Made(told=text)


OUTPUT = Output("replay", ReplayOptions, "generator.outputs.replay:make")
