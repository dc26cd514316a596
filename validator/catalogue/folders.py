"""Which files of a project are read, in which order, and which look as if they should be.

Codes:

``file-unread``
    A file looks like data of a game but is not read: its name does not end in `.yaml`, or it does
    not lie in the folder of a game itself. An error where the name leaves no doubt.

    Bad::

        # components/fog/coins.yml  <- here
        kind: components
        set: coin
        name: Coins
        singular: Coin
        form: coin
        size: coin
        template: basic/chit
        components:
          - {id: coin, name: Coin, copies: 24}

    Good::

        # coins.yaml
        kind: components
        set: coin
        name: Coins
        singular: Coin
        form: coin
        size: coin
        template: basic/chit
        components:
          - {id: coin, name: Coin, copies: 24}

        # setup.yaml
        steps:
          - {do: place, set: card, to: deck}
          - {do: place, set: coin, to: supply}
        zones: {deck: Light deck, supply: Supply}
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from validator.findings import Finding, Place, Severity

COMPONENTS = "components"
SUFFIX = ".yaml"

_MEANT = re.compile(r"\.ya?ml(?:\.txt)?$", re.IGNORECASE)
"""Names that are meant to end in ``.yaml``: other spellings, and what some editors make of it."""
_OTHERS = (".json", ".txt", ".csv", "")
_OURS = re.compile(r"""["']?kind["']?\s*:\s*["']?(?:game|components|setup|rules)\b""")
_HEAD = 2000
"""How many bytes of a file are looked at to see whether it describes something of a game."""
_COPY = re.compile(r"\bcop(?:y|ie|ia)\b|\bkopie\b|\bbackup\b|\bold\b|\(\d+\)", re.IGNORECASE)


def game_names(root: Path) -> tuple[str, ...]:
    """Names of the game folders below ``root/components``, sorted."""
    folder = root / COMPONENTS
    if not folder.is_dir():
        return ()
    return tuple(sorted(path.name for path in folder.iterdir() if _is_game(path)))


def _is_game(folder: Path) -> bool:
    if folder.name.startswith(".") or not folder.is_dir():
        return False
    return any(_MEANT.search(path.name) for path in folder.iterdir())


def data_files(folder: Path) -> tuple[Path, ...]:
    """The files of a game's folder that are read, by name, those that look like copies last."""
    found = (path for path in folder.iterdir() if path.suffix == SUFFIX)
    return tuple(sorted(found, key=lambda path: (looks_like_copy(path.stem), path.name)))


def looks_like_copy(stem: str) -> bool:
    """Tell whether a name is one that programs give to copies: ``Cards copy``, ``cards (1)``."""
    return _COPY.search(stem.replace("_", " ").replace("-", " ")) is not None


def unread_files(root: Path, game: str) -> Iterator[Finding]:
    """Files in the folder of a game, and folders in it, that look like data but are not read."""
    folder = root / COMPONENTS / game
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and not any(part.startswith(".") for part in inside.parts):
            yield from _unread(path, f"{COMPONENTS}/{game}/{inside.as_posix()}", game)


def stray_files(root: Path) -> Iterator[Finding]:
    """Files beside the folders of the games that look like data."""
    for path in sorted((root / COMPONENTS).iterdir()):
        if path.is_file() and _MEANT.search(path.name):
            hint = f"move it into the folder of its game, such as {COMPONENTS}/my_game/"
            yield _finding(f"{COMPONENTS}/{path.name}", "", hint, sure=False)


def _unread(path: Path, file: str, game: str) -> Iterator[Finding]:
    name = f"`{path.stem.removesuffix(SUFFIX).removesuffix('.yml')}{SUFFIX}`"
    if path.parent.name != game or path.parent.parent.name != COMPONENTS:
        if _MEANT.search(path.name):
            hint = f"move it into {COMPONENTS}/{game}/ itself"
            yield _finding(file, game, hint, sure=False)
    elif _MEANT.search(path.name) and path.suffix != SUFFIX:
        yield _finding(file, game, f"name it {name}", sure=True)
    elif path.suffix.lower() in _OTHERS and _OURS.search(_head(path)):
        yield _finding(file, game, f"write it as YAML and name it {name}", sure=False)


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
