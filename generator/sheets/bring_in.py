"""What a sheet changes, written into the files where the values stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from generator.atomic import write_bytes
from generator.failures import FailedError
from generator.sheets.apply import applied
from generator.sheets.tables import cell_words
from generator.sheets.taken import Taken
from validator.catalogue.source import MAX_BYTES, parse_source
from validator.plainfile import read_plain


def new_texts(root: Path, taken: Sequence[Taken]) -> dict[Path, bytes]:
    """The files that change, with what they will hold.

    Raises:
        FailedError: a file was changed meanwhile, or cannot be edited.
    """
    found: dict[Path, bytes] = {}
    for one in taken:
        merge = one.merge
        if not (merge.changes or merge.added or merge.removed):
            continue
        path = root / one.source.file
        text = read_plain(path, MAX_BYTES, root).decode("utf-8")
        source, _ = parse_source(text.removeprefix("\ufeff"), one.source.file)
        if source is None or source.data != one.source.data:
            raise FailedError(f"{one.source.file} was changed meanwhile; try again")
        records: list[dict[str, Any]] = one.source.data["components"]
        found[path] = applied(text, records, merge, one.fields).encode()
    return found


def write_texts(texts: dict[Path, bytes]) -> None:
    """Write files whole, one after the other.

    Raises:
        OutputError: one cannot be written; those before it are.
    """
    for path, content in texts.items():
        write_bytes(path, content)


def lines(taken: Taken) -> Iterator[str]:
    """What is done to a set, a line each: changed values, new records, those taken out."""
    file = taken.source.file
    shapes = {column.field: column.shape for column in taken.header.columns}
    for change in taken.merge.changes:
        shape = shapes[change.field]
        values = f"{cell_words(change.old, shape)} -> {cell_words(change.new, shape)}"
        yield f"{file}: {change.record}: {change.field} {values}"
    for added in taken.merge.added:
        yield f"{file}: {added.record}: new"
    for record in taken.merge.removed:
        yield f"{file}: {record}: taken out"
    for field in taken.missing:
        yield f"{file}: the column {field!r} is gone: none of its values is changed"
