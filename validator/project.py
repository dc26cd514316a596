"""Find the project a command works on: the folder that holds ``components/``."""

from __future__ import annotations

from pathlib import Path

from validator.catalogue.folders import COMPONENTS


class NotAProjectError(Exception):
    """There is no ``components/`` folder where one was looked for."""


def find_project(given: Path | None, start: Path) -> Path:
    """The folder named by ``--project``, or the nearest one upwards from ``start``.

    Raises:
        NotAProjectError: neither holds a ``components/`` folder; the message says what to do.
    """
    if given is not None:
        if (given / COMPONENTS).is_dir():
            return given.resolve()
        raise NotAProjectError(
            f"{given} holds no {COMPONENTS}/ folder; name the folder that does, "
            "or make a game in it: trilith new NAME --project " + str(given)
        )
    here = start.resolve()
    for folder in (here, *here.parents):
        if (folder / COMPONENTS).is_dir():
            return folder
    raise NotAProjectError(
        f"there is no {COMPONENTS}/ folder in {here} or above it; go to a project, "
        "name one with --project DIR, or make a game: trilith new NAME"
    )
