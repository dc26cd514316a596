"""Find the project a command works on: the folder that holds ``components/``."""

from __future__ import annotations

from pathlib import Path

from validator.catalogue.folders import COMPONENTS
from validator.plainfile import leads_out


class NotAProjectError(Exception):
    """There is no ``components/`` folder where one was looked for."""


def find_project(given: Path | None, start: Path) -> Path:
    """The folder named by ``--project``, or the nearest one upwards from ``start``.

    Raises:
        NotAProjectError: neither holds a ``components/`` folder; the message says what to do.
    """
    if given is not None:
        if (given / COMPONENTS).is_dir():
            return _sound(given.resolve())
        raise NotAProjectError(
            f"{given} holds no {COMPONENTS}/ folder; name the folder that does, "
            "or make a game in it: trilith new NAME --project " + str(given)
        )
    here = start.resolve()
    for folder in (here, *here.parents):
        if (folder / COMPONENTS).is_dir():
            return _sound(folder)
    raise NotAProjectError(
        f"there is no {COMPONENTS}/ folder in {here} or above it; go to a project, "
        "name one with --project DIR, or make a game: trilith new NAME"
    )


def _sound(root: Path) -> Path:
    """``root``, unless its data lie elsewhere.

    Raises:
        NotAProjectError: ``components/`` is a link that leads out of the project.
    """
    where = root / COMPONENTS
    if leads_out(where, root):
        raise NotAProjectError(f"{where} is a link out of the project; put a copy in its place")
    return root
