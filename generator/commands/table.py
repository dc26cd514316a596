"""Commands that set a table up and play: setup, simulate, replay."""

from __future__ import annotations

import json
import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from generator.console import (
    Players,
    Rulings,
    Seed,
    counting,
    loaded,
    loaded_game,
    read,
    save,
)
from validator.command import GameNames, ProjectDir, fail
from validator.play import replay as replaying
from validator.play.playable import playable, select_tables
from validator.play.rulings import resolve_rulings
from validator.setup import show as setup_show
from validator.setup.deal import set_up
from validator.setup.legal import find_configuration
from validator.trials import simulate as simulating
from validator.usage import UsageError


class Form(StrEnum):
    """Forms of a result on the command line."""

    TEXT = "text"
    JSON = "json"


AsForm = Annotated[Form, typer.Option("--format", help="How to print the result.")]
BotsOrAll = Annotated[int | None, typer.Option("--bots", min=0, help="Number of bots.")]
Policy = Annotated[
    str,
    typer.Option(
        "--policy",
        help="random, greedy or drain:PILE; one for all, or one a seat: greedy,random,random.",
    ),
]


def setup(
    game: Annotated[str, typer.Argument(help="A game of the project.")],
    players: Annotated[int, typer.Option("--players", min=0, help="Number of human players.")],
    bots: Annotated[int, typer.Option("--bots", min=0, help="Number of bots.")] = 0,
    seed: Seed = 1,
    rulings: Rulings = None,
    form: AsForm = Form.TEXT,
    project: ProjectDir = None,
) -> None:
    """Set a game up and show the table: every zone, what is in it, what stays in the box.

    Exit status: 0 set up, 1 the data does not allow it, 2 no such table (the reason is told).
    """
    _, found = loaded_game(game, project)
    try:
        configuration = find_configuration(found, players, bots)
        in_force = resolve_rulings(found, rulings or ())
    except UsageError as error:
        raise fail(str(error)) from error
    result = set_up(found, configuration, seed, in_force)
    if form is Form.JSON:
        typer.echo(json.dumps(setup_show.as_json(result), indent=2))
    else:
        typer.echo(setup_show.as_text(result))
    raise typer.Exit(1 if result.problems else 0)


def simulate(
    games: GameNames = None,
    players: Annotated[
        str, typer.Option("--players", help="Number of human players, or all.")
    ] = "all",
    bots: BotsOrAll = None,
    count: Annotated[int, typer.Option("--games", min=1, help="Games at each table.")] = 200,
    policy: Policy = "random",
    seed: Seed = 1,
    rulings: Rulings = None,
    jobs: Annotated[
        int, typer.Option("--jobs", min=0, help="Processes; 0: one a core. Same result for any.")
    ] = 0,
    form: AsForm = Form.TEXT,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write simulation.json or .txt there instead.")
    ] = None,
    project: ProjectDir = None,
) -> None:
    """Play many games at every table and tell lengths, wins, scores, piles and supplies.

    Simulation shows termination, counts and balance between these policies, not fun.
    """
    _, catalogue = loaded(games, project)
    try:
        humans = _humans(players)
        chosen = playable(catalogue, games or ())
        tables = len(select_tables(chosen, humans, bots))
        with counting("playing", tables * count) as more:
            results = simulating.simulate(
                catalogue,
                [game.id for game in chosen],
                humans,
                bots,
                count,
                policy,
                seed,
                rulings or (),
                jobs or os.cpu_count() or 1,
                more,
            )
    except UsageError as error:
        raise fail(str(error)) from error
    text = simulating.as_text(results)
    if form is Form.JSON:
        text = json.dumps(simulating.as_json(results), indent=2) + "\n"
    if out is None:
        typer.echo(text, nl=False)
    else:
        save(out / f"simulation.{'json' if form is Form.JSON else 'txt'}", text)


def _humans(text: str) -> int | None:
    """The number of players asked for; None for ``all``."""
    if text == "all":
        return None
    if text.isdecimal():
        return int(text)
    raise UsageError(f"--players {text} is not a number", "write a number, or all")


def replay(
    game: Annotated[str | None, typer.Argument(help="A game of the project.")] = None,
    players: Players = None,
    bots: BotsOrAll = None,
    policy: Policy = "random",
    seed: Seed = 1,
    index: Annotated[int, typer.Option("--index", min=0, help="Number of the game.")] = 0,
    rulings: Rulings = None,
    options: Annotated[
        bool, typer.Option("--options", help="Show every legal option of each decision.")
    ] = False,
    record: Annotated[
        Path | None, typer.Option("--record", help="Replay a game that --save wrote.")
    ] = None,
    keep: Annotated[
        Path | None, typer.Option("--save", help="Write the game's record to this file.")
    ] = None,
    project: ProjectDir = None,
) -> None:
    """Play one game again, turn by turn, as text.

    `trilith simulate` prints the command that replays a game it names.
    """
    _, catalogue = loaded([game] if game else None, project)
    try:
        if record is not None:
            text, _ = replaying.replay_record(catalogue, replaying.load_record(read(record)))
        elif game is None:
            raise fail("name a game, or a record with --record FILE")
        else:
            plan = replaying.plan_of(catalogue, game, players, bots, policy, seed, rulings or ())
            text, played = replaying.replay(plan, index, options=options)
            if keep is not None:
                save(keep, replaying.dump_record(replaying.record_of(plan, index, played)))
    except UsageError as error:
        raise fail(str(error)) from error
    typer.echo(text, nl=False)
