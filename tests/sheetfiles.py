"""Sheets for tests: a set whose rows stand in one, and files as several programs write them."""

import io
import zipfile

from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P
from openpyxl import Workbook

from validator.catalogue.load import load

HEAD = """\
kind: components
set: card
name: Light cards
singular: Light card
form: card
size: poker
template: basic/card
back: basic/card_back
provenance: reconstructed
fields:
  type: object
  required: [cost]
  properties:
    cost: {type: integer, minimum: 0, maximum: 9, description: Coins to pay when played.}
    big: {type: boolean, description: Takes two spaces.}
    weight: {type: number}
    tags: {type: array, items: {enum: [harbour, night]}}
    marks: {type: array, items: {type: [string, integer]}}
    side: {enum: ["3", "45"]}
    rank: {enum: [1, 5]}
    bonus: {$ref: "effects.json#/$defs/effects"}
    inner:
      type: object
      properties: {stones: {type: integer}, phases: {type: array, items: {type: string}}}
    steps:
      type: array
      items: {type: object, properties: {to: {type: string}, cost: {type: integer}}}
"""


def with_rows(root, name, raw, said=""):
    """Let the cards of ``fog`` stand in a sheet ``name`` with these bytes."""
    folder = root / "components/fog"
    (folder / name).write_bytes(raw)
    (folder / "cards.yaml").write_text(f"{HEAD}components: {{from: {name}{said}}}\n", "utf-8")


def cards(root):
    """The cards of ``fog`` as the sheet has them, by id, and what was found."""
    catalogue, findings = load(root)
    sources = catalogue.written["fog"]
    records = [one.data["components"] for one in sources if one.data.get("set") == "card"]
    return {one["id"]: one for one in records[0]} if records else {}, findings


def told(root):
    """What is found, as a line each: place, message and code."""
    return [f"{one.place}: {one.message} [{one.code}]" for one in load(root)[1]]


def xlsx(rows, change=None, sheet="Cards"):
    """A workbook as openpyxl writes it, with a sheet of these rows, changed by ``change``."""
    book = Workbook()
    page = book.active
    page.title = sheet
    for row in rows:
        page.append(list(row))
    if change is not None:
        change(page)
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def ods(rows, sheet="Cards"):
    """A workbook of one sheet as LibreOffice writes it."""
    return ods_book({sheet: rows})


def ods_book(sheets):
    """A workbook as LibreOffice writes it: with the rest of each sheet as repeated empty cells."""
    book = OpenDocumentSpreadsheet()
    for name, rows in sheets.items():
        table = Table(name=name)
        for row in rows:
            line = TableRow()
            for value in row:
                line.addElement(_ods_cell(value))
            table.addElement(line)
        rest = TableRow(numberrowsrepeated=1_048_576 - len(rows))
        rest.addElement(TableCell(numbercolumnsrepeated=16_384))
        table.addElement(rest)
        book.spreadsheet.addElement(table)
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def _ods_cell(value):
    if value is None:
        return TableCell()
    if isinstance(value, bool):
        cell = TableCell(valuetype="boolean", booleanvalue=str(value).lower())
    elif isinstance(value, int | float):
        cell = TableCell(valuetype="float", value=str(value))
    else:
        cell = TableCell(valuetype="string")
    cell.addElement(P(text=str(value)))
    return cell


def changed_part(raw, name, old, new):
    """A workbook with something else in one of its files."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as before, zipfile.ZipFile(made, "w") as after:
        for entry in before.namelist():
            content = before.read(entry)
            if entry == name:
                assert old in content, content[:2000]
                content = content.replace(old, new)
            after.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return made.getvalue()
