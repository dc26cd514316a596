"""Files of a project that the page may change: read, changed in bytes, checked and put in place."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple, Self

from generator.atomic import below, put_in_place
from generator.failures import WrongUseError
from generator.sheets.yaml_edit import source_of
from generator.studio.fields import text_of, value_of
from validator.catalogue.folders import COMPONENTS
from validator.catalogue.sheets.files import MOST_FILE
from validator.catalogue.sheets.shapes import ANY, CellError, FieldShape
from validator.catalogue.source import Source
from validator.findings import Finding, Place, has_errors
from validator.plainfile import read_plain


class Change(NamedTuple):
    """A field of a record set from one value to another, None for none.

    Without a field it is the record itself.
    """

    record: str
    field: str
    before: Any
    after: Any


PLACE = "#"
"""What is said for the place of a record, as a field: its value is the id of the one before it."""
MOST_WRONG = 100
"""Changes that are told to be wrong, of those that are made together."""
TRANSLATIONS = re.compile(rf"{COMPONENTS}/[^/]+/languages/[^/]+\.po")
"""Files of a project that say its games in other languages, by their paths."""
LOOKS = re.compile(r"templates/(theme\.yaml|themes/[^/]+\.yaml|.+\.layout\.yaml)")
"""Files of a project that say how its games look, by their paths."""


class RefusedError(Exception):
    """An edit that is not made; the message says why, ``told`` what else the page shows."""

    def __init__(self, message: str, **told: Any) -> None:
        super().__init__(message)
        self.told = told


class StaleError(Exception):
    """A file changed between being read and being written."""


@dataclass(frozen=True)
class ProjectFile(ABC):
    """A ``file`` of a project ``root`` with the ``raw`` bytes that were read; none: it is not.

    It has records with fields; what these are is for each kind of file to say.
    """

    root: Path
    file: str
    raw: bytes

    @abstractmethod
    def value(self, name: str, field: str) -> Any:
        """What a field of a record has; None where there is nothing."""

    @abstractmethod
    def _read(self, raw: bytes) -> Self:
        """The same file with other bytes."""

    @abstractmethod
    def place(self, name: str, field: str) -> Place:
        """Where a value stands, or what it would stand in."""

    @property
    @abstractmethod
    def faults(self) -> Mapping[tuple[str, str], Finding]:
        """What is wrong with the file, by code and message."""

    @abstractmethod
    def _becomes(self, made: Self, changes: Sequence[Change]) -> bool:
        """Tell whether ``made`` says what changes make of this, and nothing else."""

    def _shape(self, field: str) -> FieldShape:
        """What a field may be."""
        del field
        return ANY

    @property
    def _comma(self) -> bool | None:
        """Whether numbers may have a comma; None outside of sheets."""
        return None

    def text(self, name: str, field: str, short: bool = False) -> str:
        """A value as the page shows it; with ``short`` it is in the words of sheets."""
        return text_of(self.value(name, field), self._shape(field), short)

    def read_text(self, field: str, text: str) -> Any:
        """The value that a text of the page stands for, None for none.

        Raises:
            RefusedError: it is none.
        """
        try:
            return text if field == PLACE else value_of(text, self._shape(field), self._comma)
        except CellError as error:
            raise RefusedError(f"{error}: {error.hint}") from error

    def there(self, name: str, field: str) -> dict[str, Any]:
        """What stands in a field ``now``, where (``at``), and ``why`` it cannot be written."""
        return {"now": self.text(name, field), "at": str(self.place(name, field)), "why": ""}

    def check(self, raw: bytes, changes: Sequence[Change], again: bool = False) -> Self:
        """The file with these bytes, which say that values are others and nothing else.

        What stood there before may stand there ``again``, whatever the schema says.

        Raises:
            RefusedError: they do not, or :meth:`refuse` does.
        """
        made = self._read(raw)
        if not again:
            self.refuse(made, changes)
        if not self._becomes(made, changes):
            raise RefusedError("it cannot be written so that the file says just that")
        return made

    def refuse(self, made: Self, changes: Sequence[Change]) -> None:
        """Refuse changes where what was ``made`` by them has faults that this file has not.

        Raises:
            RefusedError: so it is; what is told as ``wrong`` has record, field and why of the
                first that are not allowed.
        """
        names = {one.record: str(one.after) for one in changes if one.field == "id"}
        new = [one for key, one in made.faults.items() if key not in self.faults]
        if new:
            places = [made.place(names.get(one.record, one.record), one.field) for one in changes]
            wrong = [_explain(one, changes, places) for one in new[:MOST_WRONG]]
            raise RefusedError(wrong[0][2], wrong=wrong)

    def encode(self, text: str) -> bytes:
        """The bytes of a text, with the mark at their beginning that the file has."""
        return BOM_UTF8 * self.raw.startswith(BOM_UTF8) + text.encode()

    def write(self, raw: bytes) -> None:
        """Put these bytes in place of those that were read; without any, there is no file.

        Raises:
            StaleError: others are there by now.
            OSError: that is not possible.
        """
        path = path_inside(self.root, self.file)
        is_there = self.raw or path.exists()

        def look(there: Path) -> None:
            if is_there and read_plain(there, MOST_FILE, self.root) != self.raw:
                raise StaleError

        if not raw:
            look(path)
            path.unlink(missing_ok=True)
            return
        mode = path.stat().st_mode & 0o777 if is_there else 0
        put_in_place(path, raw, look)
        if is_there:
            path.chmod(mode)


def _explain(
    fault: Finding, changes: Sequence[Change], places: Sequence[Place]
) -> tuple[str, str, str]:
    """Record and field of the change that a fault of the file speaks of, and what it says.

    It is the last that stands before the fault, of several in one place the one that is named.
    """
    at = (fault.place.line, fault.place.column)
    named = [f"'{one.field}'" in fault.message for one in changes]
    lines = [(one.line, one.column) for one in places]
    ranks = [(line <= at, line, is_named) for line, is_named in zip(lines, named, strict=True)]
    found = changes[ranks.index(max(ranks))]
    message = fault.message.replace(f" at components.{found.record}.{found.field}", "")
    return found.record, found.field, f"{message}; {fault.hint}".rstrip("; ")


def path_inside(root: Path, file: str) -> Path:
    """Where a file of a game's data or its look lies; no part of its path is a link.

    Raises:
        RefusedError: it is no such file.
    """
    parts = PurePosixPath(file).parts
    is_data = parts[:1] == (COMPONENTS,) and len(parts) > 2
    if ".." in parts or not (is_data or LOOKS.fullmatch(file)):
        raise RefusedError(f"{file!r} is no data of a game")
    try:
        return below(root, *parts)
    except WrongUseError as error:
        raise RefusedError(
            f"{file} lies behind a link, through which nothing is written"
        ) from error


def read_file(root: Path, file: str, may_lack: bool = False) -> bytes:
    """The bytes of a file of a game's data or its look; none where it is not and ``may_lack``.

    Raises:
        RefusedError: it cannot be read.
    """
    path = path_inside(root, file)
    try:
        return b"" if may_lack and not path.exists() else read_plain(path, MOST_FILE, root)
    except OSError as error:
        raise RefusedError(f"{file} cannot be read: {error}") from error


def decode(file: str, raw: bytes) -> str:
    """The text of the bytes of a file, without a mark at its beginning.

    Raises:
        RefusedError: it is not in UTF-8.
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RefusedError(f"{file} cannot be read: {error}") from error


@lru_cache(4)  # of one file there may be many findings
def lines_of(text: str) -> list[str]:
    """The lines of a text with their ends."""
    return re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)


def parse_or_refuse(file: str, raw: bytes) -> Source:
    """The mapping that the bytes of a YAML file say.

    Raises:
        RefusedError: they say none.
    """
    source, findings = source_of(decode(file, raw), file)
    if source is None or has_errors(findings) or not isinstance(source.data, dict):
        why = f"{findings[0].place}: {findings[0].message}" if findings else file
        raise RefusedError(f"the file cannot be read now; mend it first: {why}")
    return source
