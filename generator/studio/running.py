"""From a project to a served page, and to the end of it."""

from __future__ import annotations

import asyncio
import webbrowser
from contextlib import suppress
from pathlib import Path

import typer

from generator.studio.guard import HOST, token_of
from generator.studio.links import Links
from generator.studio.messages import View
from generator.studio.server import bound, serve_studio
from validator.cache import project_cache


def run(root: Path, view: View, port: int, *, open_browser: bool) -> None:
    """Serve the studio of a project until it is interrupted."""
    links = Links(root, view)  # before there are threads: the first can be forked
    taken = bound(port)
    token = token_of(project_cache(root))
    address = f"http://{HOST}:{taken.getsockname()[1]}/{token}/"
    typer.echo(f"the studio of {view.game} is at {address}")
    typer.echo("Ctrl-C ends it; the address is a secret of yours, as whoever has it sees the game")
    if open_browser:
        with suppress(webbrowser.Error):
            webbrowser.open(address)
    try:
        asyncio.run(serve_studio(links, taken, token))
    except KeyboardInterrupt:
        typer.echo("the studio is closed")
    finally:
        links.close()
