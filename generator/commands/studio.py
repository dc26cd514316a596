"""``trilith studio``: a page that redraws what you change."""

from __future__ import annotations

import importlib.util
from typing import Annotated

import typer

from generator.drawing.libcairo import require
from generator.failures import FailedError, WrongUseError
from generator.options import Context, Language
from validator.catalogue.folders import game_names
from validator.command import ProjectDir
from validator.findings import did_you_mean

PORT = 8737
"""Where the studio is found unless another port is asked for (own choice)."""
_NEEDED = ("starlette", "uvicorn", "watchfiles", "websockets")
"""What the extra ``trilith[studio]`` installs."""


def studio(
    game: Annotated[
        str | None, typer.Argument(help="A game of the project; without it the first one.")
    ] = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port; the next free one if taken.")
    ] = PORT,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in your browser.")
    ] = True,
    once: Annotated[
        bool, typer.Option("--once", help="Lay out and check once, say what came of it, and end.")
    ] = False,
    language: Language = "",
    project: ProjectDir = None,
) -> None:
    """See what you change: a page that redraws cards, boards and findings as you save.

    Edit YAML, sheets, templates, layouts, themes and pictures in your own programs; the page
    follows within a moment. Or click a word on a card and change it there: it is written where
    it stands. The page is served to this machine alone, under an address with a secret in it.
    Press ? on the page for its keys, Ctrl-C here to end it.

    Examples: `trilith studio`, `trilith studio henge`, `trilith studio fog --no-browser`.
    """
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise FailedError("the studio is an extra: pip install 'trilith[studio]'")
    require()
    from generator.studio.session import TabView
    from validator.catalogue.load import load

    root = Context(project).root.resolve()
    known = game_names(root)
    if not known:
        raise WrongUseError("there is no game here yet; make one: trilith new NAME")
    if game is not None and game not in known:
        hint = did_you_mean(game, known, f"games here: {', '.join(known)}")
        raise WrongUseError(f"there is no game {game!r}; {hint}")
    view = TabView(game or known[0], language=language)
    if language:
        load(root, [view.game], language)  # says which languages there are
    if once:
        from generator.studio.engine import run_once

        typer.echo(run_once(root, view))
        return

    from generator.studio.server import run

    run(root, view, port, open_browser=browser)
