"""The command that tells what a finding's code means."""

from __future__ import annotations

from typing import Annotated

import typer

from generator.failures import WrongUseError
from generator.options.protocol import Context
from validator import manual
from validator.command import ProjectDir


def explain(
    code: Annotated[
        str | None, typer.Argument(help="Code of a finding; leave out to list all codes.")
    ] = None,
    project: ProjectDir = None,
) -> None:
    """Explain a finding's code: what it means, with a bad and a good example."""
    if code is None:
        typer.echo("\n".join(manual.contents()))
        return
    text = manual.explain(code) or _from_data(code, Context(project))
    if text is None:
        raise WrongUseError(f"there is no code {code!r}; `trilith explain` lists them")
    typer.echo(text)


def _from_data(code: str, context: Context) -> str | None:
    """What a game's data says about a finding that one of its claims or rulings names."""
    for game in context.catalogue(None).games.values():
        for claim in game.claims:
            if claim.id == code:
                head = f"{claim.id} ({game.name}): {claim.says}"
                tested = f"Tested by the check of {claim.kind} claims, {claim.place}."
                return "\n".join([head, tested, *([claim.hint] if claim.hint else [])])
        for ruling in game.rulings:
            if ruling.id == code:
                return f"{ruling.id} ({game.name}): {ruling.question}\nA ruling, {ruling.place}."
    return None
