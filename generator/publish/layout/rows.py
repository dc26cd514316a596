"""The table that InDesign and Affinity merge: UTF-16, a row a component, ``@`` before pictures.

What data merge asks of it (Adobe, InDesign help, "Data source files overview"): commas between
fields, quotation marks round those that hold one, no line break in any; ``@`` before the name of
a column of pictures. Pictures lie beside the table, so that their names alone find them (recall).
Cells stand as they are, also where they begin as formulas do (``+2``, ``=``): a mark before them,
as lists for spreadsheets have it, would be printed.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from generator.facts import cell_text
from generator.publish.contents.chapters import Contents, Entry

COMMON = ("id", "name", "set", "chapter", "copies", "use", "provenance", "rules")
"""Columns that every table has; then come the paragraphs of the text, the fields, the pictures."""


def merge_table(contents: Contents, files: Mapping[tuple[str, str], str]) -> bytes:
    """The table; ``files`` are the pictures by component id and side."""
    return as_csv(merge_rows(contents, files)).encode("utf-16")


def merge_rows(contents: Contents, files: Mapping[tuple[str, str], str]) -> list[list[str]]:
    """Its rows, the names of the columns first."""
    entries = contents.entries
    texts = max((len(entry.text.splitlines()) for entry in entries), default=1)
    fields = tuple(dict.fromkeys(name for entry in entries for name in entry.component.fields))
    columns = [*COMMON, *_text_columns(max(texts, 1))]
    named = [f"field_{name}" if name in columns else name for name in fields]
    rows = [[*columns, *named, "@front", "@back"]]
    for chapter in contents.chapters:
        for entry in chapter.entries:
            cells = [*_common(entry, chapter.heading), *_filled(entry.text.splitlines(), texts)]
            cells += [cell_text(entry.component.fields.get(name)) for name in fields]
            cells += [files.get((entry.component.id, side), "") for side in ("front", "back")]
            rows.append([" ".join(cell.split()) for cell in cells])
    return rows


def as_csv(rows: Sequence[Sequence[str]]) -> str:
    """Rows with commas between cells, and quotation marks where they are needed."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    return out.getvalue()


def _text_columns(many: int) -> list[str]:
    return ["text", *(f"text_{number}" for number in range(2, many + 1))]


def _common(entry: Entry, heading: str) -> list[str]:
    component = entry.component
    return [
        component.id,
        entry.name,
        entry.set.name,
        heading,
        str(entry.copies),
        entry.use,
        component.provenance.value,
        ", ".join(component.rules),
    ]


def _filled(texts: Sequence[str], many: int) -> list[str]:
    return [*texts, *[""] * (max(many, 1) - len(texts))]
