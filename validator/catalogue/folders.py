"""Which files of a project are read, in which order, and which look as if they should be."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from validator.findings import Finding, Place, Severity
from validator.plainfile import leads_out

COMPONENTS = "components"
FOR_EDITORS = ".schemas"
"""The folder beside the games with the schemas by which editors complete words."""
SUFFIX = ".yaml"

_MEANT = re.compile(r"\.ya?ml(?:\.txt)?$", re.IGNORECASE)
"""Names that are meant to end in ``.yaml``: other spellings, and what some editors make of it."""
_OTHERS = (".json", ".txt", ".csv", "")
_OURS = re.compile(r"""["']?kind["']?\s*:\s*["']?(?:game|components|setup|play|rules)\b""")
_HEAD = 2000
"""How many bytes of a file are looked at to see whether it describes something of a game."""
_COPY = re.compile(r"\bcop(?:y|ie|ia)\b|\bkopie\b|\bbackup\b|\bold\b|\(\d+\)", re.IGNORECASE)
"""What programs put into the names of copies: ``Cards copy``, ``cards (1)``."""


def game_names(root: Path) -> tuple[str, ...]:
    """Names of the game folders below ``root/components``, sorted."""
    folder = root / COMPONENTS
    if not folder.is_dir():
        return ()
    found = (
        path.name
        for path in folder.iterdir()
        if path.is_dir() and not path.name.startswith(".") and not is_link_out(path, root)
        if any(_MEANT.search(file.name) for file in path.iterdir())
    )
    return tuple(sorted(found))


def is_link_out(path: Path, root: Path) -> bool:
    """Tell whether ``path`` is itself a link that leads out of the project ``root``."""
    return path.is_symlink() and leads_out(path, root)


def links_out(root: Path, top: str, game: str = "") -> Iterator[Finding]:
    """The links out of the project in a folder of it, or the folder itself.

    Of ``components`` only what lies in it directly: each game is asked for by itself.
    """
    for path in _links(root / top, deep=top != COMPONENTS):
        if leads_out(path, root):
            place = Place(path.relative_to(root).as_posix())
            message, hint = "this link leads out of the project", "put a copy in its place"
            yield Finding("link-outside", Severity.ERROR, game, place, message, hint)


def _links(top: Path, *, deep: bool) -> Iterator[Path]:
    if top.is_symlink():
        yield top
        return
    for folder, inside, files in os.walk(top):
        paths = (Path(folder, name) for name in sorted((*inside, *files)))
        yield from (path for path in paths if path.is_symlink())
        if not deep:
            return


def data_files(root: Path, game: str) -> tuple[Path, ...]:
    """The files of a game's folder that are read, by name, those that look like copies last."""
    folder = root / COMPONENTS / game
    found = (
        path for path in folder.iterdir() if path.suffix == SUFFIX and not is_link_out(path, root)
    )

    def order(path: Path) -> tuple[bool, str]:
        words = path.stem.replace("_", " ").replace("-", " ")
        return _COPY.search(words) is not None, path.name

    return tuple(sorted(found, key=order))


def is_meant_as_yaml(name: str) -> bool:
    """Tell whether the name of a file is one of YAML, however its ending is spelt."""
    return _MEANT.search(name) is not None


def unread_files(root: Path, game: str) -> Iterator[Finding]:
    """Files in the folder of a game, and folders in it, that look like data but are not read."""
    folder = root / COMPONENTS / game
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if any(part.startswith(".") for part in inside.parts) or is_link_out(path, root):
            continue
        if path.is_file():
            file = f"{COMPONENTS}/{game}/{inside.as_posix()}"
            name = f"`{path.stem.removesuffix(SUFFIX).removesuffix('.yml')}{SUFFIX}`"
            if len(inside.parts) > 1:
                if _MEANT.search(path.name):
                    hint = f"move it into {COMPONENTS}/{game}/ itself"
                    yield _finding(file, game, hint, sure=False)
            elif _MEANT.search(path.name) and path.suffix != SUFFIX:
                yield _finding(file, game, f"name it {name}", sure=True)
            elif path.suffix.lower() in _OTHERS and _OURS.search(_head(path)):
                yield _finding(file, game, f"write it as YAML and name it {name}", sure=False)


def stray_files(root: Path) -> Iterator[Finding]:
    """Files beside the folders of the games that look like data."""
    for path in sorted((root / COMPONENTS).iterdir()):
        if path.is_file() and _MEANT.search(path.name):
            hint = f"move it into the folder of its game, such as {COMPONENTS}/my_game/"
            yield _finding(f"{COMPONENTS}/{path.name}", "", hint, sure=False)


def _head(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(_HEAD).decode("utf-8", "replace")
    except OSError:
        return ""


def _finding(file: str, game: str, hint: str, *, sure: bool) -> Finding:
    severity = Severity.ERROR if sure else Severity.WARNING
    message = f"the file `{file.rpartition('/')[2]}` is not read"
    return Finding("file-unread", severity, game, Place(file), message, hint)
