"""What a reader of values does not tell of an ODS file: extents, formulas, errors, merges."""

from __future__ import annotations

import re
from collections.abc import Mapping

from validator.catalogue.sheets.parts import PartsError, local, parse, parser
from validator.catalogue.sheets.scan_xlsx import Scan

_CELLS = ("table-cell", "covered-table-cell")


def scan_ods(parts: Mapping[str, bytes]) -> dict[str, Scan]:
    """Look through every sheet, as whoever opens the file reads all of them; by their names.

    Raises:
        PartsError: it is damaged.
    """
    reading = _Content()
    made = parser()
    made.StartElementHandler = reading.start
    made.EndElementHandler = reading.end
    made.CharacterDataHandler = reading.characters
    parse(made, parts["content.xml"])
    return reading.scans


class _Content:
    """Follows the elements of the tables, with what is repeated counted and not repeated."""

    def __init__(self) -> None:
        self.scans: dict[str, Scan] = {}
        self.scan = Scan()
        self.depth = 0
        self.row = self.column = 0
        self.high = 1
        self.cell: dict[str, str] | None = None
        self.text: list[str] = []
        self.noted = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        match local(name):
            case "table":
                self.begin_table(attributes)
            case "table-row" if self.depth:
                self.high, self.column = _count(attributes, "number-rows-repeated"), 0
            case kind if self.depth and kind in _CELLS:
                self.cell, self.text = attributes, []
            case "annotation":
                self.noted += 1

    def begin_table(self, attributes: Mapping[str, str]) -> None:
        self.depth += 1
        if self.depth > 1:
            raise PartsError("a table stands in another, which no spreadsheet writes")
        self.scan = Scan()
        self.row = 0
        named = [value for key, value in attributes.items() if local(key) == "name"]
        shown = named[0] if named else f"(table {len(self.scans)})"
        if len(named) > 1 or shown in self.scans:
            raise PartsError("two of its sheets have one name")
        self.scans[shown] = self.scan

    def characters(self, text: str) -> None:
        if self.cell is not None and not self.noted:
            self.text.append(text)

    def end(self, name: str) -> None:
        match local(name):
            case "table":
                self.depth -= 1
            case "annotation":
                self.noted -= 1
            case kind if kind in _CELLS and self.cell is not None:
                self.ended(self.cell)
                self.cell = None
            case "table-row" if self.depth:
                self.row += self.high

    def ended(self, cell: Mapping[str, str]) -> None:
        wide = _count(cell, "number-columns-repeated")
        spot = (self.row, self.column)
        self.column += wide
        said = {local(key): value for key, value in cell.items()}
        kind, formula = said.get("value-type", ""), bool(said.get("formula"))
        shown = "".join(self.text)
        if not (kind or formula or shown or "value" in said):
            return
        self.scan.holds(spot[0] + self.high - 1, spot[1] + wide - 1)
        if kind == "error" or (formula and shown.startswith(("#", "Err:"))):
            self.scan.errors[spot] = shown[:40]
        elif formula and not kind:
            self.scan.unreckoned.append(spot)
        down = _count(cell, "number-rows-spanned") - 1
        right = _count(cell, "number-columns-spanned") - 1
        if down or right:
            self.scan.merged.append((spot, (spot[0] + down, spot[1] + right)))


def _count(attributes: Mapping[str, str], name: str) -> int:
    """How often something is repeated: at most as often as any attribute of that name says."""
    written = [value for key, value in attributes.items() if local(key) == name]
    if any(not re.fullmatch("[0-9]{1,8}", one) for one in written):
        raise PartsError(f"`{name}` is {written[0][:20]!r}")
    return max(map(int, written), default=1) or 1
