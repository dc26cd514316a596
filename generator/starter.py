"""``trilith new``: write a small working game that teaches the format.

Each folder below ``starters/`` is one such game: its name is what ``--like`` names it by.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

import yaml
from jinja2 import Environment, StrictUndefined

from generator.atomic import below, umask
from generator.editors import write_schemas
from generator.failures import FailedError, WrongUseError
from generator.installed import FIRST, STARTERS, starters
from validator.catalogue.folders import COMPONENTS
from validator.catalogue.load import load
from validator.findings import as_id, did_you_mean


def game_id(name: str) -> str:
    """The folder name for a game called ``name``: see :func:`validator.findings.as_id`.

    Raises:
        WrongUseError: nothing of the name can be used.
    """
    wanted = as_id(name)
    if not wanted:
        raise WrongUseError(f"{name!r} has no letter or digit to make a folder name of")
    return wanted


def write_starter(root: Path, name: str, like: str = FIRST) -> tuple[Path, ...]:
    """Write a new game called ``name``, a copy of the starter ``like``, below ``root/components``.

    Returns the written files. Nothing is overwritten: the folder must not exist yet.

    Raises:
        WrongUseError: the name is not usable, there is no such starter, the folder exists, or it
            cannot be written.
    """
    identifier = game_id(name)
    known = starters()
    if like not in known:
        hint = did_you_mean(like, known, f"there are {', '.join(known)}")
        raise WrongUseError(f"there is no game {like!r} to start from; {hint}")
    sources = sorted((STARTERS / like).glob("*.yaml"))
    folder = below(root, COMPONENTS, identifier)
    if folder.exists():
        raise WrongUseError(f"{folder} exists already; choose another name or remove it")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=".new-", dir=folder.parent))
        try:
            for source in sources:
                _write(source, draft, identifier, name)
            draft.chmod(0o777 & ~umask())
            draft.rename(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        write_schemas(root, load(root)[0])
        ignored = root / ".gitignore"
        if not ignored.exists() and not ignored.is_symlink():  # the project may say so itself
            ignored.write_text("output/\n", encoding="utf-8")
    except OSError as error:
        raise FailedError(f"cannot write {folder}: {error.strerror or error}") from error
    return tuple(folder / source.name for source in sources)


def _write(source: Path, folder: Path, identifier: str, name: str) -> None:
    jinja = Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True)
    template = jinja.from_string(source.read_text(encoding="utf-8"))
    # a word that would be read as something else ("no") stands in quotes, as all of a name does
    word = identifier if isinstance(yaml.safe_load(identifier), str) else f'"{identifier}"'
    quoted = json.dumps(" ".join(name.split()), ensure_ascii=False)
    text = template.render(id=word, name=quoted)
    (folder / source.name).write_text(text, encoding="utf-8")
