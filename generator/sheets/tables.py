"""The records of a set as a table: which fields have columns, the cell of each, its notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.failures import WrongUseError
from validator.catalogue.model import Catalogue
from validator.catalogue.schemas import schema
from validator.catalogue.sheets.cells import ABSENT, as_in_a_sheet, write_cell
from validator.catalogue.sheets.files import Cell
from validator.catalogue.sheets.records import names_of, values_by_field
from validator.catalogue.sheets.shapes import FieldShape, same
from validator.catalogue.source import Source

_COMMON = {
    "id": "Unique in the game. A row with a new id is a new record; one taken out goes.",
    "name": "Printed name.",
    "copies": "Equal pieces in the box; 1 if empty.",
}
_EFFECTS = "In short, parted by `;`: score 3 point; draw 2 luck-card. docs/sheets.md has all."
_LONGEST = 900
"""Characters of a note; spreadsheets show them in a box."""


def note(field: str, shape: FieldShape) -> str:
    """The note at the header of a column; empty if there is nothing to say."""
    about = str(shape.fragment.get("description", "")) or _COMMON.get(field, "")
    said = [about, _form(shape), _limits(shape)]
    return " ".join(one for one in said if one)[:_LONGEST]


def choices(shape: FieldShape) -> list[str]:
    """The values that a cell may be chosen from; none if it is free."""
    if shape.enum and all(isinstance(one, str | int) for one in shape.enum):
        return [str(one).upper() if isinstance(one, bool) else str(one) for one in shape.enum]
    return ["TRUE", "FALSE"] if shape.kinds == {"boolean"} else []


def limits(shape: FieldShape) -> tuple[float | None, float | None]:
    """The least and the largest number that a cell may have; None where there is no bound."""
    least, most = (
        value if isinstance(value, int | float) and not isinstance(value, bool) else None
        for value in (shape.fragment.get("minimum"), shape.fragment.get("maximum"))
    )
    return least, most


def is_text(shape: FieldShape) -> bool:
    """Tell whether a column holds texts, so that 3/4 must not become a date nor 007 a number."""
    return not shape.allows("integer", "number", "boolean")


def _form(shape: FieldShape) -> str:
    if shape.effects:
        return _EFFECTS
    if shape.allows("array"):
        entries = ", ".join(choices(shape.items))
        plain = not shape.items.allows("object", "array")
        form = "Parted by `;`." if plain else "A list in YAML, on one line."
        return f"{form} Choose from: {entries}." if entries else form
    return "A mapping in YAML, on one line." if shape.allows("object") else ""


def _limits(shape: FieldShape) -> str:
    if shape.enum:
        return f"One of: {', '.join(choices(shape))}."
    match limits(shape):
        case None, None:
            return ""
        case least, None:
            return f"At least {least}."
        case None, most:
            return f"At most {most}."
        case least, most:
            return f"From {least} to {most}."


FIRST, LAST = ("id", "name", "copies"), ("effects", "text")
"""Columns that every table begins with; effects stand near the end, the text with them."""
LONGEST = 30_000
"""Characters of the longest cell that is written; Excel keeps 32,767."""

_SHOWN = 100
"""Characters of a value that are told."""

Values = Mapping[str, Any]
"""The values of a record by (dotted) field, as they are once they went through a cell."""


@dataclass(frozen=True, slots=True)
class SheetTable:
    """The table of a set; ``cells`` has a row for each of ``records``, in the order of columns.

    ``long`` are fields that have no column, as a value is longer than a cell may be.
    """

    set_id: str
    file: str
    columns: Mapping[str, FieldShape]
    cells: Sequence[Sequence[Cell]]
    records: Mapping[str, Values]
    long: tuple[str, ...] = ()


def tables(catalogue: Catalogue, game: str) -> Iterator[SheetTable]:
    """The tables of a game's own sets, in the order of their files.

    Left out are sets without written records and those whose records stand in a sheet already.
    """
    for source in catalogue.written.get(game, ()):
        is_set = source.data.get("kind") == "components" and source.data.get("components")
        if is_set and not is_from_sheet(source):
            yield table_of(source)


def is_from_sheet(source: Source) -> bool:
    """Tell whether the records of a set that was read stand in a sheet."""
    return source.place(("components", 0)).file != source.file


def table_of(source: Source) -> SheetTable:
    """The table of a set whose records are written in its file.

    Raises:
        WrongUseError: an id stands twice among them.
    """
    fields = names_of(source.data, {}).fields
    records = own_records(source)
    own = source.data.get("fields", {}).get("properties", {})
    chosen = {name: fields[name] for name in choose_columns(fields, records, own)}
    cells = {
        name: [
            write_cell(found[name], shape) if (found := values_by_field(one, [name])) else ""
            for one in records
        ]
        for name, shape in chosen.items()
    }
    long = tuple(
        name
        for name, column in cells.items()
        if any(isinstance(cell, str) and len(cell) > LONGEST for cell in column)
    )
    kept = {name: shape for name, shape in chosen.items() if name not in long}
    return SheetTable(
        set_id=source.data["set"],
        file=source.file,
        columns=kept,
        cells=[[cells[name][at] for name in kept] for at in range(len(records))],
        records={one["id"]: normal_values(one, kept) for one in records},
        long=long,
    )


def own_records(source: Source) -> list[dict[str, Any]]:
    """The records that are written in a set's file, each with an id of its own.

    Raises:
        WrongUseError: an id stands twice, so that no row could say which record it is.
    """
    records: list[dict[str, Any]] = source.data["components"]
    seen: set[str] = set()
    for at, record in enumerate(records):
        if record["id"] in seen:
            place = source.place(("components", at, "id"))
            raise WrongUseError(f"{place}: the id {record['id']!r} stands twice; give one another")
        seen.add(record["id"])
    return records


def normal_values(record: Mapping[str, Any], fields: Mapping[str, FieldShape]) -> dict[str, Any]:
    """The values of a record as they are once they went through cells, so that sheet, file and
    what went out can be compared.
    """
    found = values_by_field(record, fields)
    normal = {name: as_in_a_sheet(value, fields[name]) for name, value in found.items()}
    return {name: value for name, value in normal.items() if value is not ABSENT}


def cell_words(value: Any, shape: FieldShape) -> str:
    """A value as its cell shows it, in quotes if it is a text; shortened if it is long."""
    if value is ABSENT:
        return "nothing"
    cell = write_cell(value, shape)
    return repr(cell) if not isinstance(cell, str) else f"`{shorten(cell)}`"


def shorten(text: str) -> str:
    """A text on one line, its middle left out if it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:40]} ... {line[-40:]}"


def choose_columns(
    fields: Mapping[str, FieldShape], records: Sequence[Mapping[str, Any]], own: Iterable[str]
) -> list[str]:
    """The fields that have columns, in their order; ``own`` are those of the set alone."""
    common_keys = schema("components")["$defs"]["record"]["properties"]
    top = [name for name in fields if "." not in name]
    used = {key for record in records for key in record}
    own = [name for name in top if name in own or name not in common_keys]
    common = [name for name in top if name in used and name not in (*FIRST, *LAST, *own)]
    told = [name for name in LAST if name in used or name == "text"]
    ordered = [*FIRST, *(n for n in common if n == "players"), *own, *told]
    ordered += [name for name in common if name not in ordered]
    return [column for name in ordered for column in _part_field(name, fields, records)]


def _part_field(
    name: str, fields: Mapping[str, FieldShape], records: Sequence[Mapping[str, Any]]
) -> list[str]:
    """A field, or the inner fields that its mapping is parted into, if that loses nothing."""
    inner = [one for one in fields if one.startswith(f"{name}.")]
    leaves = [one for one in inner if not any(other.startswith(f"{one}.") for other in inner)]
    written = [record[name] for record in records if name in record]
    if not leaves or not all(_is_whole(name, value, leaves) for value in written):
        return [name]
    return leaves


def _is_whole(name: str, value: Any, leaves: Sequence[str]) -> bool:
    """Tell whether the inner fields make up all of a mapping again."""
    made: dict[str, Any] = {}
    for leaf, one in values_by_field({name: value}, leaves).items():
        if one is None or one == "":
            return False
        put(made, leaf, one)
    if not made or not isinstance(value, dict):
        return False
    return same(dict(sorted(made[name].items())), dict(sorted(value.items())))


def put(record: dict[str, Any], field: str, value: Any) -> None:
    """Set the value of a (dotted) field; :data:`ABSENT` takes it out, with mappings left empty."""
    key, _, rest = field.partition(".")
    if not rest:
        if value is ABSENT:
            record.pop(key, None)
        else:
            record[key] = value
        return
    before = record.get(key)
    inner = dict(before) if isinstance(before, dict) else {}
    put(inner, rest, value)
    put(record, key, inner or ABSENT)
