"""A PO file of a game whose entries are records by their contexts, changed on the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

import polib

from generator.studio.project_files import (
    Change,
    ProjectFile,
    RefusedError,
    decode,
    lines_of,
    read_file,
)
from generator.translation import WIDTH
from validator.catalogue.sheets.shapes import FieldShape
from validator.catalogue.translating.files import languages_of, nearest, po_name
from validator.catalogue.translating.po import Message, PoFile, read_po
from validator.findings import Finding, Place

_TEXT = FieldShape(frozenset(("string",)))


@dataclass(frozen=True)
class TranslationFile(ProjectFile):
    """A PO file. The record ``card/bonfire`` has the field ``name``: together they are a context.

    Texts with a plural are no fields.
    """

    po: PoFile

    def message(self, name: str, field: str) -> Message | None:
        """The entry of a field."""
        context = _context(name, field)
        found = (one for one in self.po.messages if one.context == context and not one.obsolete)
        return next((one for one in found if one.plural is None), None)

    def value(self, name: str, field: str) -> str | None:
        """A translation, None where nothing is said."""
        found = self.message(name, field)
        return found.text or None if found else None

    def place(self, name: str, field: str) -> Place:
        """Where a translation stands, or the file that has none."""
        found = self.message(name, field)
        return self.po.place(found.spot()) if found else Place(self.file)

    def _shape(self, field: str) -> FieldShape:
        del field
        return _TEXT

    @property
    def faults(self) -> Mapping[tuple[str, str], Finding]:
        """What cannot be read of it."""
        return {(one.code, one.message): one for one in self.po.faults}

    def _read(self, raw: bytes) -> TranslationFile:
        return replace(self, raw=raw, po=read_po(decode(self.file, raw), self.file))

    def _becomes(self, made: TranslationFile, changes: Sequence[Change]) -> bool:
        new = {_context(one.record, one.field): one.after or "" for one in changes}
        return dict(made._texts()) == {**dict(self._texts()), **new}

    def bytes_with(self, changes: Sequence[Change], behind: str = "") -> bytes:
        """The file with other translations, which nobody has to look at again; all else as it was.

        Raises:
            RefusedError: it has no entry for one.
        """
        del behind
        lines = [*lines_of(decode(self.file, self.raw))]
        newline = "\r\n" if b"\r\n" in self.raw else "\n"
        for one in changes:
            found = self.message(one.record, one.field)
            if found is None or not found.said:
                raise RefusedError(f"{self.file} lacks this text: `trilith translate` adds it")
            start = found.line - 1
            while not lines[start].strip().startswith("msgstr"):
                start += 1
            end = start + 1
            while lines[end:] and lines[end].strip().startswith('"'):
                end += 1
            entry = polib.POEntry(msgstr=one.after or "").__unicode__(WIDTH)
            made = entry[entry.index("msgstr") :].rstrip("\n").split("\n")
            blank = [""] * (end - start - 1)  # the others keep their numbers
            lines[start:end] = ["".join(f"{line}{newline}" for line in made), *blank]
            for at in range(found.line - 1 - len(found.comments), found.line - 1):
                lines[at] = _without_doubt(lines[at])
        return self.encode("".join(lines))

    def _texts(self) -> Iterator[tuple[str, str]]:
        return ((one.context, one.text) for one in self.po.messages if not one.obsolete)


def _without_doubt(line: str) -> str:
    """A line of comment without the mark that somebody has to look at it, and what was before."""
    if line.startswith("#,"):
        flags = [flag for one in line[2:].split(",") if (flag := one.strip()) != "fuzzy"]
        return f"#, {', '.join(flags)}{line[len(line.rstrip()) :]}" if flags else ""
    return "" if line.startswith("#|") else line


def _context(record: str, field: str) -> str:
    return f"{record} {field.replace('.', ' ')}"


def open_translation(root: Path, file: str) -> TranslationFile:
    """A PO file as it is now.

    Raises:
        RefusedError: it cannot be read.
    """
    raw = read_file(root, file)
    return TranslationFile(root, file, raw, read_po(decode(file, raw), file))


def in_translation(
    root: Path, file: str, record: str, told: Mapping[str, Any], language: str
) -> dict[str, Any]:
    """What is told of a component, with the translations of its texts where it has some.

    ``file`` is the YAML of its set, ``record`` what its entries begin with (``card/bonfire``).
    """
    game = PurePosixPath(file).parts[1]
    known = nearest(language, languages_of(root, game))
    if known is None:
        return dict(told)
    words = open_translation(root, po_name(game, known))
    return {**told, "fields": [_row_in(words, record, row) for row in told["fields"]]}


def _row_in(words: TranslationFile, record: str, row: Mapping[str, Any]) -> dict[str, Any]:
    field = row["name"]
    found = words.message(record, field)
    if found is not None and found.source.text == row["text"]:
        about = f'Instead of "{found.source.text}".'
        where = {"file": words.file, "id": record, "place": str(words.place(record, field))}
        return {**row, **where, "why": "", "text": found.text, "about": about, "kind": "text"}
    if not row["text"] or row["kind"] != "text":
        return dict(row)
    about = (
        f"{words.file} has no entry for it (`trilith translate` adds it): this is the text itself."
    )
    return {**row, "about": about}
