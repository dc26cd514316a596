"""The command that sets a table up and shows it."""

from __future__ import annotations

from typing import Annotated

import typer

from generator.options.choices import AsForm, Form, GameName, Language, Rulings, Seed
from generator.options.protocol import Context
from validator.command import ProjectDir


def setup(
    game: GameName,
    players: Annotated[int, typer.Option("--players", min=0, help="Number of human players.")],
    bots: Annotated[int, typer.Option("--bots", min=0, help="Number of bots.")] = 0,
    seed: Seed = 1,
    rulings: Rulings = None,
    form: AsForm = Form.TEXT,
    language: Language = "",
    project: ProjectDir = None,
) -> None:
    """Set a game up and show the table: every zone, what is in it, what stays in the box.

    Exit status: 0 set up, 1 the data does not allow it, 2 no such table (the reason is told).
    """
    import json

    from validator.play.rulings import resolve_rulings
    from validator.setup import guide
    from validator.setup.deal import set_up
    from validator.setup.pieces import find_configuration

    found = Context(project, language=language).game(game)
    configuration = find_configuration(found, players, bots)
    result = set_up(found, configuration, seed, resolve_rulings(found, rulings or ()))
    if form is Form.JSON:
        typer.echo(json.dumps(guide.as_json(result), indent=2))
    else:
        typer.echo(guide.as_text(result))
    raise typer.Exit(1 if result.problems else 0)
