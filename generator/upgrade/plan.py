"""Older projects carried over to the data format of today, a few bytes at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from generator.atomic import put_in_place, refuse_link
from generator.failures import FailedError
from generator.sheets.yaml_changes import as_data, below
from generator.sheets.yaml_edit import (
    Edit,
    YamlText,
    line_of,
    splice,
    value_at,
    write_over,
)
from generator.upgrade.play import carry_play
from generator.upgrade.setup import (
    bare_zones,
    carry_setup,
    carry_stated,
    rename_zones,
    renamed_zones,
)
from validator.catalogue.folders import COMPONENTS, data_files
from validator.catalogue.load import is_older_script, load
from validator.catalogue.schemas import FORMAT
from validator.catalogue.source import MAX_BYTES
from validator.plainfile import read_plain

_MARK = "\ufeff"


def read(raw: bytes) -> YamlText | None:
    """The text of a file with its nodes, or None where it is no YAML mapping in UTF-8."""
    try:
        text = YamlText(raw.decode("utf-8").removeprefix(_MARK))
    except (UnicodeDecodeError, ValueError, yaml.YAMLError):
        return None
    return text if isinstance(text.root, yaml.MappingNode) else None


# An edit is made only where today's reading would find a fault, so that a project that is as it
# should be stays byte for byte as it is.


def with_format(text: YamlText, version: int) -> Iterator[Edit]:
    """The edit that writes the version of the format into game.yaml."""
    known = value_at(text.root, "format")
    says = f"`format: {version}`, the version of the data format"
    if known is not None:
        if known.value != str(version):
            yield write_over(known, str(version), says)
        return
    kind = value_at(text.root, "kind")
    if kind is not None:
        new = text.add_line(kind.end_mark.index, f"format: {version}")
        yield Edit(new.start, new.end, new.new, line_of(kind) + 1, (says,))


@dataclass(frozen=True, slots=True)
class FileChange:
    """The edits of one file; ``file`` is its name in the project."""

    path: Path
    file: str
    before: bytes
    edits: tuple[Edit, ...]

    @property
    def after(self) -> bytes:
        """The file with its edits made; ValueError where two of them overlap."""
        text = self.before.decode("utf-8")
        mark = _MARK if text.startswith(_MARK) else ""
        return (mark + splice(text.removeprefix(_MARK), self.edits)).encode("utf-8")

    def lines(self) -> Iterator[str]:
        """A line for each change: where, and what."""
        for one in sorted(self.edits, key=lambda one: (one.line, one.start)):
            for at, says in enumerate(one.says):
                yield f"{self.file}:{one.line + at}: {says}"


def plan_upgrade(root: Path, games: Sequence[str]) -> tuple[FileChange, ...]:
    """What would bring the games of a project up to date; nothing is written.

    Files that are no YAML are left alone: `trilith check` tells of them.

    Raises:
        LinkError: a file that would be changed is a link.
        UsageError: a game is none of the project.
    """
    load(root, games)
    return tuple(one for name in games for one in _of_game(root, name))


def _of_game(root: Path, name: str) -> Iterator[FileChange]:
    files = {path: read_plain(path, MAX_BYTES) for path in data_files(root, name)}
    documents = {path: document for path, raw in files.items() if (document := read(raw))}
    nodes = [value_at(one.root, "format") for one in documents.values()]
    told = [str(one.value) for one in nodes if isinstance(one, yaml.ScalarNode)]
    version = max((int(one) for one in told if re.fullmatch(r"[0-9]{1,9}", one)), default=1)
    if version > FORMAT:
        return
    roots = [one.root for one in documents.values()]
    names = {old: new for root in roots for old, new in renamed_zones(root).items()}
    bare = {old: new for root in roots for old, new in bare_zones(root).items()}
    for path, document in documents.items():
        edits = tuple(_edits(document, version))
        if path.name == "game.yaml":
            edits += tuple(rename_zones(document.root, names))
        if as_data(value_at(document.root, "kind") or document.root) == "components":
            spaces = (value_at(node, "spaces") for node in below(document.root))
            edits += tuple(one for node in spaces if node for one in rename_zones(node, bare))
        if edits:
            refuse_link(path)
            yield FileChange(path, f"{COMPONENTS}/{name}/{path.name}", files[path], edits)


def _edits(document: YamlText, version: int) -> Iterator[Edit]:
    node = value_at(document.root, "kind")
    kind = node.value if isinstance(node, yaml.ScalarNode) else ""
    if kind == "play" and version < FORMAT:
        # a game that says no format may well have a script of today
        if version == 2 or is_older_script(as_data(document.root)):
            yield from carry_play(document)
    elif kind == "setup":
        yield from carry_setup(document)
    elif kind == "rules":
        yield from carry_stated(document)
    elif kind == "game":
        yield from with_format(document, FORMAT)


def write(changes: Sequence[FileChange]) -> None:
    """Make all changes, or none.

    Raises:
        FailedError: a file cannot be written, or is not what it was when the changes were planned.
    """
    done: list[FileChange] = []
    try:
        for one in changes:
            if one.path.read_bytes() != one.before:
                raise FailedError(f"{one.file} has just been changed; try again")
            put_in_place(one.path, one.after)
            done.append(one)
    except (OSError, FailedError) as error:
        for one in done:
            put_in_place(one.path, one.before)
        if isinstance(error, FailedError):
            raise
        raise FailedError(f"cannot write {one.file}: {error.strerror or error}") from error
