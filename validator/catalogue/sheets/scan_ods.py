"""What a reader of values does not tell of an ODS sheet: its extent, formulas, errors, merges."""

from __future__ import annotations

from collections.abc import Mapping

from validator.catalogue.sheets.parts import PartsError, local, parse, parser
from validator.catalogue.sheets.scan_xlsx import Scan

_CELLS = ("table-cell", "covered-table-cell")


def scan_ods(parts: Mapping[str, bytes], sheet: str) -> Scan:
    """Look through the sheet of that name.

    Raises:
        PartsError: it is not there or is damaged.
    """
    if "content.xml" not in parts:
        raise PartsError("it is no workbook, or is damaged")
    reading = _Content(sheet)
    made = parser()
    made.StartElementHandler = reading.start
    made.EndElementHandler = reading.end
    made.CharacterDataHandler = reading.characters
    parse(made, parts["content.xml"])
    return reading.scan


class _Content:
    """Follows the elements of one table, with what is repeated counted and not repeated."""

    def __init__(self, sheet: str) -> None:
        self.sheet = sheet
        self.scan = Scan()
        self.here = False
        self.nested = 0
        self.row = self.column = self.wide = 0
        self.high = 1
        self.cell: dict[str, str] | None = None
        self.text: list[str] = []
        self.noted = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        kind = local(name)
        if kind == "table":
            self.nested += 1
            named = {local(key): value for key, value in attributes.items()}
            self.here = self.here or named.get("name") == self.sheet
        if not self.here or self.nested != 1:
            return
        if kind == "table-row":
            named = {local(key): value for key, value in attributes.items()}
            self.high, self.column = _count(named, "number-rows-repeated"), 0
        elif kind in _CELLS:
            self.cell = {local(key): value for key, value in attributes.items()}
            self.text = []
        elif kind == "annotation":
            self.noted += 1

    def characters(self, text: str) -> None:
        if self.cell is not None and not self.noted:
            self.text.append(text)

    def end(self, name: str) -> None:
        kind = local(name)
        if kind == "table":
            self.nested -= 1
            self.here = self.here and self.nested > 0
        if not self.here or self.nested != 1:
            return
        if kind == "annotation":
            self.noted -= 1
        elif kind in _CELLS and self.cell is not None:
            self.ended(self.cell)
            self.cell = None
        elif kind == "table-row":
            self.row += self.high

    def ended(self, cell: Mapping[str, str]) -> None:
        wide = _count(cell, "number-columns-repeated")
        spot = (self.row, self.column)
        self.column += wide
        kind = cell.get("value-type", "")
        formula = bool(cell.get("formula"))
        if not (kind or formula or self.text):
            return
        self.scan.holds(spot[0] + self.high - 1, spot[1] + wide - 1)
        shown = "".join(self.text)
        if kind == "error" or (formula and shown.startswith(("#", "Err:"))):
            self.scan.errors[spot] = shown[:40]
        elif formula and not kind:
            self.scan.unreckoned.append(spot)
        down = _count(cell, "number-rows-spanned") - 1
        right = _count(cell, "number-columns-spanned") - 1
        if down or right:
            self.scan.merged.append((spot, (spot[0] + down, spot[1] + right)))


def _count(attributes: Mapping[str, str], name: str) -> int:
    written = attributes.get(name, "1")
    return max(1, int(written)) if written.isdigit() and len(written) < 9 else 1
