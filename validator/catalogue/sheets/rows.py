"""The rows of a sheet as records of a set, each value with the place of its cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from validator.catalogue.parsing.places import Trail
from validator.catalogue.sheets.cells import ABSENT, CellError, read_cell
from validator.catalogue.sheets.grid import Grid
from validator.catalogue.sheets.headers import Column, Header
from validator.findings import Finding, Place, Severity
from validator.hints import as_id


@dataclass(slots=True)
class Rows:
    """The records of a sheet, with the place of each value by its trail from the list of records.

    ``rows`` are the numbers of the sheet's rows, one a record.
    """

    records: list[dict[str, Any]] = field(default_factory=list)
    places: dict[Trail, Place] = field(default_factory=dict)
    rows: list[int] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def read_rows(grid: Grid, header: Header, game: str) -> Rows:
    """The records of the rows below the header; blank rows and those begun with ``#`` are none."""
    found = Rows()
    naming = _naming(header)
    first = header.columns[0].at
    for row in range(header.row + 1, len(grid.rows)):
        if grid.is_blank(row) or _is_remark(grid, row):
            continue
        if not str(grid.cell(row, naming.at)).strip() and (row, naming.at) not in grid.faults:
            _passed_over(grid, row, header, naming, found, game)
            continue
        found.findings.extend(_beyond(grid, row, header, game))
        trail: Trail = (len(found.records),)
        found.places[trail] = grid.place(row, first)
        found.records.append(_record(grid, row, header, trail, found, game))
        found.rows.append(row)
    return found


def _naming(header: Header) -> Column:
    """The column that tells records from other rows: that of ids, else that of names."""
    named = {one.field: one for one in header.columns}
    return named.get("id") or named["name"]


def _is_remark(grid: Grid, row: int) -> bool:
    first = next((str(one).strip() for one in grid.rows[row] if str(one).strip()), "")
    return first.startswith("#") and not first.startswith("#REF")


def _passed_over(
    grid: Grid, row: int, header: Header, naming: Column, found: Rows, game: str
) -> None:
    """Tell of a row without an id, unless all it has stands outside of the table."""
    filled = [one.at for one in header.columns if str(grid.cell(row, one.at)).strip()]
    if filled:
        message = f"the row has no {naming.field} and is passed over"
        hint = "give it one, or write `#` into its first cell if it is not for trilith"
        place = grid.place(row, filled[0])
        found.findings.append(Finding("sheet-row", Severity.WARNING, game, place, message, hint))


def _beyond(grid: Grid, row: int, header: Header, game: str) -> Iterator[Finding]:
    """Tell of the first value in a row of text that has more cells than the header."""
    width = len(grid.rows[header.row])
    for at in range(width, len(grid.rows[row])) if grid.spots else ():
        if str(grid.cell(row, at)).strip():
            message = f"the row has {at + 1} cells, and the header only {width}"
            hint = "put quotes round a value with a comma in it, or give the column a header"
            yield Finding("sheet-beyond", Severity.ERROR, game, grid.place(row, at), message, hint)
            return


def _record(
    grid: Grid, row: int, header: Header, trail: Trail, found: Rows, game: str
) -> dict[str, Any]:
    record: dict[str, Any] = {}
    for column in header.columns:
        try:
            value = _value(grid, row, column)
        except CellError as error:
            place = grid.place(row, column.at)
            told = Finding(error.code, Severity.ERROR, game, place, str(error), error.hint)
            found.findings.append(told)
            continue
        if value is not ABSENT:
            _put(record, column.field.split("."), value)
            _place(found.places, trail, column.field, grid.place(row, column.at))
    if "id" not in record and isinstance(record.get("name"), str):
        record = {"id": as_id(record["name"]).replace("_", "-"), **record}
        found.places[(*trail, "id")] = found.places[(*trail, "name")]
    return record


def _value(grid: Grid, row: int, column: Column) -> Any:
    fault = grid.faults.get((row, column.at))
    if fault is not None:
        raise CellError(fault.message, fault.hint)
    return read_cell(grid.cell(row, column.at), column.shape, grid.decimal_comma)


def _put(record: dict[str, Any], keys: list[str], value: Any) -> None:
    """Set an inner value, making the mappings on the way."""
    for key in keys[:-1]:
        inner = record.setdefault(key, {})
        if not isinstance(inner, dict):
            return
        record = inner
    record[keys[-1]] = value


def _place(places: dict[Trail, Place], trail: Trail, field: str, place: Place) -> None:
    """Note the place of a value, and of the mappings it stands in where they begin with it."""
    keys = tuple(field.split("."))
    for length in range(1, len(keys) + 1):
        places.setdefault((*trail, *keys[:length]), place)


def values_by_field(record: Mapping[str, Any], fields: Iterable[str]) -> dict[str, Any]:
    """The values of a record by the (dotted) fields of columns; what is not there is left out."""
    found = {}
    for name in fields:
        value: Any = record
        for key in name.split("."):
            value = value.get(key, ABSENT) if isinstance(value, Mapping) else ABSENT
        if value is not ABSENT:
            found[name] = value
    return found
