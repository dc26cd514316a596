"""Sheets that went out, as files: their cells, what is kept with them, and that renewed.

What went out is renewed by changing the hidden sheet of a workbook alone; all else in it, the looks
that a designer gave it too, stays as it is.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from lxml import etree

from generator.atomic import write_bytes
from generator.failures import WrongUseError
from generator.sheets.base import SHEET, SUFFIX, Base, BaseError, base_lines, read_base
from validator.catalogue.sheets.files import (
    MOST_FILE,
    TEXTS,
    Grid,
    PartsError,
    SheetError,
    read_text_grid,
    sheet_part,
    xml_parts,
)
from validator.catalogue.sheets.records import Names
from validator.catalogue.sheets.workbook import SUFFIXES, read_workbook_grid, sheet_names
from validator.findings import Place
from validator.plainfile import read_plain

_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
_TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


@dataclass(frozen=True, slots=True)
class SheetFile:
    """A file that ``trilith sheet out`` wrote and somebody may have edited.

    ``shown`` is its name in findings, ``raw`` what it holds, ``base`` what went out.
    """

    path: Path
    shown: str
    raw: bytes
    base: Base

    @property
    def is_text(self) -> bool:
        """Tell whether it is CSV."""
        return self.path.suffix.lower() in TEXTS

    def sheets(self) -> tuple[str, ...]:
        """The names of its sheets; of a CSV file that of its one table."""
        if self.is_text:
            return tuple(one.sheet for one in self.base.sets.values())
        return sheet_names(self.raw)

    def grid(self, sheet: str, names: Names) -> Grid:
        """The cells of one of its sheets.

        Raises:
            SheetError: it cannot be read.
        """
        if self.is_text:
            return read_text_grid(self.raw, self.shown, names.is_known)
        return read_workbook_grid(self.raw, self.shown, sheet, Place(self.shown))


def read_sheet_file(path: Path, shown: str) -> SheetFile:
    """A sheet that went out, with what is kept of that.

    Raises:
        WrongUseError: it cannot be read, or none such.
    """
    if path.suffix.lower() not in (*TEXTS, *SUFFIXES):
        raise WrongUseError(f"{shown} is no sheet; name one that `trilith sheet out` wrote")
    try:
        raw = read_plain(path, MOST_FILE)
        return SheetFile(path, shown, raw, read_base(_lines(path, raw)))
    except (BaseError, SheetError) as error:
        hint = "`trilith sheet out` writes one to edit; CSV needs the `.base` file beside it"
        raise WrongUseError(f"{shown} does not say what went out ({error}); {hint}") from error
    except OSError as error:
        raise WrongUseError(f"cannot read {shown}: {error.strerror or error}") from error
    except PartsError as error:
        hint = "save it anew without its pictures"
        raise WrongUseError(f"cannot take in {shown}: {error}; {hint}") from error


def _lines(path: Path, raw: bytes) -> list[str]:
    if path.suffix.lower() in TEXTS:
        beside = read_plain(path.with_name(path.name + SUFFIX), MOST_FILE)
        return beside.decode("utf-8", "replace").splitlines()
    if SHEET not in sheet_names(raw):
        raise BaseError("it has no hidden sheet of ours, or cannot be read")
    xml_parts(raw, ())  # all are written again as it is renewed
    grid = read_workbook_grid(raw, path.name, SHEET, Place(path.name))
    return [str(cell) for row in grid.rows for cell in row]


def renew(file: SheetFile, base: Base) -> None:
    """Keep with a sheet that ``base`` is what it and the files have in common now.

    Raises:
        OutputError: it cannot be written.
    """
    lines = base_lines(base)
    if file.is_text:
        text = "\n".join([*lines, ""])
        write_bytes(file.path.with_name(file.path.name + SUFFIX), text.encode())
        return
    parts = xml_parts(file.raw)
    if file.path.suffix.lower() == ".ods":
        changed = {"content.xml": _ods_content(parts["content.xml"], lines)}
    else:
        changed = {sheet_part(parts, SHEET): _xlsx_sheet(lines)}
    write_bytes(file.path, _exchanged(file.raw, changed))


def _exchanged(raw: bytes, changed: Mapping[str, bytes]) -> bytes:
    """An archive with other contents for some of its files, in the same order."""
    made = io.BytesIO()
    parts = {**xml_parts(raw, ()), **changed}
    with zipfile.ZipFile(io.BytesIO(raw)) as before, zipfile.ZipFile(made, "w") as after:
        for entry in before.infolist():
            after.writestr(entry, parts[entry.filename])
    return made.getvalue()


def _xlsx_sheet(lines: list[str]) -> bytes:
    rows = "".join(
        f'<row r="{at}"><c r="A{at}" t="inlineStr"><is><t>{escape(line)}</t></is></c></row>'
        for at, line in enumerate(lines, 1)
    )
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    body = f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    return f"{head}\n{body}".encode()


def _ods_content(content: bytes, lines: list[str]) -> bytes:
    reader = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    top = etree.fromstring(content, reader)
    for table in top.iter(f"{{{_TABLE}}}table"):
        if table.get(f"{{{_TABLE}}}name") == SHEET:
            for row in table.findall(f"{{{_TABLE}}}table-row"):
                table.remove(row)
            for line in lines:
                row = etree.SubElement(table, f"{{{_TABLE}}}table-row")
                cell = etree.SubElement(row, f"{{{_TABLE}}}table-cell")
                cell.set(f"{{{_OFFICE}}}value-type", "string")
                etree.SubElement(cell, f"{{{_TEXT}}}p").text = line
    written: bytes = etree.tostring(top, xml_declaration=True, encoding="UTF-8")
    return written
