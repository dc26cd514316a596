"""What a reader of values does not tell of an XLSX sheet: its extent, formulas, errors, merges."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from validator.catalogue.sheets.grid import Spot
from validator.catalogue.sheets.parts import PartsError, local, parse, parser

_REFERENCE = re.compile("([A-Z]{1,3})([1-9][0-9]{0,6})")


@dataclass(slots=True)
class Scan:
    """What was seen of one sheet: sizes count from 1, spots and merged areas from 0.

    ``unreckoned`` are formulas without a value, ``errors`` the cells that hold one, by what is
    shown there.
    """

    rows: int = 0
    columns: int = 0
    unreckoned: list[Spot] = field(default_factory=list)
    errors: dict[Spot, str] = field(default_factory=dict)
    merged: list[tuple[Spot, Spot]] = field(default_factory=list)

    def holds(self, row: int, column: int) -> None:
        """A cell (counted from 0) that is not empty."""
        self.rows = max(self.rows, row + 1)
        self.columns = max(self.columns, column + 1)


def scan_xlsx(parts: Mapping[str, bytes], sheet: str) -> Scan:
    """Look through the sheet of that name.

    Raises:
        PartsError: it is not there or is damaged.
    """
    return _Sheet().read(parts[sheet_part(parts, sheet)])


def sheet_part(parts: Mapping[str, bytes], sheet: str) -> str:
    """The path inside the workbook of the sheet of that name.

    Raises:
        PartsError: there is none, or the workbook is damaged.
    """
    book = _target(parts, "_rels/.rels", "", suffix="/officeDocument")
    identity = _sheets(parts.get(book, b"")).get(sheet)
    folder, name = posixpath.split(book)
    found = _target(parts, posixpath.join(folder, "_rels", f"{name}.rels"), folder, identity)
    if identity is None or found not in parts:
        raise PartsError(f"its sheet {sheet!r} is not in it")
    return found


def _sheets(book: bytes) -> dict[str, str]:
    """The names of the sheets, with the ids by which their files are named."""
    found: dict[str, str] = {}

    def start(name: str, attributes: dict[str, str]) -> None:
        if local(name) == "sheet":
            ids = [v for key, v in attributes.items() if " " in key and local(key) == "id"]
            found.setdefault(attributes.get("name", ""), ids[0] if ids else "")

    made = parser()
    made.StartElementHandler = start
    parse(made, book)
    return found


def _target(
    parts: Mapping[str, bytes],
    rels: str,
    folder: str,
    identity: str | None = None,
    suffix: str = "",
) -> str:
    """Where a relation leads, found by its id or by the end of its type."""
    found: list[str] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        by_type = bool(suffix) and attributes.get("Type", "").endswith(suffix)
        if local(name) == "Relationship" and (by_type or attributes.get("Id") == identity):
            found.append(attributes.get("Target", ""))

    made = parser()
    made.StartElementHandler = start
    parse(made, parts.get(rels, b"<none/>"))
    if not found:
        raise PartsError("it is no workbook, or is damaged")
    target = found[0]
    return target[1:] if target.startswith("/") else posixpath.join(folder, target)


class _Sheet:
    """Follows the elements of a sheet; cells without an address stand behind the one before.

    Programs that read such a sheet may count rows by their numbers or one by one, so a cell counts
    as far out as either says.
    """

    def __init__(self) -> None:
        self.scan = Scan()
        self.row = self.column = self.counted = -1
        self.kind = ""
        self.inside = ""
        self.formula = self.value = False
        self.text: list[str] = []

    def read(self, part: bytes) -> Scan:
        made = parser()
        made.StartElementHandler = self.start
        made.EndElementHandler = self.end
        made.CharacterDataHandler = self.characters
        parse(made, part)
        return self.scan

    def start(self, name: str, attributes: dict[str, str]) -> None:
        match local(name):
            case "row":
                self.counted += 1
                self.begin_row(attributes.get("r"))
            case "c":
                self.begin_cell(attributes.get("r"))
                self.kind = attributes.get("t", "")
                self.formula = self.value = False
                self.text = []
            case "f":
                self.formula, self.inside = True, "f"
                self.scan.holds(self.row, self.column)
            case "v" | "is":
                self.inside = "v"
                self.scan.holds(self.row, self.column)
            case "mergeCell":
                self.merge(attributes.get("ref", ""))

    def begin_row(self, number: str | None) -> None:
        row = self.row + 1 if number is None else _number(number) - 1
        if row < self.row or (row == self.row and self.column >= 0):
            raise PartsError("its rows are out of order")
        self.row, self.column = row, -1

    def begin_cell(self, address: str | None) -> None:
        if address is None:
            self.column += 1
            self.scan.holds(self.counted, self.column)
            return
        spot = spot_of(address)
        if spot is None:
            raise PartsError(f"a cell has the address {address[:20]!r}")
        if spot < (self.row, self.column):
            raise PartsError("its cells are out of order")
        self.row, self.column = spot

    def characters(self, text: str) -> None:
        if self.inside == "v":
            self.value = True
            self.text.append(text)

    def end(self, name: str) -> None:
        match local(name):
            case "f" | "v" | "is":
                self.inside = ""
            case "c":
                self.cell()

    def cell(self) -> None:
        spot = (self.row, self.column)
        if self.kind == "e":
            self.scan.errors[spot] = "".join(self.text)[:40]
        elif self.formula and not self.value and self.kind != "str":
            self.scan.unreckoned.append(spot)

    def merge(self, reference: str) -> None:
        first, _, last = reference.partition(":")
        ends = spot_of(first), spot_of(last)
        if ends[0] is not None and ends[1] is not None:
            self.scan.merged.append((ends[0], ends[1]))


def _number(written: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,6}", written):
        raise PartsError(f"a row has the number {written[:20]!r}")
    return int(written)


def spot_of(address: str) -> Spot | None:
    """Row and column (from 0) of an address such as ``D17``; None if it is none."""
    found = _REFERENCE.fullmatch(address)
    if found is None:
        return None
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(found[2]) - 1, column - 1
