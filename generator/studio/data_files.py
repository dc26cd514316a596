"""YAML files of a project as values by pointers: face layouts, themes, and what else is mended."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.sheets.yaml_edit import YamlText, change_value, splice
from generator.studio.project_files import (
    LOOKS,
    TRANSLATIONS,
    Change,
    ProjectFile,
    RefusedError,
    decode,
    lines_of,
    parse_or_refuse,
    read_file,
)
from generator.studio.set_files import SetFiles, open_set
from generator.studio.translation_file import TranslationFile, open_translation
from validator.catalogue.schemas import SCHEMA_NAMES, check_source
from validator.catalogue.sheets.shapes import flow, same
from validator.catalogue.source import Source, Trail, value_at
from validator.findings import Finding, Place

_KINDS = (*SCHEMA_NAMES, "face_layout", "theme")


@dataclass(frozen=True)
class DataFile(ProjectFile):
    """A YAML file whose mappings are records, by pointers (``/boxes/title``), with their keys."""

    source: Source

    def value(self, name: str, field: str) -> Any:
        """What stands under a key of the mapping at a pointer; None where nothing does."""
        return value_at(self._trail(name, field), self.source.data)

    def bytes_with(self, changes: Sequence[Change], behind: str = "") -> bytes:
        """The file with values changed; all else as it was.

        Raises:
            RefusedError: that cannot be done.
        """
        del behind
        wanted = self._data_with(changes)
        if not self.raw:
            return "".join(f"{key}: {flow(one)}\n" for key, one in wanted.items()).encode()
        text = YamlText(decode(self.file, self.raw))
        splices = change_value(text, None, text.root, self.source.data, wanted)
        try:
            return self.encode(splice(text.text, splices))
        except ValueError as error:
            raise RefusedError(f"{self.file} cannot be edited line by line: {error}") from error

    def place(self, name: str, field: str) -> Place:
        """Where a value stands, or the mapping that lacks it."""
        return self.source.place(self._trail(name, field))

    @property
    def faults(self) -> Mapping[tuple[str, str], Finding]:
        """What the schema of its kind says against it."""
        kind = str(self.source.data.get("kind"))
        found = check_source(self.source, kind, "") if kind in _KINDS else []
        return {(one.code, one.message): one for one in found}

    def _read(self, raw: bytes) -> DataFile:
        return _of_data(self.root, self.file, raw)

    def _becomes(self, made: DataFile, changes: Sequence[Change]) -> bool:
        return same(_drop_empty(made.source.data), _drop_empty(self._data_with(changes)))

    def _trail(self, name: str, *field: str) -> Trail:
        data, trail = self.source.data, list[str | int]()
        for step in (*filter(None, name.split("/")), *field):
            trail.append(int(step) if isinstance(data, list) and step.isdecimal() else step)
            data = value_at((trail[-1],), data)
        return tuple(trail)

    def _data_with(self, changes: Sequence[Change]) -> dict[str, Any]:
        data: dict[str, Any] = deepcopy(self.source.data)
        for one in changes:
            *above, last = self._trail(one.record, one.field)
            inner: Any = data
            try:
                for step in above:
                    inner = inner.setdefault(step, {}) if isinstance(step, str) else inner[step]
                inner[last] = one.after
                if one.after is None:
                    inner.pop(last)
            except (LookupError, TypeError, AttributeError) as error:
                raise RefusedError(f"{one.record} is not in {self.file} any more") from error
        return data


def token_at(
    text: str, spot: tuple[int, int], word: str, inside: bool = False
) -> tuple[int, int, int] | None:
    """Where a word that is a whole scalar begins and ends, and the column of that, from 1.

    It stands at a line and column or, with ``inside``, alone behind it in that line; it may stand
    in quotes, which are left out. None if it does not.
    """
    lines = lines_of(text)
    if not word or spot[0] > len(lines):
        return None
    line, ahead = lines[spot[0] - 1], sum(map(len, lines[: spot[0] - 1]))
    whole = re.compile(rf"""(?<![^\s\[{{,:;'"])(["']?){re.escape(word)}\1(?=[\s,:;}}\]]|\Z)""")
    alone = [*whole.finditer(line, spot[1] - 1)]
    exact = [one for one in alone if one.start() == spot[1] - 1]
    if not exact and not (inside and len(alone) == 1):
        return None
    found = (exact or alone)[0]
    start = ahead + found.start() + len(found[1])
    return start, start + len(word), found.start() + 1


def find_changes(
    files: DataFile | SetFiles, spot: tuple[int, int], old: str, new: str
) -> list[Change]:
    """The changes by which the key or value ``old`` of a file, at a line and column, is ``new``."""
    data, here = files.source.data, (files.file, *spot)
    for is_key, places in ((True, files.source.keys), (False, files.source.places)):
        for trail, place in places.items():
            if (place.file, place.line, place.column) != here or not trail:
                continue
            value, (*above, last) = value_at(trail, data), map(str, trail)
            name = "/" + "/".join(above)
            if is_key and last == old and new not in value_at(trail[:-1], data):
                return [Change(name, old, value, None), Change(name, new, None, value)]
            if isinstance(files, SetFiles):
                name, last = [*files.records][int(above[1])], ".".join([*above, last][2:])
            if not is_key and value == old:
                return [Change(name, last, old, new)]
    return []


def _drop_empty(value: Any) -> Any:
    """A value without the empty mappings in it, which say nothing."""
    if not isinstance(value, dict):
        return value
    found = {key: _drop_empty(one) for key, one in value.items()}
    return {key: one for key, one in found.items() if one != {}}


def _of_data(root: Path, file: str, raw: bytes) -> DataFile:
    kind = "face_layout" if file.endswith(".layout.yaml") else "theme"
    return DataFile(root, file, raw, parse_or_refuse(file, raw or f"kind: {kind}\n".encode()))


def open_file(root: Path, file: str, record: str) -> DataFile | SetFiles | TranslationFile:
    """What a record stands in: of a pointer the file itself, a translation, or a set.

    A face layout or a theme that is not there yet has nothing in it.

    Raises:
        RefusedError: it cannot be read.
    """
    if TRANSLATIONS.fullmatch(file):
        return open_translation(root, file)
    if not record.startswith("/"):
        return open_set(root, file)
    return _of_data(root, file, read_file(root, file, LOOKS.fullmatch(file) is not None))
