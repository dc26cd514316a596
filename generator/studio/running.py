"""From a project to a served page, and to the end of it."""

from __future__ import annotations

import asyncio
import webbrowser
from contextlib import suppress
from pathlib import Path

import typer

from generator.studio.guard import HOST, token_of
from generator.studio.link import Link
from generator.studio.server import bound, serve_studio


def run(root: Path, game: str, port: int, secret: bytes, *, open_browser: bool) -> None:
    """Serve the studio of a project until it is interrupted."""
    link = Link(root, game)  # before there are threads: it can be forked
    taken = bound(port)
    token = token_of(root, secret)
    address = f"http://{HOST}:{taken.getsockname()[1]}/{token}/"
    typer.echo(f"the studio of {game} is at {address}")
    typer.echo("Ctrl-C ends it; the address is a secret of yours, as whoever has it sees the game")
    if open_browser:
        with suppress(webbrowser.Error):
            webbrowser.open(address)
    try:
        asyncio.run(serve_studio(link, taken, token))
    except KeyboardInterrupt:
        typer.echo("the studio is closed")
    finally:
        link.close()
