"""The command that tells where what was made before is kept, and clears it."""

from __future__ import annotations

from typing import Annotated

import typer


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Remove all of it.")] = False,
) -> None:
    """Tell where drawn faces, finished games and the like are kept for next time, and how much.

    It holds what was made before of all your projects, up to 1 GB; nothing in it is needed, as
    everything is made again where it is missing.
    """
    from validator import cache as kept

    folder, megabytes = kept.cache_folder(), kept.size() / 1e6
    if clear:
        kept.clear()
    typer.echo(f"{folder}: {megabytes:,.1f} MB{' removed' if clear else ''}")
