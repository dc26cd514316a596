"""Commands about a game's data: list, new, rulings, explain."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from generator.console import loaded, loaded_game
from generator.outputs import card_list
from generator.starter import StarterError, write_starter
from validator.command import GameNames, ProjectDir, fail
from validator.manual import contents
from validator.manual import explain as explain_code
from validator.project import NotAProjectError, find_project


class ListFormat(StrEnum):
    """Forms of the card list."""

    MD = "md"
    CSV = "csv"
    JSON = "json"


def list_cards(
    games: GameNames = None,
    form: Annotated[ListFormat, typer.Option("--format", help="Form of the list.")] = ListFormat.MD,
    everything: Annotated[
        bool, typer.Option("--all", help="Chits, boards and all other components too.")
    ] = False,
    project: ProjectDir = None,
) -> None:
    """List every card with its text, for a rulebook.

    What the rules do not state is marked as reconstructed.
    """
    _, catalogue = loaded(games, project)
    listed = [
        entry for game in catalogue.games.values() for entry in card_list.entries(game, everything)
    ]
    if not listed:
        typer.echo("there are no cards; --all lists what else there is", err=True)
    typer.echo(card_list.FORMATS[form.value](listed).rstrip("\n"))


def new(
    name: Annotated[str, typer.Argument(help="Name of the game, such as 'Fog and Light'.")],
    project: ProjectDir = None,
) -> None:
    """Start a game of your own: a small one that works, with comments that teach the format.

    Writes components/NAME/ into the project (here, if there is none yet).
    """
    try:
        root = find_project(project, Path.cwd())
    except NotAProjectError:
        root = project or Path.cwd()
    try:
        written = write_starter(root, name)
    except StarterError as error:
        raise fail(str(error)) from error
    for path in written:
        typer.echo(path.relative_to(root))
    game = written[0].parent.name
    typer.echo(f"\nNow try:\n  trilith check {game}\n  trilith setup {game} --players 3")
    typer.echo(f"  trilith print {game}\n  trilith list {game}")


def rulings(
    game: Annotated[str, typer.Argument(help="A game of the project.")],
    project: ProjectDir = None,
) -> None:
    """List what the rules leave open: each question, its options and the one in force."""
    _, found = loaded_game(game, project)
    for ruling in found.rulings:
        typer.echo(f"{ruling.id} ({ruling.severity})  {ruling.question}")
        for option, meaning in ruling.options.items():
            mark = "*" if option == ruling.default else " "
            typer.echo(f"  {mark} {option}: {meaning}")
        if ruling.rules:
            typer.echo(f"    rules {', '.join(ruling.rules)}")
    typer.echo("* is in force; try another: trilith simulate GAME --ruling ID=OPTION")


def explain(
    code: Annotated[
        str | None, typer.Argument(help="Code of a finding; leave out to list all codes.")
    ] = None,
    project: ProjectDir = None,
) -> None:
    """Explain a finding's code: what it means, with a bad and a good example."""
    if code is None:
        typer.echo("\n".join(contents(_more_codes())))
        return
    text = explain_code(code, _more_codes())
    if text is None:
        text = _claim_text(code, project)
    if text is None:
        raise fail(f"there is no code {code!r}; `trilith explain` lists them")
    typer.echo(text)


def _more_codes() -> tuple[ModuleType, ...]:
    """Modules whose docstrings list the codes of drawing and printing."""
    from generator.changes import ledger
    from generator.design import facecheck
    from generator.outputs import print_kit, shop
    from generator.press.shop import preflight

    return facecheck, print_kit, preflight, shop, ledger


def _claim_text(code: str, project: Path | None) -> str | None:
    """What a game's data says about a finding that one of its claims or rulings names."""
    _, catalogue = loaded(None, project)
    for game in catalogue.games.values():
        for claim in game.claims:
            if claim.id == code:
                head = f"{claim.id} ({game.name}): {claim.says}"
                tested = f"Tested by the check of {claim.kind} claims, {claim.place}."
                return "\n".join([head, tested, *([claim.hint] if claim.hint else [])])
        for ruling in game.rulings:
            if ruling.id == code:
                return f"{ruling.id} ({game.name}): {ruling.question}\nA ruling, {ruling.place}."
    return None
