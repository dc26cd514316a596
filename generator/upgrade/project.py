"""A project brought up to the data format of today: what would change, and the change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from generator.atomic import put_in_place, refuse_link
from generator.failures import FailedError
from generator.sheets.yaml_edit import Text
from generator.upgrade.edits import Edit, edited, read, value_at
from generator.upgrade.steps import STEPS, with_format
from validator.catalogue.folders import COMPONENTS, data_files
from validator.catalogue.load import load
from validator.catalogue.model import Game
from validator.catalogue.schemas import FORMAT
from validator.catalogue.source import MAX_BYTES
from validator.findings import UsageError
from validator.plainfile import read_plain
from validator.play.modules import find_module
from validator.play.rulings import Question, questions


@dataclass(frozen=True, slots=True)
class Change:
    """The edits of one file; ``file`` is its name in the project."""

    path: Path
    file: str
    before: bytes
    edits: tuple[Edit, ...]

    @property
    def after(self) -> bytes:
        """The file with its edits made."""
        return edited(self.before, self.edits)

    def lines(self) -> Iterator[str]:
        """A line for each change: where, and what."""
        for one in sorted(self.edits, key=lambda one: (one.line, one.start)):
            for at, says in enumerate(one.says):
                yield f"{self.file}:{one.line + at}: {says}"


def planned(root: Path, games: Sequence[str]) -> tuple[Change, ...]:
    """What would bring the games of a project up to date; nothing is written.

    Files that are no YAML are left alone: `trilith check` tells of them.

    Raises:
        LinkError: a file that would be changed is a link.
        UsageError: a game is none of the project.
    """
    catalogue, _ = load(root, games)
    found: list[Change] = []
    for name in games:
        found.extend(_of_game(root, name, _asked(catalogue.games.get(name))))
    return tuple(found)


def _of_game(root: Path, name: str, asked: Mapping[str, Question]) -> Iterator[Change]:
    files = {path: read_plain(path, MAX_BYTES) for path in data_files(root, name)}
    documents = {path: document for path, raw in files.items() if (document := read(raw))}
    version = max((_version(one) for one in documents.values()), default=1)
    if version > FORMAT:
        return
    for path, document in documents.items():
        edits = tuple(_edits(document, version, asked))
        if edits:
            refuse_link(path)
            yield Change(path, f"{COMPONENTS}/{name}/{path.name}", files[path], edits)


def _edits(document: Text, version: int, asked: Mapping[str, Question]) -> Iterator[Edit]:
    kind = value_at(document.root, "kind")
    for step in STEPS:
        if kind is not None and step.kind == kind.value and step.version > version:
            yield from step.edits(document, asked)
    if kind is not None and kind.value == "game":
        yield from with_format(document, FORMAT)


def _version(document: Text) -> int:
    node = value_at(document.root, "format")
    is_number = isinstance(node, yaml.ScalarNode) and re.fullmatch(r"[0-9]{1,9}", node.value)
    return int(node.value) if node is not None and is_number else 1


def _asked(game: Game | None) -> Mapping[str, Question]:
    """What the rules module of a game asks of game.yaml; nothing where there is no such module."""
    if game is None:
        return {}
    try:
        declaration = getattr(find_module(game), "RULINGS", None)
    except UsageError:
        return {}
    return {} if declaration is None else questions(declaration)


def write(changes: Sequence[Change]) -> None:
    """Make all changes, or none.

    Raises:
        FailedError: a file cannot be written, or is not what it was when the changes were planned.
    """
    done: list[Change] = []
    try:
        for one in changes:
            if one.path.read_bytes() != one.before:
                raise FailedError(f"{one.file} has just been changed; run `trilith upgrade` again")
            put_in_place(one.path, one.after)
            done.append(one)
    except (OSError, FailedError) as error:
        for one in done:
            put_in_place(one.path, one.before)
        if isinstance(error, FailedError):
            raise
        raise FailedError(f"cannot write {one.file}: {error.strerror or error}") from error
