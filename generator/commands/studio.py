"""``trilith studio``: a page that redraws what you change."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.commands.registry import COMMANDS, command_named
from generator.drawing.libcairo import require
from generator.failures import FailedError, WrongUseError
from generator.options import Context, Language
from validator.catalogue.folders import game_names
from validator.command import ProjectDir
from validator.findings import did_you_mean
from validator.program import way_to_get
from validator.project import NotAProjectError

if TYPE_CHECKING:
    from generator.studio.jobs import Jobs

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
    start: Annotated[
        bool, typer.Option("--start", help="Begin with the page on which a project is chosen.")
    ] = False,
    project: ProjectDir = None,
) -> None:
    """See what you change: a page that redraws cards, boards and findings as you save.

    Edit YAML, sheets, templates, layouts, themes and pictures in your own programs; the page
    follows within a moment. Or click a word on a card and change it there: it is written where
    it stands. The page is served to this machine alone, under an address with a secret in it.
    Press ? on the page for its keys, Ctrl-C here to end it. In a folder that is no project it
    begins with a page on which you choose one, or begin a game.

    Examples: `trilith studio`, `trilith studio henge`, `trilith studio fog --no-browser`.
    """
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise FailedError(f"the studio is an extra: {way_to_get('studio')}")
    require()
    from generator.studio.engine import Links, run_once
    from generator.studio.session import TabView
    from validator.catalogue.load import load

    root, view = Path.home(), None
    if not start:
        root, shown = _find(game, project, may_start=not (game or project or once))
        view = TabView(shown, language=language) if shown else None
    if view and language:
        load(root, [view.game], language)  # says which languages there are
    if view and once:
        typer.echo(run_once(root, view))
        return
    links = Links(root, view) if view else None
    try:
        from generator.studio.start import run  # 0.33 s, in which the game is being read

        run(root, links, port, _jobs_in, open_browser=browser)
    finally:
        if links:
            links.close()


def _find(game: str | None, project: Path | None, *, may_start: bool) -> tuple[Path, str]:
    """The project and the game that are shown; no game where the start page comes first.

    Raises:
        NotAProjectError, WrongUseError: there is none, and the start page may not come.
    """
    try:
        root = Context(project).root.resolve()
    except NotAProjectError:
        if not may_start:
            raise
        root = Path.cwd()
    known = game_names(root)
    if not known and not may_start:
        raise WrongUseError("there is no game here yet; make one: trilith new NAME")
    if game is not None and game not in known:
        hint = did_you_mean(game, known, f"games here: {', '.join(known)}")
        raise WrongUseError(f"there is no game {game!r}; {hint}")
    return root, game or "".join(known[:1])


def _jobs_in(root: Path) -> Jobs:
    from generator.studio.jobs import Jobs

    summaries = {name: one.summary for name, one in COMMANDS.items()}
    return Jobs(root, cache(command_named), summaries)
